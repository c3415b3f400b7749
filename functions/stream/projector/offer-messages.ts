import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { changing, expression, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import type { OfferMove, OfferRecord } from '#shared/deliveries/offer.ts';
import { offerMessage } from '#shared/deliveries/offer-words.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { MessageRecord } from '#shared/messaging/record.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';

interface Retold {
  readonly offer: OfferRecord;
  readonly terms: Terms | undefined;
  /** Absent where only the agreed trip beside a change has moved, which has its own event. */
  readonly move: OfferMove | undefined;
}

/**
 * The message of an open offer shows its trip as it is, and keeps how it changed. The author's note stays. Both lists
 * of conversations begin with the same words.
 */
export async function retell(
  table: Table,
  { id, ownerId }: DeliveryRowRecord,
  carrierId: string,
  { offer, terms, move }: Retold,
): Promise<Write[]> {
  const key = keys.message(ownerId, carrierId, id, offer.seq);
  const item = await table.get(key, { consistent: true });
  const message = item && MessageRecord.parse(item['record']);
  if (message?.id !== offer.id) return [];
  const [, ...note] = message.content.split('\n');
  const about = { isOwner: offer.by === ownerId, terms, note: note.join('\n') };
  const content = offerMessage(offer, about);
  if (!move && content === message.content) return [];
  const isLast = recordHaving('lastSeq', offer.seq);
  for (const [one, other] of [
    [ownerId, carrierId],
    [carrierId, ownerId],
  ] as const)
    await attempt(table, [
      table.update(
        keys.inbox(one, other, id),
        expression`SET #record.lastMessage.#preview = ${previewOf(content)}`,
        isLast,
      ),
    ]);
  const moves = [...(message.offer?.moves ?? []), ...(move ? [move] : [])];
  const sets = [
    expression`#record.content = ${content}`,
    ...(offer.trip ? [expression`#record.#offer.#trip = ${offer.trip}`] : []),
    ...(moves.length > 0 ? [expression`#record.#offer.#moves = ${moves}`] : []),
  ];
  return [
    table.update(key, changing(sets), recordHaving('content', message.content), () => new Refusal('UNAVAILABLE')),
  ];
}

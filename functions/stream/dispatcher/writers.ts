import { parseInbox } from '#functions/messaging/inbox.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { isListed } from '#shared/parcels/rules.ts';
import type { Sockets } from './sockets.ts';

interface WriterDeps {
  readonly table: Table;
  readonly sockets: Pick<Sockets, 'send'>;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * Notifies members who wrote to the owner about a parcel that it left the market or came back, so that their open
 * conversation reads it again. They get the same as every reader without a part in it, without the carrier (rule 87).
 * Owner and carriers have their own event.
 */
export async function tellWriters(
  before: Item | undefined,
  after: Item | undefined,
  { table, sockets, now }: WriterDeps,
): Promise<void> {
  const [old, fresh] = [before, after].map((item) => item && parseParcel(item));
  const isFree = (parcel: typeof fresh) => parcel !== undefined && isListed(parcel, now());
  if (!old || isFree(old) === isFree(fresh)) return;
  const told = new Set([old.ownerId, old.carrierId, fresh?.carrierId]);
  const at = new Date(now()).toISOString();
  const writers: string[] = [];
  const list = queryOf({ partition: keys.member(old.ownerId), sort: { beginsWith: 'TH#' } });
  const about = {
    ...list,
    FilterExpression: '#record.#parcel.#id = :parcel',
    ExpressionAttributeNames: { '#record': 'record', '#parcel': 'parcel', '#id': 'id' },
    ExpressionAttributeValues: { ...list.ExpressionAttributeValues, ':parcel': old.id },
  };
  for await (const row of itemsOf(table, about)) {
    const { id } = parseInbox(row).with;
    if (!told.has(id)) writers.push(id);
  }
  await Promise.all(
    writers.map((id) => sockets.send({ to: [id], event: { type: 'parcel.changed', at, data: { id: old.id } } })),
  );
}

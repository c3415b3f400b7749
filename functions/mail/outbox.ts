import * as z from 'zod/mini';
import { queryOf } from '../platform/http/list.ts';
import { indexes, type Key, keys } from '../platform/keys.ts';
import { itemsOf } from '../platform/pages.ts';
import { absent, type Table, type Write } from '../platform/table.ts';

/**
 * Mails that the product sends, with the facts that each one's words need. Links are built by the sender from the site's
 * own address, and tokens are minted there too: a row of the outbox holds no secret.
 */
export interface Mails {
  /** Names nobody: whoever signed up may be a stranger to this mailbox, who would speak through our mail. */
  confirmEmail: Readonly<Record<string, never>>;
  resetPassword: { firstName: string };
  passwordChanged: { firstName: string };
  profileApproved: { firstName: string };
  profileRejected: { firstName: string; reason: string };
  /** To an approved member: the new name is theirs. */
  nameApproved: { firstName: string; name: string };
  nameRefused: { firstName: string; name: string; reason: string };
  profileBlocked: { firstName: string; reason: string };
  profileUnblocked: { firstName: string };
  parcelApproved: { firstName: string; title: string; parcelId: string };
  parcelRejected: { firstName: string; title: string; parcelId: string; reason: string };
  tripApproved: { firstName: string; route: string; tripId: string };
  tripRejected: { firstName: string; route: string; tripId: string; reason: string };
  /** To the owner: somebody offers to carry their parcel. */
  deliveryAccepted: { firstName: string; otherName: string; title: string; parcelId: string; otherId: string };
  /** To the carrier: the owner has chosen them. */
  carrierChosen: { firstName: string; otherName: string; title: string; parcelId: string; otherId: string };
  /** To the party who spoke first: both have said yes. */
  handshakeDone: { firstName: string; otherName: string; title: string; parcelId: string; otherId: string };
  /** To the one who was named as carrier: the owner let them go. */
  carrierReleased: { firstName: string; otherName: string; title: string; parcelId: string };
  /** To the one who was named as carrier: the owner has chosen another one. */
  carrierReplaced: { firstName: string; otherName: string; title: string; parcelId: string };
  /** To the owner: the carrier withdrew. */
  carrierWithdrew: { firstName: string; otherName: string; title: string; parcelId: string };
  /** To the carrier: the owner gave the parcel up. */
  parcelCancelled: { firstName: string; otherName: string; title: string; parcelId: string; reason: string };
  pickupValidated: { firstName: string; otherName: string; title: string; parcelId: string };
  deliveryStarted: { firstName: string; otherName: string; title: string; parcelId: string };
  deliveryValidated: { firstName: string; otherName: string; title: string; parcelId: string };
  /** To us: somebody wrote through the contact form. */
  contactMessage: {
    firstName: string;
    name: string;
    email: string;
    topic: string;
    message: string;
    parcelNumber: string;
    reference: string;
  };
}
export type MailName = keyof Mails;

/** Mails about an account's safety are sent whatever the member's settings are. */
export const securityMails: readonly MailName[] = [
  'confirmEmail',
  'resetPassword',
  'passwordChanged',
  'profileApproved',
  'profileRejected',
  'nameApproved',
  'nameRefused',
  'profileBlocked',
  'profileUnblocked',
  'contactMessage',
];

/** Who a mail to ourselves is for: the address of the settings, which the sender knows. */
export const ourselves = { memberId: 'contact' } as const;

export const OutboxRecord = z.object({
  id: z.string(),
  mail: z.string(),
  memberId: z.string(),
  data: z.record(z.string(), z.string()),
  createdAt: z.string(),
  state: z.enum(['pending', 'sent', 'skipped']),
  /** A sender that died leaves its lease to run out. */
  leaseUntil: z.optional(z.int()),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

const month = 30 * 86_400;

/** One mail, written with the effect that it tells of; the dispatcher sends it once that transaction stands. */
export function mail<Name extends MailName>(
  table: Table,
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  facts: { id: string; now: number },
): Write {
  const record: OutboxRecord = {
    id: facts.id,
    mail: name,
    memberId: to.memberId,
    data,
    createdAt: new Date(facts.now).toISOString(),
    state: 'pending',
  };
  return table.put(
    {
      ...keys.outbox(facts.id),
      ...indexes.outbox(record.createdAt, facts.id),
      kind: 'outbox',
      record,
      ttl: Math.floor(facts.now / 1000) + month,
    },
    absent,
  );
}

/** Mails of one day that still wait, written before a moment; both ISO. */
export async function* unsentMails(
  table: Table,
  { day, before }: { day: string; before: string },
): AsyncGenerator<Key> {
  const query = queryOf({ index: 'gs2', partition: indexes.outbox(day, '').gs2pk, sort: { before } });
  const waiting = {
    ...query,
    FilterExpression: '#record.#state = :state',
    ExpressionAttributeNames: { '#record': 'record', '#state': 'state' },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':state': 'pending' },
  };
  for await (const { pk, sk } of itemsOf(table, waiting)) yield { pk: String(pk), sk: String(sk) };
}

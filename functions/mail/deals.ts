import { hourMs, minuteMs } from '#shared/values/time.ts';
import { queryOf } from '../platform/http/list.ts';
import { type Key, keys } from '../platform/keys.ts';
import { itemsOf } from '../platform/pages.ts';
import type { Item, Table, Write } from '../platform/table.ts';
import type { MailName, Mails } from './mails.ts';
import { type MailRow, mail, parseMail } from './outbox.ts';

/**
 * Acts of one member towards another that can be taken back: within an hour they are one line of the list, which
 * changes, and one mail at most (rule 214).
 */
const deals = [
  'deliveryAccepted',
  'carrierChosen',
  'offerMade',
  'offerWithdrawn',
  'carrierReleased',
  'carrierWithdrew',
  'tripChanged',
] as const satisfies readonly MailName[];
export type DealName = (typeof deals)[number];
export const isDealName = (name: string): name is DealName => (deals as readonly string[]).includes(name);
/** A mail about a proposition, which is of no use to a member who cannot answer. */
export const isAboutProposition = (mail: MailName): boolean =>
  isDealName(mail) || mail === 'offerReminder' || mail === 'tripFree';

const oneLineMs = hourMs;
/** An act that is taken back in this time causes no mail. */
const patienceMs = 2 * minuteMs;

interface DealFacts {
  readonly id: string;
  readonly now: number;
  readonly takesBack?: boolean;
}

export async function dealMail<Name extends DealName>(
  table: Table,
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  { id, now, takesBack = false }: DealFacts,
): Promise<Write[]> {
  const earlier = await recentDeals(table, to.memberId, data as Mails[DealName], now, sameLine(name));
  const isMailed = earlier.some(({ state, leaseUntil }) => state === 'sent' || leaseUntil !== undefined);
  const isQuiet = isMailed || (takesBack && earlier.length > 0);
  return [
    ...earlier.map(({ pk, sk }) => table.remove({ pk, sk })),
    mail(table, name, to, data, { id, now, ...(isQuiet ? { isQuiet } : { mailAfter: now + patienceMs }) }),
  ];
}

/** These deals wait for an answer, or are ended by one. */
const awaited: ReadonlySet<string> = new Set<DealName>([
  'offerMade',
  'deliveryAccepted',
  'carrierChosen',
  'tripChanged',
]);

/**
 * A mail or a push that waited is not true any more once the offer or the version of the parcel that it tells of is
 * over. Its line in the list stays.
 */
export async function isOvertaken(
  table: Table,
  { mail, memberId, data }: Pick<MailRow, 'mail' | 'memberId' | 'data'>,
): Promise<boolean> {
  const { parcelId = '', otherId = '', offerId, version } = data;
  if (!awaited.has(mail)) return false;
  const read = (key: Key) => table.get(key, { consistent: true });
  if (offerId) return readOfferId(await read(keys.offer(memberId, parcelId, otherId))) !== offerId;
  return version !== undefined && String((await read(keys.parcel(parcelId)))?.['version']) !== version;
}

const readOfferId = (item: Item | undefined) =>
  (item?.['record'] as { offer?: { id?: string } } | undefined)?.offer?.id;

/** A moved trip is another line than what the two propose to each other. */
const sameLine = (name: DealName): readonly DealName[] =>
  name === 'tripChanged' ? [name] : deals.filter((deal) => deal !== 'tripChanged');

/** The lines of the last hour about this parcel and this other member, of these names. */
export async function recentDeals(
  table: Table,
  memberId: string,
  { parcelId, otherId }: Pick<Mails[DealName], 'parcelId' | 'otherId'>,
  now: number,
  names: readonly DealName[],
): Promise<MailRow[]> {
  const { pk, sk } = keys.notice(memberId, '');
  const since = new Date(now - oneLineMs).toISOString();
  const query = queryOf({ partition: pk, sort: { between: [`${sk}${since}`, `${sk}~`] } });
  const found: MailRow[] = [];
  for await (const item of itemsOf(table, { ...query, ConsistentRead: true })) {
    const row = parseMail(item);
    if (
      isDealName(row.mail) &&
      names.includes(row.mail) &&
      row.data['parcelId'] === parcelId &&
      row.data['otherId'] === otherId
    )
      found.push(row);
  }
  return found;
}

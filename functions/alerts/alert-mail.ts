import { randomUUID } from 'node:crypto';
import type { FoundMail } from '#functions/mail/mails/alerts.ts';
import { mail, noticesToMail } from '#functions/mail/outbox.ts';
import { dueAt, type Settle, stillDue } from '#functions/platform/due.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import { absent, keyOf, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import type { When } from '#shared/alerts/contract.ts';
import { getsMailsOf, isHidden, isReachable } from '#shared/profiles/record.ts';
import { dayMs, dayOf, hourMs, startOfDay } from '#shared/values/time.ts';
import { keysOfListing, listingIn, type Named } from './news.ts';

/** The hour of the daily mail, in Algiers. */
const morningHour = 8;
const mostListings = 10;
const keptSeconds = (3 * dayMs) / 1000;

/** When the mail about a notice goes: at the next full hour, or at the next 8:00 in Algiers (rule 141). */
export function mailTimeOf(when: When, now: number): number {
  if (when === 'now') return (Math.floor(now / hourMs) + 1) * hourMs;
  const morning = startOfDay(dayOf(now)) + morningHour * hourMs;
  return morning > now ? morning : morning + dayMs;
}

/** The mail that gathers a member's notices until a moment, in milliseconds. Fails if it is there already. */
export function alertMail(table: Table, memberId: string, at: number): Write {
  const due = new Date(at).toISOString();
  const key = keys.alertMail(memberId, due);
  return table.put(
    { ...key, ...dueAt(at, key), kind: 'alertMail', record: { due }, ttl: Math.floor(at / 1000) + keptSeconds },
    absent,
  );
}

/**
 * The mail of the notices that were gathered until now: those that are still unread and whose listings searches still
 * show. Without any there is no mail.
 */
export const settleAlertMail: Settle = async (table, item, now) => {
  const memberId = memberIn(item);
  const { due } = item['record'] as { due: string };
  const settled = table.remove(keyOf(item), stillDue(item));
  const profile = await table.get(keys.profile(memberId), { consistent: true });
  const member = profile && parseProfile(profile);
  if (!member || !isReachable(member) || !getsMailsOf('alerts', member)) return [settled];
  const found = await visible(table, memberId, await noticesToMail(table, memberId, due), now);
  const [first] = found;
  if (!first) return [settled];
  const shown = found.slice(0, mostListings);
  const facts = {
    ...first,
    firstName: member.firstName,
    count: String(found.length),
    more: String(found.length - shown.length),
    ...Object.fromEntries(
      shown.flatMap(({ title, kind, listingId }, at) => [
        [`title${at}`, title],
        [`kind${at}`, kind],
        [`listing${at}Id`, listingId],
      ]),
    ),
  };
  return [settled, mail(table, 'alertsFound', { memberId }, facts, { id: randomUUID(), now })];
};

async function visible(table: Table, memberId: string, found: readonly FoundMail[], now: number): Promise<FoundMail[]> {
  const named = found.map(
    ({ kind, listingId }): Named => ({ kind: kind === 'trip' ? 'trip' : 'parcel', id: listingId }),
  );
  const items = await table.getMany(named.flatMap(keysOfListing), { consistent: true });
  const listings = named.map((one, at) => listingIn(one, items.slice(2 * at, 2 * at + 2), now));
  const ownerIds = listings.map((listing) => listing?.ownerId ?? '');
  const [owners, blocks] = await Promise.all([
    table.getMany(ownerIds.map(keys.profile)),
    table.getMany(ownerIds.flatMap((ownerId) => [keys.block(memberId, ownerId), keys.blockedBy(memberId, ownerId)])),
  ]);
  return found.filter((_, at) => {
    const owner = owners[at];
    return (
      listings[at] !== undefined &&
      owner !== undefined &&
      !blocks[2 * at] &&
      !blocks[2 * at + 1] &&
      !isHidden(parseProfile(owner))
    );
  });
}

import { tiesBetween } from '#functions/friends/ties.ts';
import { gatheredNotice } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys, memberIn } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, type Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import type { Alert } from '#shared/alerts/contract.ts';
import { getsMailsOf, isReachable, type ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs, dayOf, startOfDay } from '#shared/values/time.ts';
import { alertMail, mailTimeOf } from './alert-mail.ts';
import { matchesAlert, type Route, routesFor } from './matching.ts';
import { type Listing, type Named, readListing } from './news.ts';
import { parseAlert } from './repository.ts';
import { foundFacts } from './words.ts';

interface NotifyDeps {
  readonly table: Table;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** An alert that wants a listing. */
interface Hit {
  readonly memberId: string;
  readonly alert: Alert;
  readonly leg?: Route['leg'];
}

/** Transactions in progress at the same time. */
const writesAtOnce = 20;
/** A hit is kept at least so long, so that a listing that is shown again is no news. */
const shortestMs = 30 * dayMs;

/**
 * Notifies the members whose alerts want a listing that has just become visible in search, each once (rule 144). The
 * facts are read now, so repeated and late messages do no harm. Returns the number of notices.
 */
export async function notifyOf(deps: NotifyDeps, named: Named): Promise<number> {
  const { table, now } = deps;
  const listing = await readListing(table, named, now());
  if (!listing) return 0;
  const hits = await hitsOf(table, listing, now());
  if (hits.length === 0) return 0;
  const people = await table.getMany([listing.ownerId, ...hits.map(({ memberId }) => memberId)].map(keys.profile));
  const [owner, ...members] = people.map((item) => item && parseProfile(item));
  if (!owner || !isReachable(owner)) return 0;
  const wanted = hits.flatMap((hit, at) => {
    const member = members[at];
    return member && isReachable(member) ? [{ hit, member }] : [];
  });
  let count = 0;
  for (let at = 0; at < wanted.length; at += writesAtOnce) {
    const written = wanted.slice(at, at + writesAtOnce).map(({ hit, member }) => store(deps, listing, hit, member));
    count += (await Promise.all(written)).filter(Boolean).length;
  }
  logger.info('alerts matched', { kind: named.kind, matches: hits.length, notices: count });
  return count;
}

/** The alerts that want a listing, one of each member: one « Tout de suite », else the oldest. */
async function hitsOf(table: Table, listing: Listing, now: number): Promise<Hit[]> {
  const { kind, ownerId } = listing;
  const today = dayOf(now);
  // Ended alerts are not read, nor those that end before a trip begins.
  const since = kind === 'trip' && listing.day > today ? listing.day : today;
  const waiting = async ({ from, to, leg }: Route): Promise<Hit[]> => {
    const { gs2pk } = indexes.alertsOn(kind, from, to, '', '');
    const hits: Hit[] = [];
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk, sort: { from: since } }))) {
      const hit = { memberId: memberIn(item), alert: parseAlert(item), ...(leg ? { leg } : {}) };
      if (hit.memberId !== ownerId && matchesAlert(hit.alert, listing, now)) hits.push(hit);
    }
    return hits;
  };
  const all = (await Promise.all(routesFor(listing).map(waiting))).flat();
  const ofMembers = Map.groupBy(all.toSorted(byUrgency), ({ memberId }) => memberId);
  return [...ofMembers.values()].flatMap(([first]) => first ?? []);
}

const order = ({ alert: { when, createdAt } }: Hit) => `${when === 'now' ? 0 : 1} ${createdAt}`;
const byUrgency = (a: Hit, b: Hit) => (order(a) < order(b) ? -1 : 1);

/** A mail that is due so soon may be sent before its notice is stored. */
const closeMs = 60_000;

/** Whether the mail is there already for another listing: a read is cheaper than a write that is refused. */
const awaitsMail = async (table: Table, memberId: string, mailAt: number, now: number) =>
  mailAt - now > closeMs && (await table.get(keys.alertMail(memberId, new Date(mailAt).toISOString()))) !== undefined;

/** False if the member has a notice of this listing already, or one of the two has blocked the other (rule 183). */
async function store(
  { table, now, newId }: NotifyDeps,
  listing: Listing,
  { memberId, alert, leg }: Hit,
  member: ProfileRecord,
): Promise<boolean> {
  const { hasBlocked, isBlocked } = await tiesBetween(table, listing.ownerId, memberId);
  if (hasBlocked || isBlocked) return false;
  const at = now();
  const mailAt = getsMailsOf('alerts', member) ? mailTimeOf(alert.when, at) : undefined;
  // First, so that a run that breaks off leaves no notice without its mail.
  if (mailAt !== undefined && !(await awaitsMail(table, memberId, mailAt, at)))
    await attempt(table, [alertMail(table, memberId, mailAt)]);
  const lastMoment = Math.max(startOfDay(listing.day) + dayMs, at + shortestMs);
  return attempt(table, [
    table.put(
      {
        ...keys.alertHit(memberId, listing.id),
        kind: 'alertHit',
        record: { alertId: alert.id },
        ttl: Math.floor(lastMoment / 1000),
      },
      absent,
    ),
    gatheredNotice(
      table,
      'alertFound',
      { memberId },
      { firstName: member.firstName, ...foundFacts(listing, alert, leg) },
      { id: newId(), now: at, mailAt },
    ),
  ]);
}

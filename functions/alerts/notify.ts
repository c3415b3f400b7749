import { tiesBetween } from '#functions/friends/ties.ts';
import type { FoundMail } from '#functions/mail/mails/alerts.ts';
import { gatheredNotice } from '#functions/mail/outbox.ts';
import type { Came, NoticeQueue } from '#functions/notices/notifier/messages.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys, memberIn } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, type Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import type { Alert } from '#shared/alerts/contract.ts';
import { alertName, sidesText, sizeTexts } from '#shared/alerts/words.ts';
import { weightText } from '#shared/parcels/words.ts';
import { getsMailsOf, isReachable, type ProfileRecord } from '#shared/profiles/record.ts';
import { freeGrams, type Room } from '#shared/trips/fields.ts';
import { transportText } from '#shared/trips/words.ts';
import type { Place } from '#shared/values/fields.ts';
import { dayMs, dayOf, shortDay, startOfDay } from '#shared/values/time.ts';
import { alertMail, mailTimeOf } from './alert-mail.ts';
import { type Listing, matchesAlert, type Route, readListing, routesFor } from './news.ts';
import { alertRepository, parseAlert, routeOf } from './repository.ts';

/**
 * The facts of a notice about a listing that an alert found. It outlives the listing, so it has no text of the owner: a
 * city that is in no list is their own text, and its country replaces it (rule 146).
 */
function foundFacts(listing: Listing, alert: Alert, leg: Route['leg']): Omit<FoundMail, 'firstName'> {
  const { kind, id, from, to, day } = listing;
  const route = sidesText(known(from), known(to));
  return {
    kind,
    listingId: id,
    title:
      kind === 'trip'
        ? `Votre alerte : trajet ${route}, le ${shortDay(day)}`
        : `Votre alerte : colis ${route}, avant le ${shortDay(day)}`,
    alert: alertName(alert),
    when: alert.when,
    facts: factsText(listing),
    leg: leg ? leg.map((place) => nameOf(known(place))).join(' → ') : '',
  };
}

const known = ({ city, country, placeId }: Place) => (placeId === undefined ? { country } : { country, city });
const nameOf = ({ country, city }: ReturnType<typeof known>) => city ?? country;

/** « Avion · jusqu'à 8 kg · taille moyenne », « Avion · il reste 4,5 kg · … », « 2,5 kg · petite taille » */
function factsText({ facts, weightGrams = 0, room }: Listing): string {
  const parts = room
    ? [transportText(facts.transport), leftText(room), sizeTexts[facts.size]]
    : [weightText(weightGrams), sizeTexts[facts.size]];
  return parts.join(' · ');
}

const leftText = (room: Room) => `${room.bookedGrams ? 'il reste' : "jusqu'à"} ${weightText(freeGrams(room))}`;

interface NotifyDeps {
  readonly table: Table;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly queueNotice: NoticeQueue;
}

interface Hit {
  readonly alert: Alert;
  readonly leg: Route['leg'];
}

const writesAtOnce = 20;
/** A hit is kept at least so long, so that a listing that is shown again is no news. */
const shortestMs = 30 * dayMs;

/**
 * Notifies the members whose alerts want a listing that has just become visible in search, each once (rule 144). The
 * facts are read now, so repeated and late messages do no harm. A run looks at so many alerts; the rest of a popular
 * route waits for the next message, so none is out of reach. Returns the number of notices.
 */
export async function notifyOf(deps: NotifyDeps, { since, ...named }: Came, alertsPerRun = 2000): Promise<number> {
  const { table, now, queueNotice } = deps;
  const listing = await readListing(table, named, now());
  if (!listing) return 0;
  const routes = routesFor(listing);
  const { memberIds, next } = await waitingOn(table, listing, { routes, since, alertsPerRun, now: now() });
  const count = await notifyAll(deps, listing, routes, memberIds);
  // Last, so that a run that is repeated does not queue the rest twice.
  if (next) await queueNotice({ came: { ...named, since: next } });
  return count;
}

async function notifyAll(
  deps: NotifyDeps,
  listing: Listing,
  routes: readonly Route[],
  memberIds: readonly string[],
): Promise<number> {
  if (memberIds.length === 0) return 0;
  const { table } = deps;
  const people = await table.getMany([listing.ownerId, ...memberIds].map(keys.profile));
  const [owner, ...members] = people.map((item) => item && parseProfile(item));
  if (!owner || !isReachable(owner)) return 0;
  const reachable = members.flatMap((member) => (member && isReachable(member) ? [member] : []));
  let count = 0;
  for (let at = 0; at < reachable.length; at += writesAtOnce) {
    const written = reachable.slice(at, at + writesAtOnce).map((member) => store(deps, listing, routes, member));
    count += (await Promise.all(written)).filter(Boolean).length;
  }
  logger.info('alerts matched', { kind: listing.kind, matches: memberIds.length, notices: count });
  return count;
}

/** The members whose alerts want a listing, of so many alerts from a place in the routes on, and where to go on. */
async function waitingOn(
  table: Table,
  listing: Listing,
  {
    routes,
    since,
    alertsPerRun,
    now,
  }: { routes: readonly Route[]; since: Came['since']; alertsPerRun: number; now: number },
): Promise<{ memberIds: string[]; next?: Came['since'] }> {
  const { kind, ownerId, day } = listing;
  const today = dayOf(now);
  // Ended alerts are not read, nor those that end before a trip begins.
  const first = kind === 'trip' && day > today ? day : today;
  const memberIds = new Set<string>();
  let seen = 0;
  for (const [route, { from, to }] of routes.entries()) {
    if (since && route < since.route) continue;
    const partition = indexes.alertsOn(kind, from, to, '', '').gs2pk;
    const sort = { from: since?.route === route ? `${since.after} ` : first };
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition, sort }))) {
      const memberId = memberIn(item);
      if (memberId !== ownerId && matchesAlert(parseAlert(item), listing, now)) memberIds.add(memberId);
      if (++seen === alertsPerRun) return { memberIds: [...memberIds], next: { route, after: String(item['gs2sk']) } };
    }
  }
  return { memberIds: [...memberIds] };
}

/** The alert for which a member is notified: one « Tout de suite », else the oldest. */
async function chosenAlert(
  table: Table,
  memberId: string,
  { listing, routes, now }: { listing: Listing; routes: readonly Route[]; now: number },
): Promise<Hit | undefined> {
  const alerts = await alertRepository(table).all(memberId, now);
  const [first] = alerts
    .flatMap((alert): Hit[] => {
      const route = alert.kind === listing.kind ? routeOf(alert, routes) : undefined;
      return route && matchesAlert(alert, listing, now) ? [{ alert, leg: route.leg }] : [];
    })
    .toSorted(byUrgency);
  return first;
}

const order = ({ alert: { when, createdAt } }: Hit) => `${when === 'now' ? 0 : 1} ${createdAt}`;
const byUrgency = (a: Hit, b: Hit) => (order(a) < order(b) ? -1 : 1);

/** A mail that is due so soon may be sent before its notice is stored. */
const closeMs = 60_000;

const awaitsMail = async (table: Table, memberId: string, mailAt: number, now: number) =>
  mailAt - now > closeMs && (await table.get(keys.alertMail(memberId, new Date(mailAt).toISOString()))) !== undefined;

/**
 * False if the member has a notice of this listing already, wants it no longer, or one of the two has blocked the other
 * (rule 183).
 */
async function store(
  { table, now, newId }: NotifyDeps,
  listing: Listing,
  routes: readonly Route[],
  member: ProfileRecord,
): Promise<boolean> {
  const memberId = member.id;
  const [known, { hasBlocked, isBlocked }, hit] = await Promise.all([
    table.get(keys.alertHit(memberId, listing.id)),
    tiesBetween(table, listing.ownerId, memberId),
    chosenAlert(table, memberId, { listing, routes, now: now() }),
  ]);
  if (known || hasBlocked || isBlocked || !hit) return false;
  const { alert, leg } = hit;
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

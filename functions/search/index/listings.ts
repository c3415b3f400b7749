import { parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { jitter } from '#functions/platform/retry.ts';
import { absent, atVersion, expression, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile, parseStats } from '#functions/profiles/repository.ts';
import { packParcel, packTrip } from '#functions/search/index/card.ts';
import { changeOf } from '#functions/search/index/changes.ts';
import {
  factsIn,
  type Kind,
  type ListedPosition,
  parcelPosition,
  partitionsOf,
  rowsOf,
  type SearchPosition,
  traitsOf,
  tripPosition,
  withKilos,
} from '#functions/search/index/listing.ts';
import { entryOf } from '#functions/search/index/listing-index.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { cardOf, isHidden, type ProfileRecord, type StatsRecord } from '#shared/profiles/record.ts';
import type { PublicOwner } from '#shared/search/contract.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';

interface PublishedState {
  readonly version: number;
  readonly madeFrom: string;
  readonly position?: ListedPosition | undefined;
}
interface WantedState {
  readonly madeFrom: string;
  readonly position?: ListedPosition;
  readonly card?: unknown[];
  /** A trip that was listed until the end of its day counts as travelled. */
  readonly travelledBy?: string;
}

const tries = 5;
/** Keeps the published state of a removed listing longer than any late or repeated event. */
const traceMs = 30 * dayMs;

/**
 * Updates the search rows of one listing to its current facts, and stores that its position changed. An event only
 * tells *that* something changed: the facts are read again, after the published state, and written on condition of that
 * state. So repeated, late and reordered events all end in the same rows. `known` is the listing of the event, which
 * may be deleted by now.
 * @param now the current time, on which a snapshot depends (`lateMs`)
 */
export async function showListing(table: Table, kind: Kind, id: string, now: number, known?: Item): Promise<void> {
  for (let round = 0; round < tries; round++) {
    if (round > 0) await jitter(round);
    const shown = publishedStateOf(await table.get(keys.publishedState(kind, id), { consistent: true }));
    const found = (await wantedOf(table, kind, id, shown, now)) ?? withoutListing(kind, shown, known, now);
    const wanted = await withoutFormerOwner(table, found);
    if (shown?.madeFrom === wanted.madeFrom) return;
    if (!shown && wanted.madeFrom === 'nothing') return;
    const isMoved = moves(kind, shown?.position, wanted.position);
    const version = (shown?.version ?? 0) + 1;
    const isWritten = await attempt(table, [
      traceOf(table, kind, id, shown, wanted, now),
      ...rowChanges(table, kind, shown?.position, wanted),
      ...(isMoved ? [changeOf(table, { kind, id, version, now }, wanted.position)] : []),
      ...(wanted.travelledBy ? [countTrip(table, wanted.travelledBy)] : []),
    ]);
    if (isWritten) return;
  }
  throw new Error(`${kind} ${id} changes faster than it can be shown`);
}

/** Listings with a last day up to this one that searches list or recently listed. */
export async function* listingsWithLastDay(table: Table, day: string): AsyncGenerator<{ kind: Kind; id: string }> {
  const partition = indexes.lastDay(day, 'parcel', '').gs2pk;
  for await (const { gs2sk } of itemsOf(table, queryOf({ index: 'gs2', partition }))) {
    const [kind, id = ''] = String(gs2sk).split('#');
    yield { kind: kind as Kind, id };
  }
}

interface PublishedRecord {
  readonly madeFrom: string;
  readonly spot?: ListedPosition;
}

function publishedStateOf(item: Item | undefined): PublishedState | undefined {
  if (!item) return undefined;
  const { madeFrom, spot } = item['record'] as PublishedRecord;
  return { madeFrom, position: spot, version: Number(item['version']) };
}

/** The position of a listing in its published state; undefined while searches do not show it. */
export const publishedPosition = (item: Item | undefined): ListedPosition | undefined =>
  publishedStateOf(item)?.position;

/** The listing of a published state if it has become visible in searches, or changed there (rule 143). */
export function listingInNews(
  before: Item | undefined,
  after: Item | undefined,
): { kind: Kind; id: string } | undefined {
  const [, kind, id] = String(after?.['pk']).split('#') as [string, Kind, string];
  const position = publishedPosition(after);
  return position && moves(kind, asFull(kind, publishedPosition(before), position), position)
    ? { kind, id }
    : undefined;
}

/**
 * The old position of a trip with no more kilos than are left now. Fewer are no news: each alert that wants what is
 * left has wanted the trip before.
 */
function asFull(kind: Kind, old: ListedPosition | undefined, { traits }: ListedPosition): ListedPosition | undefined {
  if (kind !== 'trip' || !old) return old;
  const { kilos } = factsIn(traits.facts);
  return kilos < factsIn(old.traits.facts).kilos ? { ...old, traits: withKilos(old.traits, kilos) } : old;
}

/** The rows that should exist: those of a listed listing whose owner is not hidden. */
async function wantedOf(
  table: Table,
  kind: Kind,
  id: string,
  shown: PublishedState | undefined,
  now: number,
): Promise<WantedState | undefined> {
  const item = await table.get(kind === 'parcel' ? keys.parcel(id) : keys.trip(id), { consistent: true });
  if (!item) return undefined;
  const listing = kind === 'parcel' ? parcelListing(item, now) : tripListing(item, now);
  // No earlier version was listed, so there are no rows to remove and no published state is needed.
  if (!shown && listing.version === 1 && !listing.isListed) return undefined;
  const [profile, stats] = await table.getMany([keys.profile(listing.ownerId), keys.stats(listing.ownerId)], {
    consistent: true,
  });
  const owner = profile && parseProfile(profile);
  const { ratingSum, ratingCount } = parseStats(stats);
  const isShown = listing.isListed && owner !== undefined && !isHidden(owner);
  const versions = [listing.version, owner?.version ?? 0, ratingSum, ratingCount].join('.');
  const madeFrom = `${versions}${isShown ? '' : ' hidden'}`;
  if (isShown) {
    const card = listing.card(publicOwner(owner, parseStats(stats)));
    return { madeFrom, card, position: { ...listing.position, traits: traitsOf(kind, card) } };
  }
  return { madeFrom, ...(shown?.position && listing.isTravelled ? { travelledBy: listing.ownerId } : {}) };
}

/** A deleted listing. A trip counts as made if its day was over before the deletion (decision 017). */
function withoutListing(
  kind: Kind,
  shown: PublishedState | undefined,
  known: Item | undefined,
  now: number,
): WantedState {
  const trip = kind === 'trip' && known && shown?.position ? tripListing(known, now) : undefined;
  return { madeFrom: 'nothing', ...(trip?.isTravelled ? { travelledBy: trip.ownerId } : {}) };
}

/** A trip of a deleted account does not count for any member. */
async function withoutFormerOwner(table: Table, wanted: WantedState): Promise<WantedState> {
  const { travelledBy, ...rest } = wanted;
  if (travelledBy === undefined) return wanted;
  const owner = await table.get(keys.profile(travelledBy), { consistent: true });
  return owner ? wanted : rest;
}

interface Facts {
  readonly ownerId: string;
  readonly version: number;
  readonly isListed: boolean;
  readonly isTravelled: boolean;
  readonly position: SearchPosition;
  readonly card: (owner: PublicOwner) => unknown[];
}

function parcelListing(item: Item, now: number): Facts {
  const parcel = parseParcel(item);
  return {
    ownerId: parcel.ownerId,
    version: parcel.version,
    isListed: isParcelListed(parcel, now),
    isTravelled: false,
    position: parcelPosition(parcel),
    card: (owner) => packParcel({ ...parcel, owner }),
  };
}

function tripListing(item: Item, now: number): Facts {
  const trip = parseTrip(item);
  return {
    ownerId: trip.ownerId,
    version: trip.version,
    isListed: isTripListed(trip, now),
    isTravelled: trip.status === 'active' && trip.adminStatus === 'approved' && trip.travelDate < dayOf(now),
    position: tripPosition(trip),
    card: (owner) => packTrip({ ...trip, owner }),
  };
}

function publicOwner(profile: ProfileRecord, stats: StatsRecord): PublicOwner {
  const { firstName, verified, rating, reviewCount } = cardOf(profile, stats);
  return { firstName, verified, ...(rating === undefined ? {} : { rating }), reviewCount };
}

/** The new published state, written on condition of the state it was derived from. */
function traceOf(
  table: Table,
  kind: Kind,
  id: string,
  shown: PublishedState | undefined,
  wanted: WantedState,
  now: number,
): Write {
  const { madeFrom, position } = wanted;
  const record: PublishedRecord = { madeFrom, ...(position ? { spot: position } : {}) };
  return table.put(
    {
      ...keys.publishedState(kind, id),
      ...(position ? indexes.lastDay(position.day, kind, id) : { ttl: Math.floor((now + traceMs) / 1000) }),
      kind: 'shown',
      version: (shown?.version ?? 0) + 1,
      record,
    },
    shown ? atVersion(shown.version) : absent,
  );
}

function rowChanges(
  table: Table,
  kind: Kind,
  old: ListedPosition | undefined,
  { position, card }: WantedState,
): Write[] {
  const rows = position && card ? rowsOf(kind, position, card) : [];
  const kept = new Set(rows.map(({ pk, sk }) => `${pk}|${sk}`));
  const gone = old ? partitionsOf(kind, old).filter((pk) => !kept.has(`${pk}|${old.order}`)) : [];
  return [...rows.map((row) => table.put(row)), ...gone.map((pk) => table.remove({ pk, sk: old?.order ?? '' }))];
}

function moves(kind: Kind, old: ListedPosition | undefined, fresh: ListedPosition | undefined): boolean {
  const [gone, come] = [old, fresh].map((position) => position && JSON.stringify(entryOf(kind, position)));
  return gone !== come;
}

const countTrip = (table: Table, ownerId: string): Write =>
  table.update(keys.stats(ownerId), expression`ADD tripCount ${1}`);

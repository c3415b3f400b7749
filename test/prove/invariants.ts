import { isDeepStrictEqual } from 'node:util';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { rowKeysOf } from '#functions/deliveries/rows.ts';
import { tallyLetters } from '#functions/deliveries/tallies.ts';
import { parseMail } from '#functions/mail/outbox.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { indexes, type Key, keys, memberIn } from '#functions/platform/keys.ts';
import { type ItemKind, kinds } from '#functions/platform/kinds.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { parseAdvertisement } from '#functions/site/advertisements.ts';
import { countsFor } from '#functions/stream/projector/counters.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { loadOf } from '#shared/deliveries/agreement.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { offerEnd } from '#shared/deliveries/offer-rules.ts';
import { DeliveryRowRecord, ProofRecord } from '#shared/deliveries/record.ts';
import { isInHand } from '#shared/deliveries/rules.ts';
import { ThreadRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { storedOffersOf } from '#shared/situation/open-offers.ts';
import { sectionOfRecord } from '#shared/situation/situation.ts';
import { minuteMs } from '#shared/values/time.ts';
import { paidUntil } from './paid-until.ts';
import { pickups } from './pickups.ts';
import { problems } from './problems.ts';
import { silences } from './silences.ts';

/** The examined facts: all items once the stream has been read to its end, and further facts about them. */
export interface Examined {
  readonly items: readonly Item[];
  /** Milliseconds. */
  readonly now: number;
  /** The keys of the stored files, by bucket. */
  readonly files?: Readonly<Record<'identity' | 'private' | 'media', ReadonlySet<string>>>;
  /** The acknowledged acts of administrators. */
  readonly acts?: readonly { readonly action: string; readonly target: string }[];
}

const nameOf = ({ pk, sk }: Item | Key) => `${String(pk)}|${String(sk)}`;
const ofKind = (items: readonly Item[], kind: ItemKind) => items.filter((item) => item['kind'] === kind);
const recordIn = (item: Item) => item['record'] as Readonly<Record<string, unknown>>;
const timesOf = <T>(list: readonly T[]) =>
  new Map([...Map.groupBy(list, (one) => one)].map(([one, all]) => [one, all.length]));

/**
 * I1: one carrier for each parcel, with the rows of both members and no others, and an event for each of its versions
 * beside those of moved trips.
 */
function parcels({ items }: Examined): string[] {
  const all = ofKind(items, 'parcel').map(parseParcel);
  const events = Map.groupBy(ofKind(items, 'event'), ({ pk }) => String(pk));
  const wanted = new Set(all.flatMap((parcel) => [...rowKeysOf(parcel), ...handsOf(parcel)]).map(nameOf));
  const there = items.filter(({ kind }) => kind === 'carry' || kind === 'given' || kind === 'inHand').map(nameOf);
  return [
    ...all.flatMap(({ id, version }) => {
      const told = (events.get(keys.parcel(id).pk) ?? [])
        .map(({ record }) => TrackingEvent.parse(record))
        .flatMap((event) => (event.type === 'tripMoved' || event.type === 'tripCancelled' ? [] : [event.version]));
      const chain = Array.from({ length: version }, (_, index) => index + 1);
      return told.sort((a, b) => a - b).join() === chain.join()
        ? []
        : [`parcel ${id} of version ${version} has ${told.join()}`];
    }),
    ...[...wanted].filter((row) => !there.includes(row)).map((row) => `${row} is missing`),
    ...there.filter((row) => !wanted.has(row)).map((row) => `${row} is left over`),
  ];
}

const handsOf = (parcel: ParcelRecord): Key[] => {
  const { id, ownerId, carrierId } = parcel;
  if (!carrierId || !isInHand(parcel)) return [];
  return [keys.inHand(ownerId, carrierId, id), keys.inHand(carrierId, ownerId, id)];
};

/**
 * I2: a subscription ends 365 days for each approved receipt later, an early renewal losing no day, and without those
 * of withdrawn ones.
 */
function subscriptions({ items }: Examined): string[] {
  const receipts = Map.groupBy(ofKind(items, 'receipt').map(parseReceipt), ({ memberId }) => memberId);
  return ofKind(items, 'profile')
    .map(parseProfile)
    .flatMap(({ id, subscriptionEnd }) => {
      const paid = paidUntil(receipts.get(id) ?? []);
      return paid === subscriptionEnd
        ? []
        : [`${id} has paid until ${paid}, and is subscribed until ${subscriptionEnd}`];
    });
}

/** I3: who is a friend of somebody has them as a friend. */
function friends({ items }: Examined): string[] {
  const all = ofKind(items, 'friend').map((item) => [memberIn(item), String(recordIn(item)['friendId'])] as const);
  const there = new Set(all.map((pair) => pair.join(' ')));
  return all.filter(([a, b]) => !there.has(`${b} ${a}`)).map(([a, b]) => `${b} is not a friend of ${a}`);
}

/** I4: one review of a member by another, under the key of the two, and none of oneself. */
function reviews({ items }: Examined): string[] {
  const all = ofKind(items, 'review').map((item) => ({ item, ...parseReview(item) }));
  const pairs = timesOf(all.map(({ targetId, reviewerId }) => `${targetId} by ${reviewerId}`));
  return [
    ...[...pairs].filter(([, times]) => times > 1).map(([pair, times]) => `${times} reviews of ${pair}`),
    ...all
      .filter(({ item, targetId, reviewerId }) => nameOf(item) !== nameOf(keys.review(targetId, reviewerId)))
      .map(({ item }) => `${nameOf(item)} is another pair's`),
    ...all
      .filter(({ targetId, reviewerId }) => targetId === reviewerId)
      .map(({ targetId }) => `${targetId} of themselves`),
  ];
}

const isCounter = ({ pk, sk }: Item) =>
  String(pk) === keys.adminCounters().pk || /^(A#STATS$|DAY#|MON#)/.test(String(sk));
/** Not sums of items: the median of answers, and what a trip counts once it is over. */
const notCounted = new Set(['pk', 'sk', 'ttl', 'answerCount', 'answerMinutes', 'tripCount']);

/** I5: each counter equals the number of its items. Completed acts of a deleted listing still count. */
function counters({ items, now }: Examined): string[] {
  const expected = new Map<string, Map<string, number>>();
  // A world of which every parcel was deleted has none that tells what it was counted for.
  const ofDone = new Set<string>([tallyLetters.published]);
  for (const { of, name, count, isDone } of items.flatMap((item) => countsFor(item, now))) {
    const counts = expected.get(nameOf(of)) ?? new Map<string, number>();
    counts.set(name, (counts.get(name) ?? 0) + count);
    expected.set(nameOf(of), counts);
    if (isDone) ofDone.add(name);
  }
  const stored = new Map(items.filter(isCounter).map((item) => [nameOf(item), item]));
  const hasDeleted = ofKind(items, 'log').some(({ record }) =>
    /^delete(Parcel|Trip)$/.test(AdminLogRecord.parse(record).action),
  );
  return [...new Set([...expected.keys(), ...stored.keys()])].flatMap((row) => {
    const [wanted, there] = [expected.get(row), stored.get(row) ?? {}];
    const names = new Set([...(wanted?.keys() ?? []), ...Object.keys(there)].filter((name) => !notCounted.has(name)));
    return [...names].flatMap((name) => {
      const [count, kept] = [wanted?.get(name) ?? 0, Number(there[name] ?? 0)];
      const holds = kept === count || (hasDeleted && kept > count && ofDone.has(name));
      return holds ? [] : [`${row} ${name} is ${kept}, not ${count}`];
    });
  });
}

/** I6: the messages of a conversation are numbered without a gap up to the number of its head. */
function conversations({ items }: Examined): string[] {
  const messages = Map.groupBy(ofKind(items, 'message'), ({ pk }) => String(pk));
  const heads = new Map(
    ofKind(items, 'thread').map((item) => [String(item['pk']), ThreadRecord.parse(item['record'])]),
  );
  return [...new Set([...messages.keys(), ...heads.keys()])].flatMap((thread) => {
    const { seq = 0, erasedUpTo = 0 } = heads.get(thread) ?? {};
    const numbers = (messages.get(thread) ?? []).map((item) => Number(recordIn(item)['seq'])).toSorted((a, b) => a - b);
    const wanted = Array.from({ length: seq - erasedUpTo }, (_, index) => erasedUpTo + index + 1);
    return numbers.join() === wanted.join() ? [] : [`${thread} of ${seq} has ${numbers.join()}`];
  });
}

const decisions: Readonly<Record<string, string>> = {
  approved: 'approveParcel',
  rejected: 'rejectParcel',
  overridden: 'overrideParcel',
};

/**
 * I7: each act of an administrator has exactly one line of the log: those that the items tell of, and those that were
 * acknowledged.
 */
function log({ items, acts }: Examined): string[] {
  const lines = timesOf(
    ofKind(items, 'log')
      .map((item) => AdminLogRecord.parse(recordIn(item)))
      .map(({ action, targetId }) => `${action} ${targetId}`),
  );
  const told = [
    ...ofKind(items, 'event').flatMap((item) => {
      const action = decisions[TrackingEvent.parse(item['record']).type];
      return action ? [`${action} ${String(item['pk']).slice('P#'.length)}`] : [];
    }),
    ...ofKind(items, 'receipt')
      .map(parseReceipt)
      .flatMap(({ id, status, paidBackAt }) => [
        ...(status === 'pending' ? [] : [`${status === 'approved' ? 'approve' : 'reject'}Receipt ${id}`]),
        ...(paidBackAt ? [`payBackReceipt ${id}`] : []),
      ]),
  ];
  const wanted = new Map([
    ...timesOf(told),
    ...timesOf((acts ?? []).map(({ action, target }) => `${action} ${target}`)),
  ]);
  return [...wanted]
    .filter(([act, times]) => lines.get(act) !== times)
    .map(([act, times]) => `${act} has ${lines.get(act) ?? 0} lines of ${times}`);
}

/**
 * I8: no stored file without an item that names it, and no item that shows a file which is missing or was never
 * scanned.
 */
function files({ items, files: stored }: Examined): string[] {
  if (!stored) return [];
  const uploads = items.filter(({ pk }) => String(pk).startsWith('UP#'));
  const scanned = new Set(
    uploads.filter(({ state }) => state === 'clean' || state === 'attached').map(({ key }) => String(key)),
  );
  const shown = [
    ...ofKind(items, 'profile')
      .map(parseProfile)
      .flatMap(({ avatarKey, idDocument, facePhoto, newName }) => [
        ...(avatarKey ? [avatarKey] : []),
        ...[idDocument, facePhoto, newName?.idDocument].flatMap((document) => (document ? [document.key] : [])),
      ]),
    ...ofKind(items, 'parcel')
      .map(parseParcel)
      .flatMap(({ file }) => (file ? [file.key] : [])),
    ...ofKind(items, 'proof')
      .filter(({ record }) => record)
      .map(({ record }) => ProofRecord.parse(record).key),
    ...ofKind(items, 'receipt').map((item) => parseReceipt(item).key),
    ...ofKind(items, 'advertisement').map((item) => parseAdvertisement(item).imageKey),
    ...uploads.filter(({ state }) => state === 'clean').map(({ key }) => String(key)),
  ].filter((key) => key !== undefined);
  const there = new Set(Object.values(stored).flatMap((keysIn) => [...keysIn]));
  const named = new Set([...shown, ...uploads.map(({ key }) => String(key))]);
  return [
    ...[...there].filter((key) => !named.has(key)).map((key) => `${key} belongs to nothing`),
    ...shown.filter((key) => !there.has(key)).map((key) => `${key} is shown and missing`),
    ...shown.filter((key) => !scanned.has(key)).map((key) => `${key} is shown and was never scanned`),
  ];
}

/** I9: each notice of a listing that an alert found has its hit, which prevents a second one. */
function alerts({ items }: Examined): string[] {
  const hits = new Set(ofKind(items, 'alertHit').map(nameOf));
  return ofKind(items, 'notice')
    .map(parseMail)
    .flatMap(({ mail, memberId, data }) => {
      const hit = nameOf(keys.alertHit(memberId, String(data['listingId'])));
      return mail === 'alertFound' && !hits.has(hit) ? [`${hit} is missing`] : [];
    });
}

/**
 * I10: the booked kilos of a trip are those of the parcels that count on it, and never more than it takes. A deleted
 * parcel that had travelled leaves its kilos on one trip, and no item tells on which.
 */
function kilos({ items }: Examined): string[] {
  const loads = Map.groupBy(
    ofKind(items, 'parcel')
      .map(parseParcel)
      .flatMap((parcel) => loadOf(parcel) ?? []),
    ({ tripId }) => tripId,
  );
  const deleted = ofKind(items, 'log')
    .map(({ record }) => AdminLogRecord.parse(record))
    .filter(({ action, details }) => action === 'deleteParcel' && travelled.has(details?.['statusBefore']));
  const trips = ofKind(items, 'trip')
    .map(parseTrip)
    .map(({ id, bookedGrams = 0, maxWeightKg }) => {
      const taken = (loads.get(id) ?? []).reduce((sum, { grams }) => sum + grams, 0);
      return { id, bookedGrams, maxWeightKg, taken };
    });
  const above = trips.filter(({ bookedGrams, taken }) => bookedGrams > taken);
  const allowed = new Set(above.length <= deleted.length ? above : []);
  return trips
    .filter(
      (trip) => trip.bookedGrams > trip.maxWeightKg * 1000 || (trip.bookedGrams !== trip.taken && !allowed.has(trip)),
    )
    .map(
      ({ id, bookedGrams, maxWeightKg, taken }) =>
        `trip ${id} of ${maxWeightKg} kg has ${bookedGrams} g booked, and carries ${taken}`,
    );
}

/** States of a deletable parcel that keeps its kilos (rule 127). */
const travelled: ReadonlySet<string | undefined> = new Set(['delivered', 'returned']);

/** The latest time between the end of an offer and the removal of its rows, in milliseconds. */
const settledWithin = 20 * minuteMs;

/**
 * I11: every row of an offer has its equal of the other member, and a parcel that is still open for it. None is older
 * than its end and the time of the job.
 */
function offers({ items, now }: Examined): string[] {
  const open = new Map(
    ofKind(items, 'parcel')
      .map(parseParcel)
      .map((parcel) => [parcel.id, parcel]),
  );
  const rows = new Map(
    ofKind(items, 'offer').map((item) => [nameOf(item), { memberId: memberIn(item), ...parseOffer(item) }]),
  );
  return [...rows].flatMap(([name, { memberId, partner, ...row }]) => {
    const mirror = rows.get(nameOf(keys.offer(partner.id, row.id, memberId)));
    const end = offerEnd(open.get(row.id), row.offer);
    return [
      ...(isDeepStrictEqual(mirror?.offer, row.offer) ? [] : [`${name} has no equal of the other member`]),
      ...(end ? [`${name} is about a parcel that has ended it: ${end}`] : []),
      ...(Date.parse(row.offer.until) + settledWithin < now ? [`${name} has ended, and is there`] : []),
    ];
  });
}

/**
 * I14: a parcel counts its open offers and has its place in the list of its owner. It names the offer of its owner and
 * its carrier, as both rows of the delivery do.
 */
function offersShown({ items }: Examined): string[] {
  const ofOwners = ofKind(items, 'offer')
    .map((item) => ({ memberId: memberIn(item), ...parseOffer(item) }))
    .filter(({ memberId, ownerId }) => memberId === ownerId);
  const byParcel = Map.groupBy(ofOwners, ({ id }) => id);
  const rows = Map.groupBy([...ofKind(items, 'carry'), ...ofKind(items, 'given')], (item) => recordIn(item)['id']);
  return ofKind(items, 'parcel').flatMap((item) => {
    const { openOffers, carrierOffer, ...parcel } = parseParcel(item);
    const { id, ownerId, carrierId } = parcel;
    const open = byParcel.get(id) ?? [];
    const proposed = open.flatMap(({ offer }) => (offer.isChange ? [] : [offer]));
    const counted = storedOffersOf(ownerId, proposed);
    const theirs = open.find(({ partner }) => partner.id === carrierId)?.offer;
    const place = indexes.ownParcels(ownerId, sectionOfRecord(parseParcel(item)), parcel.createdAt).gs1sk;
    return [
      ...(isDeepStrictEqual(openOffers, counted)
        ? []
        : [`parcel ${id} counts ${JSON.stringify(openOffers)} offers, not ${JSON.stringify(counted)}`]),
      ...(carrierOffer?.id === theirs?.id ? [] : [`parcel ${id} names ${carrierOffer?.id} of its carrier`]),
      ...(rows.get(id) ?? [])
        .filter(
          (row) =>
            DeliveryRowRecord.parse({ ...recordIn(row), partner: row['partner'] }).carrierOffer?.id !== theirs?.id,
        )
        .map((row) => `${nameOf(row)} does not name the offer ${theirs?.id}`),
      ...(item['gs1sk'] === place ? [] : [`parcel ${id} is listed at ${String(item['gs1sk'])}`]),
    ];
  });
}

/** I13: every block has its row of the blocked member, and no friendship beside it. */
function blocks({ items }: Examined): string[] {
  const there = new Set(items.map(nameOf));
  const pairs = [
    ...ofKind(items, 'block').map((item) => [memberIn(item), otherIn(item)] as const),
    ...ofKind(items, 'blocked').map((item) => [otherIn(item), memberIn(item)] as const),
  ];
  return pairs.flatMap(([a, b]) => [
    ...[keys.block(a, b), keys.blockedBy(b, a)]
      .map(nameOf)
      .filter((row) => !there.has(row))
      .map((row) => `${row} is missing`),
    ...(there.has(nameOf(keys.friend(a, b))) ? [`${a} has blocked ${b}, a friend`] : []),
  ]);
}

/** The other member of a row `BY#<other>#…`. */
const otherIn = ({ sk }: Item) => String(sk).split('#')[1] ?? '';

/** Reports expire after their decision, published states once the listing has left the search. */
const expireLater: ReadonlySet<unknown> = new Set(['report', 'reportKept', 'shown']);

/** I12: an item has a time to live if its lifetime ends by itself. */
function expiry({ items }: Examined): string[] {
  const expires = new Map<unknown, boolean>(
    Object.entries(kinds).map(([kind, { kept }]) => [kind, typeof kept === 'object' && 'expires' in kept]),
  );
  return items
    .filter(({ kind }) => expires.has(kind) && !expireLater.has(kind))
    .filter(({ kind, ttl }) => expires.get(kind) !== (ttl !== undefined))
    .map((item) => `${nameOf(item)} has ${item['ttl'] === undefined ? 'no time' : 'a time'} to live`);
}

const invariants = {
  I1: parcels,
  I2: subscriptions,
  I3: friends,
  I4: reviews,
  I5: counters,
  I6: conversations,
  I7: log,
  I8: files,
  I9: alerts,
  I10: kilos,
  I11: offers,
  I12: expiry,
  I13: blocks,
  I14: offersShown,
  I15: silences,
  I16: problems,
  I17: pickups,
} as const;
export type Invariant = keyof typeof invariants;

/** The broken invariants, each breach with its name; empty if all hold. */
export const breachesOf = (examined: Examined): string[] =>
  Object.entries(invariants).flatMap(([name, check]) => check(examined).map((breach) => `${name}: ${breach}`));

import { deletedAmong } from '#functions/account-deletion/repository.ts';
import { queueItems } from '#functions/admin/lists/queues.ts';
import { otherOfRow } from '#functions/deliveries/around.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { stateCounters, type TallyName, tallyDays, tallyLetters } from '#functions/deliveries/tallies.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { type Key, keys, memberIn } from '#functions/platform/keys.ts';
import { kindAmong, projectedKinds } from '#functions/platform/kinds.ts';
import { absent, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import type { Change } from '#functions/stream/change.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import type { AdminStatistics } from '#shared/admin/contract.ts';
import { type Queue, queues } from '#shared/admin/queues.ts';
import { isToAnswer, isToComplete } from '#shared/deliveries/negotiable.ts';
import { deliveryStateOf, isReturning } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isDeclared, isToCorrect } from '#shared/parcels/rules.ts';
import { awaitsWithDocument, type StatsRecord } from '#shared/profiles/record.ts';
import { asksCarrier } from '#shared/situation/open-problem.ts';
import { sectionOfRecord } from '#shared/situation/situation.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

interface Share {
  readonly of: Key;
  readonly name: string;
  readonly count: number;
  /** When the counter may be deleted, in seconds. */
  readonly ttl?: number | undefined;
  /** A figure of a completed act, which survives the listing. */
  readonly isDone?: true;
}

const done = (shares: Share[]): Share[] => shares.map((share) => ({ ...share, isDone: true }));

const counter = (memberId: string, name: keyof StatsRecord): Share => ({ of: keys.stats(memberId), name, count: 1 });

function onDay(memberId: string, day: string, counts: Partial<Record<TallyName, number>>): Share[] {
  const ttl = Math.floor((Date.parse(day) + (tallyDays + 1) * dayMs) / 1000);
  return Object.entries(counts).flatMap(([name, count]) => {
    const share = { name: tallyLetters[name as TallyName], count };
    return [
      { ...share, of: keys.dayTally(memberId, day), ttl },
      { ...share, of: keys.monthTally(memberId, day.slice(0, 7)) },
    ];
  });
}

const sectionCounters = { todo: 'parcelsTodo', going: 'parcelsGoing', over: 'parcelsOver' } as const;

/**
 * The counters of a parcel in its current state, in the lists and figures of its two members. They count on the day of
 * its publication and of its delivery (rule 108).
 */
function parcelShares(parcel: ParcelRecord): Share[] {
  const { ownerId, carrierId } = parcel;
  const state = deliveryStateOf(parcel);
  return [
    counter(ownerId, sectionCounters[sectionOfRecord(parcel)]),
    ...(waits(parcel) ? [counter(ownerId, 'parcelsWaiting')] : []),
    ...(state === 'in_transit' || state === 'to_deliver' ? [counter(ownerId, 'parcelsOnWay')] : []),
    ...openMatters(parcel),
    ...(state && carrierId ? [counter(carrierId, stateCounters[state])] : []),
    ...done(onDay(ownerId, dayOf(Date.parse(parcel.createdAt)), { published: 1 })),
    ...deliveredShares(parcel),
  ];
}

/** The owner corrects a listing, or confirms an end, also while a problem is open. Both members count the problem. */
function openMatters({ ownerId, carrierId, problem, ...parcel }: ParcelRecord): Share[] {
  return [
    ...(problem ? [counter(ownerId, 'ownProblems')] : []),
    ...(problem && carrierId ? [counter(carrierId, 'carriedProblems')] : []),
    ...(problem && carrierId && asksCarrier(problem) ? [counter(carrierId, 'carriedToAnswer')] : []),
    ...(carrierId && isLeft(parcel) && !problem ? [counter(carrierId, 'carriedToRevise')] : []),
    ...(isToCorrect(parcel) ? [counter(ownerId, 'toCorrect')] : []),
    ...(isReturning(parcel) || isDeclared(parcel) ? [counter(ownerId, 'toConfirm')] : []),
  ];
}

/** Its carrier can only end the agreement. */
const isLeft = ({ status, ownerAway }: Pick<ParcelRecord, 'status' | 'ownerAway'>) => status === 'pickup' && ownerAway;

/** An answer that a carrier owes is counted with their deliveries too. */
const toAnswer = (memberId: string, { carrierId }: Pick<ParcelRecord, 'carrierId'>): Share[] => [
  counter(memberId, 'requests'),
  ...(memberId === carrierId ? [counter(memberId, 'carriedToAnswer')] : []),
];

const waits = ({ status }: ParcelRecord) =>
  status === 'active' || status === 'accepted_for_delivery' || status === 'carrier_chosen' || status === 'pickup';

function deliveredShares({ status, ownerId, carrierId, ...parcel }: ParcelRecord): Share[] {
  const { deliveredAt, pickedUpAt, deadline, weightGrams, terms } = parcel;
  if (status !== 'delivered' || !deliveredAt) return [];
  const day = dayOf(Date.parse(deliveredAt));
  const minutes = pickedUpAt && Math.round((Date.parse(deliveredAt) - Date.parse(pickedUpAt)) / minuteMs);
  return done([
    ...(carrierId ? [counter(carrierId, 'carriedCount')] : []),
    ...onDay(ownerId, day, { sent: 1, ...(minutes === undefined ? {} : { timed: 1, minutes: Number(minutes) }) }),
    ...(carrierId
      ? onDay(carrierId, day, {
          carried: 1,
          grams: terms?.grams ?? weightGrams,
          ...(day <= deadline ? { onTime: 1 } : {}),
        })
      : []),
  ]);
}

/** The counters of a trip on its day; `isOver` if the day is over. */
function tripShares({ ownerId, travelDate, status, adminStatus }: TripRecord, isOver: boolean): Share[] {
  const trips = status === 'active' && adminStatus === 'approved' ? onDay(ownerId, travelDate, { trips: 1 }) : [];
  // A cancelled trip stays in its list, uncounted.
  const planned = status === 'active' ? onDay(ownerId, travelDate, { planned: 1 }) : [];
  const refused = status === 'active' && adminStatus === 'rejected' ? [counter(ownerId, 'tripsToCorrect')] : [];
  return [...planned, ...refused, ...(isOver ? done(trips) : trips)];
}

/** Longer than any delay of an event, including redriven ones. */
const seenMs = 30 * dayMs;

/**
 * Changes the counters by the difference between the item before and after, once for each event: the event's id is
 * stored in the same transaction. Sums do not depend on the order of events. True when a counter changed.
 */
export async function moveCounters(table: Table, event: Change, now: number): Promise<boolean> {
  const changes = new Map<string, { key: Key; ttl: number | undefined; counts: Map<string, number> }>();
  for (const [sign, item] of [[-1, event.before] as const, [1, event.after] as const]) {
    for (const { of, name, count, ttl, isDone } of item ? countsFor(item, now) : []) {
      // A deleted listing leaves every list; completed acts still count (decision 017).
      if (isDone && !event.after) continue;
      const id = `${of.pk}|${of.sk}`;
      const target = changes.get(id) ?? { key: of, ttl, counts: new Map<string, number>() };
      target.counts.set(name, (target.counts.get(name) ?? 0) + sign * count);
      changes.set(id, target);
    }
  }
  const members = [...new Set([...changes.values()].flatMap(({ key }) => memberOf(key) ?? []))];
  // Counters of a deleted account stay deleted.
  const gone = await deletedAmong(table, members);
  const counted = [...changes.values()].filter(({ key }) => !gone.has(memberOf(key) ?? ''));
  const moves = counted.flatMap((change) => moveOf(table, change));
  if (moves.length === 0) return false;
  const seen = { ...keys.seen('projector', event.id), kind: 'seen' as const, ttl: Math.floor((now + seenMs) / 1000) };
  return attempt(table, [table.put(seen, absent), ...moves]);
}

/** The member of a counter; undefined for administrators' counters. */
const memberOf = ({ pk }: Key): string | undefined => (pk.startsWith(keys.member('')) ? memberIn({ pk }) : undefined);

/** The counters of one stored item (product 2.2: the administrators' figures; rule 34). */
export function countsFor(item: Item, now: number): Share[] {
  const admin = (name: keyof AdminStatistics, isCounted: boolean): Share[] =>
    isCounted ? [{ of: keys.adminCounters(), name, count: 1 }] : [];
  const waiting = (queue: Queue) => admin(queues[queue].counter, queueItems[queue].waits(item));
  const member = (id: string | undefined, name: string, count: number): Share[] =>
    id && count > 0 ? [{ of: keys.stats(id), name, count }] : [];

  switch (kindAmong(projectedKinds, item)) {
    case 'profile': {
      const profile = parseProfile(item);
      return [
        ...admin('totalUsers', true),
        ...waiting('profile'),
        ...admin('pendingProfilesWithDocuments', awaitsWithDocument(profile)),
      ];
    }
    case 'parcel': {
      const parcel = parseParcel(item);
      const { ownerId, carrierId, status } = parcel;
      return [
        ...waiting('parcel'),
        ...member(ownerId, 'parcelCount', status === 'delivered' ? 1 : 0).map((share) => ({
          ...share,
          isDone: true as const,
        })),
        // A handshake waits for the party who has not agreed yet.
        ...[ownerId, carrierId].flatMap((id) => (id && isToComplete(id, parcel) ? toAnswer(id, parcel) : [])),
        ...parcelShares(parcel),
      ];
    }
    case 'trip': {
      const trip = parseTrip(item);
      return [...waiting('trip'), ...tripShares(trip, trip.travelDate < dayOf(now))];
    }
    case 'receipt':
      return waiting('receipt');
    case 'report':
      return waiting('report');
    case 'review': {
      const { targetId, rating } = parseReview(item);
      return [
        ...member(targetId, 'ratingSum', rating),
        ...member(targetId, 'ratingCount', 1),
        ...member(targetId, `stars${rating}`, 1),
      ];
    }
    case 'inbox': {
      const { unread } = item['record'] as { unread?: number };
      return member(memberIn(item), 'unread', unread ?? 0);
    }
    case 'offer': {
      const row = parseOffer(item);
      const id = memberIn(item);
      return isToAnswer(id, row, row.offer, otherOfRow(row)) ? toAnswer(id, row) : [];
    }
    case 'thread':
    case 'relisting':
    case 'block':
    case undefined:
      return [];
  }
}

function moveOf(
  table: Table,
  { key, ttl, counts }: { key: Key; ttl: number | undefined; counts: ReadonlyMap<string, number> },
): Write[] {
  const moved = [...counts].filter(([, change]) => change !== 0);
  if (moved.length === 0) return [];
  const until = ttl === undefined ? [] : [['ttl', ttl] as const];
  return [
    table.update(key, {
      expression: [
        `ADD ${moved.map(([name]) => `#${name} :${name}`).join(', ')}`,
        ...until.map(() => 'SET #ttl = :ttl'),
      ].join(' '),
      names: Object.fromEntries([...moved, ...until].map(([name]) => [`#${name}`, name])),
      values: Object.fromEntries([...moved, ...until].map(([name, value]) => [`:${name}`, value])),
    }),
  ];
}

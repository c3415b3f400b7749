import { stateCounters, type TallyName, tallyDays, tallyLetters } from '#functions/deliveries/tallies.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { deliveryStateOf } from '#shared/deliveries/rules.ts';
import { phaseOf } from '#shared/parcels/phase.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { StatsRecord } from '#shared/profiles/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

export interface Share {
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

const phaseCounters = { todo: 'parcelsTodo', going: 'parcelsGoing', over: 'parcelsOver' } as const;

/**
 * The counters of a parcel in its current state, in the lists and figures of its two members. They count on the day of
 * its publication and of its delivery (rule 108).
 */
export function parcelShares(parcel: ParcelRecord): Share[] {
  const { ownerId, carrierId } = parcel;
  const state = deliveryStateOf(parcel);
  return [
    counter(ownerId, phaseCounters[phaseOf(parcel)]),
    ...(waits(parcel) ? [counter(ownerId, 'parcelsWaiting')] : []),
    ...(state === 'in_transit' || state === 'to_deliver' ? [counter(ownerId, 'parcelsOnWay')] : []),
    ...(state && carrierId ? [counter(carrierId, stateCounters[state])] : []),
    ...done(onDay(ownerId, dayOf(Date.parse(parcel.createdAt)), { published: 1 })),
    ...deliveredShares(parcel),
  ];
}

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
export function tripShares({ ownerId, travelDate, status, adminStatus }: TripRecord, isOver: boolean): Share[] {
  const trips = status === 'active' && adminStatus === 'approved' ? onDay(ownerId, travelDate, { trips: 1 }) : [];
  return [...onDay(ownerId, travelDate, { planned: 1 }), ...(isOver ? done(trips) : trips)];
}

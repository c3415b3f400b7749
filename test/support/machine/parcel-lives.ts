import { randomUUID } from 'node:crypto';
import {
  acceptDelivery,
  carry,
  chooseCarrier,
  confirmReturn,
  releaseCarrier,
  returnParcel,
} from '#shared/deliveries/rules.ts';
import type { StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cancelParcel, pauseParcel } from '#shared/parcels/rules.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '#shared/values/time.ts';
import { aCard } from '#test/support/factories.ts';
import { aParcel } from '#test/support/stream.ts';

/** The current time of the lives. */
export const now = Date.parse('2026-11-22T12:00:00Z');

/** Numbers that look random and are the same in each run. */
export function chanceOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return { below: (limit: number) => Math.floor(next() * limit), is: (share: number) => next() < share };
}
export type Chance = ReturnType<typeof chanceOf>;

/** The facts of a history. The model counts only these. */
type Told =
  | { what: 'published' | 'agreed' | 'letGo' | 'pickedUp' | 'gone' | 'back' | 'paused'; parcel: number; at: number }
  | { what: 'delivered'; parcel: number; at: number; since: number; grams: number; deadline: string; carrier: string };

/** The life of one parcel by the rules of the product: its versions and its facts. */
export function lifeOf(parcel: number, owner: string, carriers: readonly string[], chance: Chance) {
  const steps: Told[] = [];
  let time = now - chance.below(420 * 24) * hourMs;
  const wait = () => {
    // Half an agreement is answered within 48 hours, or not.
    const isHalf = record.status === 'accepted_for_delivery' || record.status === 'carrier_chosen';
    time += (1 + chance.below(isHalf ? 2 * 24 * 60 - 1 : 5 * 24 * 60)) * minuteMs;
    return time;
  };
  const deadline = dayOf(time + (3 + chance.below(20)) * dayMs);
  let record = aParcel(randomUUID(), owner, {
    createdAt: new Date(time).toISOString(),
    deadline,
    weightGrams: 100 + chance.below(9000),
  });
  const versions: ParcelRecord[] = [record];
  const become = (changed: ParcelRecord) => {
    record = changed;
    versions.push(changed);
  };
  steps.push({ what: 'published', parcel, at: time });
  while (wait() <= now) {
    const { status } = record;
    const card = aCard({ id: carriers[chance.below(carriers.length)] ?? owner, firstName: 'Karim' });
    const carrierId = record.carrierId ?? '';
    if (chance.is(0.06) && ['active', 'accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status)) {
      become(cancelParcel(record, owner, 'Envoyé autrement'));
      steps.push({ what: 'gone', parcel, at: time });
      break;
    }
    if (status === 'active' && dayOf(time) > deadline) break;
    if (status === 'active' && chance.is(0.05)) {
      become(pauseParcel(record, time));
      steps.push({ what: 'paused', parcel, at: time });
      break;
    }
    if (status === 'active') {
      become(
        chance.is(0.5) ? acceptDelivery(record, card, time).parcel : chooseCarrier(record, owner, card, time).parcel,
      );
      steps.push({ what: 'agreed', parcel, at: time });
    } else if (['accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status) && chance.is(0.25)) {
      become(releaseCarrier(record, owner).parcel);
      steps.push({ what: 'letGo', parcel, at: time });
    } else if (status === 'accepted_for_delivery') {
      become(chooseCarrier(record, owner, aCard({ id: carrierId }), time).parcel);
    } else if (status === 'carrier_chosen') {
      become(acceptDelivery(record, aCard({ id: carrierId }), time).parcel);
    } else if (status === 'pickup') {
      become(carry('validatePickup', record, carrierId, time).parcel);
      steps.push({ what: 'pickedUp', parcel, at: time });
    } else if ((status === 'in_transit' || status === 'delivery') && chance.is(0.1)) {
      become(returnParcel(record, owner, 'Destinataire absent').parcel);
    } else if (status === 'in_transit') {
      become(carry('startDelivery', record, carrierId, time).parcel);
    } else if (status === 'delivery') {
      become(carry('validateDelivery', record, carrierId, time).parcel);
      const since = steps.findLast(({ what }) => what === 'pickedUp')?.at ?? 0;
      const { weightGrams: grams } = record;
      steps.push({ what: 'delivered', parcel, at: time, since, grams, deadline, carrier: carrierId });
      break;
    } else if (status === 'returned') {
      become(confirmReturn(record, owner, time).parcel);
      steps.push({ what: 'back', parcel, at: time });
      break;
    }
  }
  return { owner, versions, steps };
}

/** Counts the facts and knows nothing about their storage. */
export function countOf(told: readonly (Told & { owner: string })[], memberId: string, period: StatisticsPeriod) {
  const today = dayOf(now);
  const first = { '30d': dayOf(now - 29 * dayMs), '12m': '2025-12-01', all: '0' }[period];
  const isIn = ({ at }: { at: number }) => dayOf(at) >= first && dayOf(at) <= today;
  const own = told.filter(({ owner }) => owner === memberId);
  const deliveries = told.flatMap((step) => (step.what === 'delivered' && isIn(step) ? [step] : []));
  const sent = deliveries.filter(({ owner }) => owner === memberId);
  const carried = deliveries.filter(({ carrier }) => carrier === memberId);
  const lastOf = [...new Set(own.map(({ parcel }) => parcel))].map((parcel) =>
    own.filter((step) => step.parcel === parcel).at(-1),
  );
  const isLast = (...words: Told['what'][]) => lastOf.filter((step) => step && words.includes(step.what)).length;
  const minutes = sent.reduce((sum, { at, since }) => sum + Math.round((at - since) / minuteMs), 0);
  return {
    sender: {
      published: own.filter((step) => step.what === 'published' && isIn(step)).length,
      waiting: isLast('published', 'agreed', 'letGo'),
      inTransit: isLast('pickedUp'),
      delivered: sent.length,
      ...(sent.length > 0 ? { meanDays: Math.round((minutes / sent.length / 1440) * 10) / 10 } : {}),
    },
    carrier: {
      delivered: carried.length,
      grams: carried.reduce((sum, { grams }) => sum + grams, 0),
      onTime: carried.filter(({ at, deadline }) => dayOf(at) <= deadline).length,
    },
  };
}

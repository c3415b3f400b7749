import { deletedAmong } from '#functions/account-deletion/repository.ts';
import { queueItems } from '#functions/admin/lists/queue-items.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { kindAmong, projectedKinds } from '#functions/platform/item-kind.ts';
import { type Key, keys, memberIn } from '#functions/platform/keys.ts';
import { absent, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import type { AdminStatistics } from '#shared/admin/contract.ts';
import { type Queue, queues } from '#shared/admin/queues.ts';
import { awaitsWithDocument } from '#shared/profiles/record.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import type { Change } from '../change.ts';
import { parcelShares, type Share, tripShares } from './tally-shares.ts';

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
        ...member(ownerId, 'requests', status === 'accepted_for_delivery' ? 1 : 0),
        ...member(carrierId, 'requests', status === 'carrier_chosen' ? 1 : 0),
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
      const { by } = parseOffer(item).offer;
      return member(memberIn(item), 'requests', by === memberIn(item) ? 0 : 1);
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

import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { acceptDelivery, chooseCarrier, releaseCarrier } from '#shared/deliveries/rules.ts';
import { InboxRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aDispatcher } from '#test/support/scenes/dispatcher.ts';

const at = '2026-11-20T10:00:00.000Z';
const now = Date.parse('2026-11-20T10:01:00.000Z');
const { O: owner, C: chosen, M: loser, P: pending } = memberIds;
const parcel = aParcel(1, 'O');

const row = (otherId: string, parcelId?: string): Item => ({
  ...keys.inbox(owner, otherId, parcelId),
  kind: 'inbox',
  record: InboxRecord.parse({
    with: { id: otherId, firstName: 'Karim', lastName: 'Haddad', verified: true },
    ...(parcelId ? { parcel: { id: parcelId, title: 'Titre' } } : {}),
    lastMessage: { preview: 'Bonjour', senderId: otherId, createdAt: at },
    unread: 0,
    updatedAt: at,
    lastSeq: 1,
  }),
});

/** The events for open pages of members who are not owner or carrier, when the parcel changes. */
async function toldOf(before: ParcelRecord | undefined, after: ParcelRecord | undefined) {
  const rows = [row(chosen, parcel.id), row(loser, parcel.id), row(pending, 'another'), row(pending)];
  const { happens, sent } = await aDispatcher(
    [owner, chosen, loser, pending].map((id) => [id, id]),
    rows,
  );
  await happens(before && parcelItem(before), after && parcelItem(after));
  return sent
    .filter(([id]) => id !== owner && id !== chosen)
    .map(([id, frame]) => [id, (frame as { data?: unknown }).data]);
}

const taken = chooseCarrier(parcel, owner, partnerCard(chosen, undefined), now).parcel;

test('who wrote about a parcel learns that it is no longer free, and nothing of who took it', async () => {
  expect(await toldOf(parcel, taken)).toEqual([[loser, { id: parcel.id }]]);
  expect(await toldOf(parcel, acceptDelivery(parcel, partnerCard(chosen, undefined), now).parcel)).toEqual([
    [loser, { id: parcel.id }],
  ]);
});

test('who wrote about a parcel learns that it is free again, or gone', async () => {
  expect(await toldOf(taken, releaseCarrier(taken, owner).parcel)).toEqual([[loser, { id: parcel.id }]]);
  expect(await toldOf(parcel, undefined)).toEqual([[loser, { id: parcel.id }]]);
});

test('who wrote about a parcel is told of nothing while it is taken', async () => {
  const pickup = acceptDelivery(taken, partnerCard(chosen, undefined), now).parcel;
  expect(await toldOf(taken, pickup)).toEqual([]);
  expect(await toldOf(undefined, parcel)).toEqual([]);
});

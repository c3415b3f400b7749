import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectionRepository } from '#functions/live/connections.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { acceptDelivery, chooseCarrier, releaseCarrier } from '#shared/deliveries/rules.ts';
import { InboxRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { dispatch } from './dispatch.ts';
import { openSockets } from './sockets.ts';

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
  const table = await tableWith([row(chosen, parcel.id), row(loser, parcel.id), row(pending, 'another'), row(pending)]);
  for (const id of [owner, chosen, loser, pending])
    await connectionRepository(table).add({ id, memberId: id, authTime: 1, connectedAt: at });
  const told: [string, unknown][] = [];
  const push = {
    send: async (id: string, frame: object) => {
      told.push([id, 'data' in frame && frame.data]);
      return 'sent' as const;
    },
    close: async () => undefined,
  };
  const item = (record: ParcelRecord | undefined) => record && parcelItem(record);
  const none = async () => undefined;
  const identity = { enable: none, signOut: none, deleteUser: none, addToGroup: none, removeFromGroup: none };
  await dispatch(
    { id: 'e', before: item(before), after: item(after) },
    {
      table,
      sockets: openSockets(table, push, () => now),
      identity,
      files: { identity: { delete: none }, private: { delete: none }, media: { delete: none } },
      logCopy: { add: none },
      queueMail: none,
      now: () => now,
      newId: randomUUID,
    },
  );
  return told.filter(([id]) => id !== owner && id !== chosen);
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

import { expect, test } from 'vitest';
import { mail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { runDaily } from './daily.ts';

const nothing = { delete: async () => {} };
const erasers = {
  hasTime: () => true,
  clock: () => Date.parse('2026-12-01T12:00:00Z'),
  files: { identity: nothing, private: nothing, media: nothing },
  identity: { deleteUser: async () => {} },
  logCopy: { linesOf: async () => [], read: async () => null },
};
const owner = 'a0000000-0000-4000-8000-000000000001';

test('expired listings leave the search, and a trip counts as travelled once', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel('over', owner, { deadline: '2026-12-02' }));
  await stream.putParcel(aParcel('lasting', owner, { deadline: '2026-12-09' }));
  await stream.putTrip(aTrip('travelled', owner, { travelDate: '2026-12-02' }));
  await stream.putTrip(aTrip('unlisted', owner, { travelDate: '2026-12-02', adminStatus: 'pending' }));
  await stream.putTrip(aTrip('coming', owner, { travelDate: '2026-12-03' }));
  await stream.project();

  stream.clock.now += 2 * dayMs;
  await runDaily(stream.table, stream.clock.now, erasers);
  await runDaily(stream.table, stream.clock.now, erasers);
  await stream.project();
  const left = async (pk: string) => (await stream.partition(pk)).map(({ sk }) => String(sk).split('#')[1]);
  expect(await left(keys.parcelSearch('*', '*'))).toEqual(['lasting']);
  expect(await left(keys.tripSearch('FR', 'DZ'))).toEqual(['coming']);
  expect(await stream.table.get(keys.stats(owner))).toMatchObject({ tripCount: 1 });
});

test('a trip cancelled before its day does not count', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putTrip(aTrip('cancelled', owner, { travelDate: '2026-12-02' }));
  await stream.putTrip(aTrip('cancelled', owner, { travelDate: '2026-12-02', status: 'cancelled', version: 2 }));
  await stream.project();
  await runDaily(stream.table, stream.clock.now + 2 * dayMs, erasers);
  expect((await stream.table.get(keys.stats(owner)))?.['tripCount']).toBeUndefined();
});

test('an unsent mail older than ten minutes is given to the sender again, a sent or fresh one is not', async () => {
  const stream = await aStream();
  const { table, clock } = stream;
  const write = (id: string, now: number) => mail(table, 'confirmEmail', { memberId: owner }, {}, { id, now });
  await table.transact([write('old', clock.now), write('sent', clock.now), write('fresh', clock.now + 55 * minuteMs)]);
  await table.transact([
    table.update(keys.outbox('sent'), {
      expression: 'SET #record.#state = :sent',
      names: { '#record': 'record', '#state': 'state' },
      values: { ':sent': 'sent' },
    }),
  ]);
  await runDaily(table, clock.now + 60 * minuteMs, erasers);
  const touched = async (id: string) => (await table.get(keys.outbox(id)))?.['touchedAt'];
  expect(await touched('old')).toBe(clock.now + 60 * minuteMs);
  expect(await touched('sent')).toBeUndefined();
  expect(await touched('fresh')).toBeUndefined();
});

test('wrong figures of administrators are corrected', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner, { status: 'pending' }));
  await stream.putParcel(aParcel('waiting', owner, { adminStatus: 'pending' }));
  for (const [id, status] of Object.entries({ sent: 'pending', paid: 'approved' } as const))
    await stream.put(receiptItem(aReceiptRecord({ id, memberId: owner, status })));
  await stream.project();
  expect(await stream.table.get(keys.adminCounters())).toMatchObject({ pendingReceipts: 1 });
  await stream.put({ ...keys.adminCounters(), totalUsers: 7, pendingProfiles: -1, pendingReceipts: 5 });
  await runDaily(stream.table, stream.clock.now, erasers);
  expect(await stream.table.get(keys.adminCounters())).toMatchObject({
    totalUsers: 1,
    pendingProfiles: 1,
    pendingParcels: 1,
    pendingReceipts: 1,
  });
});

test('unconfirmed accounts are members and wait for no decision; a waiting name is no member', async () => {
  const stream = await aStream();
  const at = new Date(stream.clock.now).toISOString();
  const document = { uploadId: 'u', key: 'k', contentType: 'image/jpeg', at } as const;
  const signedUp = { status: 'pending', facePhoto: document, emailConfirmedAt: undefined, createdAt: at } as const;
  const renamed = aProfile(owner, { newName: { firstName: 'Lina', lastName: 'Cherif', at } });
  await stream.putProfile(renamed);
  await stream.table.transact([profileRepository(stream.table).queueName(renamed)]);
  await stream.putProfile(aProfile('signed-up', signedUp));
  await stream.put({ ...keys.adminCounters(), totalUsers: 9, pendingProfiles: 9, pendingProfilesWithDocuments: 9 });
  await runDaily(stream.table, stream.clock.now, erasers);
  expect(await stream.table.get(keys.adminCounters())).toMatchObject({
    totalUsers: 2,
    pendingProfiles: 1,
    pendingProfilesWithDocuments: 0,
  });
});

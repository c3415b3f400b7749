import { expect, test } from 'vitest';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { dayMs } from '#shared/values/time.ts';
import { memberIds } from '#test/access/people.ts';
import { aHouse, assigned, file, start } from '#test/support/scenes/ageing-house.ts';

const { O: owner, C: carrier, M: member } = memberIds;
test.each([
  [
    'is delivered',
    { ...assigned, status: 'delivered', deliveredAt: '2026-12-05T10:00:00.000Z', deadline: '2026-12-30' },
    94,
  ],
  ['has come back', { ...assigned, status: 'returned', returnConfirmedAt: '2026-12-05T10:00:00.000Z' }, 94],
  ['found no carrier', { deadline: '2026-12-05' }, 94],
] as const)('the file of a parcel that %s goes 90 days later, and the parcel says so', async (_how, change, day) => {
  const { publish, night, erased, current, table } = await aHouse();
  await publish(change);
  expect(await night(day)).toBe(0);
  expect(await current()).toMatchObject({ file });
  expect(await night(day + 1)).toBe(1);
  expect(erased).toEqual([file.key]);
  expect(await current()).toMatchObject({ fileErased: true, version: 2 });
  expect(await current()).not.toHaveProperty('file');
  expect(await table.get(keys.upload(file.uploadId))).toBeUndefined();
  expect(await night(day + 2)).toBe(0);
});

test('the file of a cancelled parcel goes 90 days after its cancellation, although its last day is later', async () => {
  const { publish, night, erased, table } = await aHouse();
  const before = await publish({ deadline: '2027-11-30' });
  const at = Date.parse('2026-12-10T10:00:00.000Z');
  await table.transact([parcelEvent(table, { id: before.id, version: 2 }, 'cancelled', owner, at)]);
  await publish({ deadline: '2027-11-30', status: 'cancelled', version: 2 });
  expect(await night(99)).toBe(0);
  expect(await night(100)).toBe(1);
  expect(erased).toEqual([file.key]);
});

test('the file of a parcel in its carrier’s hands stays, however late it is', async () => {
  const { publish, night, current } = await aHouse();
  await publish({ ...assigned, status: 'in_transit' });
  expect([await night(100), await night(200), await night(400)]).toEqual([0, 0, 0]);
  expect(await current()).toMatchObject({ file });
  await publish({ ...assigned, status: 'delivered', deliveredAt: '2028-01-05T10:00:00.000Z', version: 2 });
  expect(await night(400 + 90)).toBe(0);
  expect(await night(400 + 91)).toBe(1);
});

test('an owner who gives a parcel a later day keeps its file for longer', async () => {
  const { publish, night, current } = await aHouse();
  await publish();
  await publish({ deadline: '2027-01-20', version: 2 });
  expect(await night(95)).toBe(0);
  expect(await current()).toMatchObject({ file });
  expect(await night(50 + 91)).toBe(1);
});

test('photos of hand-overs go a year after the end; that they were taken stays', async () => {
  const { publish, photo, photos, night, erased, isListed } = await aHouse();
  await photo('one');
  await photo('two');
  const { id } = await publish({ ...assigned, status: 'delivered', deliveredAt: '2026-12-05T10:00:00.000Z' });
  await night(100);
  expect(await night(4 + 365)).toBe(0);
  expect(await photos()).toMatchObject([{ key: 'proofs/one' }, { key: 'proofs/two' }]);
  expect(await night(4 + 366)).toBe(1);
  expect(erased).toEqual([file.key, 'proofs/one', 'proofs/two']);
  const left = await photos();
  expect(left).toMatchObject([{ id: 'one', by: carrier, stage: 'pickup' }, { id: 'two' }]);
  for (const photo of left) for (const name of ['key', 'contentType', 'sha256']) expect(photo).not.toHaveProperty(name);
  expect(await isListed(keys.parcel(id).pk)).toBe(false);
});

test('a file that cannot be erased does not stop the others, and the next night tries again', async () => {
  const { publish, send, night, clock, erasers, current, inbox } = await aHouse();
  await send(owner, member);
  clock.now = start + 700 * dayMs;
  await publish({ ...assigned, status: 'delivered', deliveredAt: '2028-10-31T10:00:00.000Z' });
  const { delete: deleteObject } = erasers.files.private;
  erasers.files.private.delete = () => Promise.reject(new Error('S3 does not answer'));
  await expect(night(800)).rejects.toThrow('1 could not be erased');
  expect(await inbox(owner)).toBe(0);
  erasers.files.private.delete = deleteObject;
  await night(801);
  expect(await current()).toMatchObject({ fileErased: true });
});

test('messages go two years after the last activity of the two, and new ones continue the thread', async () => {
  const { send, open, inbox, night, clock, call, isListed } = await aHouse();
  await send(owner, member);
  clock.now = start + 100 * dayMs;
  await send(owner, member);
  clock.now = start + 200 * dayMs;
  await call('markRead', member, { params: { userId: owner }, body: { upToSeq: 2 } });
  expect(await night(731)).toBe(0);
  expect(await night(200 + 730)).toBe(0);
  expect((await open(owner, member)).messages).toHaveLength(2);
  expect(await night(200 + 731)).toBe(1);
  expect(await open(owner, member)).toMatchObject({ messages: [], erased: true });
  expect([await inbox(owner), await inbox(member)]).toEqual([0, 0]);
  expect(await isListed(keys.thread(owner, member))).toBe(false);

  expect(await send(member, owner)).toBe(201);
  expect(await send(owner, member)).toBe(201);
  const { messages, previous, erased } = await open(owner, member);
  expect([messages.map(({ seq }) => seq), previous, erased]).toEqual([[3, 4], undefined, true]);
  expect([await inbox(owner), await inbox(member)]).toEqual([1, 1]);
  expect(await night(200 + 731 + 731)).toBe(1);
  expect((await open(owner, member)).messages).toEqual([]);
});

test('a long thread is erased over several nights, and a message in between stays', async () => {
  const { send, open, night, clock, trouble, table } = await aHouse();
  for (let count = 0; count < 130; count++) {
    clock.now += 1000;
    await send(owner, member);
  }
  // Time for the thread and for its first batch.
  trouble.time = 2;
  expect(await night(731)).toBe(1);
  const left = await table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :m)',
    ExpressionAttributeValues: { ':pk': keys.thread(owner, member), ':m': 'M#' },
  });
  expect(left.count).toBe(30);
  trouble.time = Number.POSITIVE_INFINITY;
  expect(await send(member, owner)).toBe(201);
  await night(732);
  const { messages, previous } = await open(member, owner);
  expect([messages.map(({ seq }) => seq), previous]).toEqual([[131], undefined]);
  expect(await night(731 + 731)).toBe(1);
});

test('a message during the erasing of its thread is written once more on what stands then', async () => {
  const { send, night, table, clock } = await aHouse();
  await send(owner, member);
  clock.now = start + 731 * dayMs;
  const threads = threadRepository(table);
  const topic = { a: owner, b: member };
  const head = await threads.head(topic);
  const speaker = (id: string) => ({ card: { id, firstName: 'A', lastName: 'B', verified: true, reviewCount: 0 } });
  const message = {
    id: 'late',
    seq: 2,
    senderId: owner,
    recipientId: member,
    content: 'Oui',
    createdAt: new Date(clock.now).toISOString(),
  };
  const writes = threads.append(topic, message, { sender: speaker(owner), recipient: speaker(member) }, head);
  await night(731);
  await expect(table.transact(writes)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await send(owner, member)).toBe(201);
});

test('a parcel and a thread that are gone leave the list', async () => {
  const { publish, night, table, isListed, current } = await aHouse();
  const { id } = await publish();
  await table.transact([table.remove(keys.parcel(id))]);
  expect(await current()).toBeUndefined();
  expect(await night(200)).toBe(0);
  expect(await isListed(keys.parcel(id).pk)).toBe(false);
});

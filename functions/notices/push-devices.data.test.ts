import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { vapidKeys } from '#functions/platform/derived.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { keyOf } from '#functions/platform/table.ts';
import { deviceDays } from '#shared/notices/push-devices.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aDevice } from '#test/support/factories.ts';
import { authTime } from '#test/support/pipeline.ts';
import { itemsIn } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';
import { pushDeviceItems, pushDeviceRepository } from './push-devices.ts';

const { M: member, O: other } = memberIds;
const nobody = '';
/** Soon after the beginning of the sessions of tests. */
const start = authTime * 1000 + 1000;

const subscription = (id: string) => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    name: `Chrome ${id}`,
  };
};

async function aMember() {
  const world = await aWorld({ people: [aProfile('M'), aProfile('O')], start, isTicking: true });
  const add = (id: string) => world.as(member).addPushDevice({ body: subscription(id) });
  const listed = async () => (await world.as(member).myPushDevices()).body.items.map(({ name }) => name);
  return { ...world, add, listed };
}

test('a member sees their devices, oldest first, and the key with which a browser subscribes', async () => {
  const { add, as } = await aMember();
  await add('a');
  const { body } = await add('b');
  const devices = await as(member).myPushDevices();
  expect(devices.body.publicKey).toBe(vapidKeys().publicKey);
  expect(devices.body.publicKey).toMatch(/^[\w-]{87}$/);
  expect(devices.body.items).toMatchObject([{ name: 'Chrome a' }, { name: 'Chrome b', device: body.device }]);
  expect((await as(other).myPushDevices()).body.items).toEqual([]);
});

test('the same endpoint again renews its device', async () => {
  const { add, as } = await aMember();
  await add('a');
  const before = (await as(member).myPushDevices()).body.items;
  await add('b');
  await add('a');
  const after = (await as(member).myPushDevices()).body.items;
  expect(after).toHaveLength(2);
  expect(after[0]).toEqual(before[0]);
});

test('a sixth device replaces the one that was seen longest ago', async () => {
  const { add, listed } = await aMember();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'a', 'f']) await add(id);
  expect(await listed()).toEqual(['a', 'c', 'd', 'e', 'f'].map((id) => `Chrome ${id}`));
});

test('a device is removed by its member alone, and a second removal is no error', async () => {
  const { add, as, listed } = await aMember();
  const { device } = (await add('a')).body;
  const remove = (by: string, name: string) => as(by).removePushDevice({ params: { device: name } });
  expect((await remove(other, device)).status).toBe(204);
  expect(await listed()).toEqual(['Chrome a']);
  expect((await remove(member, device)).status).toBe(204);
  expect((await remove(member, device)).status).toBe(204);
  expect((await remove(member, 'x'.repeat(3000))).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test.each([
  ['http', 'http://fcm.googleapis.com/fcm/send/1'],
  ['a port', 'https://fcm.googleapis.com:8443/fcm/send/1'],
  ['a user', 'https://a:b@fcm.googleapis.com/fcm/send/1'],
  ['loopback', 'https://127.0.0.1/'],
  ['the metadata address', 'http://169.254.169.254/latest/meta-data'],
  ['another host', 'https://example.org/fcm.googleapis.com'],
  ['a host that ends alike', 'https://evilfcm.googleapis.com/'],
  ['a service as a label', 'https://fcm.googleapis.com.evil.org/'],
  ['a bare service', 'https://push.apple.com.evil.org/'],
  ['no address', 'fcm'],
  ['too many slashes', 'https:////fcm.googleapis.com/fcm/send/1'],
  ['no slashes', 'https:fcm.googleapis.com/fcm/send/1'],
  ['a line break', 'ht\ntps://fcm.googleapis.com/fcm/send/1'],
  ['capitals', 'https://FCM.googleapis.com/fcm/send/1'],
  ['a long one', `https://fcm.googleapis.com/${'a'.repeat(1000)}`],
])('an endpoint with %s is refused', async (_what, endpoint) => {
  const { as, table } = await aMember();
  const { status, body } = await as(member).addPushDevice({ body: { ...subscription('a'), endpoint } });
  expect([status, body.fields?.['endpoint']]).toEqual([
    400,
    'Les notifications de ce navigateur ne sont pas prises en charge.',
  ]);
  expect((await itemsIn(table)).filter(({ kind }) => kind === 'pushDevice')).toEqual([]);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/1',
  'https://updates.push.services.mozilla.com/wpush/v2/1',
  'https://web.push.apple.com/1',
  'https://db5p.notify.windows.com/w/?token=1',
])('an endpoint of %s is taken', async (endpoint) => {
  const { as } = await aMember();
  expect((await as(member).addPushDevice({ body: { ...subscription('a'), endpoint } })).status).toBe(200);
});

test.each([
  ['of a wrong length', { p256dh: 'A'.repeat(86) }, 'p256dh'],
  ['not on the curve', { p256dh: Buffer.from([4, ...Array<number>(64).fill(7)]).toString('base64url') }, 'p256dh'],
  ['without a whole secret', { auth: 'A'.repeat(21) }, 'auth'],
])('keys %s are refused', async (_what, change, field) => {
  const { as } = await aMember();
  const { status, body } = await as(member).addPushDevice({ body: { ...subscription('a'), ...change } });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

test('a device ends 30 days after the sign-in, even if the table removes it late', async () => {
  const { add, clock, listed, table } = await aMember();
  await add('a');
  const [item] = (await itemsIn(table)).filter(({ kind }) => kind === 'pushDevice');
  expect(item?.['ttl']).toBe(authTime + deviceDays * 86_400);
  clock.now = authTime * 1000 + deviceDays * dayMs - 1000;
  expect(await listed()).toEqual(['Chrome a']);
  clock.now += 2000;
  expect(await listed()).toEqual([]);
});

test.each([
  ['sign-out everywhere or a new password', { tokensValidAfter: 2000 }, ['new']],
  ['a block', { status: 'blocked' }, []],
  ['leaving', { leavesOn: '2026-12-24' }, []],
  ['a change of nothing', {}, ['old', 'new']],
] as const)('after %s devices of ended sessions are gone', async (_what, change, left) => {
  const { table, seed } = await aMember();
  const now = 3_000_000;
  const device = (name: string, began: number) =>
    pushDeviceItems(member, aDevice({ name, endpoint: `https://fcm.googleapis.com/${name}`, authTime: began }));
  await table.transact([...device('old', 1999), ...device('new', 2000)].map((item) => table.put(item)));
  await seed(aProfile('M', change));
  const devices = pushDeviceRepository(table);
  await devices.endSessions(member, aProfile('M', change), now);
  expect(new Set((await devices.of(member, now)).map(({ name }) => name))).toEqual(new Set(left));
  await devices.endSessions(member, undefined, now);
  expect(await devices.of(member, now)).toEqual([]);
  expect((await itemsIn(table)).filter((item) => keyOf(item).sk.startsWith('PD'))).toEqual([]);
});

test('a device that registers again while its old session is ended stays', async () => {
  const { table } = await aMember();
  const devices = pushDeviceRepository(table);
  const endpoint = 'https://fcm.googleapis.com/again';
  await table.transact(await devices.take(member, aDevice({ endpoint, authTime: 1999 })));
  const [read] = await devices.of(member, 3_000_000);
  await table.transact(await devices.take(member, aDevice({ endpoint, authTime: 2000 })));
  expect(read && (await devices.end(member, read))).toBe(false);
  expect(await devices.of(member, 3_000_000)).toMatchObject([{ authTime: 2000 }]);
});

test('devices added at once: five stay', async () => {
  const { add, listed } = await aMember();
  for (const id of 'abcd') await add(id);
  await Promise.all(Array.from({ length: 4 }, (_, at) => add(`at-once-${at}`)));
  expect(await listed()).toHaveLength(5);
});

test('a browser is the device of the last member who subscribed with it', async () => {
  const { add, as, listed, table } = await aMember();
  await add('a');
  const { device } = (await add('shared')).body;
  const shared = { ...subscription('shared'), name: 'Le navigateur commun' };
  expect((await as(other).addPushDevice({ body: shared })).body.device).toBe(device);
  expect(await listed()).toEqual(['Chrome a']);
  expect((await as(other).myPushDevices()).body.items).toMatchObject([{ name: 'Le navigateur commun' }]);
  // A press of the earlier member removes nothing of the new one.
  expect((await as(member).removePushDevice({ params: { device } })).status).toBe(204);
  expect((await as(other).myPushDevices()).body.items).toHaveLength(1);
  await add('shared');
  expect(await listed()).toEqual(['Chrome a', 'Chrome shared']);
  expect((await as(other).myPushDevices()).body.items).toEqual([]);
  for (const one of (await as(member).myPushDevices()).body.items)
    await as(member).removePushDevice({ params: { device: one.device } });
  expect((await itemsIn(table)).filter((item) => keyOf(item).sk.startsWith('PD'))).toEqual([]);
});

test('two members who subscribe with one browser at the same moment: one of them has it', async () => {
  const { as } = await aMember();
  const members = [member, other];
  for (let time = 0; time < 5; time++) {
    const body = subscription(`shared-${time}`);
    const answers = await Promise.all(members.map((id) => as(id).addPushDevice({ body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const lists = await Promise.all(members.map(async (id) => (await as(id).myPushDevices()).body.items));
    expect(lists.flat().filter(({ device }) => device === answers[0]?.body.device)).toHaveLength(1);
  }
});

test('a device that another member took over is not ended with the session of the earlier one', async () => {
  const { add, as, table } = await aMember();
  await add('shared');
  const devices = pushDeviceRepository(table);
  const [read] = await devices.of(member, start);
  await as(other).addPushDevice({ body: subscription('shared') });
  expect(read && (await devices.end(member, read))).toBe(false);
  expect(await devices.of(other, start)).toHaveLength(1);
});

const oldKey = `B${'A'.repeat(86)}`;

test('a device names the key that it was made with', async () => {
  const { add, as } = await aMember();
  await add('a');
  await as(member).addPushDevice({ body: { ...subscription('b'), publicKey: oldKey } });
  const { items } = (await as(member).myPushDevices()).body;
  expect(items.map(({ publicKey }) => publicKey)).toEqual([vapidKeys().publicKey, oldKey]);
});

test('a browser that subscribes again keeps its place in the list, and no other device is replaced', async () => {
  const { add, as, listed } = await aMember();
  const ids = [];
  for (const id of 'abcde') ids.push((await add(id)).body.device);
  const replaces = ids[4] ?? '';
  const { device } = (await as(member).addPushDevice({ body: { ...subscription('new'), replaces } })).body;
  expect(await listed()).toEqual(['a', 'b', 'c', 'd', 'new'].map((id) => `Chrome ${id}`));
  await as(other).addPushDevice({ body: { ...subscription('others'), replaces: device } });
  expect(await listed()).toHaveLength(5);
});

/** As a worker without a session calls it. */
const renewal = ({ name: _name, ...fresh }: ReturnType<typeof subscription>, old: ReturnType<typeof subscription>) => ({
  body: { ...fresh, publicKey: vapidKeys().publicKey, old: { endpoint: old.endpoint, auth: old.auth } },
});

test('the worker renews a device by the secret of its old subscription, and learns our present key', async () => {
  const { as, clock } = await aMember();
  const [old, fresh] = [subscription('old'), subscription('fresh')];
  await as(member).addPushDevice({ body: { ...old, publicKey: oldKey } });
  const [before] = (await as(member).myPushDevices()).body.items;
  const answer = await as(nobody).renewPushDevice(renewal(fresh, old));
  expect([answer.status, answer.body]).toEqual([200, { publicKey: vapidKeys().publicKey }]);
  const { items } = (await as(member).myPushDevices()).body;
  const device = sha256(fresh.endpoint);
  expect(items).toEqual([{ ...before, device, publicKey: vapidKeys().publicKey }]);
  expect((await as(nobody).renewPushDevice(renewal(subscription('again'), old))).status).toBe(404);
  // It ends with the session in which it was made.
  clock.now = authTime * 1000 + deviceDays * dayMs + 1000;
  expect((await as(nobody).renewPushDevice(renewal(subscription('late'), fresh))).status).toBe(404);
});

test.each([
  ['another secret', { auth: 'B'.repeat(22) }],
  ['an unknown endpoint', { endpoint: 'https://fcm.googleapis.com/fcm/send/unknown' }],
])('%s renews nothing', async (_what, change) => {
  const { as, listed, table } = await aMember();
  const old = subscription('old');
  await as(member).addPushDevice({ body: old });
  const before = await itemsIn(table);
  const answer = await as(nobody).renewPushDevice(renewal(subscription('fresh'), { ...old, ...change }));
  expect([answer.status, await listed()]).toEqual([404, ['Chrome old']]);
  const devices = (items: typeof before) => items.filter((item) => keyOf(item).sk.startsWith('PD'));
  expect(devices(await itemsIn(table))).toEqual(devices(before));
});

test.each([
  ['sign-out everywhere', { tokensValidAfter: authTime + 1 }],
  ['a block', { status: 'blocked' }],
] as const)('after %s the worker renews nothing', async (_what, change) => {
  const { as, seed } = await aMember();
  const old = subscription('old');
  await as(member).addPushDevice({ body: old });
  await seed(aProfile('M', change));
  expect((await as(nobody).renewPushDevice(renewal(subscription('fresh'), old))).status).toBe(404);
});

import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { mail, noticeIdOf } from '#functions/mail/outbox.ts';
import { vapidKeys } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { startPushService } from '#infra/local/emulators/push-service.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { authTime } from '#test/support/pipeline.ts';
import { aBrowser } from '#test/support/push/browser.ts';
import { aWorld } from '#test/support/world/world.ts';
import { pushDeviceRepository } from '../push-devices.ts';
import type { NotifierMessage } from './messages.ts';
import { notifyBatch } from './notify.ts';
import { openPushService } from './push-service.ts';

const { M: member, O: other } = memberIds;

/** A member with a device, and the notifier in front of the stand-in of the push services. */
async function aNotifier() {
  const service = await startPushService();
  onTestFinished(() => service.close());
  const world = await aWorld({ people: [aProfile('M'), aProfile('O')], start: authTime * 1000 + 1000 });
  const { table, clock } = world;
  const browser = aBrowser();
  await world.as(member).addPushDevice({ body: browser.subscription });
  const push = openPushService({ contact: 'admin@example.org', standIn: service.endpoint });
  const handle = (...messages: NotifierMessage[]) =>
    notifyBatch(
      messages.map((message, at) => ({ messageId: String(at), body: JSON.stringify(message) }) as SQSRecord),
      { table, now: () => clock.now, newId: randomUUID, push, queueNotice: async () => {} },
    );
  const notice = async (facts: object = {}) => {
    const id = randomUUID();
    const data = { firstName: 'Amel', title: 'Théière de Fatiha', parcelId: randomUUID(), ...facts };
    await table.transact([mail(table, 'parcelApproved', { memberId: member }, data, { id, now: clock.now })]);
    return noticeIdOf({ createdAt: new Date(clock.now).toISOString(), id });
  };
  const got = () => service.pushes().map(({ body }) => browser.read(Buffer.from(body, 'base64')));
  const devices = async () => (await pushDeviceRepository(table).of(member, clock.now)).length;
  return { ...world, service, browser, handle, notice, got, devices };
}

test('a notice reaches the device as its group and its id, encrypted for it and signed by us', async () => {
  const { service, browser, handle, notice, got } = await aNotifier();
  const noticeId = await notice();
  expect(await handle({ push: { memberId: member, noticeId } })).toEqual({ batchItemFailures: [] });
  // The stand-in has checked method, headers, signature, audience and end.
  expect(service.pushes()).toMatchObject([{ endpoint: browser.subscription.endpoint, ttl: 86_400 }]);
  expect(got()).toEqual([{ group: 'account', id: noticeId }]);
  expect(vapidKeys()).toEqual(vapidKeys());
});

test('of 100 notices no push has a name, a title or a text', async () => {
  const { handle, notice, got } = await aNotifier();
  for (let number = 0; number < 100; number++)
    await handle({ push: { memberId: member, noticeId: await notice({ title: `Secret ${number}` }) } });
  expect(got()).toHaveLength(100);
  for (const payload of got()) {
    expect(Object.keys(payload as object)).toEqual(['group', 'id']);
    expect(JSON.stringify(payload)).not.toMatch(/Secret|Amel|http/);
  }
});

test('a read notice, a missing one, a switched-off group and a hidden member cause no push', async () => {
  const { handle, notice, table, service, seed } = await aNotifier();
  const noticeId = await notice();
  const message = { push: { memberId: member, noticeId } };
  await handle({ push: { memberId: member, noticeId: `${noticeId}x` } });
  await handle({ push: { memberId: other, noticeId } });
  await table.transact([profileRepository(table).chooseNotices(member, { push: { account: false } })]);
  await handle(message);
  await table.transact([profileRepository(table).chooseNotices(member, { push: { alerts: false } })]);
  await table.transact([
    table.update(keys.notice(member, noticeId), {
      expression: 'SET #record.readAt = :at',
      names: { '#record': 'record' },
      values: { ':at': '2026-11-20T10:00:00.000Z' },
    }),
  ]);
  await handle(message);
  await seed(aProfile('M', { status: 'blocked' }));
  await handle({ push: { memberId: member, noticeId: await notice() } });
  expect(service.pushes()).toEqual([]);
  await seed(aProfile('M'));
  await handle({ push: { memberId: member, noticeId: await notice() } });
  expect(service.pushes()).toHaveLength(1);
});

test('a message is pushed if it is unread and the last of its conversation', async () => {
  const { as, handle, got } = await aNotifier();
  const send = () => as(other).sendMessage({ body: { recipientId: member, content: 'Bonjour' } });
  const message = (seq: number) => handle({ message: { memberId: member, otherId: other, seq } });
  await send();
  await send();
  await message(1);
  expect(got()).toEqual([]);
  await message(2);
  expect(got()).toEqual([{ group: 'messages' }]);
  await as(member).markRead({ params: { userId: other }, body: { upToSeq: 2 } });
  await message(2);
  expect(got()).toHaveLength(1);
});

test.each([404, 410])('a device ends when the service answers %s', async (status) => {
  const { service, handle, notice, devices } = await aNotifier();
  service.behave(status);
  expect(await handle({ push: { memberId: member, noticeId: await notice() } })).toEqual({ batchItemFailures: [] });
  expect(await devices()).toBe(0);
});

test.each([400, 401, 403, 429, 500, 302])('a device stays when the service answers %s', async (status) => {
  const { service, handle, notice, devices } = await aNotifier();
  service.behave(status);
  expect(await handle({ push: { memberId: member, noticeId: await notice() } })).toEqual({ batchItemFailures: [] });
  expect(await devices()).toBe(1);
});

test('an unreadable message comes again, and the others of its batch are handled', async () => {
  const { handle, notice, got } = await aNotifier();
  const odd = { gone: 1 } as unknown as NotifierMessage;
  const answer = await handle(odd, { push: { memberId: member, noticeId: await notice() } });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
  expect(got()).toHaveLength(1);
});

test('a notice that a newer release wrote comes again, and is pushed by the release that knows it', async () => {
  const { handle, notice, got, table } = await aNotifier();
  const noticeId = await notice();
  const named = (name: string) =>
    table.transact([
      table.update(keys.notice(member, noticeId), {
        expression: 'SET #record.mail = :mail',
        names: { '#record': 'record' },
        values: { ':mail': name },
      }),
    ]);
  const message = { push: { memberId: member, noticeId } };
  await named('parcelKept');
  expect(await handle(message)).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
  await named('parcelApproved');
  expect(await handle(message)).toEqual({ batchItemFailures: [] });
  expect(got()).toHaveLength(1);
});

test('a device of an ended session is removed without a push', async () => {
  const { seed, service, handle, notice, devices } = await aNotifier();
  await seed(aProfile('M', { tokensValidAfter: authTime + 1 }));
  await handle({ push: { memberId: member, noticeId: await notice() } });
  expect([service.pushes().length, await devices()]).toEqual([0, 0]);
});

test('a device that cannot be sent to holds up neither the others nor the message', async () => {
  const { table, handle, notice, got } = await aNotifier();
  const { endpoint, ...keysOfDevice } = aBrowser().subscription;
  const broken = { ...keysOfDevice, endpoint: endpoint.replace('https://', 'https:////') };
  const record = { ...broken, authTime, addedAt: '2026-11-20T10:00:00.000Z', seenAt: '2026-11-20T10:00:00.000Z' };
  await table.transact(await pushDeviceRepository(table).take(member, record));
  expect(await handle({ push: { memberId: member, noticeId: await notice() } })).toEqual({ batchItemFailures: [] });
  expect(got()).toHaveLength(1);
});

test('the last message of a member who was blocked since is not pushed', async () => {
  const { as, seed, handle, got } = await aNotifier();
  await as(other).sendMessage({ body: { recipientId: member, content: 'Bonjour' } });
  await seed(aProfile('O', { status: 'blocked' }));
  await handle({ message: { memberId: member, otherId: other, seq: 1 } });
  expect(got()).toEqual([]);
});

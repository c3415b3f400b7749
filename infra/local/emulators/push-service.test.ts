import { expect, onTestFinished, test } from 'vitest';
import { openPushService } from '#functions/notices/notifier/push-service.ts';
import { vapidKeys } from '#functions/platform/derived.ts';
import { aBrowser } from '#test/support/push/browser.ts';
import { startPushService } from './push-service.ts';

async function aService(now?: () => number) {
  process.env['DERIVED_SECRET'] = 'derived';
  const service = await startPushService(now);
  onTestFinished(() => service.close());
  return service;
}

test('a call that services refuse is refused', async () => {
  const service = await aService();
  const call = async (init: RequestInit) => (await fetch(`${service.endpoint}/fcm.googleapis.com/1`, init)).status;
  const headers = { ttl: '60', 'content-encoding': 'aes128gcm' };
  expect(await call({ method: 'GET' })).toBe(405);
  expect(await call({ method: 'POST', headers: { ttl: '60' } })).toBe(400);
  expect(await call({ method: 'POST', headers, body: 'x'.repeat(4097) })).toBe(413);
  expect(await call({ method: 'POST', headers, body: 'x' })).toBe(403);
  const odd = `vapid t=${'e30'}.${'e30'}.${'AAAA'}, k=${Buffer.alloc(65, 4).toString('base64url')}`;
  expect(await call({ method: 'POST', headers: { ...headers, authorization: odd }, body: 'x' })).toBe(403);
  expect(service.pushes()).toEqual([]);
});

test('a signature has an end', async () => {
  const tomorrow = await aService(() => Date.now() + 2 * 86_400_000);
  const push = openPushService({ contact: 'admin@example.org', standIn: tomorrow.endpoint });
  expect(await push.send(aBrowser().subscription, { group: 'alerts' })).toBe('refused');
});

test('during a rotation a device is called with the key that it subscribed with, and later not at all', async () => {
  const service = await aService();
  const push = openPushService({ contact: 'admin@example.org', standIn: service.endpoint });
  const { publicKey } = vapidKeys();
  const { subscription } = aBrowser();
  onTestFinished(() => void delete process.env['DERIVED_SECRET_BEFORE']);
  process.env['DERIVED_SECRET_BEFORE'] = 'derived';
  process.env['DERIVED_SECRET'] = 'another';
  expect(await push.send({ ...subscription, publicKey }, { group: 'alerts' })).toBe('sent');
  expect(service.pushes().map((one) => one.key)).toEqual([publicKey]);
  delete process.env['DERIVED_SECRET_BEFORE'];
  expect(await push.send({ ...subscription, publicKey }, { group: 'alerts' })).toBe('failed');
  expect(service.pushes()).toHaveLength(1);
});

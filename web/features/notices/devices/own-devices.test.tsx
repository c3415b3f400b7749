import { createHash } from 'node:crypto';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { PushDevice } from '#shared/notices/push-devices.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { aBrowser, ourKey, pushKeys } from '#test/support/push/page.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { endDevice, ownDevice, renewDevice } from '#web/features/notices/devices/own-device.ts';
import { OwnDevices } from '#web/features/notices/devices/own-devices.tsx';
import { markSession } from '#web/lib/session/session-storage.ts';
import { deviceStore } from '#web/lib/storage.ts';
import { deviceName } from './own-device.ts';

const memberId = 'm1';

function anApi() {
  const calls: unknown[] = [];
  let items: PushDevice[] = [];
  fakeApi({
    myPushDevices: () => ({ publicKey: ourKey, items }),
    addPushDevice: ({ body }) => {
      calls.push(body);
      items = [{ device: 'd1', name: 'Chrome sur Linux', addedAt: '2026-11-26T10:00:00.000Z' }];
      return { device: 'd1' };
    },
    removePushDevice: ({ params }) => {
      calls.push(params);
      items = [];
    },
  });
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  markSession({ kind: 'remembered', memberId });
});

test('a press asks the browser, registers the device and shows a notification of its own', async () => {
  const browser = aBrowser();
  const calls = anApi();
  renderPart(<OwnDevices memberId={memberId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Activer' }));
  expect(await screen.findByText(/\(cet appareil\)/)).toBeVisible();
  expect(calls).toMatchObject([{ endpoint: 'https://fcm.googleapis.com/1', ...pushKeys }]);
  expect(browser.shown).toEqual(['Notifications activées']);
  await userEvent.click(screen.getByRole('button', { name: /Retirer/ }));
  expect(await screen.findByRole('button', { name: 'Activer' })).toBeVisible();
  expect(browser.isSubscribed()).toBe(false);
});

test('a refusal in the browser is explained', async () => {
  aBrowser({ answer: 'denied' });
  anApi();
  renderPart(<OwnDevices memberId={memberId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Activer' }));
  expect(await screen.findByText(/Les notifications sont bloquées pour ce site/)).toBeVisible();
});

test('a session that ends with the tab cannot be notified', async () => {
  localStorage.clear();
  aBrowser();
  anApi();
  renderPart(<OwnDevices memberId={memberId} />);
  expect(await screen.findByText(/reconnectez-vous en cochant/)).toBeVisible();
});

test('a sign-out removes the device and ends the subscription; without a call when the session is over', async () => {
  const browser = aBrowser({ permission: 'granted' });
  const calls = anApi();
  const register = async () => {
    deviceStore.keep('envoyage.push', JSON.stringify({ memberId, device: 'd1', publicKey: ourKey, at: 0 }));
    await renewDevice(memberId, { isNewSession: true });
    expect(browser.isSubscribed()).toBe(true);
    calls.length = 0;
  };
  browser.set({ unsubscribe: async () => browser.set(null) });
  await register();
  await endDevice({ isOver: false });
  expect(calls).toEqual([{ device: 'd1' }]);
  expect([browser.isSubscribed(), deviceStore.read('envoyage.push')]).toEqual([false, null]);
  browser.set({ unsubscribe: async () => browser.set(null) });
  await register();
  await endDevice({ isOver: true });
  expect(calls).toEqual([]);
  expect(browser.isSubscribed()).toBe(false);
  // The member's next sign-in on this browser registers it again, and another member's ends it.
  await renewDevice(memberId);
  expect([calls.length, browser.isSubscribed()]).toEqual([1, true]);
  await endDevice({ isOver: true });
  await renewDevice('other');
  expect([browser.isSubscribed(), deviceStore.read('envoyage.push')]).toEqual([false, null]);
});

test('after a sign-out that failed the device is registered again, at the latest at the next start', async () => {
  const browser = aBrowser({ permission: 'granted' });
  const calls = anApi();
  const known = { memberId, device: 'd1', publicKey: ourKey, at: Date.now() };
  deviceStore.keep('envoyage.push', JSON.stringify(known));
  browser.set({ unsubscribe: async () => browser.set(null) });
  const restore = await endDevice({ isOver: false });
  await restore();
  expect([calls.length, browser.isSubscribed()]).toEqual([2, true]);
  const restoreLater = await endDevice({ isOver: false });
  fakeApi({});
  await expect(restoreLater()).rejects.toThrow();
  anApi();
  await renewDevice(memberId);
  expect(browser.isSubscribed()).toBe(true);
});

test('a device that was removed on another one is not registered again', async () => {
  const browser = aBrowser({ permission: 'granted' });
  const calls = anApi();
  deviceStore.keep('envoyage.push', JSON.stringify({ memberId, device: 'd1', publicKey: ourKey, at: 0 }));
  browser.set({ unsubscribe: async () => browser.set(null) });
  await renewDevice(memberId);
  expect([calls, browser.isSubscribed(), deviceStore.read('envoyage.push')]).toEqual([[], false, null]);
});

test('a subscription that another member left is ended', async () => {
  const browser = aBrowser({ permission: 'granted' });
  anApi();
  deviceStore.keep('envoyage.push', JSON.stringify({ memberId: 'other', device: 'd1', publicKey: ourKey, at: 0 }));
  browser.set({ unsubscribe: async () => browser.set(null) });
  await renewDevice(memberId);
  expect([browser.isSubscribed(), deviceStore.read('envoyage.push')]).toEqual([false, null]);
});

/** The browser's subscription is stored as this device, made with this key. */
async function visit({ publicKey = ourKey, endpoint = 'https://fcm.googleapis.com/1', stored = idOf(endpoint) }) {
  const browser = aBrowser({ permission: 'granted' });
  browser.set({ endpoint, unsubscribe: async () => browser.set(null) });
  deviceStore.keep('envoyage.push', JSON.stringify({ memberId, device: stored, publicKey, at: Date.now() }));
  const added: unknown[] = [];
  fakeApi({
    myPushDevices: () => ({
      publicKey: ourKey,
      items: [{ device: stored, name: 'Chrome sur Linux', addedAt: '2026-11-26T10:00:00.000Z', publicKey }],
    }),
    addPushDevice: ({ body }) => {
      added.push(body);
      return { device: 'd2' };
    },
  });
  await renewDevice(memberId);
  return { added, isSubscribed: browser.isSubscribed() };
}

const anotherKey = `B${'B'.repeat(86)}`;
const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

test('each visit compares the key of the device with our present one, and subscribes again with it', async () => {
  expect(await visit({})).toEqual({ added: [], isSubscribed: true });
  const renewed = await visit({ publicKey: anotherKey });
  expect(renewed).toMatchObject({
    added: [{ publicKey: ourKey, replaces: idOf('https://fcm.googleapis.com/1') }],
    isSubscribed: true,
  });
});

test('a subscription that the browser has replaced takes the place of the device', async () => {
  const { added } = await visit({ endpoint: 'https://fcm.googleapis.com/2', stored: 'before' });
  expect(added).toMatchObject([{ replaces: 'before', publicKey: ourKey }]);
});

test('one that the worker has registered already is only noted', async () => {
  const endpoint = 'https://fcm.googleapis.com/2';
  const browser = aBrowser({ permission: 'granted' });
  browser.set({ endpoint, unsubscribe: async () => browser.set(null) });
  deviceStore.keep('envoyage.push', JSON.stringify({ memberId, device: 'before', publicKey: 'old', at: Date.now() }));
  const item = { device: idOf(endpoint), name: 'Chrome', addedAt: '2026-11-26T10:00:00.000Z', publicKey: ourKey };
  fakeApi({ myPushDevices: () => ({ publicKey: ourKey, items: [item] }) });
  await renewDevice(memberId);
  expect([browser.isSubscribed(), ownDevice(memberId)]).toEqual([true, idOf(endpoint)]);
});

test.each([
  ['Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36', 'Chrome sur Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge sur Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Mobile Safari/604.1', 'Safari sur iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox sur Linux'],
  ['curl', 'Navigateur sur un appareil'],
])('%s is shown as %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

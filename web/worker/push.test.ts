import { expect, test, vi } from 'vitest';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { pushWords } from '#shared/notices/push-words.ts';
import { openPush, renewPush, showPush } from '#web/worker/push.ts';

async function shown(text: string | undefined, already = 0) {
  const calls: [string, Record<string, unknown>][] = [];
  await showPush(text, {
    getNotifications: async () => Array.from({ length: already }, () => ({})),
    showNotification: async (title, options) => void calls.push([title, options as Record<string, unknown>]),
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.[0]).toBe('Envoyage');
  return calls[0]?.[1] ?? {};
}

test.each(Object.entries(pushWords))(
  'a push of %s shows the words of its group, under one tag',
  async (group, words) => {
    expect(await shown(JSON.stringify({ group, id: '1#a' }))).toMatchObject({
      body: words.one,
      tag: group,
      lang: 'fr',
    });
    expect(await shown(JSON.stringify({ group, id: '1#a' }), 1)).toMatchObject({ body: words.several, tag: group });
  },
);

test('a push leads to its notice, a message to the unread conversations', async () => {
  expect((await shown(JSON.stringify({ group: 'alerts', id: '2026-11-26T10:00:00.000Z#a' })))['data']).toEqual({
    path: '/notifications?open=2026-11-26T10%3A00%3A00.000Z%23a',
  });
  expect((await shown(JSON.stringify({ group: 'messages' })))['data']).toEqual({ path: '/messaging?filter=unread' });
});

test.each([undefined, '', '{', '1', 'null', '{"group":"constructor"}', '{"group":7}'])(
  'a push with %s shows that there is something new',
  async (text) => {
    expect(await shown(text)).toMatchObject({ body: 'Du nouveau sur Envoyage', data: { path: '/notifications' } });
  },
);

/** Windows of the browser, and what becomes of them after a press. */
function windows() {
  const done: unknown[] = [];
  const aWindow = (path: string, answers: boolean) => ({
    url: `https://envoyage.example${path}`,
    focus: async () => done.push(`focus ${path}`),
    postMessage: (message: object, [port]: readonly MessagePort[]) => {
      done.push(message);
      if (answers) port?.postMessage('OPENED');
    },
  });
  const press = (path: string, ...open: ReturnType<typeof aWindow>[]) =>
    openPush({ path }, { matchAll: async () => open, openWindow: async (opened) => done.push(`open ${opened}`) });
  return { done, aWindow, press };
}

test('a press leads an open page, and brings it to the front once it has answered', async () => {
  const { done, aWindow, press } = windows();
  await press('/a', aWindow('/p/1', true), aWindow('/find-parcels?tab=trips', true));
  expect(done).toEqual([{ type: 'OPEN', path: '/a', until: expect.any(Number) }, 'focus /find-parcels?tab=trips']);
});

test('a press opens a window if there is no page, or if the page does not answer', async () => {
  const { done, aWindow, press } = windows();
  await press('/a', aWindow('/p/1', true));
  await press('/b', aWindow('/messaging', false));
  expect(done).toEqual(['open /a', { type: 'OPEN', path: '/b', until: expect.any(Number) }, 'open /b']);
  // A page that was asleep does not follow later.
  // A timer may fire a millisecond early.
  expect((done[1] as { until: number }).until).toBeLessThanOrEqual(Date.now() + 1);
});

const aKey = (first: number) => new Uint8Array([4, first, 255, 254]).buffer;

/** A browser whose subscriptions are replaced, and our API, whose present key is this. */
function aChange({ present, status = 200 }: { present: string; status?: number }) {
  const [made, ended, sent]: [unknown[], string[], unknown[]] = [[], [], []];
  const subscriptionOf = (name: string, applicationServerKey: ArrayBuffer | string) => ({
    options: {
      applicationServerKey:
        typeof applicationServerKey === 'string' ? aKey(Number(applicationServerKey)) : applicationServerKey,
    },
    toJSON: () => ({ endpoint: name, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
    unsubscribe: async () => void ended.push(name),
  });
  const manager = {
    subscribe: async ({ applicationServerKey }: { applicationServerKey: ArrayBuffer | string }) => {
      made.push(applicationServerKey);
      return subscriptionOf(`new-${made.length}`, applicationServerKey);
    },
  };
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, address, JSON.parse(body)]);
    return Response.json({ publicKey: present }, { status });
  });
  return { made, ended, sent, manager, old: subscriptionOf('old', aKey(1)) };
}

const key1 = 'BAH__g';

test('a browser that replaces its subscription is registered again without a page', async () => {
  const { made, ended, sent, manager, old } = aChange({ present: key1 });
  await renewPush({ oldSubscription: old, newSubscription: null }, manager);
  const body = { endpoint: 'new-1', p256dh: 'p-new-1', auth: 'a-new-1', publicKey: key1 };
  const { method, path } = noticeRoutes.renewPushDevice;
  expect(sent).toEqual([[method, `/api${path}`, { ...body, old: { endpoint: 'old', auth: 'a-old' } }]]);
  expect([made, ended]).toEqual([[aKey(1)], []]);
});

test('it subscribes once more with our present key', async () => {
  const { made, ended, sent, manager, old } = aChange({ present: '2' });
  await renewPush({ oldSubscription: old, newSubscription: null }, manager);
  expect([made, ended]).toEqual([[aKey(1), '2'], ['new-1']]);
  expect(sent.at(-1)).toMatchObject(['PUT', '/api/push-devices', { endpoint: 'new-2', old: { endpoint: 'new-1' } }]);
});

test('a subscription of a device that has ended is ended, and one without the old one is left to the page', async () => {
  const { made, ended, sent, manager, old } = aChange({ present: key1, status: 404 });
  await renewPush({ oldSubscription: old, newSubscription: null }, manager);
  expect(ended).toEqual(['new-1']);
  await renewPush({ oldSubscription: null, newSubscription: null }, manager);
  expect([made.length, sent.length]).toEqual([1, 1]);
});

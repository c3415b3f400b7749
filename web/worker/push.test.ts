import { expect, test } from 'vitest';
import { pushWords } from '#shared/notices/push-words.ts';
import { openPush, showPush } from '#web/worker/push.ts';

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

test('a press leads an open page, or opens one', async () => {
  const done: unknown[] = [];
  const shared = {
    url: 'https://envoyage.example/p/1',
    focus: () => Promise.reject(new Error('not ours')),
    postMessage: (message: object) => void done.push(message),
  };
  const page = {
    url: 'https://envoyage.example/find-parcels?tab=trips',
    focus: async () => done.push('focus'),
    postMessage: (message: object) => void done.push(message),
  };
  const openWindow = async (path: string) => done.push(path);
  await openPush({ path: '/a' }, { matchAll: async () => [shared, page], openWindow });
  await openPush({ path: '/b' }, { matchAll: async () => [shared], openWindow });
  expect(done).toEqual([{ type: 'OPEN', path: '/a' }, 'focus', '/b']);
});

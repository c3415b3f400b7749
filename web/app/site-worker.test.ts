import { expect, test, vi } from 'vitest';
import { followSite } from '#web/app/site-worker.ts';

test('a page answers the worker that names the page of a press, and follows no press that came too late', async () => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const registration = Object.assign(new EventTarget(), { active: { postMessage: () => {} }, update: async () => {} });
  const serviceWorker = Object.assign(new EventTarget(), { register: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  const opened: string[] = [];
  await followSite({ isMember: false, open: (path) => void opened.push(path) });

  const answers: string[] = [];
  const press = (data: unknown) => {
    const port = { postMessage: (answer: string) => void answers.push(answer) };
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }));
  };
  press({ type: 'OPEN', path: '/a', until: Date.now() - 1 });
  press({ type: 'OTHER', path: '/b' });
  expect([opened, answers]).toEqual([[], []]);
  press({ type: 'OPEN', path: '/c', until: Date.now() + 500 });
  expect([opened, answers]).toEqual([['/c'], ['OPENED']]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anUpload } from '#test/support/factories.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { type ApiProblem, asProblem, unanswered } from '#web/lib/api/problem.ts';
import { type Sending, sendFile } from '#web/lib/api/upload.ts';

/** Its bytes are there immediately, because jsdom reads them in real time. */
const photo = (read = async () => new ArrayBuffer(1)) => {
  const file = new File([new Uint8Array(1000)], 'moi.jpg', { type: 'image/jpeg' });
  const blob = { arrayBuffer: read } as Blob;
  return Object.assign(file, { arrayBuffer: async () => new ArrayBuffer(1000), slice: () => blob });
};
const never = () => new Promise<never>(() => {});
const broken = () => Promise.reject(new Error('reset'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
});
afterEach(() => void vi.useRealTimers());

/** The outcome of a file in this weather, and the seconds until then. */
async function sent(sending: Promise<string>): Promise<{ id?: string; problem?: ApiProblem; seconds: number }> {
  const startedAt = Date.now();
  let outcome: { id?: string; problem?: ApiProblem } | undefined;
  void sending.then(
    (id) => (outcome = { id }),
    (error: unknown) => (outcome = { problem: asProblem(error) }),
  );
  for (let second = 0; !outcome && second < 120; second++) await vi.advanceTimersByTimeAsync(1000);
  return { ...outcome, seconds: (Date.now() - startedAt) / 1000 };
}
const target = async () => anUpload();

test.each([
  ['503', async () => ({ status: 503, text: '<Error><Code>SlowDown</Code></Error>' }), 'UNAVAILABLE', 3],
  ['500', async () => ({ status: 500 }), 'UNAVAILABLE', 3],
  ['a body that came too slowly', async () => ({ status: 400, text: '<Code>RequestTimeout</Code>' }), 'UNAVAILABLE', 3],
  ['a line that breaks', broken, 'OFFLINE', 3],
  ['no answer', never, 'OFFLINE', 1],
  ['an address that is always too old', async () => ({ status: 403 }), 'UNAVAILABLE', 2],
] as const)('in this weather sending ends by itself, and asks for another try: %s', async (_, weather, code, tries) => {
  const keep = vi.fn<typeof weather>(weather);
  fakeStorage(keep);
  const { problem, seconds } = await sent(sendFile(photo(), target));
  expect(problem?.code).toBe(code);
  expect(problem?.detail).not.toMatch(/choisissez/i);
  expect(problem?.detail).toMatch(code === 'UNAVAILABLE' ? /réessayez/ : /connexion/);
  expect(seconds).toBeLessThanOrEqual(45);
  expect(keep).toHaveBeenCalledTimes(tries);
});

test.each([
  ['503', async () => ({ status: 503 })],
  ['a line that breaks', broken],
])('after %s the second try succeeds, with one target', async (_, weather) => {
  let tries = 0;
  const files = fakeStorage(async () => (++tries === 1 ? weather() : undefined));
  const request = vi.fn<typeof target>(target);
  expect(await sent(sendFile(photo(), request))).toMatchObject({ id: anUpload().uploadId });
  expect([files.length, request.mock.calls.length]).toEqual([1, 1]);
});

test('a target that has expired is replaced, and the file goes to the new one', async () => {
  const asked: string[] = [];
  fakeStorage(async (url) => {
    asked.push(url);
    return asked.length === 1 ? { status: 403 } : undefined;
  });
  const places = [anUpload(1), anUpload(2)];
  const request = async () => places.shift() ?? anUpload(3);
  expect(await sent(sendFile(photo(), request))).toMatchObject({ id: anUpload(2).uploadId });
  expect(asked).toEqual([anUpload(1).url, anUpload(2).url]);
});

test('a target whose answer is lost is asked for again', async () => {
  fakeStorage();
  const request = vi.fn<typeof target>().mockRejectedValueOnce(unanswered()).mockImplementation(target);
  expect(await sent(sendFile(photo(), request))).toMatchObject({ id: anUpload().uploadId });
});

test('a slow line is no dead one: thirty seconds count from the last progress', async () => {
  fakeStorage(async (_url, _file, hear) => {
    for (const share of [0.1, 0.5, 0.9]) {
      await new Promise((resolve) => setTimeout(resolve, 29_000));
      hear(share);
    }
  });
  expect(await sent(sendFile(photo(), target))).toMatchObject({ id: anUpload().uploadId });
});

test('an upload is stopped where its progress is shown', async () => {
  fakeStorage(never);
  const shown: Sending[] = [];
  const sending = sent(sendFile(photo(), target, (now) => shown.push(now)));
  await vi.advanceTimersByTimeAsync(2000);
  shown.at(-1)?.stop?.();
  const { problem, seconds } = await sending;
  expect(problem?.code).toBe('STOPPED');
  expect(seconds).toBeLessThan(5);
});

test('a file that can no longer be read is the one to choose again', async () => {
  fakeStorage(broken);
  const { problem } = await sent(sendFile(photo(broken), target));
  expect(problem).toMatchObject({ code: 'FILE_REFUSED', detail: expect.stringContaining('Choisissez-le à nouveau') });
});

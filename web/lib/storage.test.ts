import { afterEach, expect, test, vi } from 'vitest';
import { forgetSession, markSession, storedSession, tokensOf } from '#web/lib/session/session-storage.ts';
import { databases, deviceStore, eraseDatabase, keepsNothing, oneTabAtATime, tabStore } from '#web/lib/storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const store of [deviceStore, tabStore]) store.names().forEach(store.drop);
});

const blocked = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    vi.spyOn(globalThis, name as 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
};
const full = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test.each([
  ['cookies are blocked', blocked],
  ['there is no room', full],
])('where %s everything works from memory, and it is told', (_, make) => {
  vi.stubGlobal('indexedDB', undefined);
  make();
  for (const store of [deviceStore, tabStore]) {
    expect(store.keep('a', 'b')).toBe(false);
    expect(store.read('a')).toBe('b');
    expect(store.names()).toEqual(['a']);
    store.drop('a');
    expect(store.read('a')).toBeNull();
  }
  expect(keepsNothing()).toBe(true);
  expect(databases()).toBeUndefined();
  expect(() => eraseDatabase('x')).not.toThrow();
});

test('what was kept before there was no room is not read again instead of the new text', () => {
  expect(deviceStore.keep('draft', 'old')).toBe(true);
  full();
  deviceStore.keep('draft', 'new');
  expect(deviceStore.read('draft')).toBe('new');
  vi.restoreAllMocks();
  expect(deviceStore.keep('draft', 'newer')).toBe(true);
  expect(localStorage.getItem('draft')).toBe('newer');
  expect(keepsNothing()).toBe(false);
  expect(deviceStore.names()).toEqual(['draft']);
});

test('a session whose tokens find no room lasts as long as the page', async () => {
  full();
  const token = 'CognitoIdentityServiceProvider.x.accessToken';
  await tokensOf('remembered').setItem(token, 'secret');
  expect(markSession({ kind: 'remembered', memberId: 'amel' })).toBe(false);
  expect(storedSession()).toEqual({ kind: 'remembered', memberId: 'amel' });
  expect(await tokensOf('remembered').getItem(token)).toBe('secret');
  forgetSession();
  expect(storedSession()).toBeUndefined();
  expect(await tokensOf('remembered').getItem(token)).toBeNull();
});

test('an act runs once also where the browser refuses locks, and its own failure is told', async () => {
  const act = vi.fn<() => Promise<string>>(async () => 'done');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
  expect(await oneTabAtATime('a', act)).toBe('done');
  vi.stubGlobal('navigator', { locks: { request: (_: string, run: () => unknown) => run() } });
  act.mockRejectedValue(new Error('mine'));
  await expect(oneTabAtATime('a', act)).rejects.toThrow('mine');
  expect(act).toHaveBeenCalledTimes(2);
});

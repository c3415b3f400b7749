import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { untilLoaded } from '#web/lib/offline/until-loaded.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Code that loads once the network is back. */
function missing() {
  let isBack = false;
  const load = vi.fn<() => Promise<void>>(async () => {
    if (!isBack) throw new TypeError('Failed to fetch dynamically imported module');
  });
  const comeBack = () => {
    isBack = true;
    dispatchEvent(new Event('online'));
  };
  return { load, comeBack, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('code that was due without a network is loaded as soon as it returns, once', async () => {
  const { load, comeBack, pass } = missing();
  untilLoaded(load, 3_000);
  await pass(2_999);
  expect(load).not.toHaveBeenCalled();
  await pass(1);
  expect(load).toHaveBeenCalledOnce();
  comeBack();
  await pass(0);
  expect(load).toHaveBeenCalledTimes(2);
  comeBack();
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a network that went and came unnoticed is tried again after a while', async () => {
  const { load, pass } = missing();
  untilLoaded(load, 0);
  await pass(0);
  await pass(15_000);
  expect(load).toHaveBeenCalledTimes(2);
  await pass(15_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test('code of a page that is left before is loaded at once, and only once', async () => {
  const { load, comeBack, pass } = missing();
  comeBack();
  untilLoaded(load, 3_000);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  expect(load).toHaveBeenCalledOnce();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(60_000);
  expect(load).toHaveBeenCalledOnce();
});

test('a session that is over loads nothing any more', async () => {
  const { load, comeBack, pass } = missing();
  untilLoaded(load, 1_000)();
  await pass(1_000);
  expect(load).not.toHaveBeenCalled();
  const giveUp = untilLoaded(load, 0);
  await pass(0);
  giveUp();
  comeBack();
  await pass(60_000);
  expect(load).toHaveBeenCalledOnce();
});

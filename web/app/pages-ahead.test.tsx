import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { pages } from '#web/app/pages.ts';
import { usePagesAhead } from '#web/app/shell/frame.tsx';
import type { Session } from '#web/lib/session/session.ts';

let fetched: string[];

beforeEach(() => {
  vi.useFakeTimers();
  fetched = [];
  for (const page of pages) {
    vi.spyOn(page, 'load').mockImplementation(async () => {
      fetched.push(page.path);
      return { default: () => null };
    });
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Ahead() {
  usePagesAhead();
  return null;
}
const open = (status: Session['status']) => renderPart(<Ahead />, { session: { status } });
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('nothing is loaded ahead in the first three seconds, then one page after the other', async () => {
  open('visitor');
  await pass(2_900);
  expect(fetched).toEqual([]);
  await pass(5_000);
  expect(fetched).toEqual(['/find-parcels', '/send-parcel', '/login']);
});

test('the pages of the bottom bar are loaded ahead for a member', async () => {
  open('member');
  await pass(10_000);
  expect(fetched).toEqual(['/find-parcels', '/my-parcels', '/send-parcel', '/messaging', '/profile']);
});

test('nothing is loaded ahead in data-saving mode, nor before the session is known', async () => {
  open('loading');
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  open('member');
  await pass(60_000);
  expect(fetched).toEqual([]);
});

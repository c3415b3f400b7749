import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ParcelDraft } from '#web/features/parcels/parcel-form.ts';
import { draftIn, draftKey, dropDraft, keepText, readText, takeLeftDraft } from '#web/lib/drafts/draft.ts';
import { holdDraft } from '#web/lib/drafts/draft-locks.ts';
import { markSession } from '#web/lib/session/session-storage.ts';

/** The locks of a browser across its tabs; session storage identifies the tab. */
let held: Map<string, () => void>;
beforeEach(() => {
  held = new Map();
  vi.stubGlobal('navigator', {
    locks: {
      query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
      request: async (name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
        if (held.has(name)) return new Promise((_, reject) => signal.addEventListener('abort', reject));
        held.set(name, () => {});
        await run();
        held.delete(name);
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Another tab of the same browser, without the first tab's session storage. */
const inAnotherTab = () => sessionStorage.clear();
const take = (name: string, kind: 'listing' | 'message' = 'listing') => takeLeftDraft(name, kind, () => false);

test('two tabs write two parcels, and neither draft overwrites the other', async () => {
  const first = holdDraft(draftKey('parcel', 'listing'));
  keepText('parcel', 'Livres', 'listing');
  const tab = sessionStorage.getItem('envoyage.tab@') ?? '';
  inAnotherTab();
  expect(readText('parcel', 'listing')).toBeNull();
  expect(await take('parcel')).toBeNull();
  holdDraft(draftKey('parcel', 'listing'));
  keepText('parcel', 'Clés', 'listing');
  dropDraft('parcel');
  inAnotherTab();
  sessionStorage.setItem('envoyage.tab@', tab);
  expect(readText('parcel', 'listing')).toBe('Livres');
  first();
});

test('the draft of a tab that is closed, or has left the form, is taken by the next one, once', async () => {
  const leave = holdDraft(draftKey('parcel', 'listing'));
  keepText('parcel', 'Livres', 'listing');
  leave();
  await vi.waitFor(() => expect(held.size).toBe(0));
  inAnotherTab();
  expect(await take('parcel')).toBe('Livres');
  expect(readText('parcel', 'listing')).toBe('Livres');
  inAnotherTab();
  holdDraft(`envoyage.draft.parcel@${Object.keys(localStorage)[0]?.split('@')[1]}`);
  expect(await take('parcel')).toBeNull();
});

test('what is being typed is not replaced by a draft that was left', async () => {
  keepText('parcel', 'Livres', 'listing');
  inAnotherTab();
  keepText('parcel', 'Clés', 'listing');
  expect(await take('parcel')).toBeNull();
  expect(readText('parcel', 'listing')).toBe('Clés');
});

test('a message stays on the device in a remembered session, else in the tab alone', async () => {
  markSession({ kind: 'remembered', memberId: 'amel' });
  keepText('amel.karim.-', 'Bonjour', 'message');
  inAnotherTab();
  expect(await take('amel.karim.-', 'message')).toBe('Bonjour');
  localStorage.clear();
  sessionStorage.clear();
  markSession({ kind: 'tab', memberId: 'amel' });
  keepText('amel.karim.-', 'Bonjour', 'message');
  expect(Object.values(localStorage)).not.toContain('Bonjour');
  expect(readText('amel.karim.-', 'message')).toBe('Bonjour');
});

test('a copied tab goes on under its own name', async () => {
  vi.useFakeTimers();
  holdDraft(draftKey('parcel', 'listing'));
  const name = sessionStorage.getItem('envoyage.tab@');
  holdDraft(draftKey('parcel', 'listing'));
  await vi.advanceTimersByTimeAsync(2_100);
  expect(sessionStorage.getItem('envoyage.tab@')).not.toBe(name);
});

test('a draft of another release keeps what is readable of it', () => {
  const earlier = { title: 'Livres', pickup: { city: 'Paris' }, size: 'unknown', deadline: '', price: '12,50' };
  expect(draftIn(JSON.stringify(earlier), ParcelDraft)).toEqual({ title: 'Livres', deadline: '', price: '12,50' });
  for (const text of [null, 'Livres', '[]', '{"title":4}'])
    expect(draftIn(text, ParcelDraft), `${text}`).toBeUndefined();
});

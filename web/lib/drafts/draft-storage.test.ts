import { beforeEach, expect, test } from 'vitest';
import { deviceStore, tabStore } from '#web/lib/storage.ts';
import { claimDrafts } from './draft-storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a tab of a member whose device was claimed by another one in a second tab keeps none of their drafts', () => {
  expect(claimDrafts('camille')).toBe(false);
  tabStore.keep('envoyage.draft.contact', 'SECRET');
  // The second tab can only reach the device's storage.
  deviceStore.keep('envoyage.draftsOf', 'lina');
  expect(claimDrafts('lina')).toBe(true);
  expect(tabStore.read('envoyage.draft.contact')).toBeNull();
});

test("a visitor's drafts become those of the member who signs in, and stay theirs", () => {
  tabStore.keep('envoyage.draft.contact', 'Bonjour');
  expect(claimDrafts('lina')).toBe(false);
  expect(claimDrafts('lina')).toBe(false);
  expect(tabStore.read('envoyage.draft.contact')).toBe('Bonjour');
});

import { expect, test } from 'vitest';
import {
  adoptTabSession,
  anotherTabMayHaveSession,
  forgetSession,
  markSession,
  storedSession,
  tabTokens,
} from '#web/lib/session/session-storage.ts';

const key = 'CognitoIdentityServiceProvider.client.amel.accessToken';

test('a visitor has no stored session, and other tabs are not asked', () => {
  expect(storedSession()).toBeUndefined();
  expect(anotherTabMayHaveSession()).toBe(false);
});

test('a remembered session survives the tab, another one does not', () => {
  markSession({ kind: 'remembered', memberId: 'amel' });
  sessionStorage.clear();
  expect(storedSession()).toEqual({ kind: 'remembered', memberId: 'amel' });
  forgetSession();
  markSession({ kind: 'tab', memberId: 'amel' });
  expect(storedSession()).toEqual({ kind: 'tab', memberId: 'amel' });
  sessionStorage.clear();
  expect(storedSession()).toBeUndefined();
  expect(anotherTabMayHaveSession()).toBe(true);
});

test("a new tab copies another tab's tokens and nothing else", () => {
  adoptTabSession('amel', { [key]: 'token', 'envoyage.redirect': 'x' });
  expect(tabTokens()).toEqual({ [key]: 'token' });
  expect(storedSession()).toEqual({ kind: 'tab', memberId: 'amel' });
});

test('deleting a session leaves no token, nor the height of its banner', () => {
  localStorage.setItem(key, 'token');
  sessionStorage.setItem('envoyage.banner', '129px');
  adoptTabSession('amel', { [key]: 'token' });
  forgetSession();
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
});

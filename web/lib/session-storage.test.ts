import { expect, test } from 'vitest';
import {
  adoptTabTokens,
  anotherTabMayHaveSession,
  forgetSession,
  markSession,
  storedSession,
  tabTokens,
} from '#web/lib/session-storage.ts';

const key = 'CognitoIdentityServiceProvider.client.amel.accessToken';

test('a visitor has no session stored and no other tab is asked', () => {
  expect(storedSession()).toBeUndefined();
  expect(anotherTabMayHaveSession()).toBe(false);
});

test('a remembered session survives the tab, another one does not leave it', () => {
  markSession('remembered');
  sessionStorage.clear();
  expect(storedSession()).toBe('remembered');
  forgetSession();
  markSession('tab');
  expect(storedSession()).toBe('tab');
  sessionStorage.clear();
  expect(storedSession()).toBeUndefined();
  expect(anotherTabMayHaveSession()).toBe(true);
});

test("a new tab adopts another tab's tokens and nothing else", () => {
  adoptTabTokens({ [key]: 'token', 'envoyage.redirect': 'x' });
  expect(tabTokens()).toEqual({ [key]: 'token' });
  expect(storedSession()).toBe('tab');
});

test('forgetting a session leaves no token behind', () => {
  localStorage.setItem(key, 'token');
  adoptTabTokens({ [key]: 'token' });
  forgetSession();
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
});

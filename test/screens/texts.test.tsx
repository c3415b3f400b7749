import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signInCode, signInRefused } from '#web/lib/session/sign-in-outcome.ts';
import { translatePage } from '../support/pages/translator.ts';
import { accountCases, neutralCases } from './account-cases.ts';
import { memberCases } from './member-cases.ts';
import { neverShown, provokedTexts } from './provoked-texts.ts';
import { isRead, type RenderedApp, read, renderApp } from './render-app.tsx';
import { type Server, startServer } from './server.ts';
import { signOutCases } from './sign-out-cases.ts';

const cases = [...accountCases, ...signOutCases, ...memberCases];

const held = vi.hoisted((): { server?: Server } => ({}));
// Amplify speaks SRP with Cognito itself: the server of this process stands in for both.
vi.mock('#web/lib/session/cognito.ts', () => ({ accessToken: async () => held.server?.token() }));
vi.mock('#web/lib/session/cognito-sign-in.ts', () => ({
  refusalOf: (refused: unknown) => signInRefused(signInCode(refused)),
  signIn: (_kind: string, email: string, password: string) => held.server?.signIn(email, password),
}));

let app: RenderedApp;
beforeAll(async () => {
  held.server = await startServer();
});
// On a translated page, where every text must come and go as well (decision 051).
let stop = () => {};
beforeEach(() => {
  if (held.server) app = renderApp(held.server);
  stop = translatePage();
});
afterEach(() => stop());

test.each(cases)('$cause: $texts', async ({ texts, open, act }) => {
  await app.open(typeof open === 'string' ? open : await open(app));
  const before = act ? texts.filter(isRead) : [];
  expect(before, 'said before anything happened').toEqual([]);
  await act?.(app);
  // A refusal is drawn again when its field gets the focus, so a text that was found may be replaced.
  for (const text of texts)
    await vi.waitFor(async () => expect((await read(text))[0], text).toBeVisible(), { timeout: 5000 });
});

test.each(neutralCases)('$cause is answered like any other', async ({ act }) => {
  await app.open('/forgot-password');
  await act?.(app);
  expect(await screen.findByRole('heading', { name: 'Vérifiez vos emails' })).toBeVisible();
  expect(neverShown.filter(isRead)).toEqual([]);
});

test('every text of product 1.5 and product 1.8 has its cause', () => {
  const provoked = new Set<string>(cases.flatMap(({ texts }) => texts));
  const without = Object.entries(provokedTexts).flatMap(([where, texts]) =>
    texts.filter((text) => !provoked.has(text)).map((text) => `${where}: ${text}`),
  );
  expect(without).toEqual([]);
});

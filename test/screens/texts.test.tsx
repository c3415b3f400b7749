import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signInCode, signInRefused } from '#web/lib/session/sign-in-outcome.ts';
import { accountCases, neutralCases } from './account-cases.ts';
import { catalogue, neverShown } from './catalogue.ts';
import { memberCases } from './member-cases.ts';
import { aServer, type Server } from './server.ts';
import { aStage, isRead, read, type Stage } from './stage.tsx';

const cases = [...accountCases, ...memberCases];

const held = vi.hoisted((): { server?: Server } => ({}));
// Amplify speaks SRP with Cognito itself: the server of this process stands in for both.
vi.mock('#web/lib/session/cognito.ts', () => ({
  refusalOf: (refused: unknown) => signInRefused(signInCode(refused)),
  signIn: (_kind: string, email: string, password: string) => held.server?.signIn(email, password),
  signOut: () => held.server?.signOut(),
  accessToken: async () => held.server?.token(),
}));

let stage: Stage;
beforeAll(async () => {
  held.server = await aServer();
});
beforeEach(() => {
  if (held.server) stage = aStage(held.server);
});

test.each(cases)('$cause: $texts', async ({ texts, open, act }) => {
  await stage.open(typeof open === 'string' ? open : await open(stage));
  const before = act ? texts.filter(isRead) : [];
  expect(before, 'said before anything happened').toEqual([]);
  await act?.(stage);
  for (const text of texts) expect((await read(text))[0], text).toBeVisible();
});

test.each(neutralCases)('$cause is answered like any other', async ({ act }) => {
  await stage.open('/forgot-password');
  await act?.(stage);
  expect(await screen.findByRole('heading', { name: 'Vérifiez vos emails' })).toBeVisible();
  expect(neverShown.filter(isRead)).toEqual([]);
});

test('every text of product 1.5 and product 1.8 has its cause', () => {
  const provoked = new Set<string>(cases.flatMap(({ texts }) => texts));
  const without = Object.entries(catalogue).flatMap(([where, texts]) =>
    texts.filter((text) => !provoked.has(text)).map((text) => `${where}: ${text}`),
  );
  expect(without).toEqual([]);
});

import { expect, test } from 'vitest';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { amina, anAccountsBackend, unavailable } from '#test/support/accounts.ts';
import { authTime, pipelineOf } from '#test/support/pipeline.ts';

async function aMember() {
  const backend = await anAccountsBackend();
  const { userId } = await backend.call('signUp', amina);
  const request = pipelineOf(accountRoutes, accountHandlers(backend.deps), backend.deps);
  return { ...backend, userId, signOutEverywhere: () => request('signOutEverywhere', userId) };
}

test('signing out everywhere ends the sessions at Cognito and here', async () => {
  const { signOutEverywhere, signedOut, userId, profiles } = await aMember();
  expect((await signOutEverywhere()).status).toBe(204);
  expect(signedOut).toEqual([userId]);
  expect((await profiles.read(userId))?.tokensValidAfter).toBeGreaterThan(authTime);
});

test('while Cognito does not answer the sign-out is not reported as done, and may be repeated', async () => {
  const { signOutEverywhere, trouble, userId, profiles } = await aMember();
  trouble.before = () => {
    throw unavailable();
  };
  expect(await signOutEverywhere()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect((await profiles.read(userId))?.tokensValidAfter).toBeUndefined();
  delete trouble.before;
  expect((await signOutEverywhere()).status).toBe(204);
});

import { expect, test } from 'vitest';
import { amina, unavailable } from '#test/support/accounts.ts';
import { authTime } from '#test/support/pipeline.ts';
import { aWorld } from '#test/support/world/world.ts';

async function aMember() {
  const world = await aWorld({ start: '2026-03-01T12:00:00.000Z' });
  const { userId } = await world.visitor('signUp', amina);
  return { ...world, userId, signOutEverywhere: () => world.as(userId).signOutEverywhere() };
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

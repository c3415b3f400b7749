import { expect, inject, test } from 'vitest';
import { checks, placeAt } from '#infra/checks/all.ts';
import { runChecks } from '#infra/checks/check.ts';

test('every check of a deployed product that this machine can answer passes here', async () => {
  const outcomes = await runChecks(checks, await placeAt(inject('origin')));
  expect(outcomes.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(outcomes.filter(({ state }) => state === 'left out').map(({ name }) => name)).toEqual([
    'nobody gets around the edge',
    'visitors are led to TLS',
    'browsers keep to TLS',
    'second factors are ours alone',
    'the table lets its rows expire',
    'nothing is sealed without a member',
  ]);
});

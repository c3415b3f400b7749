import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAccountsBackend } from '#test/support/accounts.ts';
import { play, type Round, type Weather } from '#test/support/scenes/sign-up-weather.ts';

const steps = 12;
const weathers: readonly Weather[] = ['before', 'after', 'late', 'given up'];
const patterns: readonly Round['waves'][] = [
  [['owner signs up'], ['by proof', 'stranger signs up']],
  [['owner signs up'], ['stranger signs up', 'by password']],
  [['stranger signs up'], ['by new password', 'owner signs up'], ['by password']],
  [['owner signs up'], ['by new password', 'stranger signs up'], ['by proof']],
  [['stranger signs up'], ['owner signs up', 'stranger signs up'], ['by proof', 'opens an old link']],
];

/**
 * `npm run prove -- sign-up` runs each pattern with each weather at each step, once. Every run tries each pattern with
 * each weather three times, at other steps.
 */
const cases = steps * weathers.length * patterns.length;
const count = Number(process.env['SIGN_UP_ROUNDS'] ?? cases / 4);

test(`confirm beside sign-up, ${count} times, with the pool stopped at each step`, { timeout: 900_000 }, async () => {
  const rounds = Array.from({ length: count }, (_, number): Round => {
    const trouble = weathers[Math.floor(number / patterns.length) % weathers.length] ?? 'fine';
    const round = Math.floor(number / (patterns.length * weathers.length));
    const stopped = (number + round * 5) % steps;
    const weather = Array.from({ length: steps }, (_fine, step): Weather => (step === stopped ? trouble : 'fine'));
    return { waves: patterns[number % patterns.length] ?? [], weather };
  });
  let confirmed = 0;
  let { table } = await anAccountsBackend();
  for (let from = 0; from < rounds.length; from += 10) {
    // The local engine gets slower as a table grows.
    if (from > 0 && from % 100 === 0) ({ table } = await anAccountsBackend());
    const some = await Promise.all(rounds.slice(from, from + 10).map((round) => play(round, table)));
    confirmed += some.filter(Boolean).length;
  }
  // Otherwise the rounds tested nothing. How many of them confirm depends on how fast the machine is.
  expect(confirmed).toBeGreaterThan(0);
  expect(confirmed).toBeLessThan(count);
});

const moves = [...new Set(patterns.flat(2))];

test('the same holds for random steps in random order with random failures', async () => {
  const { table } = await anAccountsBackend();
  const wave = fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 2 });
  const weather = fc.constantFrom<Weather>('fine', 'fine', ...weathers);
  const property = fc.asyncProperty(
    fc.record({
      waves: fc.array(wave, { minLength: 1, maxLength: 5 }),
      weather: fc.array(weather, { minLength: 1, maxLength: steps }),
    }),
    async (round) => void (await play(round, table)),
  );
  await expect(fc.assert(property, { numRuns: 15 })).resolves.toBeUndefined();
});

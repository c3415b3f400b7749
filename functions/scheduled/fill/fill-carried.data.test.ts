import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { fillCarried } from './fill-carried.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

test('deliveries from before are counted, once, beside those that the projector has counted since', async () => {
  const [idle, old, busy] = [1, 2, 3].map((number) =>
    aProfileRecord({ id: id(number), createdAt: '2026-10-05T10:00:00.000Z' }),
  ) as [never, never, never];
  const table = await tableWith([
    ...[idle, old, busy].map(profileItem),
    { ...keys.monthTally(id(2), '2026-09'), c: 2 },
    { ...keys.monthTally(id(2), '2026-10'), c: 1 },
    { ...keys.monthTally(id(3), '2026-10'), c: 4 },
    { ...keys.stats(id(3)), carriedCount: 1, ratingCount: 7 },
  ]);
  const stats = async (number: number) => profileRepository(table).stats(id(number));
  expect(await fillCarried(table, now)).toBe(2);
  expect(await Promise.all([1, 2, 3].map(async (number) => (await stats(number)).carriedCount))).toEqual([0, 3, 4]);
  expect((await stats(3)).ratingCount).toBe(7);
  expect(await fillCarried(table, now)).toBe(0);
});

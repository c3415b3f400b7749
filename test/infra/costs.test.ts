import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countIdle, monthly, total } from './costs/model.ts';
import { costPage } from './costs/page.ts';
import { synthesize } from './synth.ts';

const idle = countIdle(synthesize());
const withAcl = countIdle(synthesize({ waf: true }));

test('the page of costs says what templates, benchmark and prices give', async () => {
  await expect(costPage(idle, withAcl)).toMatchFileSnapshot(join(process.cwd(), 'docs', 'costs.md'));
});

test('what other pages say of an idle stage is what the page of costs says', () => {
  const plain = Math.round(total(monthly(0, idle)));
  const walled = Math.round(total(monthly(0, withAcl)));
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(
    `Idle, it costs about ${plain} $ a month ([costs.md](costs.md)), ${walled} $ with the web firewall`,
  );
  for (const page of ['infra/config.ts', 'docs/runbooks/bill-twice-as-high.md'])
    expect(readFileSync(page, 'utf8')).toContain(`${walled - plain} $ a month)`);
});

test('a member costs cents, not dollars', () => {
  for (const members of [1000, 10_000, 1_000_000]) expect(total(monthly(members, idle)) / members).toBeLessThan(0.035);
});

test('a hundred thousand members cost more than ten thousand, and Cognito most of it', () => {
  const [small, large] = [10_000, 100_000].map((members) => monthly(members, idle));
  expect(total(large as NonNullable<typeof large>)).toBeGreaterThan(5 * total(small as NonNullable<typeof small>));
  expect(large?.Cognito).toBe(1350);
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from './arguments.ts';
import { applied, type Plan } from './plan.ts';

const repository = { read: (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined) };

test.each([
  ['slice', 'report'],
  ['slice', 'listingReport'],
  ['act', 'friend', 'blockFriend'],
  ['page', 'report'],
  ['mail', 'reportDecided'],
  ['queue', 'report'],
])('what npm run new writes for a %s fits into the files of today', (...args) => {
  const plan = planOf(args);
  const texts = applied(plan, repository);
  expect([...texts.keys()].toSorted()).toEqual([...new Set(plan.additions.map(({ file }) => file))].toSorted());
  for (const { file, text } of plan.additions) expect(texts.get(file)).toContain(text);
  expect([...texts.values()].join('')).toContain('TODO');
});

test('an act goes into the contract and the handlers of its slice, which stay as they are otherwise', () => {
  const texts = applied(planOf(['act', 'friend', 'blockFriend']), repository);
  const contract = texts.get('shared/friends/contract.ts') ?? '';
  expect(contract).toMatch(/removeFriend: .*\n {2}blockFriend: \{[^}]+\},\n\}\);\n$/);
  expect(contract.replace(/ {2}blockFriend: \{[^}]+\},\n/, '')).toBe(repository.read('shared/friends/contract.ts'));
  expect(texts.get('functions/friends/handlers.ts')).toContain('    blockFriend: async () => {');
});

test('a slice of two words has a name of code in the contract and a folder in the table of functions', () => {
  const texts = applied(planOf(['slice', 'listingReport']), repository);
  expect(texts.get('shared/contract.ts')).toContain('  listingReports: listingReportRoutes,\n');
  expect(texts.get('infra/function-table.ts')).toContain("  'listing-reports': {\n");
});

test('nothing is written over a file, or beside an anchor that is gone', () => {
  expect(() => applied(planOf(['slice', 'friend']), repository)).toThrow('shared/friends/contract.ts exists already');
  const lost: Plan = { additions: [{ file: 'README.md', text: 'x', before: 'no such line' }], next: [] };
  expect(() => applied(lost, repository)).toThrow('README.md has no line that begins with: no such line');
});

test.each([[[]], [['slice']], [['slice', 'Report']], [['act', 'report']], [['page', 'a', 'b']], [['other', 'report']]])(
  'a command line that names nothing whole is answered by the usage: %j',
  (args) => {
    expect(() => planOf(args)).toThrow(/^Usage: npm run new -- slice <thing> \| act <thing> <name>/);
  },
);

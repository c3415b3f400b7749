import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from './arguments.ts';
import { applied, type Plan } from './plan.ts';

const repository = { read: (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined) };

test.each([
  ['slice', 'claim'],
  ['slice', 'listingClaim'],
  ['record', 'listingClaim'],
  ['act', 'friend', 'praiseFriend'],
  ['act', 'friend', 'friendsOfParcel', '--method', 'GET', '--access', 'parcelOwner'],
  ['page', 'claim'],
  ['mail', 'claimDecided'],
  ['queue', 'claim'],
])('what npm run new writes for a %s fits into the files of today', (...args) => {
  const plan = planOf(args);
  const texts = applied(plan, repository);
  expect([...texts.keys()].toSorted()).toEqual([...new Set(plan.additions.map(({ file }) => file))].toSorted());
  for (const { file, text } of plan.additions) expect(texts.get(file)).toContain(text);
  expect([...texts.values()].join('')).toContain('TODO');
});

test('an act goes into the contract and the handlers of its slice, which stay as they are otherwise', () => {
  const texts = applied(planOf(['act', 'friend', 'praiseFriend']), repository);
  const contract = texts.get('shared/friends/contract.ts') ?? '';
  expect(contract).toMatch(/unblockMember: .*\n {2}praiseFriend: \{[^}]+\},\n\}\);\n$/);
  expect(contract.replace(/ {2}praiseFriend: \{[^}]+\},\n/, '')).toBe(repository.read('shared/friends/contract.ts'));
  expect(texts.get('functions/friends/handlers.ts')).toContain('    praiseFriend: async () => {');
});

test('an act is what its options say: a reading one has a reply, and a party has its thing in the path', () => {
  const written = (...options: string[]) => {
    const texts = applied(planOf(['act', 'friend', 'judgeFriend', ...options]), repository);
    const row = /judgeFriend: \{[^]*?\n {2}\},/.exec(texts.get('shared/friends/contract.ts') ?? '')?.[0];
    const example = /judgeFriend: .*/.exec(texts.get('functions/friends/friends.test.ts') ?? '')?.[0];
    return { row, example };
  };
  const posted = written();
  expect(posted.row).not.toMatch(/body|reply/);
  expect(posted.example).toBe("judgeFriend: { given: [], reads: ['TODO'], writes: ['TODO'], refused: {} },");

  const read = written('--method', 'GET', '--access', 'parcelReader');
  expect(read.row).toContain("method: 'GET'");
  expect(read.row).toContain("path: '/TODO/{parcelId}',\n    access: { party: 'parcelReader', of: 'parcelId' }");
  expect(read.row).toContain('reply: ');
  expect(read.example).toBe("judgeFriend: { params: { parcelId: 'TODO' }, given: [], reads: ['TODO'], answers: {} },");

  const judged = written('--access', 'profileJudge', '--body');
  expect(judged.row).toContain('body: ');
  expect(judged.example).toContain("params: { userId: 'TODO' }, body: {}, given: []");
});

test('an import that two acts need is written once', () => {
  const first = applied(
    planOf(['act', 'deletion', 'one', '--body']),
    fakeContract("import { routes } from '../route.ts';\n"),
  );
  const text = first.get('shared/deletions/contract.ts') ?? '';
  const second = applied(planOf(['act', 'deletion', 'two', '--body']), fakeContract(text.replace(/^export[^]*/m, '')));
  expect(text.match(/import \* as z/g)).toHaveLength(1);
  expect(second.get('shared/deletions/contract.ts')?.match(/import \* as z/g)).toHaveLength(1);
});

/** A slice whose contract begins with these imports. */
const fakeContract = (imports: string) => ({
  read: (file: string) =>
    file.endsWith('contract.ts')
      ? `${imports}export const deletionRoutes = routes({\n});\n`
      : file.endsWith('handlers.ts')
        ? '  };\n'
        : file.endsWith('.test.ts')
          ? '});\n'
          : undefined,
});

test('a slice of two words has a name of code in the contract and a folder in the table of functions', () => {
  const texts = applied(planOf(['slice', 'listingClaim']), repository);
  expect(texts.get('shared/contract.ts')).toContain('  listingClaims: listingClaimRoutes,\n');
  expect(texts.get('infra/function-table.ts')).toContain("  'listing-claims': {\n");
});

test('nothing is written over a file, or beside an anchor that is gone', () => {
  expect(() => applied(planOf(['slice', 'friend']), repository)).toThrow('shared/friends/contract.ts exists already');
  const lost: Plan = { additions: [{ file: 'README.md', text: 'x', before: 'no such line' }], next: [] };
  expect(() => applied(lost, repository)).toThrow('README.md has no line that begins with: no such line');
});

test.each([
  [[]],
  [['slice']],
  [['slice', 'Report']],
  [['act', 'report']],
  [['page', 'a', 'b']],
  [['other', 'report']],
  [['act', 'report', 'sendReport', '--method', 'FETCH']],
  [['act', 'report', 'sendReport', '--access', 'everybody']],
  [['act', 'report', 'sendReport', '--unknown']],
  [['slice', 'report', '--body']],
])('a command line that names nothing whole is answered by the usage: %j', (args) => {
  expect(() => planOf(args)).toThrow(/^Usage: npm run new -- slice <thing> \| record <thing> \| act <thing> <name>/);
});

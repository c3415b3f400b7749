import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
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
  const plan = planOf(args, repository);
  const texts = applied(plan, repository);
  expect([...texts.keys()].toSorted()).toEqual([...new Set(plan.additions.map(({ file }) => file))].toSorted());
  for (const { file, text } of plan.additions) expect(texts.get(file)).toContain(text);
  expect([...texts.values()].join('')).toContain('TODO');
});

test('an act goes into the contract and the handlers of its slice, which stay as they are otherwise', () => {
  const texts = applied(planOf(['act', 'friend', 'praiseFriend'], repository), repository);
  const contract = texts.get('shared/friends/contract.ts') ?? '';
  expect(contract).toMatch(/unblockMember: .*\n {2}praiseFriend: \{[^}]+\},\n\}\);\n$/);
  expect(contract.replace(/ {2}praiseFriend: \{[^}]+\},\n/, '')).toBe(repository.read('shared/friends/contract.ts'));
  expect(texts.get('functions/friends/handlers.ts')).toContain('    praiseFriend: async () => {');
});

test('an act is what its options say: a reading one has a reply, and a party has its thing in the path', () => {
  const written = (...options: string[]) => {
    const texts = applied(planOf(['act', 'friend', 'judgeFriend', ...options], repository), repository);
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

const folders = Object.keys(contract).map((slice) =>
  slice.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);

/** The first declaration whose line begins so; its end is in the first column. */
function within(code: string, beginning: RegExp): string {
  const from = code.slice(code.search(beginning));
  return from.slice(0, from.search(/^\}/m));
}

test.each(folders)('an act of the slice %s goes into its row, its handlers and its examples', (folder) => {
  const texts = applied(planOf(['act', folder, 'praiseThing', '--body'], repository), repository);
  const row = texts.get(`shared/${folder}/contract.ts`) ?? '';
  const handlers = texts.get(`functions/${folder}/handlers.ts`) ?? '';
  const example = texts.get(`functions/${folder}/${folder}.test.ts`) ?? '';
  expect(within(row, /^export const \w+ = routes\(/m)).toMatch(/\n {2}praiseThing: \{\n {4}method/);
  expect(within(handlers, /^export function \w+Handlers\(/m)).toMatch(/,\s+praiseThing: async \(\) => \{/);
  expect(within(example, /^examples\(/m)).toMatch(/,\n {2}\/\/ TODO.*\n {2}praiseThing: \{/);
  for (const [file, text] of texts) expect(parseSync(file, text).errors, file).toEqual([]);
});

test('a slice that spreads its handlers over files names them', () => {
  const step = (slice: string) => planOf(['act', slice, 'praiseThing'], repository).next[0];
  const [offers, problems, proofs, lists] = ['offers/handlers.ts', 'problems/handlers.ts', 'proofs.ts', 'lists.ts'].map(
    (file) => `functions/deliveries/${file}`,
  );
  expect(step('deliveries')).toBe(
    `its handler, at the end of functions/deliveries/handlers.ts, if no file of its kind fits better: ${offers}, ${problems}, ${proofs}, ${lists}`,
  );
  expect(step('trips')).not.toContain('shared/');
  const named = (step('admin') ?? '').split(': ').at(-1)?.split(', ') ?? [];
  expect(named).toEqual([...new Set(named)]);
  expect(step('friend')).toMatch(/^its line of the access matrix/);
});

test('a slice that is not there is named, and a result that is no program is refused', () => {
  expect(() => planOf(['act', 'delivery', 'praise'], repository)).toThrow('There is no slice delivery');
  const broken: Plan = { additions: [{ file: 'shared/new.ts', text: 'export const a = {;' }], next: [] };
  expect(() => applied(broken, repository)).toThrow(
    /^shared\/new\.ts would be no program \(.+\): nothing was written$/,
  );
});

test('an import that two acts need is written once', () => {
  const texts = applied(planOf(['act', 'share', 'one', '--body'], repository), repository);
  const after = { read: (file: string) => texts.get(file) ?? repository.read(file) };
  const text = applied(planOf(['act', 'share', 'two', '--body'], after), after).get('shared/share/contract.ts') ?? '';
  expect(text.match(/import \* as z/g)).toHaveLength(1);
  expect(text).toMatch(/one: \{[^]*two: \{/);
});

test('a slice of two words has a name of code in the contract and a folder in the table of functions', () => {
  const texts = applied(planOf(['slice', 'listingClaim'], repository), repository);
  expect(texts.get('shared/contract.ts')).toContain('  listingClaims: listingClaimRoutes,\n');
  expect(texts.get('infra/function-table.ts')).toContain("  'listing-claims': {\n");
});

test('nothing is written over a file, or beside an anchor that is gone', () => {
  expect(() => applied(planOf(['slice', 'friend'], repository), repository)).toThrow(
    'shared/friends/contract.ts exists already',
  );
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
  expect(() => planOf(args, repository)).toThrow(
    /^Usage: npm run new -- slice <thing> \| record <thing> \| act <thing> <name>/,
  );
});

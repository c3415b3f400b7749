import type { Addition, Names, Plan } from './plan.ts';
import { runner } from './runner.ts';

const ruleFiles = ({ one, One, many }: Names): Addition[] => [
  {
    file: `shared/${many}/record.ts`,
    text: `import * as z from 'zod/mini';

/** TODO: a ${one} as stored. */
export const ${One}Record = z.object({ id: z.string(), version: z.int() });
export type ${One}Record = z.infer<typeof ${One}Record>;
`,
  },
  {
    file: `shared/${many}/rules.ts`,
    text: `import type { ${One}Record } from './record.ts';

/** TODO: what the business allows. Ids and times come from the caller. */
export const new${One} = (id: string): ${One}Record => ({ id, version: 1 });
`,
  },
  {
    file: `shared/${many}/rules.test.ts`,
    text: `import { expect, test } from '${runner}';
import { new${One} } from './rules.ts';

test('TODO: what the rule decides', () => {
  expect(new${One}('1')).toMatchObject({ version: 1 });
});
`,
  },
];

const tableFiles = ({ one, One, many }: Names): Addition[] => [
  {
    file: 'functions/platform/keys.ts',
    before: '  trip: (id: string): Key',
    text: `  /** TODO: a beginning that no other key has. */
  ${one}: (id: string): Key => ({ pk: \`TODO#\${id}\`, sk: 'META' }),
`,
  },
  {
    file: `functions/${many}/repository.ts`,
    text: `import { keys } from '#functions/platform/keys.ts';
import { absent, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { ${One}Record } from '#shared/${many}/record.ts';

export const parse${One} = (item: Item): ${One}Record => ${One}Record.parse(item['record']);

/** TODO: the item of a ${one}, in which lists (\`indexes\` of keys.ts). */
export const ${one}Item = (record: ${One}Record) => ({
  ...keys.${one}(record.id),
  kind: '${one}' as const,
  version: record.version,
  record,
});

export const ${one}Repository = (table: Table) => ({
  async read(id: string): Promise<${One}Record | undefined> {
    const item = await table.get(keys.${one}(id), { consistent: true });
    return item && parse${One}(item);
  },

  add: (record: ${One}Record): Write => table.put(${one}Item(record), absent),
});
`,
  },
  {
    file: 'test/support/factories.ts',
    before: 'import { ReceiptRecord } from',
    text: `import { ${One}Record } from '#shared/${many}/record.ts';\n`,
  },
  {
    file: 'test/support/factories.ts',
    before: 'export const aTripRecord',
    text: `export const a${One}Record = (facts: Partial<${One}Record> = {}): ${One}Record =>
  ${One}Record.parse({ id: '${one}', version: 1, ...facts });

`,
  },
];

/** A stored thing of a slice: its record, its rule, its key, its repository and its factory for tests. */
export const record = (names: Names): Plan => ({
  additions: [...ruleFiles(names), ...tableFiles(names)],
  next: [
    `its kind, ${names.one}, in functions/platform/kinds.ts, unless a queue has its name`,
    'what becomes of it with its account and how long it is kept: the compiler asks; retention-words.ts if /privacy promises a time',
    'the archive of a member, functions/exports/collect.ts: collect.data.test.ts names what is missing',
    'its line in docs/table.md: test/table.test.ts names the key',
  ],
});

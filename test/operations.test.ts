import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';

test('every operation has an example of what its handler reads, writes and answers', async () => {
  const files = (await readdir('functions', { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  const sources = (await Promise.all(files.map((file) => readFile(join('functions', file), 'utf8')))).filter((source) =>
    source.includes("from '#test/support/mocked/examples.ts'"),
  );
  const operations = Object.values(contract).flatMap((rows) => Object.keys(rows));
  const without = operations.filter((row) => !sources.some((source) => new RegExp(`\\n {2}${row}: [{[]`).test(source)));
  expect(without).toEqual([]);
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';

/** Slices without examples of their operations. The list may only shrink. */
const waiting: readonly (keyof typeof contract)[] = [];

test('every operation has an example of what its handler reads, writes and answers', async () => {
  const files = (await readdir('functions', { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  const sources = (await Promise.all(files.map((file) => readFile(join('functions', file), 'utf8')))).filter((source) =>
    source.includes("from '#test/support/mocked/examples.ts'"),
  );
  const without = Object.entries(contract).flatMap(([slice, rows]) =>
    Object.keys(rows).every((row) => sources.some((source) => new RegExp(`\n {2,4}${row}: [{[]`).test(source)))
      ? []
      : [slice],
  );
  expect(without.sort()).toEqual([...waiting].sort());
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { indexes, keys } from '#functions/platform/keys.ts';

const quoted = readFileSync('docs/table.md', 'utf8').match(/`[^`]+`/g) ?? [];
const documented = new Set(quoted.flatMap((key) => key.match(/[A-Z]+/g) ?? []));

/** The fixed parts of a key, such as `U` and `PROFILE`. */
function fixedParts(maker: unknown): string[] {
  const key = typeof maker === 'function' ? maker('-', '-', '-', '-') : maker;
  const values: unknown[] = typeof key === 'string' ? [key] : Object.values(key);
  return values.flatMap((value) => String(value).split('#')).filter((part) => /^[A-Z]+$/.test(part));
}

test.each(Object.entries({ ...keys, ...indexes }))('docs/table.md lists the key %s', (_, maker) => {
  expect(fixedParts(maker).filter((part) => !documented.has(part))).toEqual([]);
});

test('a key that the document does not list is noticed', () => {
  expect(fixedParts((id: string) => ({ pk: `ZZ#${id}`, sk: 'META' }))).toEqual(['ZZ', 'META']);
  expect(documented.has('ZZ')).toBe(false);
  expect(documented.has('META')).toBe(true);
});

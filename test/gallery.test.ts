import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const parts = globSync('**/*.tsx', { cwd: 'web/ui' }).filter((file) => !file.includes('.test.'));

/** The components of a part that its examples do not show. */
function notShown(part: string, examples: string): string[] {
  const components = [...part.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name = '']) => name);
  return components.filter((name) => !examples.includes(`<${name}`));
}

test('the gallery has examples for each part of web/ui, and for nothing else', () => {
  expect(parts.length).toBeGreaterThan(15);
  expect(globSync('**/*.tsx', { cwd: 'test/gallery/ui' }).sort()).toEqual(parts.sort());
});

test.each(parts)('the gallery shows each component of %s', (file) => {
  expect(notShown(readFileSync(`web/ui/${file}`, 'utf8'), readFileSync(`test/gallery/ui/${file}`, 'utf8'))).toEqual([]);
});

test('a component without an example is noticed', () => {
  expect(notShown('export function Badge() {}\nexport const toBadge = 1;', '<Button />')).toEqual(['Badge']);
});

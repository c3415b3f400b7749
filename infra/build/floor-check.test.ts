import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floorObjections, namedBuiltins } from './floor-check.ts';

/** A built site with this script and this style. */
function builtSite({ script = '', style = '' }): string {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.js'), script);
  writeFileSync(join(folder, 'assets', 'a.css'), style);
  return folder;
}

test.each([
  ['a method of lists', 'const a=[1].toSpliced(0,1)', 'toSpliced'],
  ['a static method', 'Object.groupBy(a,b)', 'groupBy'],
  ['another static method', 'Promise.withResolvers()', 'withResolvers'],
  ['a class of the browser', 'new CookieStoreManager()', 'CookieStoreManager'],
  ['a method of sets', 'a.symmetricDifference(b)', 'symmetricDifference'],
  ['a lookbehind', 'const a=/(?<=x)y/', 'lookbehind of a regular expression'],
  ['a lookbehind in a text', 'new RegExp(`(?<!x)y`)', 'lookbehind of a regular expression'],
  ['the flag v', 'const a=/x/v', 'flag v of a regular expression'],
  ['a static block', 'class A{static{this.a=1}}', 'static block of a class'],
])('the build objects to %s that the oldest browsers lack', (_, script, objection) => {
  expect(floorObjections(builtSite({ script }))).toEqual([objection]);
});

test.each([
  ['a rule', '@starting-style{a{color:red}}', '@starting-style'],
  ['a property', 'a{field-sizing:content}', 'field-sizing'],
  ['a selector', 'a:open{color:red}', ':open'],
])('the build objects to %s of styles', (_, style, objection) => {
  expect(floorObjections(builtSite({ style }))).toEqual([objection]);
});

test('what the oldest browsers have, what is filled in and what is asked for first is no objection', () => {
  const script = '[1].at(-1);structuredClone(a);[2].toSorted();AbortSignal.any([a]);navigator.share?.(a)';
  const folder = builtSite({ script, style: 'a{inset:0;display:flex;gap:1rem}' });
  expect(floorObjections(folder)).toEqual([]);
  expect([...namedBuiltins(folder).keys()].toSorted()).toEqual(['AbortSignal.any', 'share', 'toSorted']);
});

import { expect, test } from 'vitest';
import { neededVariables, onlyUsedVariables } from './site.ts';

test('a variable is needed when a rule, a script or a needed variable names it', () => {
  const needed = neededVariables([
    ':root { --amplify-a: var(--amplify-b); --amplify-b: red; --amplify-c: var(--amplify-d); --amplify-d: blue; }',
    '.x { color: var(--amplify-a, black); }',
    "const fill = 'var(--amplify-e)';",
  ]);
  expect([...needed].toSorted()).toEqual(['--amplify-a', '--amplify-b', '--amplify-e']);
});

test('other variables are removed from the stylesheet', () => {
  const kept = (prop: string) => {
    let isKept = true;
    const declared = { prop, value: '', cloneBefore: () => {}, remove: () => (isKept = false) };
    onlyUsedVariables('web').OnceExit({ walkDecls: (_, visit) => visit(declared) });
    return isKept;
  };
  expect(kept('--amplify-colors-primary-80')).toBe(true);
  expect(kept('--amplify-components-button-primary-background-color')).toBe(true);
  expect(kept('--amplify-components-pagination-current-color')).toBe(false);
});

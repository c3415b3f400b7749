import { expect, test } from 'vitest';
import { codeMutants } from './mutants/code-mutants.ts';
import { rowMutants } from './mutants/row-mutants.ts';

/**
 * `npm run mutants` asks all of them; here every 80th rule, so that each run of the tests proves that the matrix can
 * fail.
 */
const sample = <T>(all: readonly T[], step: number) => all.filter((_, index) => index % step === 0);

test.each([...sample(rowMutants, 80), ...sample(codeMutants, 32)])('the matrix notices $name', async (mutant) => {
  expect(await mutant.survives()).toBe(false);
});

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { budgetOf, functionEntries } from '#infra/build/functions.ts';
import { functionsFolder } from '#infra/local/prepare.ts';
import type { Figure } from './figure.ts';

/** The minified code of every function, the largest of each budget as a figure. */
export function benchSizes(): Figure[] {
  const sizes = Object.keys(functionEntries()).map((name) => ({
    name,
    kilobytes: Math.ceil(statSync(join(functionsFolder, name, 'index.mjs')).size / 1000),
    budget: budgetOf(name),
  }));
  console.log(`functions, kB: ${sizes.map(({ name, kilobytes }) => `${name} ${kilobytes}`).join(', ')}`);
  return [...new Set(sizes.map(({ budget }) => budget))]
    .toSorted((a, b) => a - b)
    .map((budget) => {
      const [largest] = sizes.filter((size) => size.budget === budget).toSorted((a, b) => b.kilobytes - a.kilobytes);
      return {
        what: `code of the largest function with ${budget} kB, ${largest?.name}`,
        measured: largest?.kilobytes ?? Number.NaN,
        atMost: budget,
        unit: 'kB',
      };
    });
}

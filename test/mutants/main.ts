import { codeMutants } from './code-mutants.ts';
import { rowMutants } from './row-mutants.ts';

/**
 * `npm run mutants`: flips each rule of access once; each flip must be noticed by the matrix. Ends with 1 when one
 * survives.
 */
const started = Date.now();
const survivors: string[] = [];
const mutants = [...rowMutants, ...codeMutants];
for (const mutant of mutants) if (await mutant.survives()) survivors.push(mutant.name);

for (const name of survivors) console.log(`survived  ${name}`);
const killed = mutants.length - survivors.length;
console.log(`${killed} of ${mutants.length} mutants killed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = survivors.length > 0 ? 1 : 0;

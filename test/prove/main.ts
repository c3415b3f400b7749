import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartResult } from './amounts.ts';
import { type Part, type PartName, type PartStep, parts } from './parts.ts';
import { writeReport } from './report.ts';

/**
 * `npm run prove`: runs the reliability suites in their full amounts, one line for each; `npm run prove -- faults
 * races` only these parts. Full runs are written to docs/reliability.md. PROVE_SHARE=0.1 runs a tenth of each amount of
 * the parts in `test/prove`, and writes nothing. Ends with 1 when one does not hold.
 */
const share = process.env['PROVE_SHARE'] ?? '1';
const wanted = process.argv.slice(2);
const names = Object.keys(parts) as PartName[];
const unknown = wanted.filter((name) => !(names as string[]).includes(name));
if (unknown.length > 0) {
  console.error(`Parts are ${names.join(', ')}; not ${unknown.join(', ')}.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'prove-'));

/** Runs a step; the lines that it told, or the number of its tests. */
function run(part: PartName, { tests, file, env }: PartStep, index: number): PartResult {
  const results = join(folder, `${part}-${index}.jsonl`);
  const counted = join(folder, `${part}-${index}.json`);
  const night = { PROVE_SHARE: share, PROVE_RESULTS: results, DATA_ENGINE: 'dynamodb', NIGHT: 'on' };
  const more = { ...process.env, ...env, ...night };
  const command = tests
    ? [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...tests,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${counted}`,
      ]
    : [file ?? ''];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env: more,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const ended = status === 0;
  if (!ended) console.log(`${stdout}\n${stderr}`);
  const told = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
  if (told.length > 0) {
    const results = told.map((line) => JSON.parse(line) as PartResult);
    return {
      part,
      amount: results.map(({ amount }) => amount).join('; '),
      result: [...new Set(results.map(({ result }) => result))].join('; '),
      holds: ended && results.every(({ holds }) => holds),
    };
  }
  if (!tests) {
    const last = stdout.trim().split('\n').at(-1) ?? '';
    return { part, amount: last.replace(/ in [\d.]+ s$/, ''), result: ended ? 'all noticed' : 'not all', holds: ended };
  }
  const { numPassedTests = 0, numTotalTests = 0 } = existsSync(counted)
    ? (JSON.parse(readFileSync(counted, 'utf8')) as { numPassedTests?: number; numTotalTests?: number })
    : {};
  const given = Object.entries(env ?? {}).map(([name, value]) => `${name.toLowerCase().replace('_', ' ')} ${value}`);
  return {
    part,
    amount: [`${numTotalTests} tests`, ...given].join(', '),
    result: `${numPassedTests} hold`,
    holds: ended,
  };
}

const results: PartResult[] = [];
for (const part of names) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  const { steps }: Part = parts[part];
  for (const [index, step] of steps.entries()) {
    const result = run(part, step, index);
    results.push(result);
    console.log(`${result.holds ? 'holds' : 'FAILS'}  ${part}: ${result.amount}: ${result.result}`);
  }
}
rmSync(folder, { recursive: true });
if (Number(share) >= 1) writeReport(results);
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;

import { parseArgs } from 'node:util';
import { kinds } from './kinds.ts';
import type { Plan } from './plan.ts';
import { accessWords, methods, type RowOptions } from './row.ts';

const usage = `Usage: npm run new -- ${Object.values(kinds)
  .map((kind) => kind.usage)
  .join(' | ')}. A thing is in the singular, and each name is in camel case: report, sendReport.
An act is a POST of a member without a body; --method, --access (a word of shared/access.ts) and --body change that.`;

/**
 * The plan that a command line asks for.
 * @throws the usage
 */
export function planOf(line: readonly string[]): Plan {
  const { words, options } = parse(line);
  const [kind = '', thing = '', name = '', ...rest] = words;
  const isName = (text: string) => /^[a-z][a-zA-Z]*$/.test(text);
  const isAct = kind === 'act';
  if (!(kind in kinds) || !isName(thing) || isName(name) !== isAct || rest.length > 0) throw new Error(usage);
  if (!isAct && Object.keys(options).length > 0) throw new Error(usage);
  const manyName = `${thing}s`;
  const many = manyName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = { one: thing, One: thing.charAt(0).toUpperCase() + thing.slice(1), many, manyName };
  if (!isAct) return kinds[kind as Exclude<keyof typeof kinds, 'act'>].plan(names);
  const row = { method: 'POST', access: 'member', body: false, ...options } satisfies RowOptions;
  if (!methods.includes(row.method) || !accessWords.includes(row.access)) throw new Error(usage);
  return kinds.act.plan(names, name, row);
}

function parse(line: readonly string[]) {
  try {
    const { positionals: words, values: options } = parseArgs({
      args: [...line],
      options: { method: { type: 'string' }, access: { type: 'string' }, body: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { words, options };
  } catch {
    throw new Error(usage);
  }
}

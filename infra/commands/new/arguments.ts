import { kinds } from './kinds.ts';
import type { Plan } from './plan.ts';

const usage = `Usage: npm run new -- ${Object.values(kinds)
  .map((kind) => kind.usage)
  .join(' | ')}. A thing is in the singular, and each name is in camel case: report, sendReport.`;

/**
 * The plan that a command line asks for.
 * @throws the usage
 */
export function planOf([kind = '', thing = '', name = '', ...rest]: readonly string[]): Plan {
  const isName = (text: string) => /^[a-z][a-zA-Z]*$/.test(text);
  if (!(kind in kinds) || !isName(thing) || isName(name) !== (kind === 'act') || rest.length > 0)
    throw new Error(usage);
  const manyName = `${thing}s`;
  const many = manyName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = { one: thing, One: thing.charAt(0).toUpperCase() + thing.slice(1), many, manyName };
  return kind === 'act' ? kinds.act.plan(names, name) : kinds[kind as Exclude<keyof typeof kinds, 'act'>].plan(names);
}

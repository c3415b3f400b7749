import { parseArgs } from 'node:util';
import { contract, type RowName } from '#shared/contract.ts';
import type { AnyCall, RouteSpec, Routes } from '#shared/route.ts';

export interface Invocation {
  readonly act: RowName;
  readonly spec: RouteSpec;
  /** Address of the member who calls; a visitor calls without one. */
  readonly as?: string;
  readonly call: AnyCall;
}

const usage =
  'Usage: npm run invoke -- <slice> <act> [body.json] [--as <address>] [--param name=value] [--query name=value] [--version <n>]';

/**
 * Parses the command line against the contract.
 * @param readJson reads and parses the file of the body
 * @throws a sentence that lists the slices, acts or parameters to choose from
 */
export function parseInvocation(args: readonly string[], readJson: (file: string) => unknown): Invocation {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      as: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      query: { type: 'string', multiple: true, default: [] },
      version: { type: 'string' },
    },
  });
  const [slice = '', act = '', file, ...rest] = positionals;
  if (!slice || rest.length > 0) throw new Error(usage);
  const rows = lookUp<Routes>(contract, slice, 'slice');
  const spec = lookUp<RouteSpec>(rows, act, `act of ${slice}`);
  const params = pairsOf(values.param);
  const missing = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !params[name]);
  if (missing.length > 0) throw new Error(`${spec.path} needs ${missing.map((name) => `--param ${name}=…`).join(' ')}`);
  if (spec.ifMatch && values.version === undefined) throw new Error(`${act} needs the version you saw: --version <n>`);
  return {
    act: act as RowName,
    spec,
    ...(values.as ? { as: values.as } : {}),
    call: {
      params,
      query: pairsOf(values.query),
      ...(file ? { body: readJson(file) } : {}),
      ...(values.version === undefined ? {} : { version: Number(values.version) }),
    },
  };
}

function lookUp<T>(table: Readonly<Record<string, T>>, name: string, kind: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!entry) throw new Error(`${usage}\n« ${name} » is no ${kind}. Choose from: ${Object.keys(table).join(', ')}`);
  return entry;
}

function pairsOf(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.length === 0) throw new Error(`« ${pair} » is not name=value.`);
      return [name, value.join('=')];
    }),
  );
}

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { codeOf } from '#functions/second-factor/codes.ts';
import { type Caller, openRunningSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { contract, type RowName } from '#shared/contract.ts';
import type { AnyCall, RouteSpec, Routes } from '#shared/route.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import type { DemoAccounts } from '../local/seed/demo.ts';
import { demoPassword } from '../local/seed/people.ts';
import { command } from './command.ts';

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

/**
 * `npm run invoke -- <slice> <act> [body.json]`: calls one operation of the product that runs on this machine, through
 * its real handler, and prints the answer. `PORT` names another product than the one at 4000, `PASSWORD` the password
 * of a member who is no demo account.
 */
if (import.meta.main)
  await command(async () => {
    const invocation = parseInvocation(process.argv.slice(2), (file) => JSON.parse(readFileSync(file, 'utf8')));
    const { site } = await openRunningSite();
    const caller = await callerOf(site, invocation);
    const { status, body } = await caller.call(invocation.act, invocation.call as never);
    console.log(status, body === undefined ? '' : JSON.stringify(body, undefined, 2));
    if (status >= 400) process.exitCode = 1;
  });

async function callerOf(site: SiteClient, { as, spec }: Invocation): Promise<Caller> {
  if (!as) return site.visitor;
  const caller = await site.member(as, process.env['PASSWORD'] ?? demoPassword);
  if (spec.access === 'admin' || spec.access === 'rootAdmin') await verifySecondFactor(site, caller, as);
  return caller;
}

/** Enters the current code of a demo administrator. Each code is valid once, so a second call waits for the next. */
async function verifySecondFactor(site: SiteClient, caller: Caller, email: string): Promise<void> {
  const demo = (await (await site.local('demo')).json()) as DemoAccounts | null;
  const key = demo?.secondFactors.find((one) => one.email === email)?.key;
  if (!key) return;
  const { offsetSeconds } = (await (await site.local('clock')).json()) as { offsetSeconds: number };
  const now = () => Date.now() + offsetSeconds * 1000;
  const verify = () => caller.call('proveSecondFactor', { body: { code: codeOf(key, Math.floor(now() / stepMs)) } });
  if ((await verify()).status < 400) return;
  await new Promise((resolve) => setTimeout(resolve, stepMs - (now() % stepMs)));
  await verify();
}

import { readFileSync } from 'node:fs';
import { codeOf } from '#functions/second-factor/one-time-code.ts';
import { openRunningSite } from '#infra/local/seed/site-client.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import type { DemoAccounts } from '../local/seed/demo.ts';
import { demoPassword } from '../local/seed/people.ts';
import type { Caller, SiteClient } from '../local/seed/site-client.ts';
import { command } from './command.ts';
import { type Invocation, parseInvocation } from './invoke/arguments.ts';

/**
 * `npm run invoke -- <slice> <act> [body.json]`: calls one operation of the product that runs on this machine, through
 * its real handler, and prints the answer. `PORT` names another product than the one at 4000, `PASSWORD` the password
 * of a member who is no demo account.
 */
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

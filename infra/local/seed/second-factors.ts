import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '#functions/second-factor/one-time-code.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import type { Clock } from '../clock.ts';
import type { DemoAccounts } from './demo.ts';
import { demoPassword } from './people.ts';
import type { Caller, SiteClient } from './site-client.ts';

const rightsWithinMs = 20_000;

/** Signs administrators in as they do: with the code of an application, which this is. */
export function authenticator(site: SiteClient, clock: Clock) {
  const factors = new Map<string, { readonly key: string; step: number }>();

  /** The next code that is not used yet; the clock goes on where the present one is. */
  async function nextCode(email: string): Promise<string> {
    const factor = factors.get(email);
    if (!factor) throw new Error(`${email} has no second factor`);
    if (Math.floor(clock.now() / stepMs) <= factor.step) await clock.set(clock.offsetSeconds() + stepMs / 1000);
    factor.step = Math.floor(clock.now() / stepMs);
    return codeOf(factor.key, factor.step);
  }

  return {
    async setUp(email: string): Promise<Caller> {
      const caller = await withRights(site, email);
      const { key } = await caller.ok('beginSecondFactor', { body: { password: demoPassword } });
      factors.set(email, { key, step: 0 });
      await caller.ok('finishSecondFactor', { body: { code: await nextCode(email) } });
      return caller;
    },

    async signIn(email: string): Promise<Caller> {
      const caller = await site.member(email, demoPassword);
      await caller.ok('proveSecondFactor', { body: { code: await nextCode(email) } });
      return caller;
    },

    keys: (): DemoAccounts['secondFactors'] => [...factors].map(([email, { key }]) => ({ email, key })),
  };
}

/** Rights are in the token: the reader of the stream puts the member into the group a moment after they get them. */
async function withRights(site: SiteClient, email: string): Promise<Caller> {
  const endsAt = performance.now() + rightsWithinMs;
  for (;;) {
    const caller = await site.member(email, demoPassword);
    // A session of the second in which the password was chosen is over.
    const { status, body: me } = await caller.call('readMe');
    if (status === 200 && 'isAdmin' in me && me.isAdmin) return caller;
    if (performance.now() > endsAt) throw new Error(`${email} does not become an administrator`);
    await wait(50);
  }
}

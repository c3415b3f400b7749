import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, SiteAnswer } from '#infra/local/seed/site-client.ts';
import type { Problem } from '#shared/refusal.ts';
import { inTurn } from './in-turn.ts';
import type { Person } from './people.ts';

/** The test proves that nothing is lost, on a machine that may have other work, too. */
const patienceMs = 300_000;
/** Longer after each try: hundreds of clients that return together five times a second would keep a product down. */
const pauseMs = (tries: number) => Math.min(200 * 2 ** tries, 3000) * (0.5 + Math.random());

/**
 * Sends an act as clients do, until it is acknowledged: with one key, over lost connections, faults and restarts.
 * Throws for a refusal.
 */
export async function acknowledged<Body>(
  person: Person,
  act: (caller: Caller, key: string) => Promise<SiteAnswer<Body>>,
): Promise<Exclude<Body, Problem>> {
  const key = randomUUID();
  const endsAt = Date.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    const answer = await inTurn(() => act(person.caller, key)).catch(() => undefined);
    if (answer && answer.status < 300) return answer.body as Exclude<Body, Problem>;
    if (answer && isFinal(answer)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    if (Date.now() > endsAt) throw new Error(`Not acknowledged within ${patienceMs / 1000} s`);
    await wait(pauseMs(tries));
    if (answer?.status === 401) person.caller = await inTurn(person.signIn).catch(() => person.caller);
  }
}

const isFinal = ({ status, body }: SiteAnswer<unknown>): boolean =>
  status < 500 && status !== 401 && (body as Partial<Problem> | undefined)?.code !== 'IN_PROGRESS';

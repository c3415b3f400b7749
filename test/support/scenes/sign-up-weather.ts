import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { accountRepository } from '#functions/accounts/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/values/time.ts';
import { amina, anAccountsBackend, unavailable } from '#test/support/accounts.ts';

/**
 * Strangers sign up with an address while its owner signs up and confirms. The pool fails or is late at any step. In
 * every order, a confirmed account has a password that the confirming person typed or chose.
 */
const typed = amina.password;
const chosen = 'Traversee42';

/** How the pool treats one call: normally, not at all, without an answer, or late. */
export type Weather = 'fine' | 'before' | 'after' | 'late' | 'given up';
type Move =
  | 'owner signs up'
  | 'stranger signs up'
  | 'by proof'
  | 'by password'
  | 'by new password'
  | 'opens an old link';

export interface Round {
  /** Waves run one after the other, the steps of one wave in parallel. */
  readonly waves: readonly (readonly Move[])[];
  readonly weather: readonly Weather[];
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs one round and checks its result; returns whether the address was confirmed. */
export async function play({ waves, weather }: Round, table: Table): Promise<boolean> {
  const backend = await anAccountsBackend(Date.UTC(2026, 2, 1, 12), table);
  const { call, clock, trouble, sent, users, passwords, profiles } = backend;
  const email = `${randomUUID()}@example.org`;
  const owner = { ...amina, email };
  let proof: string | undefined;
  const made: string[] = [];
  const answers: string[] = [];

  let step = 0;
  const next = async (when: 'before' | 'after') => {
    const now = weather[step % Math.max(1, weather.length)] ?? 'fine';
    if (when === 'before') for (let turns = now === 'late' ? 40 : step % 3; turns > 0; turns--) await turn();
    if (when === 'after') {
      step += 1;
      if (now === 'given up') clock.now += minuteMs;
    }
    if (now === when) throw unavailable();
  };
  trouble.before = () => next('before');
  trouble.after = () => next('after');

  const links = () => sent.flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? []);
  const signUp = async (account: typeof owner) => {
    const reply = await call('signUp', account);
    made.push(reply.userId);
    return reply;
  };
  const confirm = async (token: string | undefined, said: { proof?: string; password?: string }) => {
    if (token) answers.push((await call('confirmEmail', { token, ...said })).state);
  };
  const acts: Record<Move, () => Promise<unknown>> = {
    'owner signs up': async () => {
      ({ proof } = await signUp(owner));
    },
    'stranger signs up': () => signUp({ ...owner, firstName: 'Voleur', password: `thief-${randomUUID()}` } as never),
    'by proof': () => confirm(links().at(-1), proof ? { proof } : {}),
    'by password': () => confirm(links().at(-1), { password: typed }),
    'opens an old link': () => confirm(links()[0], { password: typed }),
    'by new password': async () => {
      const token = links().at(-1);
      if (!token) return;
      const { firstName, lastName, phone, acceptedTerms } = amina;
      await call('signUpByLink', { token, firstName, lastName, phone, acceptedTerms, password: chosen });
      answers.push('confirmed');
    },
  };
  const faults: unknown[] = [];
  const act = (move: Move) =>
    acts[move]().catch((error: unknown) => void (error instanceof Refusal ? undefined : faults.push(error)));
  for (const wave of waves) await Promise.all(wave.map(act));
  delete trouble.before;
  delete trouble.after;

  /** No answer was false, no state is half stored, and a stranger never has a confirmed account. */
  async function look(): Promise<boolean> {
    const lock = await accountRepository(backend.table).lockOf(email);
    const profile = lock?.memberId === undefined ? undefined : await profiles.read(lock.memberId);
    expect(faults).toEqual([]);
    expect(profile?.emailConfirmedAt).toBe(lock?.confirmedAt);
    for (const id of made) if (id !== lock?.memberId) expect(await profiles.read(id)).toBeUndefined();
    if (lock?.confirmedAt === undefined) {
      expect(answers).not.toContain('confirmed');
      return false;
    }
    expect(users.get(email)).toBe(profile?.id);
    expect([typed, chosen]).toContain(passwords.get(profile?.id ?? ''));
    expect(profile?.firstName).toBe(amina.firstName);
    return true;
  }
  const isConfirmed = await look();
  if (!isConfirmed && links().length > 0) {
    // By then the failed tries are abandoned: the owner of the mailbox can sign in.
    clock.now += minuteMs;
    await acts['by new password']();
    if (!(await look())) throw new Error('Whoever reads the mailbox does not get in');
  }
  return isConfirmed;
}

import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import type { Rendered } from '#functions/mail/layout.ts';
import type { MailName } from '#functions/mail/mails.ts';
import { isMail, type MailRow, parseMail } from '#functions/mail/outbox.ts';
import type { SendOptions } from '#functions/mail/ses.ts';
import type { Outcome } from '#functions/outcome.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { accountRoutes } from '#shared/accounts/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Body } from '#shared/route.ts';
import { freshTable } from './table.ts';

type Rows = typeof accountRoutes;
/** The rows that are called without a session. */
type PublicRow = { [Name in keyof Rows]: Rows[Name]['access'] extends 'anyone' ? Name : never }[keyof Rows];

/** The form values of a sign-up. */
export const amina = {
  firstName: 'Amina',
  lastName: 'Benali',
  email: 'amina@example.org',
  phone: '+213550000000',
  password: 'vq7mzd',
  acceptedTerms: true,
} as const;

export const unavailable = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });

/**
 * A pool in memory: the passwords by id. `before` and `after` may throw, like a lost or late call, or
 * wait.
 */
type Trouble = (call: string) => unknown;

export function aPool() {
  const users = new Map<string, string>();
  const passwords = new Map<string, string>();
  const trouble: { before?: Trouble; after?: Trouble } = {};
  const signedOut: string[] = [];
  const called = async <T>(call: string, effect: () => T): Promise<T> => {
    await trouble.before?.(call);
    const result = effect();
    await trouble.after?.(call);
    return result;
  };
  const ofUser = (id: string, effect: () => unknown) => {
    if (![...users.values()].includes(id)) throw new Refusal('STATE_CHANGED');
    effect();
  };
  const identity: Identity = {
    createUser: (email) =>
      called('createUser', () => {
        const known = users.get(email);
        const id = known ?? randomUUID();
        users.set(email, id);
        return { id, existed: known !== undefined };
      }),
    setPassword: (id, password) => called('setPassword', () => ofUser(id, () => passwords.set(id, password))),
    provePassword: (email, password) =>
      called('provePassword', () => passwords.get(users.get(email) ?? '') === password),
    changeEmail: (id, email) =>
      called('changeEmail', () => {
        const other = users.get(email);
        if (other !== undefined && other !== id) return other;
        for (const [address, known] of users) if (known === id) users.delete(address);
        users.set(email, id);
        return undefined;
      }),
    markEmailVerified: (id) => called('markEmailVerified', () => ofUser(id, () => undefined)),
    signOut: (id) => called('signOut', () => void signedOut.push(id)),
    isThere: (id) => called('isThere', () => [...users.values()].includes(id)),
    deleteUser: (id) =>
      called('deleteUser', () => {
        passwords.delete(id);
        for (const [email, known] of users) if (known === id) users.delete(email);
      }),
    addToGroup: () => called('addToGroup', () => undefined),
    removeFromGroup: () => called('removeFromGroup', () => undefined),
  };
  return { identity, users, passwords, trouble, signedOut };
}

async function aTable(): Promise<Table> {
  const { name, client } = await freshTable();
  return openTable(name, client);
}

/** The accounts slice over its own table (or a shared one), a pool in memory and a sender that keeps what it sends. */
export async function anAccountsBackend(start = Date.UTC(2026, 2, 1, 12), shared?: Table) {
  const table = shared ?? (await aTable());
  const pool = aPool();
  const clock = { now: start };
  const sent: ({ to: string } & Rendered & SendOptions)[] = [];
  const mails: MailDeps = {
    table,
    now: () => clock.now,
    site: async () => 'https://envoyage.example',
    send: async (to, mail, options) => void sent.push({ to, ...mail, ...options }),
    contact: 'admin@example.org',
    replyTo: 'bonjour@example.org',
    pause: async () => undefined,
  };
  const deps = {
    table,
    now: () => clock.now,
    newId: randomUUID,
    identity: pool.identity,
    mails,
    strictPasswords: false,
  };
  const handlers = accountHandlers(deps);

  /** Calls a public row as the pipeline does: handler, then its writes in one transaction. */
  async function call<Name extends PublicRow>(name: Name, body: Body<Rows[Name]>, key: string = randomUUID()) {
    type Answer = Awaited<ReturnType<(typeof handlers)[Name]>>;
    const handler = handlers[name] as (received: object) => Promise<Outcome<unknown>>;
    const outcome = await handler({
      params: {},
      body,
      idempotencyKey: key,
      callId: `${key} ${JSON.stringify(body)}`,
      address: '192.0.2.1',
    });
    if (outcome.writes.length > 0) await table.transact(outcome.writes);
    return outcome.reply as Answer['reply'];
  }

  /** Rows of the outbox that wait for the dispatcher. */
  async function waiting(): Promise<MailRow[]> {
    const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
    return Items.filter(isMail)
      .map(parseMail)
      .filter(({ state }) => state === 'pending');
  }

  /** Sends the waiting mails, or those of one name, in place of the dispatcher. */
  async function deliverWaiting(name?: MailName) {
    for (const row of await waiting()) if (name === undefined || row.mail === name) await deliverMail(mails, row);
  }
  /** The secret of the link in the newest mail. */
  const linkToken = () => /(?:token|address)=([\w-]{43})/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '';

  const profiles = profileRepository(table);
  return { ...pool, table, clock, sent, deps, mails, call, profiles, waiting, deliverWaiting, linkToken };
}

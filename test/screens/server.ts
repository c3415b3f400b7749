import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { problemAnswer } from '#functions/middlewares.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import { anAccountsBackend } from '../support/accounts.ts';
import { claimsFor, gatewayEvent } from '../support/gateway-event.ts';
import { put } from '../support/pipeline.ts';
import { responseOf, rowAt } from '../support/row-at.ts';
import { aProfile } from '../support/stream.ts';
import { emailLockOf } from '../support/world/email-lock.ts';
import { openCognito } from './backend/cognito.ts';
import { openQuarantine } from './backend/files.ts';
import { openSlices } from './backend/slices.ts';
import { aVisitor, type Visitor } from './backend/visitor.ts';

export const password = 'Traversee-2026';

/** A failure that replaces the usual answer of a row. */
type Trouble = 'offline' | 'silent' | RefusalCode;

const siteConfig = { userPoolId: 'eu-west-3_pool', userPoolClientId: 'long', userPoolShortClientId: 'short' };

/**
 * The product's functions in this process, over their own table. `fetch` and `put` answer the browser's code as the
 * site does, so every sentence in a test comes from the real server code.
 */
export async function startServer() {
  const backend = await anAccountsBackend(Date.now());
  const { table, trouble: pool } = backend;
  const visitor: Visitor = { ...aVisitor(), session: 0 };
  const cognito = await openCognito(backend, visitor);
  const slices = openSlices(backend, visitor);
  const troubles = new Map<string, Trouble>();

  async function fetchRow(method: string, url: URL, init: RequestInit): Promise<Response> {
    const row = rowAt(method, url.pathname.replace(/^\/api/, ''));
    const handler = slices.find(([rowsOf]) => row && row.name in rowsOf)?.[1];
    const wrong = troubles.get('*') ?? (row && troubles.get(row.name));
    if (wrong === 'offline') throw new TypeError('Failed to fetch');
    if (wrong === 'silent') return untilAborted(init.signal);
    if (wrong) return responseOf(problemAnswer(new Refusal(wrong)));
    if (!row || !handler) return responseOf(problemAnswer(new Refusal('NOT_FOUND')));
    const headers = Object.fromEntries(new Headers(init.headers));
    const sub = headers['authorization']?.replace('Bearer ', '');
    const event = gatewayEvent(row.spec, {
      claims: sub ? claimsFor(sub, visitor.session) : undefined,
      params: row.params,
      query: Object.fromEntries(url.searchParams),
      headers: { ...headers, 'true-client-ip': visitor.address },
      body: init.body,
    });
    return responseOf((await handler(event, { awsRequestId: 'test' } as Context)) as APIGatewayProxyStructuredResultV2);
  }

  async function fetchLocal(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'https://site.invalid');
    if (url.pathname === '/config.json') return Response.json(siteConfig);
    if (url.hostname.startsWith('cognito-idp.')) return cognito.revokeToken();
    return fetchRow(init.method ?? 'GET', url, init);
  }

  return {
    table,
    pool,
    fetch: fetchLocal,
    put: openQuarantine(table),
    signIn: (email: string, password: string) => cognito.signIn(email, password),
    ...outagesOf(visitor),
    ...membersOf(backend),
    /** The member whose tokens this browser has; undefined when the session has ended elsewhere. */
    token: () => visitor.caller,
    become: (id: string | undefined) => {
      visitor.caller = id;
    },
    /** Makes this row (or every row: `*`) fail. */
    trouble: (row: string, what: Trouble) => void troubles.set(row, what),
    /** Turns on the limits; this address has already made this number of calls of the row. */
    async exhaust(row: string, body: object, calls: number) {
      process.env['RATE_LIMITS'] = 'on';
      const spec = slices.map(([rowsOf]) => rowsOf[row]).find(Boolean);
      const init = { method: spec?.method ?? 'GET', headers: { 'content-type': 'application/json' } };
      for (let call = 0; call < calls; call++)
        await fetchLocal(`/api${spec?.path}`, { ...init, body: JSON.stringify(body) });
    },
    /** The unsent mails. */
    letters: backend.waiting,
    /** The next visitor, without failures. */
    reset() {
      troubles.clear();
      delete pool.before;
      delete pool.after;
      process.env['RATE_LIMITS'] = 'off';
      Object.assign(visitor, aVisitor());
    },
  };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

/** The failures that a test sets for its visitor. */
const outagesOf = (visitor: Visitor) => ({
  lockSignIn: () => {
    visitor.isLocked = true;
  },
  /** Cognito cannot be reached, and does not end sessions. */
  failSignOut: () => {
    visitor.signsOut = false;
  },
  /** Makes the mail service fail. */
  loseMails: () => {
    visitor.mailsLeave = false;
  },
});

const membersOf = ({ table, users, passwords }: Awaited<ReturnType<typeof anAccountsBackend>>) => ({
  /** A member with a confirmed address and the password above. */
  async member(facts: Partial<ProfileRecord> = {}, { isConfirmed = true } = {}): Promise<ProfileRecord> {
    const id = randomUUID();
    const email = `${id.slice(0, 8)}@example.org`;
    const { emailConfirmedAt, ...unconfirmed } = aProfile(id, { email, ...facts });
    const profile = { ...unconfirmed, ...(isConfirmed && emailConfirmedAt ? { emailConfirmedAt } : {}) };
    await put(table, profileItem(profile));
    await put(table, emailLockOf(profile));
    users.set(email, id);
    passwords.set(id, password);
    return profile;
  },
  /** Changes the profile as an administrator, or its owner elsewhere, would. */
  change: (profile: ProfileRecord, facts: Partial<ProfileRecord>) =>
    put(table, profileItem({ ...profile, ...facts, version: profile.version + 1 })),
});

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

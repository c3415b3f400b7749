import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { inject } from 'vitest';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { authentication } from '#functions/authentication.ts';
import { friendHandlers } from '#functions/friends/handlers.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { readParameter } from '#functions/platform/aws/parameter.ts';
import { problemAnswer } from '#functions/platform/http/problem.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileHandlers } from '#functions/profiles/handlers.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { reviewHandlers } from '#functions/reviews/handlers.ts';
import { serve } from '#functions/serve.ts';
import { siteHandlers } from '#functions/site/handlers.ts';
import { uploadHandlers } from '#functions/uploads/handlers.ts';
import { scan } from '#functions/uploads/scanner.ts';
import { uploadStates } from '#functions/uploads/upload-states.ts';
import { startSsm } from '#infra/local/emulators/ssm.ts';
import { contract } from '#shared/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import type { RouteSpec } from '#shared/route.ts';
import { anAccountsBackend } from '../support/accounts.ts';
import { claimsFor, gatewayEvent, gatewaySettings } from '../support/gateway-event.ts';
import { put } from '../support/pipeline.ts';
import { responseOf, rowAt } from '../support/row-at.ts';
import { aProfile } from '../support/stream.ts';
import { accessKeyOf } from '../support/table.ts';

export const password = 'Traversee-2026';

type Handler = (event: APIGatewayProxyEventV2WithJWTAuthorizer, context: Context) => Promise<unknown>;

/** A failure that replaces the usual answer of a row. */
type Trouble = 'offline' | 'silent' | RefusalCode;

const siteConfig = { userPoolId: 'eu-west-3_pool', userPoolClientId: 'long', userPoolShortClientId: 'short' };

/**
 * The product's functions in this process, over their own table. `fetch` and `put` answer the browser's code as the
 * site does, so every sentence in a test comes from the real server code.
 */
export async function startServer() {
  const backend = await anAccountsBackend(Date.now());
  const { table, users, passwords, trouble: pool } = backend;
  const ssm = await startSsm({ parameters: { proof: 'proof-client' } });
  Object.assign(process.env, {
    ...gatewaySettings,
    RATE_LIMITS: 'off',
    // The trigger opens the table by itself.
    TABLE: table.name,
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: accessKeyOf(table.name),
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoDbEndpoint'),
    AWS_ENDPOINT_URL_SSM: ssm.endpoint,
    PASSWORD_CLIENT_PARAMETER: 'proof',
  });
  // The trigger reads it once; after that `fetch` is the browser's.
  await readParameter('proof');
  await ssm.close();
  const { handler: preToken } = await import('#functions/triggers/pre-token-lambda.ts');

  const now = () => Date.now();
  let mailsLeave = true;
  const send: typeof backend.mails.send = async (...mail) => {
    if (!mailsLeave) throw new Error('SES does not answer');
    await backend.mails.send?.(...mail);
  };
  const deps = { ...backend.deps, now, mails: { ...backend.mails, now, send } };
  const s3 = new S3Client({
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const uploads = { ...deps, files: openFiles(s3), quarantine: 'quarantine' };
  const slices: readonly (readonly [Record<string, RouteSpec>, Handler])[] = [
    [contract.accounts, serve(contract.accounts, accountHandlers(deps), deps, authentication)],
    [contract.profiles, serve(contract.profiles, profileHandlers(deps), deps, authentication)],
    [contract.reviews, serve(contract.reviews, reviewHandlers(deps), deps, authentication)],
    [contract.friends, serve(contract.friends, friendHandlers(deps), deps, authentication)],
    [contract.site, serve(contract.site, siteHandlers(deps), deps)],
    [contract.uploads, serve(contract.uploads, uploadHandlers(uploads), uploads, authentication)],
  ];
  const handlerOf = (row: ReturnType<typeof rowAt>) => slices.find(([rowsOf]) => row && row.name in rowsOf)?.[1];

  const troubles = new Map<string, Trouble>();
  let address = randomUUID();
  let signsOut = true;
  let isLocked = false;
  let caller: string | undefined;
  let session = 0;

  /** Cognito's answer to the page's own `RevokeToken`: an empty object, or no answer at all. */
  function revokeToken(): Response {
    if (!signsOut) throw new TypeError('Failed to fetch');
    caller = undefined;
    return Response.json({});
  }

  async function fetchLocal(url: string, init: RequestInit = {}): Promise<Response> {
    const { hostname, pathname, searchParams } = new URL(url, 'https://site.invalid');
    if (pathname === '/config.json') return Response.json(siteConfig);
    if (hostname.startsWith('cognito-idp.')) return revokeToken();
    const method = init.method ?? 'GET';
    const path = pathname.replace(/^\/api/, '');
    const row = rowAt(method, path);
    const handler = handlerOf(row);
    const wrong = troubles.get('*') ?? (row && troubles.get(row.name));
    if (wrong === 'offline') throw new TypeError('Failed to fetch');
    if (wrong === 'silent') return untilAborted(init.signal);
    if (wrong) return responseOf(problemAnswer(new Refusal(wrong)));
    if (!row || !handler) return responseOf(problemAnswer(new Refusal('NOT_FOUND')));
    const headers = Object.fromEntries(new Headers(init.headers));
    const sub = headers['authorization']?.replace('Bearer ', '');
    const event = gatewayEvent(row.spec, {
      claims: sub ? claimsFor(sub, session) : undefined,
      params: row.params,
      query: Object.fromEntries(searchParams),
      headers: { ...headers, 'true-client-ip': address },
      body: init.body,
    });
    return responseOf((await handler(event, { awsRequestId: 'test' } as Context)) as APIGatewayProxyStructuredResultV2);
  }

  const files = new Map<string, Uint8Array>();
  const tools = {
    uploads: uploadStates(table),
    store: {
      open: async (key: string) => {
        const bytes = files.get(key);
        return bytes && { size: bytes.length, bytes: async () => bytes };
      },
      write: async () => {},
      delete: async (key: string) => void files.delete(key),
    },
  };

  return {
    table,
    pool,
    fetch: fetchLocal,
    /** S3's part: stores a file and lets the scanner check it. */
    async put(url: string, bytes: Uint8Array) {
      const key = decodeURIComponent(new URL(url).pathname).slice(1);
      files.set(key, bytes);
      await scan(key, tools);
    },
    /** Cognito's own exceptions, and those of our trigger as Cognito forwards them. */
    async signIn(email: string, given: string) {
      if (isLocked) throw Object.assign(new Error('Password attempts exceeded'), { name: 'NotAuthorizedException' });
      const id = users.get(email);
      if (!id || passwords.get(id) !== given)
        throw Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' });
      const userAttributes = { sub: id };
      const event = { callerContext: { clientId: 'web' }, request: { userAttributes } };
      await preToken(event as unknown as Parameters<typeof preToken>[0]).catch(({ message }: Error) => {
        throw Object.assign(new Error(`PreTokenGeneration failed with error ${message}.`), {
          name: 'UserLambdaValidationException',
        });
      });
      session = Math.floor(Date.now() / 1000) + 1;
      caller = id;
    },
    lockSignIn: () => {
      isLocked = true;
    },
    /** Cognito cannot be reached, and does not end sessions. */
    failSignOut: () => {
      signsOut = false;
    },
    /** The member whose tokens this browser has; undefined when the session has ended elsewhere. */
    token: () => caller,
    become: (id: string | undefined) => {
      caller = id;
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
    /** Makes the mail service fail. */
    loseMails: () => {
      mailsLeave = false;
    },
    /** Changes the profile as an administrator, or its owner elsewhere, would. */
    change: (profile: ProfileRecord, facts: Partial<ProfileRecord>) =>
      put(table, profileItem({ ...profile, ...facts, version: profile.version + 1 })),
    /** A member with a confirmed address and the password above. */
    async member(facts: Partial<ProfileRecord> = {}, { isConfirmed = true } = {}): Promise<ProfileRecord> {
      const id = randomUUID();
      const email = `${id.slice(0, 8)}@example.org`;
      const { emailConfirmedAt, ...unconfirmed } = aProfile(id, { email, ...facts });
      const profile = { ...unconfirmed, ...(isConfirmed && emailConfirmedAt ? { emailConfirmedAt } : {}) };
      await put(table, profileItem(profile));
      const lock = { claim: 'c', facts: 'f', attempt: 'a', at: 1, mailId: 'm', memberId: id };
      const confirmedAt = profile.emailConfirmedAt;
      await put(table, { ...keys.emailLock(email), ...lock, ...(confirmedAt ? { confirmedAt } : {}) });
      users.set(email, id);
      passwords.set(id, password);
      return profile;
    },
    /** The unsent mails. */
    letters: backend.waiting,
    /** The next visitor: signed out, at a new network address, without failures. */
    reset() {
      troubles.clear();
      delete pool.before;
      delete pool.after;
      process.env['RATE_LIMITS'] = 'off';
      mailsLeave = true;
      signsOut = true;
      isLocked = false;
      address = randomUUID();
      caller = undefined;
    },
  };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

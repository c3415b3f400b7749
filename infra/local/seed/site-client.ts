import { createHash, randomUUID } from 'node:crypto';
import { openExchange } from '#infra/local/emulators/cognito/srp.ts';
import { readLocalSettings } from '#infra/local/settings.ts';
import { type Contract, contract, type RowName } from '#shared/contract.ts';
import type { Problem } from '#shared/refusal.ts';
import { type AnyCall, type CallArguments, fillPath, type Reply, type RouteSpec, type Routes } from '#shared/route.ts';
import type { Upload } from '#shared/values/files.ts';

interface RunningSite {
  readonly site: SiteClient;
  readonly dataFolder: string;
}

/** The product that runs on this machine, found by `PORT` and `DATA_DIR`. */
export async function openRunningSite(): Promise<RunningSite> {
  const { port, dataFolder } = readLocalSettings(process.env, []);
  const origin = `http://127.0.0.1:${port}`;
  const site = openSite(origin);
  try {
    await site.config();
  } catch {
    throw new Error(`Nothing answers at ${origin}: run npm start, or set PORT to where the product runs.`);
  }
  return { site, dataFolder };
}

interface SiteSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

type SiteConfig = () => Promise<Readonly<Record<string, string>>>;

function openSignIn(config: SiteConfig) {
  async function cognito<T>(operation: string, body: object): Promise<T> {
    const { region, userPoolEndpoint } = await config();
    const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T & { message?: string; __type?: string };
    if (!response.ok) throw Object.assign(new Error(answer.message), { name: answer.__type });
    return answer;
  }

  /**
   * A session by Secure Remote Password, as the browser gets it; `ofTab` for one that ends with its tab. Throws
   * Cognito's error, named by its type.
   */
  async function signIn(email: string, password: string, { ofTab = false } = {}): Promise<SiteSession> {
    const { userPoolId = '', userPoolClientId = '', userPoolShortClientId = '' } = await config();
    const ClientId = ofTab ? userPoolShortClientId : userPoolClientId;
    const exchange = openExchange();
    const { ChallengeParameters: challenge } = await cognito<{ ChallengeParameters: Record<string, string> }>(
      'InitiateAuth',
      {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: email, SRP_A: exchange.srpA },
      },
    );
    const { USER_ID_FOR_SRP: sub = '', SALT: salt = '', SRP_B: srpB = '', SECRET_BLOCK: secretBlock = '' } = challenge;
    const timestamp = cognitoTimestamp(new Date());
    const signature = exchange.prove({
      poolName: userPoolId.split('_')[1] ?? '',
      sub,
      password,
      salt,
      srpB,
      secretBlock,
      timestamp,
    });
    const { AuthenticationResult: result } = await cognito<{ AuthenticationResult: Tokens }>('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId,
      ChallengeResponses: {
        USERNAME: sub,
        PASSWORD_CLAIM_SIGNATURE: signature,
        PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
        TIMESTAMP: timestamp,
      },
    });
    return sessionOf(result);
  }

  async function refresh({ session }: { readonly session: SiteSession | undefined }): Promise<SiteSession> {
    const { userPoolClientId: ClientId = '' } = await config();
    const { AuthenticationResult: result } = await cognito<{ AuthenticationResult: Tokens }>(
      'GetTokensFromRefreshToken',
      { ClientId, RefreshToken: session?.refreshToken },
    );
    return sessionOf(result);
  }

  return { cognito, signIn, refresh };
}

interface Tokens {
  readonly AccessToken: string;
  readonly RefreshToken: string;
  readonly IdToken: string;
}

const sessionOf = ({ AccessToken, RefreshToken, IdToken }: Tokens): SiteSession => ({
  accessToken: AccessToken,
  refreshToken: RefreshToken,
  idToken: IdToken,
});

/** « Fri Nov 20 14:05:00 UTC 2026 », the only form that Cognito accepts. */
function cognitoTimestamp(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

/**
 * A client of the product for programs: over HTTP, with the contract's rows by name and real sign-in by SRP. The seed
 * and the journeys of the tests use it. The browser's client (`web/lib/api/api.ts`) handles
 * expired tokens, retries and the row's reply schema. Here queries and headers are sent as given, also wrong ones, and
 * every answer is returned complete. Both take a row's path and arguments from `shared/route.ts`.
 */
type RowsOf<S> = S extends Routes ? S : never;
type AllRows = { [S in keyof Contract]: (rows: RowsOf<Contract[S]>) => void }[keyof Contract] extends (
  rows: infer R,
) => void
  ? R
  : never;
export type SiteRow<N extends RowName> = N extends keyof AllRows ? Extract<AllRows[N], RouteSpec> : never;

const rows = Object.assign({}, ...Object.values(contract)) as Readonly<Record<RowName, RouteSpec>>;

export interface SiteAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

type Arguments<N extends RowName> = CallArguments<SiteRow<N>, CallOptions>;

/** The answer of a row after the scan of its files. */
export type FinalReply<N extends RowName> = Exclude<Reply<SiteRow<N>>, { state: 'scanning' }>;

export type SiteClient = ReturnType<typeof openSite>;
export type Caller = ReturnType<SiteClient['as']>;

export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

type UploadRequest = (announced: {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
}) => Promise<Upload>;

/** @param send how requests of rows and files leave: programs that measure them give their own */
export function openSite(origin: string, send: typeof fetch = fetch) {
  const config = lazily(
    async () => (await (await fetch(`${origin}/config.json`)).json()) as Readonly<Record<string, string>>,
  );

  async function attempt<N extends RowName>(
    name: N,
    session: SiteSession | undefined,
    call: AnyCall,
    options: CallOptions,
  ): Promise<SiteAnswer<Reply<SiteRow<N>> | Problem>> {
    const { path, init } = requestOf(rows[name], session, call, options);
    const response = await send(`${origin}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : undefined) as Reply<SiteRow<N>>,
    };
  }

  const as = (session: SiteSession | undefined) => {
    const call = <N extends RowName>(name: N, ...[given, options]: Arguments<N>) =>
      attempt(name, session, (given ?? {}) as AnyCall, options ?? {});

    let valid = Promise.resolve(session);

    /**
     * The row's answer; anything but success is an error with the answer in it. Waits for files to be scanned, and
     * renews a session that has run out, as a browser does.
     */
    async function ok<N extends RowName>(name: N, ...[given, options]: Arguments<N>): Promise<FinalReply<N>> {
      const endsAt = Date.now() + 30_000;
      const key = options?.key ?? randomUUID();
      let isRenewed = false;
      for (;;) {
        const used = valid;
        const { status, body } = await attempt(name, await used, (given ?? {}) as AnyCall, { ...options, key });
        if (status === 401 && session && !isRenewed) {
          isRenewed = true;
          // The first call that is refused renews the session for all others.
          if (used === valid) valid = used.then((old) => refresh({ session: old }));
          continue;
        }
        if (status === 503 && Date.now() < endsAt) {
          await new Promise((resolve) => setTimeout(resolve, 500));
          continue;
        }
        if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
        const scanning = typeof body === 'object' && body !== null && 'state' in body && body.state === 'scanning';
        if (!scanning) return body as FinalReply<N>;
        if (Date.now() > endsAt) throw new Error(`${name}: the file was not scanned in time`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    return { session, call, ok };
  };

  const { cognito, signIn, refresh } = openSignIn(config);

  return {
    origin,
    config,
    cognito,
    refresh,
    as,
    upload: (file: ChosenFile, request: UploadRequest) => upload(send, file, request),
    signIn,
    visitor: as(undefined),
    member: async (email: string, password: string) => as(await signIn(email, password)),
    local: (path: string, body?: unknown) =>
      fetch(`${origin}/__local/${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  };
}

function requestOf(
  spec: RouteSpec,
  session: SiteSession | undefined,
  call: AnyCall,
  options: CallOptions,
): { path: string; init: RequestInit } {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(key, String(value));
  const headers = {
    ...(spec.body ? { 'content-type': 'application/json' } : {}),
    ...(spec.idempotency ? { 'idempotency-key': options.key ?? randomUUID() } : {}),
    ...(call.version === undefined ? {} : { 'if-match': `"${call.version}"` }),
    ...(session ? { authorization: `Bearer ${session.accessToken}` } : {}),
    ...options.headers,
  };
  return {
    path: `/api${fillPath(spec.path, call.params)}${query.size > 0 ? `?${query}` : ''}`,
    init: {
      method: spec.method,
      headers: Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(spec.body ? { body: JSON.stringify(call.body ?? {}) } : {}),
    },
  };
}

async function upload(send: typeof fetch, file: ChosenFile, request: UploadRequest): Promise<string> {
  const target = await request({
    fileName: file.name,
    contentType: file.type,
    size: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest('base64'),
  });
  const response = await send(target.url, { method: 'PUT', headers: target.headers, body: Buffer.from(file.bytes) });
  if (!response.ok) throw new Error(`The file was refused with ${response.status}: ${await response.text()}`);
  return target.uploadId;
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

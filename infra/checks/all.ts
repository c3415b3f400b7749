import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { GetUserPoolMfaConfigCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { EncryptCommand } from '@aws-sdk/client-kms';
import * as z from 'zod/mini';
import { type Account, ask, type Check, type CheckedSite, firstWrong } from './check.ts';
import { siteChecks } from './site.ts';

/** The status with which an upgrade to a socket is answered: 101 when it opens. */
async function knock(site: string, path: string, origin: string): Promise<number> {
  const request = (site.startsWith('https:') ? overTls : overHttp)(site + path, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      origin,
    },
    signal: AbortSignal.timeout(15_000),
  });
  request.end();
  const [answer] = (await Promise.race([once(request, 'response'), once(request, 'upgrade')])) as [IncomingMessage];
  answer.resume();
  request.destroy();
  return answer.statusCode ?? 0;
}

/** Cognito's answer to a public call: the name of its refusal, or that it accepted. */
async function callCognito({ cognito }: CheckedSite, operation: string, body: object): Promise<string> {
  const { status, text } = await ask(cognito, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  if (status === 200) return 'accepted';
  return (JSON.parse(text || '{}') as { __type?: string }).__type ?? String(status);
}

const nobody = 'nobody@example.org';
const password = 'Traversee-2026';

const doorChecks: readonly Check[] = [
  {
    name: 'the socket opens for tickets alone',
    expects: 'A socket without a ticket is refused with 401, with an unknown one with 403.',
    async run({ site }) {
      const without = await knock(site, '/ws', site);
      const unknown = await knock(site, '/ws?ticket=unknown', site);
      return firstWrong([without === 401 && unknown === 403, `${without} and ${unknown}`]);
    },
  },
  {
    name: 'the socket opens for our pages alone',
    expects: 'A socket from a page of another origin is refused with 403.',
    async run({ site }) {
      const status = await knock(site, '/ws?ticket=unknown', 'https://elsewhere.example');
      return firstWrong([status === 403, String(status)]);
    },
  },
  {
    name: 'the management of sockets is not reached',
    expects: '/ws/@connections/x answers 404 with a page, like any unknown address.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/ws/@connections/x`);
      return firstWrong([status === 404 && header('content-type').startsWith('text/html'), seen]);
    },
  },
  {
    name: 'accounts are made and reset by the product alone',
    expects: 'Cognito refuses SignUp and ForgotPassword with the id of the web client.',
    async run(place) {
      const ClientId = place.client;
      const signUp = await callCognito(place, 'SignUp', { ClientId, Username: nobody, Password: password });
      const forgot = await callCognito(place, 'ForgotPassword', { ClientId, Username: nobody });
      const refused = (answer: string) => answer.endsWith('Exception');
      return firstWrong([refused(signUp), `SignUp ${signUp}`], [refused(forgot), `ForgotPassword ${forgot}`]);
    },
  },
  {
    name: 'no password is sent to Cognito',
    expects: 'The web client refuses USER_PASSWORD_AUTH: InvalidParameterException.',
    async run(place) {
      const refusal = await callCognito(place, 'InitiateAuth', {
        ClientId: place.client,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: nobody, PASSWORD: password },
      });
      return firstWrong([refusal === 'InvalidParameterException', refusal]);
    },
  },
];

const listing = '/api/public/parcels';
const isJson = (type: string) => /^application\/(problem\+)?json/.test(type);

const apiChecks: readonly Check[] = [
  {
    name: 'the API answers',
    expects: '/api/health answers 200 with ok.',
    async run({ site }) {
      const { status, text, seen } = await ask(`${site}/api/health`);
      return firstWrong([status === 200 && text === '{"ok":true}', `${seen} ${text.slice(0, 80)}`]);
    },
  },
  {
    name: 'nobody gets around the edge',
    expects: 'The API itself refuses a request without the secret of the edge: 403.',
    notLocal: 'this machine has no way around its edge',
    async run({ api }) {
      const { status, header, seen } = await ask(`${api}/api/health`);
      return firstWrong([status === 403 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'strangers are refused in JSON',
    expects: '/api/me without a session answers 401 in JSON, never a page.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/api/me`);
      return firstWrong([status === 401 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'an unknown operation is refused in JSON',
    expects: '/api/nope answers 404 in JSON, never a page.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/api/nope`);
      return firstWrong([status === 404 && isJson(header('content-type')), seen]);
    },
  },
  {
    name: 'listings come from the cache of the edge',
    expects: `${listing} twice within its second is a hit, and its ETag answers 304.`,
    async run({ site }) {
      const first = await ask(site + listing);
      const [second, third] = [await ask(site + listing), await ask(site + listing)];
      const etag = first.header('etag');
      const again = await ask(site + listing, { headers: { 'if-none-match': etag } });
      const caches = [first, second, third].map(({ header }) => header('x-cache'));
      return firstWrong(
        [first.status === 200, first.seen],
        [/s-maxage=1\b/.test(first.header('cache-control')), `cache-control: ${first.header('cache-control')}`],
        [caches.some((text) => text.startsWith('Hit')), `x-cache: ${caches.join(', ')}`],
        [etag !== '', 'no ETag'],
        [again.status === 304 || again.header('etag') !== etag, again.seen],
      );
    },
  },
  {
    name: 'the edge drops unknown query names',
    expects: `${listing} with an unknown name is the cached answer without it.`,
    async run({ site }) {
      await ask(site + listing);
      // One more than needed: the second of the first answer may just end.
      const coloured = [await ask(`${site}${listing}?colour=blue`), await ask(`${site}${listing}?colour=red`)];
      const caches = coloured.map(({ header }) => header('x-cache'));
      return firstWrong(
        [coloured.every(({ status }) => status === 200), coloured.map(({ seen }) => seen).join(', ')],
        [caches.some((text) => text.startsWith('Hit')), `x-cache: ${caches.join(', ')}`],
      );
    },
  },
  {
    name: 'public reads are read alone',
    expects: `POST ${listing} is refused by the edge: 403.`,
    async run({ site }) {
      const { status, seen } = await ask(site + listing, { method: 'POST' });
      return firstWrong([status === 403, seen]);
    },
  },
];

const notLocal = 'this machine has no account';

const ofAccount = (name: string, expects: string, look: (account: Account) => Promise<string | undefined>): Check => ({
  name,
  expects,
  notLocal,
  run: async ({ account }: CheckedSite) => (account ? look(account) : 'no account to ask'),
});

export const accountChecks: readonly Check[] = [
  ofAccount('second factors are ours alone', 'The pool has MfaConfiguration OFF.', async ({ pool, userPoolId }) => {
    const { MfaConfiguration } = await pool.send(new GetUserPoolMfaConfigCommand({ UserPoolId: userPoolId }));
    return firstWrong([MfaConfiguration === 'OFF', `MfaConfiguration ${MfaConfiguration}`]);
  }),
  ofAccount('the table lets its rows expire', 'Time to live is ENABLED on ttl.', async ({ table, tableName }) => {
    const { TimeToLiveDescription } = await table.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
    const { TimeToLiveStatus, AttributeName } = TimeToLiveDescription ?? {};
    return firstWrong([
      TimeToLiveStatus === 'ENABLED' && AttributeName === 'ttl',
      `${TimeToLiveStatus} ${AttributeName}`,
    ]);
  }),
  ofAccount(
    'nothing is sealed without a member',
    'The key of second factors refuses whoever names no member: AccessDeniedException.',
    async ({ keys, secondFactorKey }) => {
      const command = new EncryptCommand({ KeyId: secondFactorKey, Plaintext: new TextEncoder().encode('test') });
      const answer = await keys.send(command).then(
        () => 'a sealed text',
        (error: unknown) => (error instanceof Error ? error.name : String(error)),
      );
      return firstWrong([answer === 'AccessDeniedException', answer]);
    },
  ),
];

export const checks: readonly Check[] = [...apiChecks, ...siteChecks, ...doorChecks, ...accountChecks];

const Config = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
});

/**
 * The additional parts of a deployed stage: the API behind its edge, and its account without the pool, which the site
 * names.
 */
interface Deployed {
  readonly api: string;
  readonly account: Omit<Account, 'userPoolId'>;
}

/** The facts about a product that checks need, read from its own `/config.json`. This machine has no others. */
export async function placeAt(site: string, deployed?: Deployed): Promise<CheckedSite> {
  const { text } = await ask(`${site}/config.json`);
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = Config.parse(JSON.parse(text));
  const cognito = userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`;
  const place = { site, cognito, client: userPoolClientId };
  return deployed ? { ...place, api: deployed.api, account: { ...deployed.account, userPoolId } } : place;
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { ask, type Check, type CheckedSite, firstWrong } from './check.ts';

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

export const doorChecks: readonly Check[] = [
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

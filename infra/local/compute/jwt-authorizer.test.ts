import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizeJwt } from './jwt-authorizer.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1' };
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

const issuer = 'https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_LOCAL0001';
const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;
const accessToken = { iss: issuer, client_id: 'web', exp: seconds + 60, token_use: 'access', scope: 'a b' };

function tokenOf(claims: object, header: object = { alg: 'RS256', kid: 'k1' }, privateKey = pair.privateKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part(header)}.${part(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
}

const judge = (token: string | undefined, more: { scopes?: string[]; now?: number } = {}) =>
  authorizeJwt({
    authorization: token && `Bearer ${token}`,
    issuer,
    audience: ['web', 'webShort'],
    scopes: more.scopes ?? [],
    jwks: async () => ({ keys: [key] }),
    now: more.now ?? now,
  });

test('claims of a good token reach the function as text, lists in brackets', async () => {
  const verdict = await judge(tokenOf({ ...accessToken, auth_time: 5, 'cognito:groups': ['admin', 'x'] }));
  expect(verdict).toMatchObject({ allowed: true, claims: { auth_time: '5', 'cognito:groups': '[admin x]' } });
});

test('both clients and both kinds of tokens are accepted', async () => {
  expect(await judge(tokenOf({ ...accessToken, client_id: 'webShort' }))).toMatchObject({ allowed: true });
  const idToken = { iss: issuer, aud: 'web', exp: seconds + 60, token_use: 'id' };
  expect(await judge(tokenOf(idToken))).toMatchObject({ allowed: true });
});

test.each([
  ['no token', undefined],
  ['no JWT', 'a.b.c'],
  ['a foreign signature', tokenOf(accessToken, { alg: 'RS256', kid: 'k1' }, stranger.privateKey)],
  ['an unknown key', tokenOf(accessToken, { alg: 'RS256', kid: 'k2' })],
  ['no algorithm', tokenOf(accessToken, { alg: 'none', kid: 'k1' })],
  ['a foreign issuer', tokenOf({ ...accessToken, iss: 'https://evil.example' })],
  ['a foreign client', tokenOf({ ...accessToken, client_id: 'other' })],
  ['an expired token', tokenOf({ ...accessToken, exp: seconds })],
  ['a token of the future', tokenOf({ ...accessToken, nbf: seconds + 5 })],
  ['a token that is issued later', tokenOf({ ...accessToken, iat: seconds + 5 })],
  ['a fourth part', `${tokenOf(accessToken)}.e30`],
  ['an empty fourth part', `${tokenOf(accessToken)}.`],
  ['signs that are no base64url', `${tokenOf(accessToken)}, ${tokenOf(accessToken)}`],
  ['padding', `${tokenOf(accessToken)}==`],
  ['a token without its end', tokenOf({ ...accessToken, exp: undefined })],
  ['an end in words', tokenOf({ ...accessToken, exp: String(seconds + 60) })],
  ['an audience of others beside the right client', tokenOf({ ...accessToken, aud: 'other' })],
  ['claims that are a list', tokenOf([accessToken])],
])('%s is refused with 401', async (_, token) => {
  expect(await judge(token)).toEqual({ allowed: false, status: 401 });
});

test('a token expires by the clock of this machine', async () => {
  const token = tokenOf(accessToken);
  expect(await judge(token, { now: now + 59_000 })).toMatchObject({ allowed: true });
  expect(await judge(token, { now: now + 61_000 })).toEqual({ allowed: false, status: 401 });
});

test('the word before the token is Bearer or missing', async () => {
  const verdictOf = (authorization: string) =>
    authorizeJwt({ authorization, issuer, audience: ['web'], scopes: [], jwks: async () => ({ keys: [key] }), now });
  const token = tokenOf(accessToken);
  for (const good of [token, `Bearer ${token}`, `bearer ${token}`]) {
    expect(await verdictOf(good)).toMatchObject({ allowed: true });
  }
  for (const bad of [`Basic ${token}`, `Bearer Bearer ${token}`, `Bearer ${token} x`]) {
    expect(await verdictOf(bad)).toEqual({ allowed: false, status: 401 });
  }
});

test('a token without the scope of the route is refused with 403', async () => {
  expect(await judge(tokenOf(accessToken), { scopes: ['b', 'c'] })).toMatchObject({ allowed: true });
  expect(await judge(tokenOf(accessToken), { scopes: ['c'] })).toEqual({ allowed: false, status: 403 });
  const { scope: _, ...scopeless } = accessToken;
  expect(await judge(tokenOf(scopeless), { scopes: ['c'] })).toEqual({ allowed: false, status: 403 });
  expect(await judge(tokenOf({ ...scopeless, scp: 'c d' }), { scopes: ['c'] })).toMatchObject({ allowed: true });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetUserPoolMfaConfigCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { EncryptCommand } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { aReadyAccount } from '#test/support/fake-account.ts';
import { accountChecks, checks, placeAt } from './all.ts';
import { runChecks } from './check.ts';

/** A product of which every address answers alike. */
async function aProductThatSays(status: number, text: string) {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { site, cognito: site, client: 'client', api: site };
}

test('a product that fails everywhere passes no check, and each says what it expected and saw', async () => {
  const outcomes = await runChecks(checks, await aProductThatSays(500, 'x'));
  expect(outcomes.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
  expect(outcomes.filter(({ state }) => state !== 'failed')).toEqual([]);
  for (const { sentence } of outcomes) expect(sentence).toMatch(/^.{20,}\. Seen instead: .+/);
});

test('a product that accepts everything passes no check', async () => {
  const outcomes = await runChecks(checks, await aProductThatSays(200, '{}'));
  const passed = outcomes.filter(({ state }) => state === 'passed').map(({ name }) => name);
  expect(passed).toEqual([]);
});

test('a product that nobody answers for fails with the reason of the network', async () => {
  const place = { site: 'http://127.0.0.1:9', cognito: '', client: '', api: '' };
  const [outcome] = await runChecks(checks.slice(0, 1), place);
  expect(outcome).toMatchObject({ name: 'the API answers', state: 'failed' });
});

test('on this machine checks of the cloud alone are left out with their reason', async () => {
  const { api: _, ...place } = await aProductThatSays(500, 'x');
  const left = (await runChecks(checks, place)).filter(({ state }) => state === 'left out');
  expect(left.length).toBe(checks.filter(({ notLocal }) => notLocal).length);
  for (const { sentence } of left) expect(sentence).toMatch(/^this machine/);
});

test('an account is asked for what only it can tell', async () => {
  const { clients, apis } = aReadyAccount();
  const { pool, table, keys } = clients;
  const account = { pool, table, keys, userPoolId: 'pool', tableName: 'table', secondFactorKey: 'alias/key' };
  const place = { site: '', cognito: '', client: '', api: '', account };
  const states = async () => (await runChecks(accountChecks, place)).map(({ state }) => state);
  const ttl = (AttributeName: string) =>
    apis.table
      .on(DescribeTimeToLiveCommand, { TableName: 'table' })
      .resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName } });
  apis.pool.on(GetUserPoolMfaConfigCommand, { UserPoolId: 'pool' }).resolves({ MfaConfiguration: 'OFF' });
  ttl('ttl');
  const denied = Object.assign(new Error('denied'), { name: 'AccessDeniedException' });
  apis.keys.on(EncryptCommand, { KeyId: 'alias/key', EncryptionContext: undefined }).rejects(denied);
  expect(await states()).toEqual(['passed', 'passed', 'passed']);
  apis.pool.on(GetUserPoolMfaConfigCommand).resolves({ MfaConfiguration: 'OPTIONAL' });
  ttl('other');
  apis.keys.on(EncryptCommand).resolves({});
  expect(await states()).toEqual(['failed', 'failed', 'failed']);
});

test('what a product is asked with comes from its own configuration', async () => {
  const config = { region: 'eu-west-3', userPoolId: 'pool', userPoolClientId: 'web', userPoolShortClientId: 'short' };
  const { site } = await aProductThatSays(200, JSON.stringify(config));
  const { pool, table, keys } = aReadyAccount().clients;
  const account = { pool, table, keys, tableName: 'table', secondFactorKey: 'alias/key' };
  const place = { site, cognito: 'https://cognito-idp.eu-west-3.amazonaws.com/', client: 'web' };
  expect(await placeAt(site)).toEqual(place);
  expect(await placeAt(site, { api: 'https://api', account })).toEqual({
    ...place,
    api: 'https://api',
    account: { ...account, userPoolId: 'pool' },
  });
});

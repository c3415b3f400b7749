import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { mockClass } from '#test/support/run/mock-class.ts';

const member = aProfileRecord({ id: 'sub-1', status: 'pending' });

beforeEach(() => vi.resetModules());

const event = {
  userName: 'sub-1',
  callerContext: { awsSdkVersion: 'unknown', clientId: 'web-client' },
  request: { userAttributes: { sub: 'sub-1' } },
  response: { claimsAndScopeOverrideDetails: {} },
} as unknown as PreTokenGenerationV2TriggerEvent;

/** The trigger as deployed, over a table that holds this profile and a parameter that names the password client. */
async function aTrigger(
  profile: ProfileRecord | undefined,
  passwordClient: Record<string, string> = { proof: 'proof-client' },
) {
  const ssm = await startJsonService('SSM', { parameters: passwordClient });
  onTestFinished(() => ssm.close());
  const variables = {
    TABLE: 'table',
    PASSWORD_CLIENT_PARAMETER: 'proof',
    AWS_ENDPOINT_URL_SSM: ssm.endpoint,
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  };
  for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
  const documents = mockClass(DynamoDBDocumentClient);
  documents.on(GetCommand).resolves(profile ? { Item: { record: profile } } : {});
  const { handler } = await import('./pre-token-lambda.ts');
  return { handler, documents };
}

test('a confirmed member gets tokens without any claim of ours, and without the scope for Cognito’s own API', async () => {
  const { handler, documents } = await aTrigger(member);
  expect(await handler(event)).toEqual({
    ...event,
    response: {
      claimsAndScopeOverrideDetails: {
        accessTokenGeneration: { scopesToSuppress: ['aws.cognito.signin.user.admin'] },
      },
    },
  });
  expect(documents.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'U#sub-1' },
    ConsistentRead: true,
  });
});

test('the token of a user with another name than the member’s id names the member', async () => {
  const { handler, documents } = await aTrigger(undefined);
  documents.on(GetCommand, { Key: keys.poolUser('user-2') }).resolves({ Item: { memberId: 'sub-1' } });
  documents.on(GetCommand, { Key: keys.profile('sub-1') }).resolves({ Item: { record: member } });
  const renamed = { ...event, userName: 'user-2', request: { userAttributes: { sub: 'user-2' } } };
  expect(await handler(renamed as unknown as PreTokenGenerationV2TriggerEvent)).toMatchObject({
    response: {
      claimsAndScopeOverrideDetails: { accessTokenGeneration: { claimsToAddOrOverride: { member: 'sub-1' } } },
    },
  });
});

test('a member with an unconfirmed address gets none, and neither does a user whose account was erased', async () => {
  const { emailConfirmedAt: _, ...unconfirmed } = member;
  await expect((await aTrigger(unconfirmed)).handler(event)).rejects.toThrow(/^EMAIL_NOT_CONFIRMED$/);
  await expect((await aTrigger(undefined)).handler(event)).rejects.toThrow(/^NO_ACCOUNT$/);
});

test('a blocked member gets none', async () => {
  const { handler } = await aTrigger({ ...member, status: 'blocked' });
  await expect(handler(event)).rejects.toThrow(/^PROFILE_BLOCKED$/);
});

test('when the table does not answer, every sign-in is refused', async () => {
  const { handler, documents } = await aTrigger(member);
  documents.on(GetCommand).rejects(Object.assign(new Error('late'), { name: 'TimeoutError' }));
  await expect(handler(event)).rejects.toThrow(/^UNAVAILABLE$/);
});

test('the password client is told that the password was right, and gets no token of any member', async () => {
  const proof = { ...event, callerContext: { ...event.callerContext, clientId: 'proof-client' } };
  for (const profile of [member, { ...member, status: 'blocked' } as const, undefined]) {
    vi.resetModules();
    const { handler, documents } = await aTrigger(profile);
    await expect(handler(proof)).rejects.toThrow(/^PASSWORD_PROVEN$/);
    expect(documents.commandCalls(GetCommand)).toEqual([]);
  }
});

test('while the password client is not known every sign-in is refused, afterwards every allowed member gets in', async () => {
  const parameters: Record<string, string> = {};
  const { handler } = await aTrigger(member, parameters);
  await expect(handler(event)).rejects.toThrow(/^UNAVAILABLE$/);
  parameters['proof'] = 'proof-client';
  expect(await handler(event)).toMatchObject({ userName: 'sub-1' });
});

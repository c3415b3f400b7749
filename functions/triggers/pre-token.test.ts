import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';
import type { ProfileRecord } from '#shared/accounts/record.ts';

const member: ProfileRecord = {
  id: 'sub-1',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Benali',
  phone: '+213550000000',
  status: 'pending',
  emailConfirmedAt: '2026-03-01T12:00:00.000Z',
  documentsVersion: 0,
  createdAt: '2026-03-01T11:00:00.000Z',
  acceptedTermsAt: '2026-03-01T11:00:00.000Z',
  resetEpoch: 0,
  phonePublic: false,
  emailNotifications: true,
  isAdmin: false,
  version: 1,
};

const event = {
  userName: 'sub-1',
  request: { userAttributes: { sub: 'sub-1' } },
  response: { claimsAndScopeOverrideDetails: {} },
} as unknown as PreTokenGenerationV2TriggerEvent;

/** The trigger as deployed, over a table that holds this profile. */
async function aTrigger(profile: ProfileRecord | undefined) {
  vi.stubEnv('TABLE', 'table');
  vi.stubEnv('AWS_REGION', 'eu-west-3');
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  const documents = mockClient(DynamoDBDocumentClient);
  documents.on(GetCommand).resolves(profile ? { Item: { record: profile } } : {});
  const { handler } = await import('./pre-token-lambda.ts');
  return { handler, documents };
}

test('a confirmed member gets his tokens, without any claim of ours', async () => {
  const { handler, documents } = await aTrigger(member);
  expect(await handler(event)).toEqual(event);
  expect(documents.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({
    Key: { pk: 'U#sub-1' },
    ConsistentRead: true,
  });
});

test('who has not confirmed his address gets none, nor who has no profile yet', async () => {
  const { emailConfirmedAt: _, ...unconfirmed } = member;
  await expect((await aTrigger(unconfirmed)).handler(event)).rejects.toThrow(/^EMAIL_NOT_CONFIRMED$/);
  await expect((await aTrigger(undefined)).handler(event)).rejects.toThrow(/^EMAIL_NOT_CONFIRMED$/);
});

test('a blocked member gets none', async () => {
  const { handler } = await aTrigger({ ...member, status: 'blocked' });
  await expect(handler(event)).rejects.toThrow(/^PROFILE_BLOCKED$/);
});

test('a table that does not answer lets nobody in', async () => {
  const { handler, documents } = await aTrigger(member);
  documents.on(GetCommand).rejects(Object.assign(new Error('late'), { name: 'TimeoutError' }));
  await expect(handler(event)).rejects.toThrow(/^UNAVAILABLE$/);
});

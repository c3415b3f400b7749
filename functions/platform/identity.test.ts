import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  InvalidPasswordException,
  TooManyRequestsException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { openIdentity } from './identity.ts';

const metadata = { message: 'no', $metadata: {} };
const sub = [{ Name: 'sub', Value: 'sub-1' }];

function aPool() {
  const client = new CognitoIdentityProviderClient({ region: 'eu-west-3' });
  return { pool: mockClient(client), identity: openIdentity('pool-1', client) };
}

test('a new user is made without any mail of Cognito', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminCreateUserCommand).resolves({ User: { Username: 'sub-1', Attributes: sub } });
  expect(await identity.createUser('amina@example.org')).toEqual({ id: 'sub-1', existed: false });
  expect(pool.commandCalls(AdminCreateUserCommand)[0]?.args[0].input).toMatchObject({
    UserPoolId: 'pool-1',
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: 'amina@example.org' },
      { Name: 'email_verified', Value: 'false' },
    ],
  });
});

test('a user whose creation was answered too late is found again', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminCreateUserCommand).rejects(new UsernameExistsException(metadata));
  pool.on(AdminGetUserCommand).resolves({ Username: 'sub-1', UserAttributes: sub });
  expect(await identity.createUser('amina@example.org')).toEqual({ id: 'sub-1', existed: true });
});

test('a password that Cognito refuses is a mistake of the form', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminSetUserPasswordCommand).rejects(new InvalidPasswordException(metadata));
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toMatchObject({
    code: 'INVALID',
    details: { fields: { password: "Ce mot de passe n'est pas accepté" } },
  });
});

test.each([
  ['throttled', new TooManyRequestsException(metadata)],
  ['timed out', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ['cut off', Object.assign(new Error('cut'), { code: 'ECONNRESET' })],
  ['broken', Object.assign(new Error('broken'), { $metadata: { httpStatusCode: 500 } })],
])('a pool that is %s can be asked again', async (_, error) => {
  const { pool, identity } = aPool();
  pool.on(AdminSetUserPasswordCommand).rejects(error);
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('any other error of the pool is a fault', async () => {
  const { pool, identity } = aPool();
  const error = new UserNotFoundException(metadata);
  pool.on(AdminSetUserPasswordCommand).rejects(error);
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toBe(error);
});

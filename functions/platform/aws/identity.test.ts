import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  CognitoIdentityProviderClient,
  InvalidPasswordException,
  NotAuthorizedException,
  TooManyRequestsException,
  UnexpectedLambdaException,
  UserLambdaValidationException,
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
  return {
    pool: mockClient(client),
    identity: openIdentity({ UserPoolId: 'pool-1', passwordClientId: 'proof-1' }, client),
  };
}

test('a user who is erased after it was found and before it is read does not block the creation', async () => {
  const { pool, identity } = aPool();
  pool
    .on(AdminCreateUserCommand)
    .rejectsOnce(new UsernameExistsException(metadata))
    .resolves({ User: { Username: 'sub-1', Attributes: sub } });
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException(metadata));
  expect(await identity.createUser('amina@example.org')).toEqual({ id: 'sub-1', existed: false });
});

test('a user gets another address, verified, so that Cognito sends no mail about it', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminUpdateUserAttributesCommand).resolves({});
  expect(await identity.changeEmail('sub-1', 'amina.b@example.org')).toBeUndefined();
  expect(pool.commandCalls(AdminUpdateUserAttributesCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'pool-1',
    Username: 'sub-1',
    UserAttributes: [
      { Name: 'email', Value: 'amina.b@example.org' },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
});

test('an address that another user has is not taken, and who has it is told', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminUpdateUserAttributesCommand).rejects(new AliasExistsException(metadata));
  pool.on(AdminGetUserCommand).resolvesOnce({ Username: 'sub-2', UserAttributes: [{ Name: 'sub', Value: 'sub-2' }] });
  expect(await identity.changeEmail('sub-1', 'amina.b@example.org')).toBe('sub-2');
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException(metadata));
  await expect(identity.changeEmail('sub-1', 'amina.b@example.org'), 'erased since').rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

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

test('a user whose creation lost its answer is found again', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminCreateUserCommand).rejects(new UsernameExistsException(metadata));
  pool.on(AdminGetUserCommand).resolves({ Username: 'sub-1', UserAttributes: sub });
  expect(await identity.createUser('amina@example.org')).toEqual({ id: 'sub-1', existed: true });
});

test('a password that Cognito refuses is an error of the form', async () => {
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
])('a call to a pool that is %s can be repeated', async (_, error) => {
  const { pool, identity } = aPool();
  pool.on(AdminSetUserPasswordCommand).rejects(error);
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a missing user counts as a changed state', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminSetUserPasswordCommand).rejects(new UserNotFoundException(metadata));
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toMatchObject({ code: 'STATE_CHANGED' });
});

test('ending sessions and leaving a group do nothing for a deleted account', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminUserGlobalSignOutCommand).rejects(new UserNotFoundException(metadata));
  pool.on(AdminRemoveUserFromGroupCommand).rejects(new UserNotFoundException(metadata));
  await expect(identity.removeFromGroup('sub-1', 'admin')).resolves.toBeUndefined();
  await expect(identity.signOut('sub-1')).resolves.toBeUndefined();
});

test('any other error of the pool is a fault', async () => {
  const { pool, identity } = aPool();
  const error = new Error('unforeseen');
  pool.on(AdminSetUserPasswordCommand).rejects(error);
  await expect(identity.setPassword('sub-1', 'abcdef')).rejects.toBe(error);
});

const saying = (message: string) => ({ message, $metadata: {} });
const refusedByTrigger = (code: string) =>
  new UserLambdaValidationException(saying(`PreTokenGeneration failed with error ${code}.`));

test('a password is proven by the refusal of tokens, never by tokens', async () => {
  const { pool, identity } = aPool();
  pool.on(AdminInitiateAuthCommand).rejects(refusedByTrigger('PASSWORD_PROVEN'));
  expect(await identity.provePassword('amina@example.org', 'vq7mzd')).toBe(true);
  expect(pool.commandCalls(AdminInitiateAuthCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'pool-1',
    ClientId: 'proof-1',
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'amina@example.org', PASSWORD: 'vq7mzd' },
  });
  pool.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: { AccessToken: 'token' } });
  await expect(identity.provePassword('amina@example.org', 'vq7mzd')).rejects.toThrow('did not refuse');
});

test.each([
  ['a wrong password', new NotAuthorizedException(saying('Incorrect username or password.'))],
  ['an address without an account', new UserNotFoundException(metadata)],
  ['an account that was disabled', new NotAuthorizedException(saying('User is disabled.'))],
])('%s does not prove the password', async (_, error) => {
  const { pool, identity } = aPool();
  pool.on(AdminInitiateAuthCommand).rejects(error);
  expect(await identity.provePassword('amina@example.org', 'vq7mzd')).toBe(false);
});

test.each([
  ['TOO_MANY', new NotAuthorizedException(saying('Password attempts exceeded'))],
  ['UNAVAILABLE', new TooManyRequestsException(metadata)],
  ['UNAVAILABLE', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ['UNAVAILABLE', new UnexpectedLambdaException(saying('Socket timeout while invoking Lambda function.'))],
  ['UNAVAILABLE', refusedByTrigger('UNAVAILABLE')],
])('a proof that cannot be checked now is %s', async (code, error) => {
  const { pool, identity } = aPool();
  pool.on(AdminInitiateAuthCommand).rejects(error);
  await expect(identity.provePassword('amina@example.org', 'vq7mzd')).rejects.toMatchObject({ code });
});

test('a trigger that gives tokens to the password client is a fault', async () => {
  const { pool, identity } = aPool();
  const error = refusedByTrigger('PROFILE_BLOCKED');
  pool.on(AdminInitiateAuthCommand).rejects(error);
  await expect(identity.provePassword('amina@example.org', 'vq7mzd')).rejects.toBe(error);
});

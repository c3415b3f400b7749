import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { expect, test, vi } from 'vitest';
import type { ServiceError } from '#infra/local/emulators/json-protocol.ts';
import { adminOperations } from './admin.ts';
import { callRates, memberOperations, ratedOperations, startCognito } from './cognito.ts';
import { openDirectory } from './directory.ts';
import { signInOperations } from './sign-in.ts';
import { openTokenIssuer } from './tokens.ts';

/** How many calls of an operation are taken at one moment. */
const taken = (count: ReturnType<typeof callRates>, operation: string, now: number) => {
  for (let calls = 0; ; calls++) {
    try {
      count(operation, now);
    } catch (error) {
      expect(error).toMatchObject({ code: 'TooManyRequestsException' } satisfies Partial<ServiceError>);
      return calls;
    }
  }
};

test('a second takes 50 new users, 120 sign-ins and 30 new passwords, and the next one as many', () => {
  const count = callRates();
  for (const now of [0, 1000])
    expect(['AdminCreateUser', 'InitiateAuth', 'AdminSetUserPassword'].map((name) => taken(count, name, now))).toEqual([
      50, 120, 30,
    ]);
});

test('operations of one category share its rate, those of others do not', () => {
  const count = callRates();
  expect(taken(count, 'AdminDisableUser', 0)).toBe(25);
  expect(taken(count, 'AdminDeleteUser', 0)).toBe(0);
  expect(taken(count, 'AdminGetUser', 0)).toBe(120);
});

test('each operation that is emulated has a rate', () => {
  const directory = openDirectory(undefined, Date.now);
  const issuer = openTokenIssuer(directory, 'eu-west-3', async () => undefined);
  const emulated = Object.keys({
    ...adminOperations(directory),
    ...signInOperations(directory, issuer),
    ...memberOperations(directory, issuer),
  });
  expect(ratedOperations.toSorted()).toEqual(emulated.toSorted());
});

/*
 * Our expectations of Cognito, tested with Amplify and the SDK. With CONFORMANCE_COGNITO_ENDPOINT (and
 * CONFORMANCE_POOL_ID, CONFORMANCE_CLIENT_ID, CONFORMANCE_PASSWORD_CLIENT_ID of a deployed pool) the same tests run
 * against the real service. Tests that need a clock, a trigger or the emulator's state are then skipped.
 */
const realEndpoint = process.env.CONFORMANCE_COGNITO_ENDPOINT;
const testedRegion = process.env.AWS_REGION ?? 'eu-west-3';
const poolId = process.env.CONFORMANCE_POOL_ID ?? `${testedRegion}_LOCAL0001`;
const clientId = process.env.CONFORMANCE_CLIENT_ID ?? 'webclient0001';
const passwordClient = process.env.CONFORMANCE_PASSWORD_CLIENT_ID ?? 'proofclient001';
// Amplify warns of every endpoint that is not AWS's own.
ConsoleLogger.LOG_LEVEL = 'ERROR';
// Its calculation takes 200 ms for each sign-in.
vi.setConfig({ testTimeout: 30_000 });

const goodPassword = 'Passw0rd de Sel';

/** The properties that the template gives: only what we set, without defaults. */
const poolProperties = {
  UsernameAttributes: ['email'],
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
  Policies: { PasswordPolicy: { MinimumLength: 6 } },
  LambdaConfig: { PreTokenGenerationConfig: { LambdaArn: 'pre-token', LambdaVersion: 'V2_0' } },
};
const clientProperties = {
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  AccessTokenValidity: 15,
  IdTokenValidity: 15,
  RefreshTokenValidity: 43_200,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
  WriteAttributes: ['locale'],
};

type Trigger = (functionRef: string, event: unknown) => Promise<unknown>;

const passing: Trigger = async (_, event) => event;

async function accounts(
  options: { trigger?: Trigger; file?: string; now?: () => number; limited?: () => boolean } = {},
) {
  const { trigger: invokeTrigger = passing, ...more } = options;
  const emulator = realEndpoint ? undefined : await startCognito({ region: testedRegion, invokeTrigger, ...more });
  emulator?.ensurePool({ id: poolId, properties: poolProperties });
  emulator?.ensureClient({ id: clientId, poolId, properties: clientProperties });
  emulator?.ensureClient({
    id: passwordClient,
    poolId,
    properties: { ...clientProperties, ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'] },
  });
  emulator?.ensureGroup({ poolId, name: 'admin' });
  const endpoint = realEndpoint ?? emulator?.endpoint ?? '';
  const memory = new Map<string, string>();
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void memory.set(key, value),
    getItem: async (key) => memory.get(key) ?? null,
    removeItem: async (key) => void memory.delete(key),
    clear: async () => memory.clear(),
  });
  const client = new CognitoIdentityProviderClient({
    endpoint,
    region: testedRegion,
    maxAttempts: 1,
    ...(emulator && { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });
  const email = `anna-${randomUUID()}@example.com`;
  return {
    emulator,
    client,
    email,
    who: { UserPoolId: poolId, Username: email },
    forgetTokens: () => memory.clear(),
    refreshToken: () => [...memory].find(([key]) => key.endsWith('.refreshToken'))?.[1] ?? '',
    async [Symbol.asyncDispose]() {
      if (realEndpoint)
        await client.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: email })).catch(() => {});
      await emulator?.close();
    },
  };
}

type Accounts = Awaited<ReturnType<typeof accounts>>;

/** Creates the member as our sign-up does; returns the sub. */
async function register({ client, who }: Accounts): Promise<string> {
  const created = await client.send(new AdminCreateUserCommand({ ...who, MessageAction: 'SUPPRESS' }));
  await client.send(new AdminSetUserPasswordCommand({ ...who, Password: goodPassword, Permanent: true }));
  return created.User?.Username ?? '';
}

/** Signs in through Amplify, with SRP, and returns the tokens. */
async function enter(who: Accounts, password = goodPassword) {
  who.forgetTokens();
  await signIn({ username: who.email, password });
  const { tokens } = await fetchAuthSession();
  if (!tokens) throw new Error('no tokens');
  return { access: tokens.accessToken, id: tokens.idToken, refresh: who.refreshToken() };
}

const renew = ({ client }: Accounts, RefreshToken: string) =>
  client.send(new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken }));

const refusal = (name: string, message?: string) => ({ name, ...(message && { message }) });

test('a member signs in by e-mail, in any case, and gets tokens like those of Cognito', async () => {
  await using pool = await accounts();
  const sub = await register(pool);
  pool.forgetTokens();
  await signIn({ username: pool.email.toUpperCase(), password: goodPassword });
  const { tokens } = await fetchAuthSession();
  const access = tokens?.accessToken.payload;
  expect(access).toMatchObject({
    iss: `https://cognito-idp.${testedRegion}.amazonaws.com/${poolId}`,
    sub,
    username: sub,
    client_id: clientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
  });
  expect((access?.exp ?? 0) - (access?.iat ?? 0)).toBe(900);
  expect(access?.auth_time).toBe(access?.iat);
  expect(tokens?.idToken?.payload).toMatchObject({
    email: pool.email,
    aud: clientId,
    token_use: 'id',
    'cognito:username': sub,
  });
});

test('tokens pass the verifier that AWS publishes, and forged tokens do not', async () => {
  await using pool = await accounts();
  await register(pool);
  const { access } = await enter(pool);
  const verifier = CognitoJwtVerifier.create({ userPoolId: poolId, clientId, tokenUse: 'access' });
  const jwks = await fetch(`${realEndpoint ?? pool.emulator?.endpoint}/${poolId}/.well-known/jwks.json`);
  verifier.cacheJwks(await jwks.json());
  expect((await verifier.verify(access.toString())).sub).toBe(access.payload.sub);
  const [head, , signature] = access.toString().split('.');
  const body = Buffer.from(JSON.stringify({ ...access.payload, sub: 'other' })).toString('base64url');
  const AccessToken = `${head}.${body}.${signature}`;
  await expect(verifier.verify(AccessToken)).rejects.toThrow('Invalid signature');
  for (const forged of [AccessToken, ...['.e30', '.', '=='].map((end) => access.toString() + end)]) {
    await expect(pool.client.send(new GetUserCommand({ AccessToken: forged }))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
  }
});

test('an address is taken once, in any case, and must be an address', async () => {
  await using pool = await accounts();
  await register(pool);
  const create = (Username: string) =>
    pool.client.send(new AdminCreateUserCommand({ UserPoolId: poolId, Username, MessageAction: 'SUPPRESS' }));
  await expect(create(pool.email.toUpperCase())).rejects.toMatchObject(refusal('UsernameExistsException'));
  await expect(create('anna')).rejects.toMatchObject(refusal('InvalidParameterException'));
  await expect(create(`${'a'.repeat(117)}@example.org`)).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test('a wrong password and an unknown address are refused alike', async () => {
  await using pool = await accounts();
  await register(pool);
  const refused = refusal('NotAuthorizedException', 'Incorrect username or password.');
  await expect(enter(pool, 'wrong password')).rejects.toMatchObject(refused);
  await expect(signIn({ username: `no-${pool.email}`, password: goodPassword })).rejects.toMatchObject(refused);
});

test('a password that is too short, or has a space at an end, is refused', async () => {
  await using pool = await accounts();
  await register(pool);
  const set = (Password: string) =>
    pool.client.send(new AdminSetUserPasswordCommand({ ...pool.who, Password, Permanent: true }));
  await expect(set('abc')).rejects.toMatchObject(refusal('InvalidPasswordException'));
  await expect(set('abcdefgh ')).rejects.toMatchObject(refusal('InvalidParameterException'));
  await expect(set(' abcdefgh')).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test.runIf(!realEndpoint)(
  'after five wrong passwords the right one must wait, longer after each further one',
  async () => {
    let now = Date.now();
    await using pool = await accounts({ now: () => now });
    await register(pool);
    const locked = refusal('NotAuthorizedException', 'Password attempts exceeded');
    const wrong = refusal('NotAuthorizedException', 'Incorrect username or password.');
    for (let i = 0; i < 5; i += 1) await expect(enter(pool, 'wrong')).rejects.toMatchObject(wrong);
    await expect(enter(pool)).rejects.toMatchObject(locked);
    now += 1000;
    await expect(enter(pool, 'wrong')).rejects.toMatchObject(wrong);
    now += 1000;
    await expect(enter(pool)).rejects.toMatchObject(locked);
    now += 1000;
    await enter(pool);
    await expect(enter(pool, 'wrong')).rejects.toMatchObject(wrong);
    await enter(pool);
  },
);

test('a session is renewed by rotation, and the flow that rotation forbids is refused', async () => {
  await using pool = await accounts();
  await register(pool);
  const { access, refresh } = await enter(pool);
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(pool.refreshToken()).not.toBe(refresh);
  expect(tokens?.accessToken.payload).toMatchObject({
    auth_time: access.payload.auth_time,
    origin_jti: access.payload.origin_jti,
  });
  const forbidden = new InitiateAuthCommand({
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: clientId,
    AuthParameters: { REFRESH_TOKEN: pool.refreshToken() },
  });
  await expect(pool.client.send(forbidden)).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test('only SRP is enabled', async () => {
  await using pool = await accounts();
  await register(pool);
  const command = new InitiateAuthCommand({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: pool.email, PASSWORD: goodPassword },
  });
  await expect(pool.client.send(command)).rejects.toMatchObject(refusal('InvalidParameterException'));
});

test.runIf(!realEndpoint)(
  'a replaced refresh token works for ten seconds more, and a session never outlives its first end',
  async () => {
    let now = Date.now();
    await using pool = await accounts({ now: () => now });
    await register(pool);
    const { refresh } = await enter(pool);
    await renew(pool, refresh);
    now += 10_000;
    const last = (await renew(pool, refresh)).AuthenticationResult?.RefreshToken ?? '';
    now += 1;
    await expect(renew(pool, refresh)).rejects.toMatchObject(refusal('NotAuthorizedException'));
    now += 29 * 86_400_000;
    const late = (await renew(pool, last)).AuthenticationResult?.RefreshToken ?? '';
    now += 86_400_000;
    await expect(renew(pool, late)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'Refresh Token has expired'),
    );
  },
);

test('signing out revokes the session', async () => {
  await using pool = await accounts();
  await register(pool);
  const { refresh } = await enter(pool);
  await signOut();
  await expect(renew(pool, refresh)).rejects.toMatchObject(refusal('NotAuthorizedException'));
});

test('signing out everywhere revokes every session, by the member or by us', async () => {
  await using pool = await accounts();
  await register(pool);
  const first = await enter(pool);
  const second = await enter(pool);
  await pool.client.send(new GlobalSignOutCommand({ AccessToken: second.access.toString() }));
  const revoked = refusal('NotAuthorizedException');
  await expect(renew(pool, first.refresh)).rejects.toMatchObject(revoked);
  await expect(renew(pool, second.refresh)).rejects.toMatchObject(revoked);
  const AccessToken = first.access.toString();
  await expect(pool.client.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject(revoked);

  const third = await enter(pool);
  await pool.client.send(new AdminUserGlobalSignOutCommand(pool.who));
  await expect(renew(pool, third.refresh)).rejects.toMatchObject(revoked);
});

test('one token is revoked without the others', async () => {
  await using pool = await accounts();
  await register(pool);
  const first = await enter(pool);
  const second = await enter(pool);
  await pool.client.send(new RevokeTokenCommand({ ClientId: clientId, Token: first.refresh }));
  await expect(renew(pool, first.refresh)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  expect((await renew(pool, second.refresh)).AuthenticationResult?.AccessToken).toBeTruthy();
});

test('a disabled member cannot sign in or renew a session, until enabled again', async () => {
  await using pool = await accounts();
  await register(pool);
  const { refresh } = await enter(pool);
  await pool.client.send(new AdminDisableUserCommand(pool.who));
  await expect(enter(pool)).rejects.toMatchObject(refusal('NotAuthorizedException', 'User is disabled.'));
  await expect(renew(pool, refresh)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  expect(await pool.client.send(new AdminGetUserCommand(pool.who))).toMatchObject({
    Enabled: false,
    UserStatus: 'CONFIRMED',
  });
  await pool.client.send(new AdminEnableUserCommand(pool.who));
  await enter(pool);
});

test('a member changes the password with the old one only', async () => {
  await using pool = await accounts();
  await register(pool);
  const AccessToken = (await enter(pool)).access.toString();
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    pool.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
  await expect(change('wrong', 'Nouveau mot 1')).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await expect(change(goodPassword, 'abc')).rejects.toMatchObject(refusal('InvalidPasswordException'));
  await change(goodPassword, 'Nouveau mot 1');
  await expect(enter(pool)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await enter(pool, 'Nouveau mot 1');
});

test('a member writes the listed attributes only', async () => {
  await using pool = await accounts();
  await register(pool);
  const AccessToken = (await enter(pool)).access.toString();
  const write = (Name: string, Value: string) =>
    pool.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }));
  await expect(write('email', 'b@example.com')).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await expect(write('email_verified', 'true')).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await write('locale', 'fr');
  const { UserAttributes } = await pool.client.send(new GetUserCommand({ AccessToken }));
  expect(UserAttributes).toContainEqual({ Name: 'locale', Value: 'fr' });
});

/** Operations of Cognito that need only an access token. */
const withToken = (AccessToken: string) => [
  new GetUserCommand({ AccessToken }),
  new ChangePasswordCommand({ AccessToken, PreviousPassword: goodPassword, ProposedPassword: 'Nouveau mot 1' }),
  new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'locale', Value: 'fr' }] }),
  new GlobalSignOutCommand({ AccessToken }),
  new DeleteUserCommand({ AccessToken }),
  new AssociateSoftwareTokenCommand({ AccessToken }),
  new VerifySoftwareTokenCommand({ AccessToken, UserCode: '123456' }),
  new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
];

test.runIf(!realEndpoint)('a token without the scope is refused by Cognito, and its session continues', async () => {
  await using pool = await accounts({
    trigger: async (_, event) => ({
      ...(event as object),
      response: {
        claimsAndScopeOverrideDetails: {
          accessTokenGeneration: { scopesToSuppress: ['aws.cognito.signin.user.admin'] },
        },
      },
    }),
  });
  await register(pool);
  const { access, refresh } = await enter(pool);
  expect(access.payload).not.toHaveProperty('scope');
  const refused = refusal('NotAuthorizedException', 'Access Token does not have required scopes');
  for (const command of withToken(access.toString())) {
    await expect(pool.client.send(command as GetUserCommand), command.constructor.name).rejects.toMatchObject(refused);
  }
  expect((await renew(pool, refresh)).AuthenticationResult?.AccessToken).toBeTruthy();
  await enter(pool);
});

test('the holder of a token with the scope can delete its account, but cannot add a factor where the pool has none', async () => {
  await using pool = await accounts();
  await register(pool);
  const AccessToken = (await enter(pool)).access.toString();
  const [, , , , leave, associate, verify, prefer] = withToken(AccessToken);
  for (const command of [associate, verify, prefer]) {
    await expect(pool.client.send(command as GetUserCommand)).rejects.toThrow(/MFA/);
  }
  await pool.client.send(leave as DeleteUserCommand);
  await expect(pool.client.send(new AdminGetUserCommand(pool.who))).rejects.toMatchObject(
    refusal('UserNotFoundException'),
  );
});

test('no one can sign up or recover a password without our own pages', async () => {
  await using pool = await accounts();
  await register(pool);
  const signUp = new SignUpCommand({ ClientId: clientId, Username: `x-${pool.email}`, Password: goodPassword });
  await expect(pool.client.send(signUp)).rejects.toMatchObject(
    refusal('NotAuthorizedException', 'SignUp is not permitted for this user pool'),
  );
  const forgot = new ForgotPasswordCommand({ ClientId: clientId, Username: pool.email });
  await expect(pool.client.send(forgot)).rejects.toMatchObject(refusal('NotAuthorizedException'));
});

test('groups reach the tokens of the next sign-in, and are removed from them', async () => {
  await using pool = await accounts();
  await register(pool);
  await pool.client.send(new AdminAddUserToGroupCommand({ ...pool.who, GroupName: 'admin' }));
  const groups = await pool.client.send(new AdminListGroupsForUserCommand(pool.who));
  expect(groups.Groups?.map(({ GroupName }) => GroupName)).toEqual(['admin']);
  expect((await enter(pool)).access.payload['cognito:groups']).toEqual(['admin']);
  await pool.client.send(new AdminRemoveUserFromGroupCommand({ ...pool.who, GroupName: 'admin' }));
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(tokens?.accessToken.payload['cognito:groups']).toBeUndefined();
  // Leaving again changes nothing.
  await pool.client.send(new AdminRemoveUserFromGroupCommand({ ...pool.who, GroupName: 'admin' }));
  for (const Change of [AdminAddUserToGroupCommand, AdminRemoveUserFromGroupCommand]) {
    const unknown = new Change({ ...pool.who, GroupName: 'none' });
    await expect(pool.client.send(unknown)).rejects.toMatchObject(refusal('ResourceNotFoundException'));
    const nobody = new Change({ ...pool.who, Username: `no-${pool.email}`, GroupName: 'admin' });
    await expect(pool.client.send(nobody)).rejects.toMatchObject(refusal('UserNotFoundException'));
  }
});

test('a member is found by sub as by address, changed, and deleted', async () => {
  await using pool = await accounts();
  const sub = await register(pool);
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
  await pool.client.send(new AdminUpdateUserAttributesCommand({ UserPoolId: poolId, Username: sub, UserAttributes }));
  const user = await pool.client.send(new AdminGetUserCommand(pool.who));
  expect(user).toMatchObject({ Username: sub, Enabled: true, UserStatus: 'CONFIRMED' });
  expect(user.UserCreateDate).toBeInstanceOf(Date);
  expect(user.UserAttributes).toEqual(
    expect.arrayContaining([{ Name: 'sub', Value: sub }, { Name: 'email', Value: pool.email }, ...UserAttributes]),
  );
  await pool.client.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: sub }));
  await expect(pool.client.send(new AdminGetUserCommand(pool.who))).rejects.toMatchObject(
    refusal('UserNotFoundException'),
  );
});

test.runIf(!realEndpoint)('the trigger is called at sign-in and refresh and writes into both tokens', async () => {
  const events: unknown[] = [];
  await using pool = await accounts({
    trigger: async (functionRef, event) => {
      events.push({ functionRef, ...(event as object) });
      const claims = (where: string) => ({ claimsToAddOrOverride: { where, sub: 'other' }, claimsToSuppress: ['iss'] });
      const details = { accessTokenGeneration: claims('access'), idTokenGeneration: claims('id') };
      return { ...(event as object), response: { claimsAndScopeOverrideDetails: details } };
    },
  });
  const sub = await register(pool);
  const { access, id } = await enter(pool);
  await renew(pool, pool.refreshToken());
  expect(events).toMatchObject([
    {
      functionRef: 'pre-token',
      version: '2',
      triggerSource: 'TokenGeneration_Authentication',
      userPoolId: poolId,
      userName: sub,
    },
    { triggerSource: 'TokenGeneration_RefreshTokens', request: { userAttributes: { sub, email: pool.email } } },
  ]);
  expect(access.payload).toMatchObject({ where: 'access', sub, iss: expect.any(String) });
  expect(id?.payload).toMatchObject({ where: 'id', sub });
});

test.runIf(!realEndpoint)(
  'a refusal of the trigger reaches the page with its text, and no token is issued',
  async () => {
    let refuse = true;
    await using pool = await accounts({
      trigger: async (_, event) => {
        if (refuse) throw new Error('EMAIL_NOT_CONFIRMED');
        return event;
      },
    });
    await register(pool);
    const refused = refusal(
      'UserLambdaValidationException',
      'PreTokenGeneration failed with error EMAIL_NOT_CONFIRMED.',
    );
    await expect(enter(pool)).rejects.toMatchObject(refused);
    refuse = false;
    const { refresh } = await enter(pool);
    refuse = true;
    await expect(renew(pool, refresh)).rejects.toMatchObject(refused);
  },
);

test.runIf(!realEndpoint)('a trigger that does not answer is asked three times, five seconds each', async () => {
  let asked = 0;
  let silent = 2;
  await using pool = await accounts({
    trigger: async (_, event) => {
      asked += 1;
      return asked <= silent ? new Promise(() => {}) : event;
    },
  });
  await register(pool);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const passUnanswered = async (times: number) => {
      for (let tried = 1; tried <= times; tried++) {
        await expect.poll(() => asked, { timeout: 20_000 }).toBe(tried);
        vi.advanceTimersByTime(5000);
      }
    };
    const entered = enter(pool);
    await passUnanswered(2);
    expect((await entered).access.toString()).toBeTruthy();
    expect(asked).toBe(3);

    [asked, silent] = [0, 3];
    const refused = enter(pool).catch((error: unknown) => error);
    await passUnanswered(3);
    expect(await refused).toMatchObject(
      refusal(
        'UnexpectedLambdaException',
        'PreTokenGeneration invocation failed due to error Socket timeout while invoking Lambda function.',
      ),
    );
    expect(asked).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

/** Proves a password as our functions do. */
const prove = ({ client, email }: Accounts, password: string, ClientId = passwordClient) =>
  client.send(
    new AdminInitiateAuthCommand({
      UserPoolId: poolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );

test('a wrong password and an unknown address prove nothing, and are refused alike', async () => {
  await using pool = await accounts();
  await register(pool);
  const refused = refusal('NotAuthorizedException', 'Incorrect username or password.');
  await expect(prove(pool, 'wrong password')).rejects.toMatchObject(refused);
  await expect(prove({ ...pool, email: `no-${pool.email}` }, goodPassword)).rejects.toMatchObject(refused);
});

test('a password is proven only with our credentials and the password client', async () => {
  await using pool = await accounts();
  await register(pool);
  await expect(prove(pool, goodPassword, clientId)).rejects.toMatchObject(refusal('InvalidParameterException'));
  for (const AuthFlow of ['ADMIN_USER_PASSWORD_AUTH', 'USER_PASSWORD_AUTH', 'USER_SRP_AUTH'] as const) {
    const outside = new InitiateAuthCommand({
      AuthFlow,
      ClientId: passwordClient,
      AuthParameters: { USERNAME: pool.email, PASSWORD: goodPassword, SRP_A: 'a1' },
    });
    await expect(pool.client.send(outside)).rejects.toMatchObject(refusal('InvalidParameterException'));
  }
});

test.runIf(!realEndpoint)(
  'the trigger hears which client asks, and its refusal of a right password begins no session',
  async () => {
    const events: unknown[] = [];
    const file = join(mkdtempSync(join(tmpdir(), 'cognito-')), 'cognito.json');
    await using pool = await accounts({
      file,
      trigger: async (_, event) => {
        events.push(event);
        throw new Error('PASSWORD_PROVEN');
      },
    });
    await register(pool);
    const proven = refusal('UserLambdaValidationException', 'PreTokenGeneration failed with error PASSWORD_PROVEN.');
    await expect(prove(pool, goodPassword)).rejects.toMatchObject(proven);
    expect(events).toMatchObject([
      { triggerSource: 'TokenGeneration_Authentication', callerContext: { clientId: passwordClient } },
    ]);
    expect(readFileSync(file, 'utf8')).toContain('"sessions":[]');
  },
);

test.runIf(!realEndpoint)('proofs and sign-ins count their wrong passwords together', async () => {
  await using pool = await accounts({ now: () => 1_800_000_000_000 });
  await register(pool);
  for (let i = 0; i < 5; i += 1)
    await expect(prove(pool, 'wrong')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  const locked = refusal('NotAuthorizedException', 'Password attempts exceeded');
  await expect(prove(pool, goodPassword)).rejects.toMatchObject(locked);
  await expect(enter(pool)).rejects.toMatchObject(locked);
});

test.runIf(!realEndpoint)(
  'members, sessions and the signing key survive a restart, and no password is stored',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'cognito-'));
    const file = join(dir, 'cognito.json');
    let email = '';
    let tokens: Awaited<ReturnType<typeof enter>> | undefined;
    {
      await using pool = await accounts({ file });
      await register(pool);
      email = pool.email;
      tokens = await enter(pool);
    }
    expect(readFileSync(file, 'utf8')).not.toContain(goodPassword);
    await using pool = await accounts({ file });
    await pool.client.send(new GetUserCommand({ AccessToken: tokens.access.toString() }));
    expect(pool.emulator?.verifyAccessToken(tokens.access.toString())?.sub).toBe(tokens.access.payload.sub);
    expect((await renew(pool, tokens.refresh)).AuthenticationResult).toBeDefined();
    await enter({ ...pool, email });
    rmSync(dir, { recursive: true });
  },
);

test.runIf(!realEndpoint)('calls beyond the rate of an account are refused while limits are on', async () => {
  let limited = false;
  await using pool = await accounts({ limited: () => limited });
  await register(pool);
  const enableOften = () =>
    Promise.all(
      Array.from({ length: 150 }, () =>
        pool.client.send(new AdminEnableUserCommand(pool.who)).then(
          () => 'done',
          (error: Error) => error.name,
        ),
      ),
    );
  expect(new Set(await enableOften())).toEqual(new Set(['done']));
  limited = true;
  expect(new Set(await enableOften())).toEqual(new Set(['done', 'TooManyRequestsException']));
});

test.runIf(!realEndpoint)('an operation that is not emulated says so', async () => {
  await using pool = await accounts();
  const list = pool.client.send(new ListUsersCommand({ UserPoolId: poolId }));
  await expect(list).rejects.toMatchObject(refusal('UnknownOperationException', 'ListUsers is not emulated'));
});

test('a browser may call it from any page', async () => {
  await using pool = await accounts();
  const answer = await fetch(realEndpoint ?? pool.emulator?.endpoint ?? '', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://envoyage.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'cache-control,content-type,x-amz-target,x-amz-user-agent',
    },
  });
  expect(answer.ok).toBe(true);
  expect(answer.headers.get('access-control-allow-headers')).toContain('x-amz-target');
});

import { expect, test } from 'vitest';
import { type Properties, readable, synthesize } from './synth.ts';

const { only, resources, functions, entrance, stacks, template, product } = synthesize();

const clientsOf = (name: string) =>
  resources('identity', 'AWS::Cognito::UserPoolClient')
    .filter(([id]) => id.startsWith(name))
    .map(([, { Properties }]) => Properties);

test('accounts and passwords are made only by our own operations', () => {
  const pool = only('identity', 'AWS::Cognito::UserPool');
  expect(pool).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only' }] },
    DeletionProtection: 'ACTIVE',
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    UserPoolTier: 'ESSENTIALS',
    MfaConfiguration: 'OFF',
  });
  expect(pool['AutoVerifiedAttributes']).toEqual([]);
  expect(pool['AliasAttributes']).toBeUndefined();
  // A required attribute would have to be writable by the client.
  expect(pool['Schema']).toBeUndefined();
});

test('the pool takes 6 characters as product 1.5 says, or the rule of the reset page', () => {
  const policyOf = (pool: Properties) => (pool['Policies'] as { PasswordPolicy: Properties }).PasswordPolicy;
  expect(policyOf(only('identity', 'AWS::Cognito::UserPool'))).toMatchObject({
    MinimumLength: 6,
    RequireUppercase: false,
    RequireNumbers: false,
  });
  const strict = synthesize({ passwordPolicy: 'strict' });
  expect(policyOf(strict.only('identity', 'AWS::Cognito::UserPool'))).toMatchObject({
    MinimumLength: 8,
    RequireUppercase: true,
    RequireLowercase: true,
    RequireNumbers: true,
    RequireSymbols: false,
  });
});

test('two web clients differ only in the life of their sessions', () => {
  const clients = clientsOf('PoolWeb');
  expect(clients.map((client) => client['RefreshTokenValidity'])).toEqual([30 * 24 * 60, 12 * 60]);
  for (const client of clients) {
    expect(client).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: false,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AccessTokenValidity: 15,
      IdTokenValidity: 15,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
      WriteAttributes: ['locale'],
    });
  }
});

test('a third client proves passwords to our functions alone, and the trigger can read its id', () => {
  const [proof, ...others] = clientsOf('PoolProof');
  expect(others).toEqual([]);
  expect(proof).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    WriteAttributes: ['locale'],
  });
  expect(only('identity', 'AWS::SSM::Parameter')).toMatchObject({ Name: '/envoyage/dev/proof-client' });
  expect(readable(only('identity', 'AWS::SSM::Parameter')['Value'])).toBe('PoolProof');
  const elsewhere = stacks.filter((stack) => stack !== 'identity').map(template);
  expect(elsewhere.filter((text) => JSON.stringify(text).includes('PoolProof'))).toEqual([template('api')]);
  expect(JSON.stringify(resources('api', 'AWS::ApiGatewayV2::Authorizer'))).not.toContain('PoolProof');
});

test('every token passes the trigger, in its second version, within the time Cognito gives', () => {
  const { LambdaConfig } = only('identity', 'AWS::Cognito::UserPool') as { LambdaConfig: Properties };
  expect(LambdaConfig).toEqual({
    PreTokenGenerationConfig: {
      LambdaArn: entrance('pre-token'),
      LambdaVersion: 'V2_0',
    },
  });
  expect(functions()['pre-token']?.properties['Timeout']).toBe(4);
});

test('there is a group of administrators', () => {
  expect(only('identity', 'AWS::Cognito::UserPoolGroup')['GroupName']).toBe('admin');
});

test('the root administrator is made by a stack of its own, after the group, and it waits longer than its function', () => {
  const rootAdmin = only('rootAdmin', 'Custom::RootAdmin');
  expect(rootAdmin).toMatchObject({ email: 'admin@example.org', adminTransfer: false, ServiceTimeout: '180' });
  expect(functions()['bootstrap']).toMatchObject({ stack: 'rootAdmin', properties: { Timeout: 100 } });
  expect(product.rootAdmin.dependencies).toContain(product.identity);
  expect(readable(rootAdmin['ServiceToken'])).toBe('Bootstrap');
});

test('each deploy calls for the root administrator anew, a synthesis without a deploy does not', () => {
  expect(only('rootAdmin', 'Custom::RootAdmin')['nonce']).toBeUndefined();
  const deployed = synthesize({}, { deploy: 'one' });
  expect(deployed.only('rootAdmin', 'Custom::RootAdmin')['nonce']).toBe('one');
});

test('the key of second factors turns, stays, and refuses everybody who names no member', () => {
  const keys = resources('identity', 'AWS::KMS::Key').map(([, key]) => key);
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  const key = only('identity', 'AWS::KMS::Key');
  expect(key).toMatchObject({ EnableKeyRotation: true });
  const { Statement } = key['KeyPolicy'] as { Statement: readonly Properties[] };
  expect(Statement.find(({ Sid }) => Sid === 'ForOneMember')).toMatchObject({
    Effect: 'Deny',
    Principal: { AWS: '*' },
    Action: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
    Condition: { Null: { 'kms:EncryptionContext:member': 'true' } },
  });
  expect(only('identity', 'AWS::KMS::Alias')).toMatchObject({ AliasName: 'alias/envoyage/dev/second-factor' });
});

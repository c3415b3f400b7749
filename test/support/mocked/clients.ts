import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  TooManyRequestsException,
  UserLambdaValidationException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DecryptCommand,
  type DecryptCommandInput,
  EncryptCommand,
  type EncryptCommandInput,
  KMSClient,
} from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { openCipher } from '#functions/platform/aws/cipher.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { passwordProven } from '#functions/platform/aws/password-proven.ts';
import { credentials } from './files.ts';

const config = { region: 'eu-west-3', credentials, maxAttempts: 1 };

/** The password that the mocked pool knows. Another one makes the pool throttle: `throttled`. */
export const password = 'Traversee-2026';
export const throttled = 'Throttled-2026';

/** The id of a user that the pool creates. */
export const newUser = '33333333-0000-4000-8000-000000000000';

type Called = (line: string) => void;

/** The user pool: it accepts what it is asked, and proves `password` for every address. */
export function mockedPool(called: Called) {
  const client = new CognitoIdentityProviderClient(config);
  const aws = mockClient(client);
  const isCalled = (name: string, { UserPoolId: _pool, ...input }: Record<string, unknown>) =>
    called(`${name} ${JSON.stringify(input)}`);
  for (const Command of [
    AdminDeleteUserCommand,
    AdminSetUserPasswordCommand,
    AdminUpdateUserAttributesCommand,
    AdminUserGlobalSignOutCommand,
  ])
    aws.on(Command as typeof AdminDeleteUserCommand).callsFake((input) => {
      isCalled(Command.name.replace('Command', ''), input);
      return {};
    });
  aws.on(AdminCreateUserCommand).callsFake((input) => {
    isCalled('AdminCreateUser', input);
    return { User: { Username: newUser, Attributes: [{ Name: 'sub', Value: newUser }] } };
  });
  aws.on(AdminInitiateAuthCommand).callsFake((input: { AuthParameters: Record<'USERNAME' | 'PASSWORD', string> }) => {
    const { PASSWORD: given, USERNAME: address } = input.AuthParameters;
    called(`AdminInitiateAuth ${address} ${given}`);
    const facts = { $metadata: {}, message: passwordProven };
    if (given === password) throw new UserLambdaValidationException(facts);
    if (given === throttled) throw new TooManyRequestsException(facts);
    throw new NotAuthorizedException(facts);
  });
  return openIdentity({ UserPoolId: 'pool', passwordClientId: 'passwords' }, client);
}

/** The key service: a sealed text is the text itself, bound to its member. */
export function mockedCipher(called: Called) {
  const client = new KMSClient(config);
  const aws = mockClient(client);
  const isFor = (
    name: string,
    { EncryptionContext: { member = '' } = {} }: EncryptCommandInput | DecryptCommandInput,
  ) => called(`${name} ${member}`);
  aws.on(EncryptCommand).callsFake((input: EncryptCommandInput) => {
    isFor('Encrypt', input);
    return { CiphertextBlob: input.Plaintext };
  });
  aws.on(DecryptCommand).callsFake((input: DecryptCommandInput) => {
    isFor('Decrypt', input);
    return { Plaintext: input.CiphertextBlob };
  });
  return openCipher('key', client);
}

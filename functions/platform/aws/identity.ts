import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  type AttributeType,
  AuthFlowType,
  CognitoIdentityProviderClient,
  InvalidPasswordException,
  NotAuthorizedException,
  UnexpectedLambdaException,
  UserLambdaValidationException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { Refusal } from '#shared/refusal.ts';
import { passwordProven } from './password-proven.ts';

export type Identity = ReturnType<typeof openIdentity>;

/** Transient errors of the pool, which the caller may retry. */
const passing = new Set([
  'InternalErrorException',
  'TooManyRequestsException',
  'LimitExceededException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
]);

interface PoolIds {
  readonly UserPoolId: string;
  /** The client for checking passwords; only functions that check passwords have it. */
  readonly passwordClientId?: string;
}

/**
 * The user pool. UNAVAILABLE when it does not answer; INVALID at `password` for a refused password; STATE_CHANGED for a
 * missing user.
 */
export function openIdentity(
  { UserPoolId, passwordClientId }: PoolIds,
  client: CognitoIdentityProviderClient = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
) {
  async function findUser(name: string): Promise<string | undefined> {
    try {
      const { UserAttributes, Username } = await client.send(new AdminGetUserCommand({ UserPoolId, Username: name }));
      return subOf(UserAttributes, Username);
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  }

  return {
    /**
     * The user of this address, created if there is none, without a mail. `existed` is also true after an earlier try
     * of ours whose answer was lost, so the caller must check whether the user has a profile before any change.
     */
    createUser: (email: string, options: { verified?: true } = {}) =>
      guarded(async (): Promise<{ id: string; existed: boolean }> => {
        const UserAttributes = [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: String(options.verified ?? false) },
        ];
        for (let attempt = 1; attempt <= creations; attempt++) {
          try {
            const { User } = await client.send(
              new AdminCreateUserCommand({ UserPoolId, Username: email, UserAttributes, MessageAction: 'SUPPRESS' }),
            );
            return { id: subOf(User?.Attributes, User?.Username), existed: false };
          } catch (error) {
            if (!(error instanceof UsernameExistsException)) throw error;
          }
          const id = await findUser(email);
          if (id) return { id, existed: true };
        }
        throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      }),

    setPassword: (id: string, password: string) =>
      guarded(async () => {
        await client.send(
          new AdminSetUserPasswordCommand({ UserPoolId, Username: id, Password: password, Permanent: true }),
        );
      }),

    /**
     * No session starts: the trigger refuses tokens to the password client, and its refusal confirms the password.
     * Throws TOO_MANY after too many wrong ones.
     */
    provePassword: (email: string, password: string) =>
      guarded(async (): Promise<boolean> => {
        if (!passwordClientId) throw new Error('This function has no password client');
        const signIn = new AdminInitiateAuthCommand({
          UserPoolId,
          ClientId: passwordClientId,
          AuthFlow: AuthFlowType.ADMIN_USER_PASSWORD_AUTH,
          AuthParameters: { USERNAME: email, PASSWORD: password },
        });
        try {
          await client.send(signIn);
        } catch (error) {
          if (error instanceof UserLambdaValidationException && error.message.includes(passwordProven)) return true;
          if (error instanceof UserNotFoundException) return false;
          if (!(error instanceof NotAuthorizedException)) throw error;
          if (/attempts exceeded/i.test(error.message)) throw new Refusal('TOO_MANY');
          return false;
        }
        throw new Error('The pool did not refuse tokens to the password client');
      }),

    /**
     * Gives the user another, confirmed address. If another user already has the address, returns that user's id and
     * changes nothing.
     */
    changeEmail: (id: string, email: string) =>
      guarded(async (): Promise<string | undefined> => {
        const UserAttributes = [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ];
        try {
          await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: id, UserAttributes }));
          return undefined;
        } catch (error) {
          if (!(error instanceof AliasExistsException)) throw error;
        }
        const other = await findUser(email);
        if (!other) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
        return other;
      }),

    markEmailVerified: (id: string) =>
      guarded(async () => {
        const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
        await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: id, UserAttributes }));
      }),

    /** Ends the refresh tokens of every session; a deleted account has none. */
    signOut: (id: string) =>
      guarded(() => ifThere(client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: id })))),

    isThere: (id: string) => guarded(async () => (await findUser(id)) !== undefined),

    /** Deletes the user and frees its address; a missing user is no error. */
    deleteUser: (id: string) =>
      guarded(() => ifThere(client.send(new AdminDeleteUserCommand({ UserPoolId, Username: id })))),

    addToGroup: (id: string, GroupName: string) =>
      guarded(async () => {
        await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: id, GroupName }));
      }),

    /** A missing user is in no group. */
    removeFromGroup: (id: string, GroupName: string) =>
      guarded(() => ifThere(client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username: id, GroupName })))),
  };
}

/** A user may be deleted between two reads, because the stream deletes the user of a replaced sign-up. */
const creations = 3;

function subOf(attributes: AttributeType[] | undefined, username: string | undefined): string {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value ?? username;
  if (!sub) throw new Error('Cognito answered a user without sub');
  return sub;
}

async function ifThere(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof InvalidPasswordException) {
      throw new Refusal('INVALID', undefined, { fields: { password: "Ce mot de passe n'est pas accepté" } });
    }
    if (error instanceof UserNotFoundException) throw new Refusal('STATE_CHANGED');
    if (isPassing(error) || isTriggerDown(error)) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
    throw error;
  }
}

/** The trigger timed out, or could not read the table. */
function isTriggerDown(error: unknown): boolean {
  if (error instanceof UnexpectedLambdaException) return true;
  return error instanceof UserLambdaValidationException && error.message.includes('UNAVAILABLE');
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  return passing.has(error.name) || passing.has(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500;
}

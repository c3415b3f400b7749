import * as z from 'zod/mini';
import { type Operation, operation, ServiceError } from '../json-protocol.ts';
import { Attributes, attributeList, attributesOf } from './admin.ts';
import { type Directory, isPasswordOf, seconds, setPassword } from './directory.ts';
import { allowsSecondFactors, selfRecoveryAllowed, selfSignUpAllowed } from './settings.ts';
import type { TokenIssuer } from './tokens.ts';

/** The scope that a token needs for Cognito's own operations. */
const selfScope = 'aws.cognito.signin.user.admin';

const OwnToken = z.object({ AccessToken: z.string() });
const AnyClient = z.object({ ClientId: z.string() });

/** Operations of Cognito that need no credentials of ours: only a token, or only the public client id. */
export function memberOperations(directory: Directory, tokenIssuer: TokenIssuer): Record<string, Operation> {
  const memberOf = (accessToken: string) => {
    const found = tokenIssuer.authenticate(accessToken);
    if (found.claims.scope?.split(' ').includes(selfScope)) return found;
    throw new ServiceError('NotAuthorizedException', 'Access Token does not have required scopes');
  };
  /** Adding a second factor. A factor that the pool lacks cannot be set up or preferred. */
  const secondFactor = (name: string, code: string) =>
    operation(OwnToken, ({ AccessToken }) => {
      if (allowsSecondFactors(memberOf(AccessToken).pool.settings)) throw notEmulated(name);
      throw new ServiceError(code, 'Software token MFA is not enabled for the user pool.');
    });

  return {
    GetUser: operation(OwnToken, ({ AccessToken }) => {
      const { user } = memberOf(AccessToken);
      return { Username: user.sub, UserAttributes: attributeList(user) };
    }),
    ChangePassword: operation(
      z.extend(OwnToken, { PreviousPassword: z.string(), ProposedPassword: z.string() }),
      ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const { pool, user } = memberOf(AccessToken);
        if (!isPasswordOf(pool, user, PreviousPassword)) {
          throw new ServiceError('NotAuthorizedException', 'Incorrect username or password.');
        }
        setPassword(pool, user, ProposedPassword);
        user.modified = seconds(directory.now());
        return {};
      },
    ),
    UpdateUserAttributes: operation(
      z.extend(OwnToken, { UserAttributes: Attributes }),
      ({ AccessToken, UserAttributes }) => {
        const { user, client } = memberOf(AccessToken);
        const { writable } = client.settings;
        const forbidden = UserAttributes.some(({ Name }) =>
          writable ? !writable.includes(Name) : Name === 'sub' || Name.endsWith('_verified'),
        );
        if (forbidden) {
          throw new ServiceError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
        }
        if (UserAttributes.some(({ Name }) => Name === 'email')) {
          throw new ServiceError('UnknownOperationException', 'Changing one’s own e-mail address is not emulated');
        }
        Object.assign(user.attributes, attributesOf(UserAttributes));
        user.modified = seconds(directory.now());
        return { CodeDeliveryDetailsList: [] };
      },
    ),
    GlobalSignOut: operation(OwnToken, ({ AccessToken }) => {
      memberOf(AccessToken).user.sessions = [];
      return {};
    }),
    DeleteUser: operation(OwnToken, ({ AccessToken }) => {
      const { pool, user } = memberOf(AccessToken);
      delete pool.users[user.sub];
      return {};
    }),
    AssociateSoftwareToken: secondFactor('AssociateSoftwareToken', 'SoftwareTokenMFANotFoundException'),
    VerifySoftwareToken: secondFactor('VerifySoftwareToken', 'SoftwareTokenMFANotFoundException'),
    SetUserMFAPreference: secondFactor('SetUserMFAPreference', 'InvalidParameterException'),
    SignUp: operation(AnyClient, ({ ClientId }) => {
      if (selfSignUpAllowed(directory.client(ClientId).pool.settings)) throw notEmulated('SignUp');
      throw new ServiceError('NotAuthorizedException', 'SignUp is not permitted for this user pool');
    }),
    ForgotPassword: operation(AnyClient, ({ ClientId }) => {
      if (selfRecoveryAllowed(directory.client(ClientId).pool.settings)) throw notEmulated('ForgotPassword');
      throw new ServiceError('NotAuthorizedException', 'Contact administrator to reset password.');
    }),
  };
}

function notEmulated(name: string): ServiceError {
  return new ServiceError('UnknownOperationException', `${name} is not emulated in a pool that allows it`);
}

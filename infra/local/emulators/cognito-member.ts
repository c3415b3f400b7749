import * as z from 'zod/mini';
import { Attributes, attributeList, attributesOf } from './cognito-admin.ts';
import { type Directory, isPasswordOf, seconds, setPassword } from './cognito-directory.ts';
import { selfRecoveryAllowed, selfSignUpAllowed } from './cognito-settings.ts';
import type { TokenOffice } from './cognito-tokens.ts';
import { type Operation, operation, ServiceError } from './json-protocol.ts';

const OwnToken = z.object({ AccessToken: z.string() });
const AnyClient = z.object({ ClientId: z.string() });

/** What anybody can ask Cognito past our API: with a token, or with nothing but the public client id. */
export function memberOperations(directory: Directory, office: TokenOffice): Record<string, Operation> {
  return {
    GetUser: operation(OwnToken, ({ AccessToken }) => {
      const { user } = office.authenticate(AccessToken);
      return { Username: user.sub, UserAttributes: attributeList(user) };
    }),
    ChangePassword: operation(
      z.extend(OwnToken, { PreviousPassword: z.string(), ProposedPassword: z.string() }),
      ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const { pool, user } = office.authenticate(AccessToken);
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
        const { user, client } = office.authenticate(AccessToken);
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
      office.authenticate(AccessToken).user.sessions = [];
      return {};
    }),
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

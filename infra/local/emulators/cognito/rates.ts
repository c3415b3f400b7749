import { throttle } from '../../compute/throttle.ts';
import { ServiceError } from '../json-protocol.ts';

/**
 * Calls a second that an account makes of each category together, and the operations in it.
 * Source: Cognito Developer Guide, "Quotas in Amazon Cognito".
 */
const categories = [
  { rate: 120, operations: ['AdminInitiateAuth', 'GetTokensFromRefreshToken', 'InitiateAuth'] },
  // Three answers for each sign-in.
  { rate: 360, operations: ['RespondToAuthChallenge'] },
  { rate: 50, operations: ['AdminCreateUser', 'SignUp'] },
  { rate: 30, operations: ['AdminSetUserPassword', 'ChangePassword', 'ForgotPassword'] },
  { rate: 120, operations: ['AdminGetUser', 'GetUser'] },
  {
    rate: 25,
    operations: [
      'AdminAddUserToGroup',
      'AdminDeleteUser',
      'AdminDisableUser',
      'AdminEnableUser',
      'AdminRemoveUserFromGroup',
      'AdminUpdateUserAttributes',
      'AdminUserGlobalSignOut',
      'DeleteUser',
      'GlobalSignOut',
      'UpdateUserAttributes',
    ],
  },
  { rate: 120, operations: ['RevokeToken'] },
  { rate: 50, operations: ['AdminListGroupsForUser'] },
  { rate: 25, operations: ['AssociateSoftwareToken', 'SetUserMFAPreference', 'VerifySoftwareToken'] },
] as const;

/**
 * Counts a call of an operation; throws Cognito's refusal beyond the rate of its category. `now` is in milliseconds.
 */
export function callRates(): (operation: string, now: number) => void {
  const buckets = new Map(
    categories.flatMap(({ rate, operations }) => {
      const admits = throttle({ rate, burst: rate });
      return operations.map((operation): [string, typeof admits] => [operation, admits]);
    }),
  );
  return (operation, now) => {
    if (buckets.get(operation)?.(now) === false) throw new ServiceError('TooManyRequestsException', 'Rate exceeded');
  };
}

export const ratedOperations: readonly string[] = categories.flatMap(({ operations }) => operations);

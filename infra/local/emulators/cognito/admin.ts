import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Operation, operation, ServiceError } from '../json-protocol.ts';
import { type Directory, findUser, seconds, setPassword, srpUser, type User, userNamed } from './directory.ts';
import { checkNewPassword } from './settings.ts';
import { verifierOf } from './srp.ts';

export const Attributes = z.array(z.object({ Name: z.string(), Value: z.string() }));

const OneUser = z.object({ UserPoolId: z.string(), Username: z.string() });
const UserInGroup = z.extend(OneUser, { GroupName: z.string() });

/** The operations that our functions call with their own credentials. `Username` is a sub or an e-mail address. */
export function adminOperations(directory: Directory): Record<string, Operation> {
  const target = ({ UserPoolId, Username }: z.infer<typeof OneUser>) => {
    const pool = directory.pool(UserPoolId);
    return { pool, user: userNamed(pool, Username) };
  };
  const change = (user: User, changes: Partial<User>): object => {
    Object.assign(user, changes, { modified: seconds(directory.now()) });
    return {};
  };
  const existingGroup = ({ UserPoolId, GroupName }: z.infer<typeof UserInGroup>): string => {
    if (directory.pool(UserPoolId).groups.has(GroupName)) return GroupName;
    throw new ServiceError('ResourceNotFoundException', 'Group not found.');
  };

  return {
    AdminCreateUser: operation(
      z.extend(OneUser, {
        UserAttributes: z._default(Attributes, []),
        TemporaryPassword: z.optional(z.string()),
        MessageAction: z.literal('SUPPRESS', 'Cognito sends no mail here: SUPPRESS it'),
      }),
      ({ UserPoolId, Username, UserAttributes, TemporaryPassword }) => {
        const pool = directory.pool(UserPoolId);
        if (Username.length > 128)
          throw new ServiceError(
            'InvalidParameterException',
            "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
          );
        if (!/^\S+@\S+$/.test(Username))
          throw new ServiceError('InvalidParameterException', 'Username should be an email.');
        if (findUser(pool, Username)) throw emailTaken('UsernameExistsException');
        if (TemporaryPassword !== undefined) checkNewPassword(pool.settings, TemporaryPassword);
        const sub = randomUUID();
        const at = seconds(directory.now());
        const user: User = {
          sub,
          attributes: { email_verified: 'false', ...attributesOf(UserAttributes), email: Username },
          status: 'FORCE_CHANGE_PASSWORD',
          enabled: true,
          created: at,
          modified: at,
          password: verifierOf(srpUser(pool, sub), TemporaryPassword ?? randomBytes(32).toString('base64')),
          groups: [],
          failures: { count: 0, lastMs: 0, lockedUntilMs: 0 },
          sessions: [],
        };
        pool.users[sub] = user;
        return { User: { ...describe(user), Attributes: attributeList(user) } };
      },
    ),
    AdminGetUser: operation(OneUser, (input) => {
      const { user } = target(input);
      return { ...describe(user), UserAttributes: attributeList(user) };
    }),
    AdminSetUserPassword: operation(
      z.extend(OneUser, { Password: z.string(), Permanent: z._default(z.boolean(), false) }),
      (input) => {
        const { pool, user } = target(input);
        setPassword(pool, user, input.Password);
        return change(user, { status: input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' });
      },
    ),
    AdminUpdateUserAttributes: operation(z.extend(OneUser, { UserAttributes: Attributes }), (input) => {
      const { pool, user } = target(input);
      const attributes = attributesOf(input.UserAttributes);
      const owner = attributes.email === undefined ? undefined : findUser(pool, attributes.email);
      if (owner && owner !== user) throw emailTaken('AliasExistsException');
      return change(user, { attributes: { ...user.attributes, ...attributes } });
    }),
    AdminDeleteUser: operation(OneUser, (input) => {
      const { pool, user } = target(input);
      delete pool.users[user.sub];
      return {};
    }),
    AdminDisableUser: operation(OneUser, (input) => change(target(input).user, { enabled: false, sessions: [] })),
    AdminEnableUser: operation(OneUser, (input) => change(target(input).user, { enabled: true })),
    AdminUserGlobalSignOut: operation(OneUser, (input) => change(target(input).user, { sessions: [] })),
    AdminAddUserToGroup: operation(UserInGroup, (input) => {
      const { user } = target(input);
      return change(user, { groups: [...new Set([...user.groups, existingGroup(input)])] });
    }),
    AdminRemoveUserFromGroup: operation(UserInGroup, (input) => {
      const { user } = target(input);
      const left = existingGroup(input);
      return change(user, { groups: user.groups.filter((group) => group !== left) });
    }),
    AdminListGroupsForUser: operation(OneUser, (input) => ({
      Groups: target(input).user.groups.map((GroupName) => ({ GroupName, UserPoolId: input.UserPoolId })),
    })),
  };
}

export function attributesOf(list: z.infer<typeof Attributes>): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
}

export function attributeList({ sub, attributes }: User): z.infer<typeof Attributes> {
  return Object.entries({ ...attributes, sub }).map(([Name, Value]) => ({ Name, Value }));
}

function describe(user: User) {
  return {
    Username: user.sub,
    UserCreateDate: user.created,
    UserLastModifiedDate: user.modified,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

function emailTaken(code: 'UsernameExistsException' | 'AliasExistsException'): ServiceError {
  return new ServiceError(code, 'An account with the given email already exists.');
}

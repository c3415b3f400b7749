import { expect, test } from 'vitest';
import type { ServiceError } from '../json-protocol.ts';
import { adminOperations } from './admin.ts';
import { openDirectory } from './directory.ts';
import { memberOperations } from './member.ts';
import { callRates, ratedOperations } from './rates.ts';
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

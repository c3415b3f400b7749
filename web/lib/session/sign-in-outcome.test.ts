import { expect, test } from 'vitest';
import { type SignInCode, signInCode } from '#web/lib/session/sign-in-outcome.ts';

const refusal = (name: string, message: string) => Object.assign(new Error(message), { name });

test.each<[string, unknown, SignInCode]>([
  ['a wrong password', refusal('NotAuthorizedException', 'Incorrect username or password.'), 'wrong'],
  ['an unknown address', refusal('UserNotFoundException', 'User does not exist.'), 'wrong'],
  ['too many attempts', refusal('NotAuthorizedException', 'Password attempts exceeded'), 'lockedOut'],
  ['too many requests', refusal('TooManyRequestsException', 'Too many requests'), 'lockedOut'],
  [
    'an unconfirmed address',
    refusal('UserLambdaValidationException', 'PreTokenGeneration failed with error EMAIL_NOT_CONFIRMED.'),
    'emailNotConfirmed',
  ],
  [
    'an account that was erased a moment ago',
    refusal('UserLambdaValidationException', 'PreTokenGeneration failed with error NO_ACCOUNT.'),
    'wrong',
  ],
  [
    'a blocked profile',
    refusal('UserLambdaValidationException', 'PreTokenGeneration failed with error PROFILE_BLOCKED.'),
    'blocked',
  ],
  ['an account that was disabled', refusal('NotAuthorizedException', 'User is disabled.'), 'blocked'],
  ['no network', refusal('NetworkError', 'A network error has occurred.'), 'offline'],
  ['anything else', refusal('InternalErrorException', 'Oops'), 'fault'],
  ['a thrown string', 'oops', 'fault'],
])('signing in: %s', (_, refused, code) => {
  expect(signInCode(refused)).toBe(code);
});

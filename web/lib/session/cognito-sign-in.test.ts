import { signIn as amplifySignIn } from 'aws-amplify/auth';
import { expect, test, vi } from 'vitest';
import { signIn } from './cognito-sign-in.ts';

const stored = vi.hoisted(() => ({ password: '' }));
vi.mock('#web/lib/session/cognito.ts', () => ({ prepare: async () => {} }));
vi.mock('aws-amplify/auth', () => ({
  signIn: vi.fn<(given: { password: string }) => Promise<object>>(async ({ password }) => {
    if (password !== stored.password)
      throw Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' });
    return { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
  }),
  fetchAuthSession: async () => ({ userSub: 'amina' }),
}));

const phone = '\u00c9t\u00e9-2026x';
const mac = 'E\u0301te\u0301-2026x';

test.each([
  [phone, mac],
  [phone, phone],
  [mac, mac],
])('a password kept as %j is the same typed as %j', async (kept, typed) => {
  stored.password = kept;
  expect(await signIn('tab', 'amina@example.org', typed)).toBe('amina');
});

test('a wrong password is asked about once, and a blocked account is not asked about again', async () => {
  stored.password = 'another';
  const refused = vi.mocked(amplifySignIn).mockClear();
  await expect(signIn('tab', 'amina@example.org', phone)).rejects.toThrow('Incorrect');
  expect(refused).toHaveBeenCalledTimes(1);
  refused.mockClear().mockRejectedValueOnce(new Error('PROFILE_BLOCKED'));
  await expect(signIn('tab', 'amina@example.org', mac)).rejects.toThrow('PROFILE_BLOCKED');
  expect(refused).toHaveBeenCalledTimes(1);
});

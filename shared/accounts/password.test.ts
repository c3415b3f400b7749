import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { secondFactorRoutes } from '../second-factor/contract.ts';
import { accountRoutes } from './contract.ts';
import { Password, ResetPassword, repeatedPassword, samePasswords } from './password.ts';

/** Typed on a phone, and on a Mac. */
const keyboards = [
  ['\u00c9t\u00e9-2026x', 'E\u0301te\u0301-2026x'],
  ['Fran\u00e7ois-9', 'Franc\u0327ois-9'],
  ['\u0623\u0645\u0644-Aa12', '\u0627\u0654\u0645\u0644-Aa12'],
] as const;

const { signUp, confirmEmail, signUpByLink, resetPassword, changePassword, correctEmail, deleteMe } = accountRoutes;
const fields = {
  signUp: signUp.body.shape.password,
  confirmEmail: confirmEmail.body.shape.password,
  signUpByLink: signUpByLink.body.shape.password,
  resetPassword: resetPassword.body.shape.password,
  'changePassword, current': changePassword.body.shape.current,
  changePassword: changePassword.body.shape.password,
  correctEmail: correctEmail.body.shape.password,
  deleteMe: deleteMe.body.shape.password,
  beginSecondFactor: secondFactorRoutes.beginSecondFactor.body.shape.password,
};

test.each(Object.entries(fields))('%s reads a password of every keyboard in one form', (_, field) => {
  for (const [phone, mac] of keyboards) {
    expect(field.parse(mac)).toBe(phone);
    expect(field.parse(phone)).toBe(phone);
  }
});

test('the two fields of a new password may be typed on two keyboards', () => {
  const form = z.object({ password: ResetPassword, confirmPassword: repeatedPassword }).check(samePasswords);
  for (const [phone, mac] of keyboards)
    for (const [password, confirmPassword] of [
      [phone, mac],
      [mac, phone],
    ])
      expect(form.safeParse({ password, confirmPassword }).success).toBe(true);
});

test('lengths count one form, and a flood of accents is refused unread', () => {
  expect(Password.safeParse('e\u0301'.repeat(5)).success).toBe(false);
  expect(Password.safeParse('e\u0301'.repeat(128)).success).toBe(true);
  const before = performance.now();
  for (const field of Object.values(fields))
    expect(field.safeParse(`e${'\u0301\u0323'.repeat(200_000)}`).success).toBe(false);
  expect(performance.now() - before).toBeLessThan(1000);
});

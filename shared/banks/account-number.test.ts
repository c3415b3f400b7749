import { expect, test } from 'vitest';
import { accountNumber, accountNumberText, isPlausible } from './account-number.ts';

test.each([
  ['FR76 3000 6000 0112 3456 7890 189', 'FR7630006000011234567890189'],
  ['iban: fr76-3000-6000-0112-3456-7890-189', 'FR7630006000011234567890189'],
  ['\u200eFR76 3000 6000 0112 3456 7890 189', 'FR7630006000011234567890189'],
  ['FR76 3000 6000\u200b 0112 3456 7890 189', 'FR7630006000011234567890189'],
  ['FR76–3000–6000–0112–3456–7890–189', 'FR7630006000011234567890189'],
  ['٠٠٧ ٩٩٩٩٩ ٠٠٠١٢٣٤٥٦٧ ٨٩', '00799999000123456789'],
  ['007 99999 0001234567 89', '00799999000123456789'],
  ['00799999-0001234567.89', '00799999000123456789'],
  ['RIB : 007 99999 0001234567 89', '00799999000123456789'],
  ['N° de compte CCP : 0012345678', '0012345678'],
  ['1234567 clé 89', '1234567 clé 89'],
  ['CCP 0012345678 clé 90', 'CCP 0012345678 clé 90'],
])('%s is stored as %s', (typed, stored) => {
  expect(accountNumber(typed)).toBe(stored);
  expect(isPlausible(stored)).toBe(true);
});

test.each([
  ['one digit wrong', 'FR7630006000011234567890188'],
  ['two digits swapped', 'FR7630006000011234567890819'],
  ['too short', 'FR763000600001'],
  ['too long', `FR76${'1'.repeat(31)}`],
  ['a foreign character', 'FR76300060000112345678901É9'],
  ['no digit at all', 'compte courant'],
])('%s is no account number', (_, number) => {
  expect(isPlausible(number)).toBe(false);
});

test('a number is shown in groups and stays the same number', () => {
  expect(accountNumberText('FR7630006000011234567890189')).toBe('FR76 3000 6000 0112 3456 7890 189');
  expect(accountNumberText('00799999000123456789')).toBe('007 99999 0001234567 89');
  expect(accountNumberText('1234567 clé 89')).toBe('1234567 clé 89');
});

import { beforeEach, expect, test } from 'vitest';
import { codeOf, isCodeOf, linkToken, subjectOf, vapidKeys, vapidKeysOf } from './derived.ts';

const member = '0a51f5b0-92e1-4f4c-a5a5-6b1c8b2a3d4e';

beforeEach(() => {
  delete process.env['DERIVED_SECRET_BEFORE'];
  process.env['DERIVED_SECRET'] = 'a-secret-of-the-deployment';
});

test('a link names its subject and 22 characters, and is read again', () => {
  const token = linkToken('stop', member);
  expect(token).toMatch(new RegExp(`^${member}\\.[\\w-]{22}$`));
  expect(subjectOf('stop', token)).toBe(member);
});

test('of 5,000 links with one changed bit, in the subject or the signature, none is read', () => {
  let accepted = 0;
  for (let number = 0; number < 5_000; number++) {
    const forged = Buffer.from(linkToken('stop', `member-${number}`));
    const bit = number % (forged.length * 8);
    forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    if (subjectOf('stop', forged.toString()) !== undefined) accepted += 1;
  }
  expect(accepted).toBe(0);
});

test('a link that is cut, longer, empty or of another secret is not read', () => {
  const token = linkToken('stop', member);
  const odd = [
    '',
    '.',
    '..',
    member,
    `${member}.`,
    token.slice(0, -1),
    `${token}A`,
    `${token}é`,
    token.slice(member.length),
  ];
  expect(odd.map((text) => subjectOf('stop', text))).toEqual(odd.map(() => undefined));
  process.env['DERIVED_SECRET'] = 'another';
  expect(subjectOf('stop', token)).toBeUndefined();
});

test('during a rotation links and keys of both secrets are valid, and new ones are of the present secret', () => {
  const old = linkToken('stop', member);
  const oldPair = vapidKeys();
  process.env['DERIVED_SECRET_BEFORE'] = 'a-secret-of-the-deployment';
  process.env['DERIVED_SECRET'] = 'another';
  expect(subjectOf('stop', old)).toBe(member);
  expect(vapidKeysOf(oldPair.publicKey)).toEqual(oldPair);
  const fresh = linkToken('stop', member);
  expect(vapidKeys()).not.toEqual(oldPair);
  delete process.env['DERIVED_SECRET_BEFORE'];
  expect([old, fresh].map((token) => subjectOf('stop', token))).toEqual([undefined, member]);
  expect(vapidKeysOf(oldPair.publicKey)).toBeUndefined();
  expect(vapidKeysOf(undefined)).toEqual(vapidKeys());
});

test('codes are four digits, evenly spread, the same again and others of another subject or secret', () => {
  const subjects = Array.from({ length: 1000 }, (_, number) => `parcel-${number}.2026-11-20T10:00:00.000Z`);
  const codes = subjects.map(codeOf);
  expect(codes.filter((code) => !/^\d{4}$/.test(code))).toEqual([]);
  expect(subjects.map(codeOf)).toEqual(codes);
  // Of 1,000 random codes 952 differ, and a tenth begins with each digit.
  expect(Math.abs(new Set(codes).size - 952)).toBeLessThan(30);
  for (const digit of '0123456789')
    expect(Math.abs(codes.filter((code) => code.startsWith(digit)).length - 100)).toBeLessThan(45);
  process.env['DERIVED_SECRET'] = 'another';
  expect(subjects.filter((subject, at) => codeOf(subject) === codes[at]).length).toBeLessThan(5);
});

test('a code of the secret before is right during a rotation, and no longer', () => {
  const old = codeOf(member);
  process.env['DERIVED_SECRET_BEFORE'] = 'a-secret-of-the-deployment';
  process.env['DERIVED_SECRET'] = 'another';
  expect([old, codeOf(member)].map((code) => isCodeOf(member, code))).toEqual([true, true]);
  delete process.env['DERIVED_SECRET_BEFORE'];
  expect([old, codeOf(member)].map((code) => isCodeOf(member, code))).toEqual([false, true]);
});

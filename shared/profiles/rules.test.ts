import { expect, test } from 'vitest';
import { awaitsDecision, isVerified } from '../accounts/record.ts';
import { decideProfile, unblockProfile } from '../admin/rules.ts';
import { dayMs } from '../time.ts';
import { changeProfile, changeSettings, verifiedAtOf, withAvatar, withoutAvatar } from './rules.ts';

const at = '2026-06-15T10:00:00.000Z';
const now = Date.parse('2026-11-20T10:00:00.000Z');
const profile = {
  id: 'a',
  email: 'amel@example.org',
  firstName: 'Amel',
  lastName: 'Benali',
  phone: '+33612345678',
  status: 'approved' as 'approved' | 'pending' | 'blocked',
  documentsVersion: 1,
  createdAt: at,
  acceptedTermsAt: at,
  validatedAt: at,
  resetEpoch: 0,
  phonePublic: false,
  emailNotifications: true,
  isAdmin: false,
  version: 3,
};
const change = { firstName: 'Amel', lastName: 'Benali', phone: '+213550123456' };
const facts = { seen: 3, now };
const renamed = () => changeProfile(profile, { ...change, lastName: 'Cherif' }, facts);

test('a telephone changes nothing else', () => {
  expect(changeProfile(profile, change, facts)).toEqual({ ...profile, phone: '+213550123456', version: 4 });
});

test('an approved member with a new name wears no badge until an administrator decides', () => {
  const waiting = renamed();
  expect([isVerified(waiting), awaitsDecision(waiting), waiting.status]).toEqual([false, true, 'approved']);
  expect(verifiedAtOf(waiting)).toEqual({});
  const checked = decideProfile(waiting, 'approved', { adminId: 'admin', now });
  expect([isVerified(checked), awaitsDecision(checked)]).toEqual([true, false]);
  expect(decideProfile(waiting, 'rejected', { adminId: 'admin', now }, 'Faux nom')).toMatchObject({
    status: 'rejected',
    statusReason: 'Faux nom',
  });
  expect(unblockProfile({ ...waiting, status: 'blocked' })).not.toHaveProperty('nameToCheck');
});

test('who takes his checked name back has his badge back, by whatever way', () => {
  const waiting = renamed();
  expect(waiting).toMatchObject({ checkedName: `${profile.firstName} ${profile.lastName}` });
  const { firstName, lastName } = profile;
  const back = changeProfile(waiting, { ...change, firstName, lastName }, { seen: waiting.version, now });
  expect([isVerified(back), awaitsDecision(back)]).toEqual([true, false]);
  expect(back).not.toHaveProperty('checkedName');
  const third = changeProfile(waiting, { ...change, firstName: 'Zoé' }, { seen: waiting.version, now });
  expect(third.checkedName).toBe(waiting.checkedName);
  expect(decideProfile(waiting, 'approved', { adminId: 'admin', now })).not.toHaveProperty('checkedName');
});

test('a member who waits for his verification may correct his name as often as he likes', () => {
  const pending = { ...profile, status: 'pending' as const };
  expect(changeProfile(pending, { ...change, lastName: 'Cherif' }, facts)).not.toHaveProperty('renamedAt');
});

test('two new names in 90 days, and not a third', () => {
  const recent = { ...profile, renamedAt: [new Date(now - 89 * dayMs).toISOString(), new Date(now - 1).toISOString()] };
  const rename = (moment: number) => changeProfile(recent, { ...change, firstName: 'Inès' }, { seen: 3, now: moment });
  expect(() => rename(now)).toThrow('LIMIT');
  expect(rename(now + 2 * dayMs).renamedAt).toHaveLength(2);
  expect(changeProfile(recent, change, facts).phone).toBe('+213550123456');
});

test('who changes an older version of himself is told', () => {
  expect(() => changeProfile(profile, change, { seen: 2, now })).toThrow('STALE');
  expect(() => changeSettings(profile, { phonePublic: true, emailNotifications: true }, 4)).toThrow('STALE');
});

test('a picture is put on and taken off', () => {
  const worn = withAvatar(profile, 'media/1');
  expect(worn).toMatchObject({ avatarKey: 'media/1', version: 4 });
  expect(withoutAvatar(worn)).toEqual({ ...profile, version: 5 });
});

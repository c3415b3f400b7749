import { expect, test } from 'vitest';
import { aProfileRecord } from '#test/support/factories.ts';
import { approveName, blockProfile, decideProfile, refuseName, unblockProfile } from '../admin/rules.ts';
import { dayMs } from '../values/time.ts';
import { awaitsDecision, awaitsWithDocument, isVerified, StatsRecord } from './record.ts';
import {
  changeProfile,
  proposeName,
  reliabilityOf,
  shownReliability,
  verifiedAtOf,
  withAvatar,
  withoutAvatar,
  withoutNewName,
} from './rules.ts';

const at = '2026-06-15T10:00:00.000Z';
const now = Date.parse('2026-11-20T10:00:00.000Z');
const profile = aProfileRecord({
  id: 'a',
  documentsVersion: 1,
  createdAt: at,
  acceptedTermsAt: at,
  validatedAt: at,
  version: 3,
});
const change = { firstName: 'Amel', lastName: 'Benali', phone: '+213550123456' };
const facts = { seen: 3, isRootAdmin: false };
const document = { uploadId: 'u', key: 'documents/a', contentType: 'image/png' as const, at };
const cherif = { firstName: 'Amel', lastName: 'Cherif' };
const waiting = () => proposeName(profile, cherif, document, now);
const decision = { adminId: 'admin', now };

test('a telephone changes nothing else, with or without the names', () => {
  expect(changeProfile(profile, change, facts)).toEqual({ ...profile, phone: '+213550123456', version: 4 });
  expect(changeProfile(profile, { phone: '+213550123456' }, facts)).toEqual(changeProfile(profile, change, facts));
});

test('the checked name of a member changes only with a document', () => {
  expect(() => changeProfile(profile, { ...change, lastName: 'Cherif' }, facts)).toThrow('ALREADY_VERIFIED');
  expect(() => proposeName(profile, cherif, undefined, now)).toThrow('INVALID');
  expect(() => proposeName(profile, profile, document, now)).toThrow('INVALID');
  const rootAdmin = changeProfile(profile, { ...change, lastName: 'Cherif' }, { seen: 3, isRootAdmin: true });
  expect(rootAdmin.lastName).toBe('Cherif');
});

test('a new name waits beside the checked one, and the badge stays', () => {
  expect(waiting()).toEqual({
    ...profile,
    newName: { ...cherif, idDocument: document, at: new Date(now).toISOString() },
    version: 4,
  });
  expect([isVerified(waiting()), awaitsDecision(waiting()), awaitsWithDocument(waiting())]).toEqual([true, true, true]);
  expect(verifiedAtOf(waiting())).toEqual({ verifiedAt: at });
});

test('a name that waits may be corrected without another document', () => {
  const corrected = proposeName(waiting(), { ...cherif, firstName: 'Amèle' }, undefined, now + 1);
  expect(corrected.newName).toMatchObject({ firstName: 'Amèle', lastName: 'Cherif', idDocument: document });
});

test('an accepted name is the name, and nothing else changes', () => {
  const accepted = approveName(waiting(), decision);
  expect(accepted).toEqual({ ...profile, ...cherif, renamedAt: [new Date(now).toISOString()], version: 5 });
  expect(() => approveName(accepted, decision)).toThrow('ALREADY_DECIDED');
});

test('a refused name leaves the old one, with the reason, until another one is proposed', () => {
  const refused = refuseName(waiting(), 'Autre nom sur le document');
  expect(refused).toEqual({
    ...profile,
    refusedName: { ...cherif, reason: 'Autre nom sur le document' },
    version: 5,
  });
  expect(() => refuseName(refused, 'x')).toThrow('ALREADY_DECIDED');
  expect(proposeName(refused, cherif, document, now)).not.toHaveProperty('refusedName');
  expect(withoutNewName(refused)).toEqual({ ...profile, version: 6 });
});

test('a name whose document is deleted can be refused, not accepted', () => {
  const { idDocument: _gone, ...name } = { ...cherif, idDocument: document, at };
  const old = { ...profile, newName: name };
  expect(() => approveName(old, decision)).toThrow('STATE_CHANGED');
  expect(refuseName(old, 'Document manquant').lastName).toBe('Benali');
  expect(awaitsWithDocument(old)).toBe(false);
});

test('a decision about the profile does not decide the name; a block drops the waiting name', () => {
  expect(() => decideProfile(waiting(), 'approved', decision)).toThrow('ALREADY_DECIDED');
  const roles = [{ isRootAdmin: false, isAdmin: false }, { isRootAdmin: false }] as const;
  const blocked = blockProfile(waiting(), ...roles, 'Fraude');
  expect(blocked).toEqual({ ...profile, status: 'blocked', statusReason: 'Fraude', version: 5 });
  expect(unblockProfile(blocked, now)).not.toHaveProperty('newName');
});

test('a member whose name is not checked yet corrects it as often as needed, but not into the brand', () => {
  const pending = { ...profile, status: 'pending' as const };
  expect(changeProfile(pending, { ...change, lastName: 'Cherif' }, facts)).toMatchObject({ lastName: 'Cherif' });
  expect(changeProfile(pending, { ...change, lastName: 'Cherif' }, facts)).not.toHaveProperty('renamedAt');
  expect(() => changeProfile(pending, { phone: change.phone, firstName: 'Envo', lastName: 'yage' }, facts)).toThrow(
    'INVALID',
  );
});

test('two names are accepted in 90 days; the refusal of a third says from which day it is possible', () => {
  const ago = (days: number) => new Date(now - days * dayMs).toISOString();
  const recent = { ...profile, renamedAt: [ago(120), ago(89), ago(1)] };
  const propose = (moment: number) => proposeName(recent, cherif, document, moment);
  expect(() => propose(now)).toThrow('Vous pourrez le changer à nouveau le samedi 21 novembre 2026.');
  expect(approveName(propose(now + 2 * dayMs), { ...decision, now: now + 2 * dayMs }).renamedAt).toHaveLength(2);
  expect(changeProfile(recent, change, facts).phone).toBe('+213550123456');
});

test('a member who changes an older version of their profile is told', () => {
  expect(() => changeProfile(profile, change, { seen: 2, isRootAdmin: false })).toThrow('STALE');
});

test('a picture is set and removed', () => {
  const worn = withAvatar(profile, 'media/1');
  expect(worn).toMatchObject({ avatarKey: 'media/1', version: 4 });
  expect(withoutAvatar(worn)).toEqual({ ...profile, version: 5 });
});

test('an answer time says something from three answers on', () => {
  const person = (stats: object) => ({ profile: aProfileRecord(), stats: StatsRecord.parse(stats) });
  expect(reliabilityOf(person({ answerCount: 2, answerMinutes: 9 }))).not.toHaveProperty('answerMinutes');
  expect(reliabilityOf(person({ answerCount: 3, answerMinutes: 0 }))).toMatchObject({ answerMinutes: 0 });
  expect(reliabilityOf(person({ ratingSum: 4 }))).toMatchObject({ carriedCount: 0 });
});

test('nothing is told of a member who is blocked, leaves or is erased, nor of the reader', () => {
  const stats = StatsRecord.parse({});
  const amel = aProfileRecord({ id: 'amel', status: 'approved' });
  expect(shownReliability({ profile: amel, stats }, 'karim')).toHaveProperty('reliability.memberSince');
  expect(shownReliability({ profile: amel, stats }, 'amel')).toEqual({});
  expect(shownReliability({ profile: { ...amel, status: 'blocked' }, stats }, 'karim')).toEqual({});
  expect(shownReliability({ profile: { ...amel, leavesOn: '2026-12-01' }, stats }, 'karim')).toEqual({});
  expect(shownReliability(undefined, 'karim')).toEqual({});
});

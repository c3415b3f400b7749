import { expect } from 'vitest';
import { sha256 } from '#functions/platform/keys.ts';
import type { Deps } from '#functions/serve.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { mockedPool, newUser, password, throttled } from '#test/support/mocked/clients.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { aCleanFile, uploadId } from '#test/support/mocked/files.ts';
import { accountHandlers } from './handlers.ts';

const { O: amel, P: pending } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const past = '2026-06-15T10:00:00.000Z';
const email = 'amina@example.org';
const person = { firstName: 'Amina', lastName: 'Benali', phone: '+33612345678', acceptedTerms: true };
const token = 't'.repeat(43);
const proof = 'p'.repeat(43);
const photoId = '66666666-0000-4000-8000-000000000000';
/** The secret of a link is drawn, and the table has its hash. */
const newToken = expect.stringMatching(/^put TK#\S{43} TK if attribute_not_exists\(pk\)$/) as string;
const aToken = (text: string, purpose: string, memberId: string, facts: object = {}) => ({
  pk: `TK#${sha256(text)}`,
  sk: 'TK',
  kind: 'token',
  purpose,
  memberId,
  expiresAt: 1_800_000_000_000,
  ...facts,
});
const aLock = (address: string, memberId: string, facts: object = {}) => ({
  pk: `EMAIL#${address}`,
  sk: 'LOCK',
  kind: 'emailLock',
  claim: 'c',
  facts: 'f',
  attempt: 'a',
  at: Date.parse(past),
  mailId: 'm',
  memberId,
  ...facts,
});
/** The key of this request, as a reset link and a change of the password have it. */
const usedBy = sha256('key-of-this-request');
const change = `TK#${sha256(`${amel}#key-of-this-request`)} TK`;
const unconfirmed = aProfile('P', { emailConfirmedAt: undefined });
const refusing = aProfile('O', { mailRefused: { since: past, why: 'bounce' } });

const handlers = (deps: Deps, called: (line: string) => void) =>
  accountHandlers({
    ...deps,
    identity: mockedPool(called),
    strictPasswords: false,
    mails: {
      ...deps,
      site: async () => 'https://envoyage.example',
      send: async (to) => called(`mail to ${to}`),
      contact: 'contact@example.org',
      replyTo: undefined,
      pause: async () => undefined,
    },
  });

examples(accountRoutes, handlers, {
  signUp: [
    {
      body: { ...person, email, password },
      reads: [`get EMAIL#${email} LOCK, consistent`, `get U#${newUser} A#PROFILE, consistent`],
      writes: [
        `put EMAIL#${email} LOCK if attribute_not_exists(pk)`,
        `put U#${newUser} A#PROFILE if attribute_not_exists(pk)`,
        `put EMAIL#${email} LOCK if attempt = "new-1" AND attribute_not_exists(memberId)`,
        'put OUT#new-2 OUT if attribute_not_exists(pk)',
        'update OUT#new-2 OUT: SET record.leaseUntil = 1795168810000 if record.state = "pending" AND (attribute_not_exists(record.leaseUntil) OR record.leaseUntil <= 1795168800000)',
        'update OUT#new-2 OUT: SET record.state = "skipped" REMOVE record.leaseUntil',
        newToken,
        newToken,
      ],
      calls: [
        `AdminCreateUser {"Username":"${email}","UserAttributes":[{"Name":"email","Value":"${email}"},{"Name":"email_verified","Value":"false"}],"MessageAction":"SUPPRESS"}`,
        `AdminSetUserPassword {"Username":"${newUser}","Password":"Traversee-2026","Permanent":true}`,
      ],
      refused: {
        [`EMAIL#${email} LOCK`]: 'IN_PROGRESS',
        [`U#${newUser} A#PROFILE`]: 'IN_PROGRESS',
        'OUT#new-2 OUT': 'STATE_CHANGED',
      },
      items: {
        [`U#${newUser} A#PROFILE`]: {
          kind: 'profile',
          record: { email, firstName: 'Amina', status: 'pending', version: 1 },
        },
        'OUT#new-2 OUT': { record: { mail: 'confirmEmail', memberId: newUser } },
      },
      answers: { userId: newUser, uploadTicket: expect.any(String) },
    },
    {
      when: 'with the address of a member',
      body: { ...person, email, password },
      given: [aLock(email, amel, { confirmedAt: past })],
      reads: [`get EMAIL#${email} LOCK, consistent`],
      status: 409,
      answers: { code: 'EMAIL_TAKEN' },
    },
  ],
  attachSignUpDocuments: {
    body: { ticket: token, idDocument: uploadId, facePhoto: photoId },
    given: [
      unconfirmed,
      aToken(token, 'upload', pending),
      aCleanFile('id_document', pending),
      aCleanFile('face_photo', pending, { pk: `UP#${photoId}`, id: photoId }),
    ],
    reads: [
      `get TK#${sha256(token)} TK, consistent`,
      `get U#${pending} A#PROFILE, consistent`,
      `get UP#${uploadId} UP, consistent`,
      `get UP#${photoId} UP, consistent`,
    ],
    writes: [
      `update U#${pending} A#PROFILE: SET gs2pk = "Q#PROFILE#unconfirmed", gs2sk = "1#${past}", gs3pk = "ADM#PROFILE#2026-06", gs3sk = "${past}#${pending}", kind = "profile", version = 2, record = {…} if version = 1`,
      `update UP#${uploadId} UP: SET state = "attached", gs2pk = "KEEP#2027-02-18" REMOVE ttl, gs1pk, gs1sk if state = "clean"`,
      `update UP#${photoId} UP: SET state = "attached", gs2pk = "KEEP#2027-02-18" REMOVE ttl, gs1pk, gs1sk if state = "clean"`,
    ],
    refused: {
      [`U#${pending} A#PROFILE`]: 'UNAVAILABLE',
      [`UP#${uploadId} UP`]: 'FILE_REFUSED',
      [`UP#${photoId} UP`]: 'FILE_REFUSED',
    },
    items: {
      [`U#${pending} A#PROFILE`]: { record: { idDocument: { uploadId }, facePhoto: { uploadId: photoId } } },
    },
    answers: { state: 'received' },
  },
  confirmEmail: [
    {
      body: { token, proof },
      given: [
        unconfirmed,
        aToken(token, 'confirm', pending, { email: 'p@example.org' }),
        aToken(proof, 'proof', pending),
        aLock('p@example.org', pending),
      ],
      reads: [
        `get TK#${sha256(token)} TK, consistent`,
        'get EMAIL#p@example.org LOCK, consistent',
        `get TK#${sha256(proof)} TK, consistent`,
        `get U#${pending} A#PROFILE, consistent`,
      ],
      writes: [
        `update U#${pending} A#PROFILE: SET record.emailConfirmedAt = "${at}", record.version = record.version + 1, version = version + 1, gs2pk = "Q#PROFILE#pending" REMOVE mailRefused if (record.status = "pending") AND (attribute_not_exists(record.emailConfirmedAt))`,
        `update EMAIL#p@example.org LOCK: SET confirmedAt = "${at}" if memberId = "${pending}" AND attribute_not_exists(confirmedAt)`,
        `update TK#${sha256(token)} TK: SET usedAt = 1795168800000 if attribute_exists(pk) AND attribute_not_exists(usedAt) AND expiresAt > 1795168800000`,
        `delete TK#${sha256(proof)} TK`,
      ],
      calls: [
        `AdminUpdateUserAttributes {"Username":"${pending}","UserAttributes":[{"Name":"email_verified","Value":"true"}]}`,
      ],
      answers: { email: 'p@example.org', state: 'confirmed' },
    },
    {
      when: 'in another browser',
      body: { token },
      given: [
        unconfirmed,
        aToken(token, 'confirm', pending, { email: 'p@example.org' }),
        aLock('p@example.org', pending),
      ],
      reads: [`get TK#${sha256(token)} TK, consistent`, 'get EMAIL#p@example.org LOCK, consistent'],
      answers: { state: 'unproven' },
    },
    {
      when: 'by an unknown link',
      body: { token },
      reads: [`get TK#${sha256(token)} TK, consistent`],
      status: 410,
      answers: { code: 'INVALID_LINK' },
    },
  ],
  signUpByLink: {
    body: { ...person, token, password },
    given: [
      unconfirmed,
      aToken(token, 'confirm', pending, { email: 'p@example.org' }),
      aLock('p@example.org', pending),
    ],
    reads: [
      `get TK#${sha256(token)} TK, consistent`,
      'get EMAIL#p@example.org LOCK, consistent',
      'get EMAIL#p@example.org LOCK, consistent',
    ],
    writes: [
      `put EMAIL#p@example.org LOCK if attribute_not_exists(pk) OR (attempt = "a" AND memberId = "${pending}" AND attribute_not_exists(confirmedAt))`,
      `delete U#${pending} A#PROFILE if attribute_not_exists(record.emailConfirmedAt)`,
      `put U#${newUser} A#PROFILE if attribute_not_exists(pk)`,
      'put EMAIL#p@example.org LOCK if attempt = "new-1" AND attribute_not_exists(memberId)',
      `update TK#${sha256(token)} TK: SET usedAt = 1795168800000 if attribute_exists(pk) AND attribute_not_exists(usedAt) AND expiresAt > 1795168800000`,
    ],
    calls: [
      'AdminCreateUser {"Username":"p@example.org","UserAttributes":[{"Name":"email","Value":"p@example.org"},{"Name":"email_verified","Value":"true"}],"MessageAction":"SUPPRESS"}',
      `AdminSetUserPassword {"Username":"${newUser}","Password":"Traversee-2026","Permanent":true}`,
    ],
    refused: {
      'EMAIL#p@example.org LOCK': 'IN_PROGRESS',
      [`U#${pending} A#PROFILE`]: 'EMAIL_TAKEN',
      [`U#${newUser} A#PROFILE`]: 'IN_PROGRESS',
      [`TK#${sha256(token)} TK`]: 'INVALID_LINK',
    },
    items: { [`U#${newUser} A#PROFILE`]: { record: { email: 'p@example.org', emailConfirmedAt: at } } },
    answers: { email: 'p@example.org' },
  },
  resendConfirmation: [
    {
      body: { email: 'p@example.org' },
      given: [unconfirmed, aLock('p@example.org', pending)],
      reads: ['get EMAIL#p@example.org LOCK, consistent', `get U#${pending} A#PROFILE, consistent`],
      writes: ['put OUT#new-1 OUT if attribute_not_exists(pk)', `put RL#decoy#${sha256('new-2')} RL`],
      refused: { 'OUT#new-1 OUT': 'STATE_CHANGED' },
      items: { 'OUT#new-1 OUT': { record: { mail: 'confirmEmail', memberId: pending } } },
      answers: {},
    },
  ],
  forgotPassword: {
    body: { email: 'o@example.org' },
    given: ['O', aLock('o@example.org', amel, { confirmedAt: past })],
    reads: ['get EMAIL#o@example.org LOCK, consistent', `get U#${amel} A#PROFILE, consistent`],
    writes: ['put OUT#new-1 OUT if attribute_not_exists(pk)', `put RL#decoy#${sha256('new-2')} RL`],
    refused: { 'OUT#new-1 OUT': 'STATE_CHANGED' },
    items: { 'OUT#new-1 OUT': { record: { mail: 'resetPassword', memberId: amel } } },
    answers: {},
  },
  checkResetToken: {
    body: { token },
    given: ['O', aToken(token, 'reset', amel, { epoch: 0 })],
    reads: [`get TK#${sha256(token)} TK, consistent`, `get U#${amel} A#PROFILE, consistent`],
    answers: { state: 'valid' },
  },
  resetPassword: {
    body: { token, password: 'Autre-2026' },
    given: ['O', aToken(token, 'reset', amel, { epoch: 0 })],
    reads: [`get TK#${sha256(token)} TK, consistent`, `get U#${amel} A#PROFILE, consistent`],
    writes: [
      `update TK#${sha256(token)} TK: SET usedAt = 1795168800000, usedBy = "${usedBy}" if expiresAt > 1795168800000 AND (attribute_not_exists(usedAt) OR (usedBy = "${usedBy}" AND attribute_not_exists(doneAt)))`,
      `check U#${amel} A#PROFILE if resetEpoch = 0`,
      `update TK#${sha256(token)} TK: SET doneAt = 1795168800000 if usedBy = "${usedBy}" AND attribute_not_exists(doneAt)`,
      `update U#${amel} A#PROFILE: SET tokensValidAfter = 1795168801, resetEpoch = if_not_exists(resetEpoch, record.resetEpoch) + 1 REMOVE mailRefused if attribute_exists(pk)`,
      `put U#${amel} NT#${at}#new-1 if attribute_not_exists(pk)`,
    ],
    calls: [
      `AdminSetUserPassword {"Username":"${amel}","Password":"Autre-2026","Permanent":true}`,
      `AdminUserGlobalSignOut {"Username":"${amel}"}`,
    ],
    refused: {
      [`TK#${sha256(token)} TK`]: 'INVALID_LINK',
      [`U#${amel} A#PROFILE`]: 'INVALID_LINK',
      [`U#${amel} NT#${at}#new-1`]: 'STATE_CHANGED',
    },
  },
  changePassword: [
    {
      body: { current: password, password: 'Autre-2026' },
      reads: [`get ${change}, consistent`],
      writes: [
        `put ${change} if attribute_not_exists(pk)`,
        `update U#${amel} A#PROFILE: SET tokensValidAfter = 1795168801, resetEpoch = if_not_exists(resetEpoch, record.resetEpoch) + 1 if attribute_exists(pk)`,
        `put U#${amel} NT#${at}#new-1 if attribute_not_exists(pk)`,
      ],
      calls: [
        'AdminInitiateAuth o@example.org Traversee-2026',
        `AdminSetUserPassword {"Username":"${amel}","Password":"Autre-2026","Permanent":true}`,
        `AdminUserGlobalSignOut {"Username":"${amel}"}`,
      ],
      refused: {
        [change]: 'IN_PROGRESS',
        [`U#${amel} A#PROFILE`]: 'STATE_CHANGED',
        [`U#${amel} NT#${at}#new-1`]: 'STATE_CHANGED',
      },
    },
    {
      when: 'with a wrong one',
      body: { current: 'Wrong-2026', password: 'Autre-2026' },
      reads: [`get ${change}, consistent`, `get ${change}, consistent`],
      calls: ['AdminInitiateAuth o@example.org Wrong-2026'],
      status: 400,
      answers: { code: 'INVALID' },
    },
    {
      when: 'while the pool throttles',
      body: { current: throttled, password: 'Autre-2026' },
      reads: [`get ${change}, consistent`],
      calls: ['AdminInitiateAuth o@example.org Throttled-2026'],
      status: 503,
      answers: { code: 'UNAVAILABLE' },
    },
  ],
  correctEmail: {
    body: { email, password },
    given: [refusing],
    reads: [`get EMAIL#${email} LOCK, consistent`],
    writes: [`check ADMINS ${amel} if attribute_not_exists(pk)`, 'put OUT#new-1 OUT if attribute_not_exists(pk)'],
    calls: ['AdminInitiateAuth o@example.org Traversee-2026'],
    refused: { [`ADMINS ${amel}`]: 'NOT_ALLOWED', 'OUT#new-1 OUT': 'STATE_CHANGED' },
    items: { 'OUT#new-1 OUT': { record: { mail: 'correctEmail', memberId: amel, data: { email } } } },
  },
  confirmCorrectedEmail: {
    body: { token },
    given: [refusing, aToken(token, 'newEmail', amel, { email })],
    reads: [`get TK#${sha256(token)} TK, consistent`, `get EMAIL#${email} LOCK, consistent`],
    writes: [
      `check ADMINS ${amel} if attribute_not_exists(pk)`,
      `put EMAIL#${email} LOCK if attribute_not_exists(pk)`,
      `put EMAIL#${email} LOCK if attempt = "new-1" AND attribute_not_exists(memberId)`,
      `delete EMAIL#o@example.org LOCK if memberId = "${amel}"`,
      `update U#${amel} A#PROFILE: SET record.email = "${email}", record.emailConfirmedAt = "${at}", resetEpoch = if_not_exists(resetEpoch, record.resetEpoch) + 1, record.version = record.version + 1, version = version + 1 REMOVE mailRefused if record.email = "o@example.org"`,
      `check ADMINS ${amel} if attribute_not_exists(pk)`,
      `update TK#${sha256(token)} TK: SET usedAt = 1795168800000 if attribute_exists(pk) AND attribute_not_exists(usedAt) AND expiresAt > 1795168800000`,
    ],
    calls: [
      `AdminUpdateUserAttributes {"Username":"${amel}","UserAttributes":[{"Name":"email","Value":"${email}"},{"Name":"email_verified","Value":"true"}]}`,
    ],
    refused: {
      [`ADMINS ${amel}`]: 'NOT_ALLOWED',
      [`EMAIL#${email} LOCK`]: 'IN_PROGRESS',
      'EMAIL#o@example.org LOCK': 'STATE_CHANGED',
      [`U#${amel} A#PROFILE`]: 'STATE_CHANGED',
      [`TK#${sha256(token)} TK`]: 'INVALID_LINK',
    },
  },
  signOutEverywhere: {
    writes: [`update U#${amel} A#PROFILE: SET tokensValidAfter = 1795168801 if attribute_exists(pk)`],
    calls: [`AdminUserGlobalSignOut {"Username":"${amel}"}`],
    refused: { [`U#${amel} A#PROFILE`]: 'STATE_CHANGED' },
  },
  readMe: {
    reads: [
      `get U#${amel} A#STATS`,
      `query pk = "U#${amel}" AND sk BETWEEN "NT#" AND "NT#~", filter attribute_not_exists(record.readAt) AND ttl > 1795168800, backwards, limit 100`,
    ],
    answers: { id: amel, email: 'o@example.org', status: 'approved' },
  },
  deleteMe: {
    body: { password },
    reads: [`get ADMINS ${amel}, consistent`, `query pk = "U#${amel}" AND begins_with(sk, "BY#"), consistent`],
    writes: [
      `update U#${amel} A#PROFILE: SET record.leavesOn = "2026-12-04", tokensValidAfter = 1795168801, record.version = record.version + 1, version = version + 1 if (record.status <> "blocked") AND (attribute_not_exists(record.leavesOn))`,
      `check ADMINS ${amel} if attribute_not_exists(pk) OR status <> "active"`,
      `put GONE#${amel} DEPARTURE`,
      'put OUT#new-1 OUT if attribute_not_exists(pk)',
    ],
    calls: ['AdminInitiateAuth o@example.org Traversee-2026', `AdminUserGlobalSignOut {"Username":"${amel}"}`],
    refused: {
      [`U#${amel} A#PROFILE`]: 'STATE_CHANGED',
      [`ADMINS ${amel}`]: 'STILL_ADMINISTRATOR',
      'OUT#new-1 OUT': 'STATE_CHANGED',
    },
    answers: { status: 'leaving', leavesOn: '2026-12-04', email: 'o@example.org' },
  },
  cancelDeletion: {
    given: [aProfile('O', { leavesOn: '2026-12-04' })],
    writes: [
      `update U#${amel} A#PROFILE: SET record.version = record.version + 1, version = version + 1 REMOVE record.leavesOn if attribute_exists(record.leavesOn)`,
      `delete GONE#${amel} DEPARTURE`,
    ],
    refused: { [`U#${amel} A#PROFILE`]: 'STATE_CHANGED' },
  },
  issueSocketTicket: {
    writes: [newToken],
    refused: {},
    answers: { ticket: expect.any(String), expiresAt: '2026-11-20T10:00:30.000Z' },
  },
});

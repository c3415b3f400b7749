import { expect } from 'vitest';
import type { Deps } from '#functions/serve.ts';
import { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import { memberIds } from '#test/access/people.ts';
import { mockedCipher, mockedPool, password, throttled } from '#test/support/mocked/clients.ts';
import { examples, now } from '#test/support/mocked/examples.ts';
import { codeOf, hashOf } from './codes.ts';
import { secondFactorHandlers } from './handlers.ts';

const { A: admin, RA: root, S: unproven } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const until = '2026-11-20T10:30:00.000Z';
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const sealed = Buffer.from(key).toString('base64');
const code = codeOf(key, Math.floor(now / stepMs));
const recoveryCode = 'ABCD-EFGH-JKLM-NPQR';
const factor = {
  pk: `U#${admin}`,
  sk: 'A#SECOND',
  kind: 'secondFactor',
  revision: 'r1',
  key: sealed,
  recovery: [hashOf(admin, recoveryCode)],
  wrongAt: [],
};
const begun = { ...factor, key: undefined, begun: { key: sealed, until: now + 60_000 } };
const logged = (action: string, by = admin) => ({
  kind: 'log',
  record: { action, admin: { id: by }, targetId: admin },
});
const factorKey = `U#${admin} A#SECOND`;

const handlers = (deps: Deps, called: (line: string) => void) =>
  secondFactorHandlers({ ...deps, identity: mockedPool(called), cipher: mockedCipher(called) });

examples(secondFactorRoutes, handlers, {
  secondFactorStanding: [
    {
      by: 'S',
      reads: [`get U#${unproven} A#SECOND, consistent`],
      answers: { isSetUp: false, recoveryCodesLeft: 0 },
    },
    {
      when: 'that is set up',
      given: [factor],
      reads: [`get ${factorKey}, consistent`],
      answers: { isSetUp: true, recoveryCodesLeft: 1 },
    },
  ],
  beginSecondFactor: [
    {
      by: 'A',
      body: { password },
      given: [factor],
      reads: [`get ${factorKey}, consistent`, `get ${factorKey}, consistent`],
      writes: [`put ${factorKey} if revision = "r1"`, `put U#${admin} NT#${at}#new-2 if attribute_not_exists(pk)`],
      calls: ['AdminInitiateAuth a@example.org Traversee-2026', `Encrypt ${admin}`],
      refused: { [`${factorKey}`]: 'UNAVAILABLE', [`U#${admin} NT#${at}#new-2`]: 'STATE_CHANGED' },
      items: { [factorKey]: { kind: 'secondFactor', key: sealed, begun: { until: now + 3_600_000 } } },
      answers: { key: expect.any(String), uri: expect.stringContaining('otpauth://totp/') },
    },
    {
      when: 'with a wrong password',
      body: { password: 'Wrong-2026' },
      reads: [`get ${factorKey}, consistent`],
      calls: ['AdminInitiateAuth a@example.org Wrong-2026'],
      status: 400,
      answers: { code: 'INVALID' },
    },
    {
      when: 'while the pool throttles',
      body: { password: throttled },
      reads: [`get ${factorKey}, consistent`],
      calls: ['AdminInitiateAuth a@example.org Throttled-2026'],
      status: 503,
      answers: { code: 'UNAVAILABLE' },
    },
  ],
  finishSecondFactor: [
    {
      by: 'A',
      body: { code },
      given: [begun],
      reads: [`get ${factorKey}, consistent`],
      writes: [
        `put ${factorKey} if revision = "r1"`,
        `put U#${admin} SF#session-of-the-test`,
        `put LOG#2026-11 ${at}#new-2 if attribute_not_exists(pk)`,
      ],
      calls: [`Decrypt ${admin}`],
      refused: { [`${factorKey}`]: 'UNAVAILABLE', [`LOG#2026-11 ${at}#new-2`]: 'STATE_CHANGED' },
      items: {
        [factorKey]: { key: sealed, lastStep: Math.floor(now / stepMs) },
        [`LOG#2026-11 ${at}#new-2`]: logged('setUpSecondFactor'),
      },
      answers: { codes: expect.any(Array), until },
    },
    {
      when: 'without a beginning',
      body: { code },
      reads: [`get ${factorKey}, consistent`],
      status: 409,
      answers: { code: 'STATE_CHANGED' },
    },
  ],
  proveSecondFactor: [
    {
      by: 'A',
      body: { code },
      given: [factor],
      reads: [`get ${factorKey}, consistent`],
      writes: [`put ${factorKey} if revision = "r1"`, `put U#${admin} SF#session-of-the-test`],
      calls: [`Decrypt ${admin}`],
      refused: { [`${factorKey}`]: 'UNAVAILABLE' },
      items: { [factorKey]: { lastStep: Math.floor(now / stepMs) } },
      answers: { until },
    },
    {
      when: 'with a wrong code',
      body: { code: code === '000000' ? '000001' : '000000' },
      given: [factor],
      reads: [`get ${factorKey}, consistent`],
      writes: [
        `put ${factorKey} if revision = "r1"`,
        `check IDEM#${admin} key-of-this-request if attribute_not_exists(pk) OR ttl <= 1795168800`,
      ],
      calls: [`Decrypt ${admin}`],
      status: 400,
      answers: { code: 'INVALID' },
      refused: { [`${factorKey}`]: 'UNAVAILABLE', [`IDEM#${admin} key-of-this-request`]: 'IN_PROGRESS' },
    },
  ],
  useRecoveryCode: {
    by: 'A',
    body: { code: recoveryCode },
    given: [factor],
    reads: [`get ${factorKey}, consistent`],
    writes: [
      `put ${factorKey} if revision = "r1"`,
      `put U#${admin} SF#session-of-the-test`,
      `put LOG#2026-11 ${at}#new-2 if attribute_not_exists(pk)`,
    ],
    refused: { [`${factorKey}`]: 'UNAVAILABLE', [`LOG#2026-11 ${at}#new-2`]: 'STATE_CHANGED' },
    items: { [factorKey]: { recovery: [] }, [`LOG#2026-11 ${at}#new-2`]: logged('useRecoveryCode') },
    answers: { until, recoveryCodesLeft: 0 },
  },
  renewRecoveryCodes: {
    given: [factor],
    reads: [`get ${factorKey}, consistent`],
    writes: [`put ${factorKey} if revision = "r1"`, `put LOG#2026-11 ${at}#new-2 if attribute_not_exists(pk)`],
    refused: { [`${factorKey}`]: 'UNAVAILABLE', [`LOG#2026-11 ${at}#new-2`]: 'STATE_CHANGED' },
    items: { [`LOG#2026-11 ${at}#new-2`]: logged('renewRecoveryCodes') },
    answers: { codes: expect.any(Array) },
  },
  resetSecondFactor: {
    params: { administratorId: admin },
    given: ['A', factor],
    reads: [
      'query pk = "ADMINS", consistent',
      `get U#${admin} A#PROFILE, consistent`,
      `get ${factorKey}, consistent`,
      `query pk = "U#${admin}" AND begins_with(sk, "SF#"), consistent`,
    ],
    writes: [
      `delete ${factorKey} if revision = "r1"`,
      `delete U#${admin} SF#session-of-the-test`,
      `put U#${admin} NT#${at}#new-1 if attribute_not_exists(pk)`,
      `put LOG#2026-11 ${at}#new-2 if attribute_not_exists(pk)`,
    ],
    refused: {
      [`${factorKey}`]: 'UNAVAILABLE',
      [`U#${admin} NT#${at}#new-1`]: 'STATE_CHANGED',
      [`LOG#2026-11 ${at}#new-2`]: 'STATE_CHANGED',
    },
    items: { [`LOG#2026-11 ${at}#new-2`]: logged('resetSecondFactor', root) },
  },
});

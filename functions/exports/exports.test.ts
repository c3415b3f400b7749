import { sha256 } from '#functions/platform/keys.ts';
import type { Deps } from '#functions/serve.ts';
import { exportRoutes } from '#shared/exports/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { exportHandlers } from './handlers.ts';

const { O: amel } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const earlier = '2026-11-20T09:00:00.000Z';
const archive = (state: string, requestedAt = earlier) => ({
  pk: `U#${amel}`,
  sk: `ARCHIVE#${requestedAt}`,
  kind: 'archive',
  record: {
    id: 'archive',
    memberId: amel,
    requestedAt,
    state,
    tries: 0,
    leaseUntil: 0,
    parts: [{ key: 'exports/archive/1', name: 'archive.zip', bytes: 9 }],
  },
});
const secret = 's'.repeat(43);
const token = (expiresAt: number) => ({
  pk: `TK#${sha256(secret)}`,
  sk: 'TK',
  kind: 'token',
  purpose: 'archive',
  memberId: amel,
  expiresAt,
});
const turn = `RL#archives#turn#${sha256(amel)} RL`;

const handlers = (deps: Deps) =>
  exportHandlers({ ...deps, linkTo: async (key: string) => `https://files.example/${key}` });

examples(exportRoutes, handlers, {
  exportMyData: [
    {
      reads: [
        `get ${turn}, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`,
      ],
      writes: [
        `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        `put U#${amel} ARCHIVE#${at} if attribute_not_exists(pk)`,
      ],
      refused: { [`${turn}`]: 'UNAVAILABLE', [`U#${amel} ARCHIVE#${at}`]: 'STATE_CHANGED' },
      items: {
        [`U#${amel} ARCHIVE#${at}`]: {
          gs2pk: 'EXPORTS',
          gs2sk: `${at}#${amel}`,
          kind: 'archive',
          record: { id: 'new-1', memberId: amel, state: 'waiting', parts: [] },
        },
      },
      answers: { state: 'preparing', requestedAt: at },
    },
    {
      when: 'while one is prepared',
      given: [archive('waiting')],
      reads: [
        `get ${turn}, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`,
      ],
      answers: { state: 'preparing', requestedAt: earlier },
    },
    {
      when: 'for the third time in a day',
      given: [archive('ready'), archive('ready', '2026-11-20T08:00:00.000Z')],
      reads: [
        `get ${turn}, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`,
      ],
      status: 409,
      answers: { code: 'LIMIT' },
    },
  ],
  myExport: [
    {
      given: [archive('ready')],
      reads: [`query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`],
      answers: { state: 'ready', requestedAt: earlier },
    },
    {
      when: 'with the link of the mail',
      query: { archive: secret },
      given: [archive('ready'), token(1_800_000_000_000)],
      reads: [
        `query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`,
        `get TK#${sha256(secret)} TK, consistent`,
      ],
      answers: {
        state: 'ready',
        parts: [{ name: 'archive.zip', bytes: 9, url: 'https://files.example/exports/archive/1' }],
        until: '2027-01-15T08:00:00.000Z',
      },
    },
    {
      when: 'with a link that has expired',
      query: { archive: secret },
      given: [archive('ready'), token(1_700_000_000_000)],
      reads: [
        `query pk = "U#${amel}" AND begins_with(sk, "ARCHIVE#"), backwards, consistent`,
        `get TK#${sha256(secret)} TK, consistent`,
      ],
      answers: { state: 'ready', until: '2023-11-14T22:13:20.000Z' },
    },
  ],
});

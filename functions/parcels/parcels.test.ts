import { expect } from 'vitest';
import { sha256 } from '#functions/platform/keys.ts';
import type { Deps } from '#functions/serve.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { aParcel, memberIds, things } from '#test/access/people.ts';
import { alger, paris } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { aCleanFile, signedFiles, uploadId } from '#test/support/mocked/files.ts';
import { fewPlaces } from '#test/support/places.ts';
import { parcelHandlers } from './handlers.ts';

const { O: amel, P: pending, C: carrier } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const { listedParcel: parcel, assignedParcel, pausedParcel } = things;
const newer = { ...parcel, version: 2 };
const past = '2026-06-15T10:00:00.000Z';
const file = { uploadId, key: 'parcel_file/file', contentType: 'image/jpeg', fileName: 'livre.jpg' } as const;
const body = {
  title: 'Livres',
  description: 'Trois livres',
  contents: [{ category: 'papers', count: 3 }],
  pickup: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
  delivery: { countryCode: 'DZ', city: 'Alger' },
  weight: '1,5',
  size: 'small',
  deadline: '2026-12-25',
};

const handlers = (deps: Deps) =>
  parcelHandlers({ ...deps, files: signedFiles(), privateBucket: 'private', places: fewPlaces });

examples(parcelRoutes, handlers, {
  readParcel: [
    {
      params: { parcelId: parcel.id },
      given: [parcel],
      reads: [`get P#${parcel.id} META, consistent`, `query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`],
      answers: { id: parcel.id, owner: { id: amel }, version: 1, situation: { stage: 'listed' } },
    },
    {
      when: 'of another member',
      by: 'M',
      params: { parcelId: parcel.id },
      given: [parcel, 'O'],
      reads: [
        `get P#${parcel.id} META, consistent`,
        `get U#${amel} A#PROFILE, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "BY#00000000-0000-4000-8000-000000000004#")`,
        `query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
      ],
      answers: { id: parcel.id, owner: { id: amel }, reliability: { carriedCount: 0 } },
    },
    {
      when: 'of its carrier',
      by: 'C',
      params: { parcelId: assignedParcel.id },
      given: [assignedParcel, 'O'],
      reads: [
        `get P#${assignedParcel.id} META, consistent`,
        `get U#${amel} A#PROFILE`,
        `get U#${amel} A#STATS`,
        `get U#${carrier} A#PROFILE`,
        `get U#${carrier} A#STATS`,
      ],
      answers: { id: assignedParcel.id, carrier: { id: carrier, firstName: 'C' } },
    },
  ],
  myParcels: [
    {
      given: [parcel, assignedParcel],
      reads: [`query gs1pk = "U#${amel}#P", backwards, limit 20`, `get U#${amel} A#STATS`],
      answers: { items: [{ id: assignedParcel.id }, { id: parcel.id }], counts: { todo: 0, going: 2, over: 0 } },
    },
    {
      when: 'of one stage',
      query: { stage: 'listed' },
      given: [parcel, assignedParcel],
      reads: [`query gs1pk = "U#${amel}#P", backwards, limit 20`, `get U#${amel} A#STATS`],
      answers: { items: [{ id: parcel.id }], counts: { todo: 0, going: 0, over: 0 } },
    },
  ],
  publishParcel: [
    {
      body: { ...body, uploadId },
      given: [aCleanFile('parcel_file', amel, { fileName: 'livre.jpg' })],
      reads: [`get UP#${uploadId} UP, consistent`, `query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`],
      writes: [
        'put P#new-1 META if attribute_not_exists(pk)',
        'put P#new-1 EV#000001 if attribute_not_exists(pk)',
        `update UP#${uploadId} UP: SET state = "attached" REMOVE ttl, gs1pk, gs1sk, gs2pk, gs2sk if state = "clean"`,
      ],
      refused: {
        'P#new-1 META': 'STATE_CHANGED',
        'P#new-1 EV#000001': 'STATE_CHANGED',
        [`UP#${uploadId} UP`]: 'FILE_REFUSED',
      },
      items: {
        'P#new-1 META': {
          gs1pk: `U#${amel}#P`,
          gs1sk: `B#${at}`,
          gs2pk: 'Q#PARCEL#pending',
          gs2sk: at,
          gs3pk: 'ADM#PARCEL#2026-11',
          gs3sk: `${at}#new-1`,
          kind: 'parcel',
          version: 1,
          record: {
            id: 'new-1',
            ownerId: amel,
            pickup: paris,
            delivery: alger,
            contents: body.contents,
            weightGrams: 1500,
            file,
            status: 'active',
            adminStatus: 'pending',
          },
        },
        'P#new-1 EV#000001': { kind: 'event', record: { version: 1, type: 'published', at, by: amel } },
      },
      answers: { id: 'new-1', ownerId: amel, file: { kind: 'image' }, version: 1 },
    },
    {
      when: 'by a member who waits for approval',
      by: 'P',
      body,
      reads: [
        `query pk = "U#${pending}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `get RL#unlisted#turn#${sha256(pending)} RL, consistent`,
        `count gs1pk = "U#${pending}#P", filter record.status IN ("active", "pending") AND record.adminStatus = "pending" AND record.deadline >= "2026-11-20", backwards`,
        `count gs1pk = "U#${pending}#T" AND gs1sk >= "2026-11-20", filter record.status = "active" AND record.adminStatus = "pending"`,
      ],
      writes: [
        `update RL#unlisted#turn#${sha256(pending)} RL: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        'put P#new-1 META if attribute_not_exists(pk)',
        'put P#new-1 EV#000001 if attribute_not_exists(pk)',
      ],
      refused: {
        [`RL#unlisted#turn#${sha256(pending)} RL`]: 'UNAVAILABLE',
        'P#new-1 META': 'STATE_CHANGED',
        'P#new-1 EV#000001': 'STATE_CHANGED',
      },
      answers: { id: 'new-1', ownerId: pending },
    },
    {
      when: 'while its file is scanned',
      body: { ...body, uploadId },
      given: [aCleanFile('parcel_file', amel, { state: 'scanning' })],
      reads: [`get UP#${uploadId} UP, consistent`, `query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`],
      status: 202,
      answers: { state: 'scanning' },
    },
  ],
  editParcel: [
    {
      params: { parcelId: parcel.id },
      version: 1,
      body,
      given: [aParcel(101, 'O', { file })],
      reads: [`get P#${parcel.id} META, consistent`],
      writes: [`put P#${parcel.id} META if version = 1`, `put P#${parcel.id} EV#000002 if attribute_not_exists(pk)`],
      refused: { [`P#${parcel.id} META`]: [newer, 'STALE'], [`P#${parcel.id} EV#000002`]: 'STATE_CHANGED' },
      items: {
        [`P#${parcel.id} META`]: {
          gs1pk: `U#${amel}#P`,
          version: 2,
          record: { title: 'Livres', adminStatus: 'pending', file, version: 2 },
        },
        [`P#${parcel.id} EV#000002`]: { kind: 'event', record: { version: 2, type: 'edited', at, by: amel } },
      },
      answers: { id: parcel.id, version: 2 },
    },
    {
      when: 'of an older version',
      params: { parcelId: parcel.id },
      version: 7,
      body,
      given: [parcel],
      reads: [`get P#${parcel.id} META, consistent`],
      status: 412,
      answers: { code: 'STALE' },
    },
  ],
  pauseParcel: {
    params: { parcelId: parcel.id },
    version: 1,
    given: [parcel],
    reads: [`get P#${parcel.id} META, consistent`],
    writes: [`put P#${parcel.id} META if version = 1`, `put P#${parcel.id} EV#000002 if attribute_not_exists(pk)`],
    refused: { [`P#${parcel.id} META`]: 'NOT_FOUND', [`P#${parcel.id} EV#000002`]: 'STATE_CHANGED' },
    items: {
      [`P#${parcel.id} META`]: { gs1pk: `U#${amel}#P`, version: 2, record: { status: 'pending', version: 2 } },
      [`P#${parcel.id} EV#000002`]: { kind: 'event', record: { version: 2, type: 'paused', at, by: amel } },
    },
    answers: { id: parcel.id, version: 2 },
  },
  resumeParcel: {
    params: { parcelId: pausedParcel.id },
    version: 1,
    given: [pausedParcel],
    reads: [`get P#${pausedParcel.id} META, consistent`],
    writes: [
      `put P#${pausedParcel.id} META if version = 1`,
      `put P#${pausedParcel.id} EV#000002 if attribute_not_exists(pk)`,
    ],
    refused: { [`P#${pausedParcel.id} META`]: 'NOT_FOUND', [`P#${pausedParcel.id} EV#000002`]: 'STATE_CHANGED' },
    items: {
      [`P#${pausedParcel.id} META`]: { gs1pk: `U#${amel}#P`, version: 2, record: { status: 'active', version: 2 } },
      [`P#${pausedParcel.id} EV#000002`]: { kind: 'event', record: { version: 2, type: 'resumed', at, by: amel } },
    },
    answers: { id: pausedParcel.id, version: 2 },
  },
  cancelParcel: [
    {
      params: { parcelId: parcel.id },
      version: 1,
      body: { reason: 'Envoyé autrement' },
      given: [parcel],
      reads: [`get P#${parcel.id} META, consistent`],
      writes: [`put P#${parcel.id} META if version = 1`, `put P#${parcel.id} EV#000002 if attribute_not_exists(pk)`],
      refused: { [`P#${parcel.id} META`]: [newer, 'STATE_CHANGED'], [`P#${parcel.id} EV#000002`]: 'STATE_CHANGED' },
      items: {
        [`P#${parcel.id} META`]: {
          gs1pk: `U#${amel}#P`,
          version: 2,
          record: { status: 'cancelled', cancelReason: 'Envoyé autrement', version: 2 },
        },
        [`P#${parcel.id} EV#000002`]: {
          kind: 'event',
          record: { version: 2, type: 'cancelled', at, by: amel, reason: 'Envoyé autrement' },
        },
      },
      answers: { id: parcel.id, version: 2 },
    },
    {
      when: 'that a carrier has agreed to take',
      params: { parcelId: assignedParcel.id },
      version: 1,
      body: { reason: 'Envoyé autrement' },
      given: [{ ...assignedParcel, status: 'carrier_chosen' }, 'C'],
      reads: [`get P#${assignedParcel.id} META, consistent`],
      writes: [
        `put P#${assignedParcel.id} META if version = 1`,
        `put P#${assignedParcel.id} EV#000002 if attribute_not_exists(pk)`,
        `update U#${carrier} CARRY#${past}#${assignedParcel.id}: SET kind = "carry", version = 2, record = {…}, gs3pk = "NO#${carrier}", gs3sk = "00000102#${assignedParcel.id}", partner = if_not_exists(partner, {…}) REMOVE gs1pk, gs1sk, gs2pk, gs2sk`,
        `update U#${amel} GIVEN#${past}#${assignedParcel.id}: SET kind = "given", version = 2, record = {…}, gs3pk = "NO#${amel}", gs3sk = "00000102#${assignedParcel.id}", partner = if_not_exists(partner, {…}) REMOVE gs1pk, gs1sk, gs2pk, gs2sk`,
        `put U#${carrier} NT#${at}#new-1 if attribute_not_exists(pk)`,
      ],
      refused: {
        [`P#${assignedParcel.id} META`]: 'NOT_FOUND',
        [`P#${assignedParcel.id} EV#000002`]: 'STATE_CHANGED',
        [`U#${carrier} NT#${at}#new-1`]: 'STATE_CHANGED',
      },
      items: {
        [`U#${carrier} CARRY#${past}#${assignedParcel.id}`]: {
          record: { id: assignedParcel.id, status: 'cancelled' },
          partner: { id: amel },
        },
        [`U#${amel} GIVEN#${past}#${assignedParcel.id}`]: {
          record: { status: 'cancelled' },
          partner: { id: carrier },
        },
        [`U#${carrier} NT#${at}#new-1`]: {
          record: { mail: 'parcelCancelled', memberId: carrier, data: { reason: 'Envoyé autrement' } },
        },
      },
      answers: { id: assignedParcel.id, cancelReason: 'Envoyé autrement', version: 2 },
    },
  ],
  parcelFile: [
    {
      params: { parcelId: parcel.id },
      given: [aParcel(101, 'O', { file })],
      reads: [`get P#${parcel.id} META, consistent`],
      answers: { url: expect.stringMatching(/private.+parcel_file\/file\?.*X-Amz-Expires=3600/), kind: 'image' },
    },
    {
      when: 'that it has not',
      params: { parcelId: parcel.id },
      given: [parcel],
      reads: [`get P#${parcel.id} META, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],
});

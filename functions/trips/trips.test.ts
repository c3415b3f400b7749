import { sha256 } from '#functions/platform/keys.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { aTrip, memberIds } from '#test/access/people.ts';
import { alger, paris } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { fewPlaces } from '#test/support/places.ts';
import { tripHandlers } from './handlers.ts';

const { O: amel, P: pending } = memberIds;
const trip = aTrip(201, 'O', { version: 3 });
const newer = aTrip(201, 'O', { version: 4 });
const key = `T#${trip.id} META`;
const at = '2026-11-20T10:00:00.000Z';
const body = {
  depart: { city: 'Paris', countryCode: 'FR', placeId: '2988507' },
  arrival: { city: 'Alger', countryCode: 'DZ' },
  transport: 'plane',
  travelDate: '2026-12-20',
  maxWeightKg: 5,
  maxSize: 'medium',
  priceType: 'negotiable',
};
const person = (id: string) => [`query pk = "U#${id}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`];
const turn = `RL#unlisted#turn#${sha256(pending)} RL`;

examples(tripRoutes, (deps) => tripHandlers({ ...deps, places: fewPlaces }), {
  readTrip: [
    {
      params: { tripId: trip.id },
      given: [trip],
      reads: [`get ${key}, consistent`, ...person(amel)],
      answers: { id: trip.id, ownerId: amel, adminStatus: 'approved', actions: { editTrip: { allowed: true } } },
    },
    {
      when: 'of another member',
      by: 'M',
      params: { tripId: trip.id },
      given: [trip, 'O'],
      reads: [
        `get ${key}, consistent`,
        `get U#${amel} A#PROFILE, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "BY#${memberIds.M}#")`,
        ...person(amel),
      ],
      answers: { id: trip.id, owner: { id: amel, firstName: 'O' }, actions: {} },
    },
  ],

  myTrips: {
    // A cancelled one is in the list, uncounted.
    given: [trip, aTrip(202, 'O', { status: 'cancelled' })],
    query: { when: 'upcoming' },
    reads: [
      `query gs1pk = "U#${amel}#T" AND gs1sk >= "2026-11-20", limit 20`,
      `query pk = "U#${amel}" AND sk BETWEEN "DAY#2026-11-01" AND "DAY#2026-11-20"`,
      `query pk = "U#${amel}" AND sk BETWEEN "MON#0" AND "MON#9"`,
    ],
    answers: { items: [{ id: trip.id }, { status: 'cancelled' }], counts: { upcoming: 1, past: 0 } },
  },

  publishTrip: [
    {
      body,
      reads: person(amel),
      writes: ['put T#new-1 META if attribute_not_exists(pk)'],
      items: {
        'T#new-1 META': {
          gs1pk: `U#${amel}#T`,
          gs1sk: '2026-12-20#new-1',
          gs2pk: 'Q#TRIP#pending',
          gs2sk: at,
          gs3pk: 'ADM#TRIP#2026-11',
          gs3sk: `${at}#new-1`,
          kind: 'trip',
          version: 1,
          record: {
            id: 'new-1',
            ownerId: amel,
            depart: paris,
            arrival: alger,
            adminStatus: 'pending',
            createdAt: at,
          },
        },
      },
      answers: { id: 'new-1', ownerId: amel, status: 'active', adminStatus: 'pending', version: 1 },
    },
    {
      when: 'by a member who waits for approval',
      by: 'P',
      body,
      reads: [
        ...person(pending),
        `get ${turn}, consistent`,
        `count gs1pk = "U#${pending}#P", filter record.status IN ("active", "pending") AND record.adminStatus = "pending" AND record.deadline >= "2026-11-20", backwards`,
        `count gs1pk = "U#${pending}#T" AND gs1sk >= "2026-11-20", filter record.status = "active" AND record.adminStatus = "pending"`,
      ],
      writes: [
        `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        'put T#new-1 META if attribute_not_exists(pk)',
      ],
      answers: { id: 'new-1', ownerId: pending },
      refused: { [turn]: 'UNAVAILABLE' },
    },
  ],

  editTrip: [
    {
      params: { tripId: trip.id },
      version: 3,
      body,
      given: [trip],
      reads: [`get ${key}, consistent`],
      writes: [`put ${key} if version = 3`],
      items: {
        [key]: {
          gs1sk: `2026-12-20#${trip.id}`,
          gs2pk: 'Q#TRIP#pending',
          version: 4,
          record: { id: trip.id, travelDate: '2026-12-20', adminStatus: 'pending', submittedAt: at, version: 4 },
        },
      },
      answers: { id: trip.id, travelDate: '2026-12-20', adminStatus: 'pending', version: 4 },
      refused: { [key]: [newer, 'STALE'] },
    },
    {
      when: 'of an older version',
      params: { tripId: trip.id },
      version: 2,
      body,
      given: [trip],
      reads: [`get ${key}, consistent`],
      status: 412,
      answers: { code: 'STALE', current: { id: trip.id, version: 3 } },
    },
  ],

  cancelTrip: {
    params: { tripId: trip.id },
    version: 3,
    body: { reason: 'Voyage annulé' },
    given: [trip],
    reads: [`get ${key}, consistent`],
    writes: [`put ${key} if version = 3`],
    items: {
      [key]: {
        gs2pk: 'Q#TRIP#cancelled',
        version: 4,
        record: { status: 'cancelled', cancelReason: 'Voyage annulé', version: 4 },
      },
    },
    answers: { id: trip.id, status: 'cancelled', cancelReason: 'Voyage annulé', version: 4 },
    refused: { [key]: [newer, 'STATE_CHANGED'] },
  },
});

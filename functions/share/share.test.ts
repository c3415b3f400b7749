import { expect } from 'vitest';
import { shareRoutes } from '#shared/share/contract.ts';
import { memberIds, things } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { shareHandlers } from './handlers.ts';

const { O: amel } = memberIds;
const { listedParcel: parcel, listedTrip: trip, pendingParcel, rejectedTrip } = things;

examples(shareRoutes, (deps) => shareHandlers({ ...deps, site: async () => 'https://envoyage.example' }), {
  sharedParcel: [
    {
      params: { parcelId: parcel.id },
      given: [parcel, 'O'],
      reads: [`get P#${parcel.id} META, consistent`, `get U#${amel} A#PROFILE, consistent`],
      answers: { page: expect.stringContaining(`https://envoyage.example/p/${parcel.id}`) },
    },
    {
      when: 'that waits for its approval',
      params: { parcelId: pendingParcel.id },
      given: [pendingParcel, 'O'],
      reads: [`get P#${pendingParcel.id} META, consistent`],
      status: 410,
      answers: { page: expect.any(String) },
    },
    {
      when: 'of a malformed address',
      params: { parcelId: 'x' },
      status: 410,
      answers: { page: expect.any(String) },
    },
  ],
  sharedTrip: [
    {
      params: { tripId: trip.id },
      given: [trip, 'O'],
      reads: [`get T#${trip.id} META, consistent`, `get U#${amel} A#PROFILE, consistent`],
      answers: { page: expect.stringContaining(`https://envoyage.example/t/${trip.id}`) },
    },
    {
      when: 'that was refused',
      params: { tripId: rejectedTrip.id },
      given: [rejectedTrip, 'O'],
      reads: [`get T#${rejectedTrip.id} META, consistent`],
      status: 410,
      answers: { page: expect.any(String) },
    },
  ],
});

import { answer, commit } from '#functions/outcome.ts';
import { placeOf, requireRoom } from '#functions/platform/publishing.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { cardOf, formerMember } from '#shared/accounts/record.ts';
import type { tripRoutes } from '#shared/trips/contract.ts';
import { publishTrip, tripFor } from '#shared/trips/rules.ts';
import { tripRepository } from './repository.ts';

export function tripHandlers(deps: Deps): Handlers<typeof tripRoutes> {
  const trips = tripRepository(deps.table);
  const profiles = profileRepository(deps.table);
  const cardOfMember = async (id: string) => {
    const person = (await profiles.people([id])).get(id);
    return person ? cardOf(person.profile, person.stats) : formerMember(id);
  };

  return {
    readTrip: async ({ actor, subject }) =>
      answer(tripFor(actor.id, { ...subject, owner: await cardOfMember(subject.ownerId) })),

    myTrips: async ({ actor, query }) => {
      const now = deps.now();
      const [{ items, next }, counts] = await Promise.all([
        trips.tripsOf(actor.id, query.when, now, query.cursor),
        trips.countsOf(actor.id, now),
      ]);
      return answer({ items: items.map((trip) => tripFor(actor.id, trip)), counts, ...(next ? { next } : {}) });
    },

    publishTrip: async ({ actor, body }) => {
      const [depart, arrival, stops, owner] = await Promise.all([
        placeOf(body.depart, 'depart'),
        placeOf(body.arrival, 'arrival'),
        Promise.all(body.stops.map((stop, index) => placeOf(stop, `stops.${index}`))),
        cardOfMember(actor.id),
        requireRoom(actor.profile, () => trips.unlistedCount(actor.id)),
      ]);
      const trip = publishTrip({ ...body, depart, arrival, stops }, owner, { id: deps.newId(), now: deps.now() });
      return commit(tripFor(actor.id, trip), [trips.add(trip)]);
    },
  };
}

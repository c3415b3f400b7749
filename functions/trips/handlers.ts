import type { Actor } from '#functions/actor.ts';
import { plannedTrips } from '#functions/deliveries/tallies.ts';
import type { Places } from '#functions/listings/places.ts';
import { placeOf, roomFor, staleListing } from '#functions/listings/publishing.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { shownReliability } from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { type NewTrip, Trip, type tripRoutes } from '#shared/trips/contract.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { cancelTrip, editTrip, publishTrip, type TripFacts, toTrip } from '#shared/trips/rules.ts';
import { tripRepository } from './repository.ts';

export interface TripDeps extends Deps {
  readonly places: Places;
}

export function tripHandlers(deps: TripDeps): Handlers<typeof tripRoutes> {
  const trips = tripRepository(deps.table);
  const profiles = profileRepository(deps.table);
  const memberOf = async (id: string) => (await profiles.people([id])).get(id);

  // A refusal contains it too, and no schema parses that.
  const view = (viewerId: string, trip: TripRecord) => Trip.parse(toTrip(viewerId, trip, deps.now()));

  async function factsOf(body: NewTrip): Promise<TripFacts> {
    const [depart, arrival, stops] = await Promise.all([
      placeOf(deps.places, body.depart, 'depart'),
      placeOf(deps.places, body.arrival, 'arrival'),
      Promise.all(body.stops.map((stop, index) => placeOf(deps.places, stop, `stops.${index}`))),
    ]);
    return { ...body, depart, arrival, stops };
  }

  /** Throws the refusal of a conflict: `stale` for an edit. */
  function changed(
    { actor, resource, version }: { actor: Actor; resource: TripRecord; version: number },
    rule: () => TripRecord,
    stale: (told: { current: Trip }) => Refusal = (told) => new Refusal('STATE_CHANGED', undefined, told),
  ): [Trip, Write] {
    const refuse = (current: TripRecord | undefined): Refusal =>
      current ? stale({ current: view(actor.id, current) }) : new Refusal('NOT_FOUND');
    if (resource.version !== version) throw refuse(resource);
    const next = rule();
    return [view(actor.id, next), trips.save(next, refuse)];
  }

  return {
    readTrip: async ({ actor, resource }) => {
      const owner = await memberOf(resource.ownerId);
      const trip = view(actor.id, { ...resource, owner: partnerCard(resource.ownerId, owner) });
      return answer({ ...trip, ...shownReliability(owner, actor.id) });
    },

    myTrips: async ({ actor, query }) => {
      const now = deps.now();
      const [{ items, next }, planned] = await Promise.all([
        trips.tripsOf(actor.id, query.when, now, query.cursor),
        plannedTrips(deps.table, actor.id, now),
      ]);
      // The counters change a moment after an act. When all rows are on this page, the page counts them itself.
      const counts =
        query.cursor || next
          ? planned
          : { ...planned, [query.when]: items.filter(({ status }) => status === 'active').length };
      return answer({ items: items.map((trip) => view(actor.id, trip)), counts, ...(next ? { next } : {}) });
    },

    publishTrip: async ({ actor, body }) => {
      const [facts, owner] = await Promise.all([factsOf(body), memberOf(actor.id)]);
      const publish = async (): Promise<Outcome<Trip>> => {
        const room = await roomFor(deps, actor.profile);
        const trip = publishTrip(facts, partnerCard(actor.id, owner), { id: deps.newId(), now: deps.now() });
        return commit(view(actor.id, trip), [...room, trips.add(trip)], publish);
      };
      return publish();
    },

    editTrip: async (call) => {
      const { actor, resource } = call;
      const facts = await factsOf(call.body);
      const stale = (told: { current: Trip }) => new Refusal('STALE', staleListing, told);
      const edit = async (): Promise<Outcome<Trip>> => {
        const room = resource.adminStatus === 'pending' ? [] : await roomFor(deps, actor.profile);
        const [trip, save] = changed(call, () => editTrip(resource, facts, deps.now()), stale);
        return commit(trip, [...room, save], edit);
      };
      return edit();
    },

    cancelTrip: async (call) => {
      const [trip, save] = changed(call, () => cancelTrip(call.resource, call.body.reason, deps.now()));
      return commit(trip, [save]);
    },
  };
}

import type { Actor } from '#functions/actor.ts';
import { everything } from '#functions/admin/lists/everything.ts';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { eventsOf, lineOfStep, parcelEvent } from '#functions/deliveries/events.ts';
import { toProof } from '#functions/deliveries/proofs.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { stepWrites } from '#functions/deliveries/step-writes.ts';
import type { DecisionFacts } from '#functions/mail/mail.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Item, Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import type { AdminParcel, AdminTrip, adminRoutes } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { decideListing } from '#shared/admin/rules.ts';
import { overrideParcel } from '#shared/deliveries/problem-rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { routeText } from '#shared/values/french.ts';
import { type AdminDeps, changedSince, decisionFacts, type Judged, requireSeen, unlessDecided } from './decisions.ts';
import { adminLog } from './log.ts';
import { toAdminParcel, toAdminTrip } from './views.ts';

type ParcelActs = 'adminParcelFile' | 'adminProofs' | 'overrideParcel';

export function adminParcelHandlers(deps: AdminDeps): Pick<Handlers<typeof adminRoutes>, ParcelActs> {
  const { table, now } = deps;
  return {
    adminParcelFile: async ({ actor, resource: { id, file } }) => {
      if (!file) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(deps.privateBucket, file.key, file.contentType, linkSeconds.other, now(), {
        ownName: file.fileName,
      });
      return commit(link, [adminLog(deps, actor, 'viewParcelFile', { type: 'parcel', id })]);
    },

    adminProofs: async ({ actor, resource }) => {
      const [proofs, events] = await Promise.all([
        deliveryRepository(table).proofs(resource.id),
        eventsOf(table, resource.id),
      ]);
      const named = [resource.ownerId, resource.carrierId, ...[...proofs, ...events].map(({ by }) => by)];
      const ids = [...new Set(named)].filter((id) => id !== undefined);
      const [items, people] = await Promise.all([
        Promise.all(proofs.map((proof) => toProof(deps, proof))),
        profileRepository(table).people(ids),
      ]);
      const reply = { items, events, people: ids.map((id) => partnerCard(id, people.get(id))) };
      return commit(reply, [adminLog(deps, actor, 'viewProofs', { type: 'parcel', id: resource.id })]);
    },

    overrideParcel: async ({ actor, resource, version, body }) => {
      const view = (parcel: ParcelRecord) => toAdminParcel(parcel, now());
      requireSeen(version, resource, view(resource));
      const step = overrideParcel(resource, body.to, body.reason, now());
      const details = {
        statusBefore: resource.status,
        statusAfter: step.parcel.status,
        ...(step.end ? { parcelEnd: step.end } : {}),
      };
      // Both may contest the end of their delivery.
      const target = { type: 'parcel', id: resource.id, line: lineOfStep(step.parcel) } as const;
      const contested = step.parcel.settledAt ? { decision: decisionId({ ...target, kind: target.type }) } : {};
      return commit(view(step.parcel), [
        parcelRepository(table).save(step.parcel, (current) => changedSince(current, view)),
        ...(await stepWrites(deps, actor.id, resource, { ...step, ...contested })),
        adminLog(deps, actor, 'overrideParcel', target, details),
      ]);
    },
  };
}

type Decision = 'approved' | 'rejected';

interface ListingKind<Listing extends ParcelRecord | TripRecord, View> {
  readonly type: 'parcel' | 'trip';
  readonly acts: Readonly<Record<Decision, 'approveParcel' | 'rejectParcel' | 'approveTrip' | 'rejectTrip'>>;
  readonly view: (listing: Listing) => View;
  readonly writes: (call: Decided<Listing>) => readonly Write[];
}

interface Decided<Listing> {
  readonly before: Listing;
  readonly after: Listing;
  readonly actor: Actor;
  readonly decision: Decision;
  readonly rejection: (DecisionFacts & { readonly reason: string }) | undefined;
}

/**
 * Approves or rejects a parcel or a trip, at the version that the administrator saw. Throws ALREADY_DECIDED or
 * CONTENT_CHANGED, each with the current state.
 */
async function decide<Listing extends ParcelRecord | TripRecord, View>(
  deps: Deps,
  { type, acts, view, writes }: ListingKind<Listing, View>,
  { actor, resource, version }: Judged<Listing>,
  [decision, restriction]: ['approved'] | ['rejected', Restriction],
): Promise<Outcome<View>> {
  const by = { adminId: actor.id, now: deps.now() };
  const after = unlessDecided(
    () => decideListing(resource, decision, by, restriction?.reason),
    () => view(resource),
  );
  // A changed listing that waits no more: another administrator was faster.
  if (version !== resource.version) throw overtaken(resource, view);
  const target = { type, id: resource.id, line: deps.newId() };
  const rejection = restriction && {
    reason: restriction.reason,
    ...(await decisionFacts(deps, target, resource.ownerId, restriction)),
  };
  const details = { before: resource.adminStatus, after: decision };
  return commit(view(after), [
    ...writes({ before: resource, after, actor, decision, rejection }),
    adminLog(deps, actor, acts[decision], target, details),
  ]);
}

const parcelKind = ({ table, now, newId }: Deps): ListingKind<ParcelRecord, AdminParcel> => ({
  type: 'parcel',
  acts: { approved: 'approveParcel', rejected: 'rejectParcel' },
  view: (parcel) => toAdminParcel(parcel, now()),
  writes: ({ before, after, actor, decision, rejection }) => {
    const data = { firstName: before.owner.firstName, title: before.title, parcelId: before.id };
    const to = { memberId: before.ownerId };
    const stamp = { id: newId(), now: now() };
    return [
      parcelRepository(table).save(after, (current) => overtaken(current, (parcel) => toAdminParcel(parcel, now()))),
      parcelEvent(table, after, decision, actor.id, now()),
      rejection
        ? mail(table, 'parcelRejected', to, { ...data, ...rejection, ...gone(before) }, stamp)
        : mail(table, 'parcelApproved', to, { ...data, ...paused(after) }, stamp),
    ];
  },
});

const tripKind = ({ table, now, newId }: Deps): ListingKind<TripRecord, AdminTrip> => ({
  type: 'trip',
  acts: { approved: 'approveTrip', rejected: 'rejectTrip' },
  view: toAdminTrip,
  writes: ({ before, after, rejection }) => {
    const route = routeText(before.depart, before.arrival);
    const data = { firstName: before.owner.firstName, route, tripId: before.id };
    const to = { memberId: before.ownerId };
    const stamp = { id: newId(), now: now() };
    return [
      tripRepository(table).save(after, (current) => overtaken(current, toAdminTrip)),
      rejection
        ? mail(table, 'tripRejected', to, { ...data, ...rejection, ...gone(before) }, stamp)
        : mail(table, 'tripApproved', to, data, stamp),
    ];
  },
});

/** Changes the words of the mail: the listing stays out of the search. */
const paused = ({ status }: ParcelRecord) => (status === 'pending' ? { isPaused: 'yes' } : {});

const gone = ({ adminStatus }: ParcelRecord | TripRecord) => (adminStatus === 'approved' ? { wasListed: 'true' } : {});

/** Another administrator decided first, or the owner changed the listing; the refusal contains the current state. */
function overtaken<Listing extends { adminStatus: string }>(
  current: Listing | undefined,
  view: (listing: Listing) => unknown,
): Refusal {
  if (!current) return new Refusal('NOT_FOUND');
  return new Refusal(current.adminStatus === 'pending' ? 'CONTENT_CHANGED' : 'ALREADY_DECIDED', undefined, {
    current: view(current),
  });
}

type ListingActs = 'adminTrips' | 'approveTrip' | 'rejectTrip' | 'adminParcels' | 'approveParcel' | 'rejectParcel';

export function adminListingHandlers(deps: Deps): Pick<Handlers<typeof adminRoutes>, ListingActs> {
  const { table, now } = deps;

  /** One page of a queue when the query has a state, else of everything. */
  async function list<View>(
    type: 'parcel' | 'trip',
    query: { status?: string | undefined; cursor?: string | undefined },
    view: (item: Item) => View,
  ) {
    const page = query.status
      ? await queueRepository(table).page(type, query.status, query.cursor)
      : await everything(table, type, now(), query.cursor);
    return answer({ ...page, items: page.items.map(view) });
  }

  const alone = <View>(listing: View | undefined) => answer({ items: listing === undefined ? [] : [listing] });

  return {
    adminTrips: async ({ query }) => {
      if (query.id === undefined) return list('trip', query, (item) => toAdminTrip(parseTrip(item)));
      const trip = await tripRepository(table).read(query.id);
      return alone(trip && toAdminTrip(trip));
    },
    approveTrip: async (call) => decide(deps, tripKind(deps), call, ['approved']),
    rejectTrip: async (call) => decide(deps, tripKind(deps), call, ['rejected', call.body]),
    adminParcels: async ({ query }) => {
      if (query.id === undefined) return list('parcel', query, (item) => toAdminParcel(parseParcel(item), now()));
      const parcel = await parcelRepository(table).read(query.id);
      return alone(parcel && toAdminParcel(parcel, now()));
    },
    approveParcel: async (call) => decide(deps, parcelKind(deps), call, ['approved']),
    rejectParcel: async (call) => decide(deps, parcelKind(deps), call, ['rejected', call.body]),
  };
}

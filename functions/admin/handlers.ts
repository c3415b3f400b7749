import type { Actor } from '#functions/actor.ts';
import { eventsOf, parcelEvent } from '#functions/deliveries/events.ts';
import { toProof } from '#functions/deliveries/proofs.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { stepWrites } from '#functions/deliveries/steps.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import { memberIn } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { documentDays } from '#shared/accounts/retention.ts';
import type { AdminAction, AdminProfile, adminRoutes } from '#shared/admin/contract.ts';
import { Queue } from '#shared/admin/queues.ts';
import {
  approveName,
  blockProfile,
  decideListing,
  decideProfile,
  refuseName,
  unblockProfile,
} from '#shared/admin/rules.ts';
import { overrideParcel } from '#shared/deliveries/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { awaitsDecision, namesOf, type ProfileRecord, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { phoneNeedle } from '#shared/values/phones/tidy-phone.ts';
import { foldPlace } from '#shared/values/places.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { administratorHandlers } from './administrator-handlers.ts';
import { administratorRepository } from './administrators.ts';
import { advertisementHandlers } from './advertisements.ts';
import { bankHandlers } from './banks.ts';
import { deletionHandlers } from './deletions.ts';
import { adminLog } from './log.ts';
import { adminReceiptHandlers } from './receipts.ts';
import { adminRepository } from './repository.ts';
import { changedSince, requireSeen, unlessDecided } from './seen.ts';
import { toAdminParcel, toAdminProfile, toAdminTrip } from './views.ts';

export interface AdminDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

/** Documents of a decided profile are no longer needed (decision 019). */
const isDecided = (status: ProfileRecord['status']): status is 'approved' | 'rejected' =>
  status === 'approved' || status === 'rejected';

/** Name in the log of an administrator whose account is deleted. */
const formerAdministrator = 'Ancien administrateur';

interface Judged<Resource> {
  actor: Actor;
  resource: Resource;
  version: number;
}

export function adminHandlers(deps: AdminDeps): Handlers<typeof adminRoutes> {
  const { table, now, newId } = deps;
  const admin = adminRepository(table);
  const profiles = profileRepository(table);
  const parcels = parcelRepository(table);
  const trips = tripRepository(table);
  const uploads = uploadRepository(table);
  const stamp = () => ({ id: newId(), now: now() });

  /** The members of a list: of its rows those hold their profile that are no waiting name. */
  async function toAdminProfiles(rows: readonly Item[]): Promise<AdminProfile[]> {
    const named = await profiles.readMany(rows.flatMap((row) => (row['record'] ? [] : [memberIn(row)])));
    return rows.flatMap((row) => {
      const profile = row['record'] ? parseProfile(row) : named.get(memberIn(row));
      return profile ? [toAdminProfile(profile)] : [];
    });
  }

  /** The document of a new name that a decision or a block has ended. */
  const closeNewName = (before: ProfileRecord, after: ProfileRecord) =>
    before.newName
      ? [
          profiles.queueName(after),
          ...uploads.keepDocuments({ id: before.id, idDocument: before.newName.idDocument }, lastDay('name')),
        ]
      : [];

  async function changeName(
    { actor, resource, version }: Judged<ProfileRecord>,
    decide: () => ProfileRecord,
    reason?: string,
  ): Promise<Outcome<AdminProfile>> {
    const changed = unlessDecided(decide, () => toAdminProfile(resource));
    requireSeen(version, resource, toAdminProfile(resource));
    const { firstName, newName } = resource;
    const data = { firstName, name: newName ? `${newName.firstName} ${newName.lastName}` : '' };
    return commit(toAdminProfile(changed), [
      profiles.save(changed, () => new Refusal('ALREADY_DECIDED')),
      ...closeNewName(resource, changed),
      adminLog(deps, actor, reason ? 'refuseName' : 'approveName', { type: 'profile', id: resource.id }),
      reason
        ? mail(table, 'nameRefused', { memberId: resource.id }, { ...data, reason }, stamp())
        : mail(table, 'nameApproved', { memberId: resource.id }, { ...data, firstName: changed.firstName }, stamp()),
    ]);
  }

  async function changeProfile(
    { actor, resource, version }: Judged<ProfileRecord>,
    action: AdminAction,
    decide: () => ProfileRecord,
    note: 'profileApproved' | 'profileRejected' | 'profileBlocked' | 'profileUnblocked',
    reason?: string,
  ): Promise<Outcome<AdminProfile>> {
    const changed = unlessDecided(decide, () => toAdminProfile(resource));
    requireSeen(version, resource, toAdminProfile(resource));
    const data = { firstName: resource.firstName, ...(reason ? { reason } : {}) };
    return commit(toAdminProfile(changed), [
      profiles.save(changed, () => new Refusal('ALREADY_DECIDED')),
      ...(isDecided(changed.status) ? uploads.keepDocuments(resource, lastDay(changed.status)) : []),
      ...closeNewName(resource, changed),
      adminLog(
        deps,
        actor,
        action,
        { type: 'profile', id: resource.id },
        { before: resource.status, after: changed.status },
      ),
      mail(table, note, { memberId: resource.id }, data as { firstName: string; reason: string }, stamp()),
    ]);
  }

  const lastDay = (status: keyof typeof documentDays) => dayOf(now() + documentDays[status] * dayMs);

  const by = (actor: Actor) => ({ adminId: actor.id, now: now() });

  function changeParcel(
    { actor, resource, version }: Judged<ParcelRecord>,
    status: 'approved' | 'rejected',
    reason?: string,
  ) {
    const decide = () => decideListing(resource, status, by(actor), reason);
    const parcel = unlessDecided(decide, () => toAdminParcel(resource));
    requireSeen(version, resource, toAdminParcel(resource));
    const data = { firstName: resource.owner.firstName, title: resource.title, parcelId: resource.id };
    const notice = reason
      ? mail(table, 'parcelRejected', { memberId: resource.ownerId }, { ...data, reason }, stamp())
      : mail(table, 'parcelApproved', { memberId: resource.ownerId }, data, stamp());
    return commit(toAdminParcel(parcel), [
      parcels.save(parcel, (current) => lost(current, toAdminParcel)),
      parcelEvent(table, parcel, status, actor.id, now()),
      adminLog(
        deps,
        actor,
        reason ? 'rejectParcel' : 'approveParcel',
        { type: 'parcel', id: resource.id },
        { before: resource.adminStatus, after: status },
      ),
      notice,
    ]);
  }

  function changeTrip(
    { actor, resource, version }: Judged<TripRecord>,
    status: 'approved' | 'rejected',
    reason?: string,
  ) {
    const decide = () => decideListing(resource, status, by(actor), reason);
    const trip = unlessDecided(decide, () => toAdminTrip(resource));
    requireSeen(version, resource, toAdminTrip(resource));
    const route = `${resource.depart.city} → ${resource.arrival.city}`;
    const data = { firstName: resource.owner.firstName, route, tripId: resource.id };
    const notice = reason
      ? mail(table, 'tripRejected', { memberId: resource.ownerId }, { ...data, reason }, stamp())
      : mail(table, 'tripApproved', { memberId: resource.ownerId }, data, stamp());
    return commit(toAdminTrip(trip), [
      trips.save(trip, (current) => lost(current, toAdminTrip)),
      adminLog(
        deps,
        actor,
        reason ? 'rejectTrip' : 'approveTrip',
        { type: 'trip', id: resource.id },
        { before: resource.adminStatus, after: status },
      ),
      notice,
    ]);
  }

  /** One page of a queue when the query has a state, else of everything. */
  async function list<View>(
    kind: 'PARCEL' | 'TRIP',
    query: { status?: string | undefined; cursor?: string | undefined },
    view: (item: Item) => View,
  ) {
    const page = query.status
      ? await admin.queue(kind, query.status, query.cursor)
      : await admin.everything(kind, now(), query.cursor);
    return answer({ ...page, items: page.items.map(view) });
  }

  return {
    adminStatistics: async () => answer(await admin.statistics()),

    adminQueues: async () => {
      const waiting = await Promise.all(
        Queue.options.map(async (queue) => [queue, await admin.oldest(queue)] as const),
      );
      return answer({ oldest: Object.fromEntries(waiting.filter(([, since]) => since !== undefined)) });
    },

    adminProfiles: async ({ query }) => {
      if (!query.search) {
        const page = query.status
          ? await admin.queue('PROFILE', query.status, query.cursor)
          : await admin.everybody(now(), query.cursor);
        return answer({ ...page, items: await toAdminProfiles(page.items) });
      }
      const found =
        query.by === 'id'
          ? { items: [query.search] }
          : await admin.membersContaining(
              query.by === 'phone' ? phoneNeedle(query.search) : query.search,
              query.cursor,
            );
      const items = [...(await profiles.readMany(found.items)).values()]
        .filter((profile) => isIn(profile, query.status) && matches(profile, query.search, query.by))
        .map(toAdminProfile);
      return answer({ items, ...('next' in found && found.next ? { next: found.next } : {}) });
    },

    adminProfile: async ({ resource }) => answer(toAdminProfile(resource)),
    approveProfile: (call) =>
      changeProfile(
        call,
        'approveProfile',
        () => decideProfile(call.resource, 'approved', by(call.actor)),
        'profileApproved',
      ),
    rejectProfile: (call) => {
      const { reason } = call.body;
      return changeProfile(
        call,
        'rejectProfile',
        () => decideProfile(call.resource, 'rejected', by(call.actor), reason),
        'profileRejected',
        reason,
      );
    },
    blockProfile: async (call) => {
      const { actor, resource, body } = call;
      const standing = await administratorRepository(table).standing(resource.id);
      const block = () => blockProfile(resource, standing, actor, body.reason);
      return changeProfile(call, 'blockProfile', block, 'profileBlocked', body.reason);
    },
    approveName: (call) => changeName(call, () => approveName(call.resource, by(call.actor))),
    refuseName: (call) => {
      const { reason } = call.body;
      return changeName(call, () => refuseName(call.resource, reason), reason);
    },
    unblockProfile: (call) =>
      changeProfile(call, 'unblockProfile', () => unblockProfile(call.resource, now()), 'profileUnblocked'),

    adminTrips: ({ query }) => list('TRIP', query, (item) => toAdminTrip(parseTrip(item))),
    approveTrip: async (call) => changeTrip(call, 'approved'),
    rejectTrip: async (call) => changeTrip(call, 'rejected', call.body.reason),

    adminParcels: ({ query }) => list('PARCEL', query, (item) => toAdminParcel(parseParcel(item))),
    adminParcelFile: async ({ actor, resource }) => {
      if (!resource.file) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(
        deps.privateBucket,
        resource.file.key,
        resource.file.contentType,
        linkSeconds.other,
        now(),
        { ownName: resource.file.fileName },
      );
      return commit(link, [adminLog(deps, actor, 'viewParcelFile', { type: 'parcel', id: resource.id })]);
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
        profiles.people(ids),
      ]);
      const reply = { items, events, people: ids.map((id) => partnerCard(id, people.get(id))) };
      return commit(reply, [adminLog(deps, actor, 'viewProofs', { type: 'parcel', id: resource.id })]);
    },
    overrideParcel: async ({ actor, resource, version, body }) => {
      requireSeen(version, resource, toAdminParcel(resource));
      const step = overrideParcel(resource, body.to, body.reason, now());
      const target = { type: 'parcel', id: resource.id } as const;
      const details = { statusBefore: resource.status, statusAfter: step.parcel.status };
      return commit(toAdminParcel(step.parcel), [
        parcels.save(step.parcel, (current) => changedSince(current, toAdminParcel)),
        ...stepWrites(deps, actor.id, resource, step),
        adminLog(deps, actor, 'overrideParcel', target, details),
      ]);
    },
    approveParcel: async (call) => changeParcel(call, 'approved'),
    rejectParcel: async (call) => changeParcel(call, 'rejected', call.body.reason),

    ...deletionHandlers(deps),
    ...adminReceiptHandlers(deps),

    adminLogs: async ({ query }) => {
      const { items, ...rest } = await admin.logs(now(), query, query.cursor);
      const people = await profiles.people(items.map((line) => line.admin.id));
      return answer({
        items: items.map((line) => {
          const { id } = line.admin;
          const admin = people.get(id)?.profile;
          return { ...line, admin: { id, name: admin ? nameOf(admin) : formerAdministrator } };
        }),
        ...rest,
      });
    },

    ...advertisementHandlers(deps),
    ...bankHandlers(deps),
    ...administratorHandlers(deps),
  };
}

/** A member with a waiting name is also listed as pending. A member with an unconfirmed address is not listed yet. */
const isIn = (profile: ProfileRecord, status: ProfileRecord['status'] | undefined) =>
  !status || (status === 'pending' ? awaitsDecision(profile) : profile.status === status);

/** The suffix rows hold names, phone and e-mail together; this selects the wanted kind. */
function matches(profile: ProfileRecord, text = '', by?: 'name' | 'phone' | 'email' | 'id'): boolean {
  const folded = foldPlace(text);
  switch (by) {
    case 'name':
      return namesOf(profile).some((name) => foldPlace(name).includes(folded));
    case 'phone':
      return profile.phone.includes(phoneNeedle(text));
    case 'email':
      return foldPlace(profile.email).includes(folded);
    case 'id':
    case undefined:
      return true;
  }
}

/**
 * Two administrators decided at once, or the owner changed it: the second one gets the reason and the current state.
 */
function lost<Record extends { adminStatus: string }>(
  current: Record | undefined,
  view: (record: Record) => unknown,
): Refusal {
  if (!current) return new Refusal('NOT_FOUND');
  return new Refusal(current.adminStatus === 'pending' ? 'CONTENT_CHANGED' : 'ALREADY_DECIDED', undefined, {
    current: view(current),
  });
}

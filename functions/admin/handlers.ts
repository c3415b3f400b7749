import type { Actor } from '#functions/actor.ts';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { type Files, linkSeconds } from '#functions/platform/files.ts';
import { mail } from '#functions/platform/outbox.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { ProfileRecord } from '#shared/accounts/record.ts';
import { documentDays } from '#shared/accounts/retention.ts';
import type { AdminAction, AdminProfile, adminRoutes } from '#shared/admin/contract.ts';
import { blockProfile, decideListing, decideProfile, unblockProfile } from '#shared/admin/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { foldPlace } from '#shared/places.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs, dayOf } from '#shared/time.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { adminLog } from './log.ts';
import { adminRepository } from './repository.ts';
import { adminParcelOf, adminProfileOf, adminTripOf } from './views.ts';

export interface AdminDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

/** Documents of a decided profile have served their purpose (docs/decisions: retention). */
const isDecided = (status: ProfileRecord['status']): status is 'approved' | 'rejected' =>
  status === 'approved' || status === 'rejected';

type Judged<Subject> = { actor: Actor; subject: Subject; version: number };

export function adminHandlers(deps: AdminDeps): Handlers<typeof adminRoutes> {
  const { table, now, newId } = deps;
  const admin = adminRepository(table);
  const profiles = profileRepository(table);
  const parcels = parcelRepository(table);
  const trips = tripRepository(table);
  const uploads = uploadRepository(table);
  const stamp = () => ({ id: newId(), now: now() });

  async function profileView(profile: ProfileRecord): Promise<AdminProfile> {
    const person = (await profiles.people([profile.id])).get(profile.id);
    if (!person) throw new Refusal('NOT_FOUND');
    return adminProfileOf(profile, person.stats);
  }

  const profileViews = async (records: readonly ProfileRecord[]) => {
    const people = await profiles.people(records.map(({ id }) => id));
    return records.flatMap((profile) => {
      const person = people.get(profile.id);
      return person ? [adminProfileOf(profile, person.stats)] : [];
    });
  };

  /** An administrator decides about what he saw: an edit in between is refused with what stands now. */
  function requireSeen(seen: number, subject: { version: number }, current: unknown): void {
    if (seen !== subject.version) throw new Refusal('CONTENT_CHANGED', undefined, { current });
  }

  async function changeProfile(
    { actor, subject, version }: Judged<ProfileRecord>,
    action: AdminAction,
    changed: ProfileRecord,
    note: 'profileApproved' | 'profileRejected' | 'profileBlocked' | 'profileUnblocked',
    reason?: string,
  ): Promise<Outcome<AdminProfile>> {
    requireSeen(version, subject, await profileView(subject));
    const data = { firstName: subject.firstName, ...(reason ? { reason } : {}) };
    return commit(await profileView(changed), [
      profiles.save(changed, () => new Refusal('ALREADY_DECIDED')),
      ...(isDecided(changed.status) ? uploads.keepDocuments(subject, lastDay(changed.status)) : []),
      adminLog(
        deps,
        actor,
        action,
        { type: 'profile', id: subject.id },
        { before: subject.status, after: changed.status, ...(reason ? { reason } : {}) },
      ),
      mail(table, note, { memberId: subject.id }, data as { firstName: string; reason: string }, stamp()),
    ]);
  }

  const lastDay = (status: keyof typeof documentDays) => dayOf(now() + documentDays[status] * dayMs);

  const by = (actor: Actor) => ({ adminId: actor.id, now: now() });

  function changeParcel(
    { actor, subject, version }: Judged<ParcelRecord>,
    status: 'approved' | 'rejected',
    reason?: string,
  ) {
    requireSeen(version, subject, adminParcelOf(subject));
    const parcel = decideListing(subject, status, by(actor), reason);
    const data = { firstName: subject.owner.firstName, title: subject.title, parcelId: subject.id };
    const notice = reason
      ? mail(table, 'parcelRejected', { memberId: subject.ownerId }, { ...data, reason }, stamp())
      : mail(table, 'parcelApproved', { memberId: subject.ownerId }, data, stamp());
    return commit(adminParcelOf(parcel), [
      parcels.save(parcel, (current) => lost(current, adminParcelOf)),
      parcelEvent(table, parcel, status, actor.id, now()),
      adminLog(
        deps,
        actor,
        reason ? 'rejectParcel' : 'approveParcel',
        { type: 'parcel', id: subject.id },
        { title: subject.title, ...(reason ? { reason } : {}) },
      ),
      notice,
    ]);
  }

  function changeTrip(
    { actor, subject, version }: Judged<TripRecord>,
    status: 'approved' | 'rejected',
    reason?: string,
  ) {
    requireSeen(version, subject, adminTripOf(subject));
    const trip = decideListing(subject, status, by(actor), reason);
    const route = `${subject.depart.city} → ${subject.arrival.city}`;
    const data = { firstName: subject.owner.firstName, route, tripId: subject.id };
    const notice = reason
      ? mail(table, 'tripRejected', { memberId: subject.ownerId }, { ...data, reason }, stamp())
      : mail(table, 'tripApproved', { memberId: subject.ownerId }, data, stamp());
    return commit(adminTripOf(trip), [
      trips.save(trip, (current) => lost(current, adminTripOf)),
      adminLog(
        deps,
        actor,
        reason ? 'rejectTrip' : 'approveTrip',
        { type: 'trip', id: subject.id },
        { route, ...(reason ? { reason } : {}) },
      ),
      notice,
    ]);
  }

  /** One page of a queue when a state is asked for, else of everything. */
  async function list<Record, View>(
    kind: 'PROFILE' | 'PARCEL' | 'TRIP',
    query: { status?: string | undefined; cursor?: string | undefined },
    parse: (item: Item) => Record,
    view: (records: Record[]) => Promise<View[]> | View[],
  ) {
    const page = query.status
      ? await admin.queue(kind, query.status, query.cursor)
      : await admin.everything(kind, now(), query.cursor);
    return answer({ items: await view(page.items.map(parse)), ...(page.next ? { next: page.next } : {}) });
  }

  return {
    adminStatistics: async () => answer(await admin.statistics()),

    adminProfiles: async ({ query }) => {
      if (!query.search) return list('PROFILE', query, parseProfile, profileViews);
      const found =
        query.by === 'id'
          ? { items: [query.search.trim()] }
          : await admin.membersContaining(query.search, query.cursor);
      const people = [...(await profiles.people(found.items)).values()];
      const items = people
        .filter(
          ({ profile }) =>
            (!query.status || profile.status === query.status) && matches(profile, query.search, query.by),
        )
        .map(({ profile, stats }) => adminProfileOf(profile, stats));
      return answer({ items, ...('next' in found && found.next ? { next: found.next } : {}) });
    },

    adminProfile: async ({ subject }) => answer(await profileView(subject)),
    approveProfile: (call) =>
      changeProfile(call, 'approveProfile', decideProfile(call.subject, 'approved', by(call.actor)), 'profileApproved'),
    rejectProfile: (call) => {
      const { reason } = call.body;
      return changeProfile(
        call,
        'rejectProfile',
        decideProfile(call.subject, 'rejected', by(call.actor), reason),
        'profileRejected',
        reason,
      );
    },
    blockProfile: async (call) => {
      const blocked = blockProfile(call.subject, await admin.standing(call.subject.id), call.actor, call.body.reason);
      return changeProfile(call, 'blockProfile', blocked, 'profileBlocked', call.body.reason);
    },
    unblockProfile: (call) => changeProfile(call, 'unblockProfile', unblockProfile(call.subject), 'profileUnblocked'),

    adminTrips: ({ query }) => list('TRIP', query, parseTrip, (found) => found.map(adminTripOf)),
    approveTrip: async (call) => changeTrip(call, 'approved'),
    rejectTrip: async (call) => changeTrip(call, 'rejected', call.body.reason),

    adminParcels: ({ query }) => list('PARCEL', query, parseParcel, (found) => found.map(adminParcelOf)),
    adminParcelFile: async ({ actor, subject }) => {
      if (!subject.file) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(
        deps.privateBucket,
        subject.file.key,
        subject.file.contentType,
        linkSeconds.other,
        now(),
      );
      return commit(link, [
        adminLog(deps, actor, 'viewParcelFile', { type: 'parcel', id: subject.id }, { title: subject.title }),
      ]);
    },
    approveParcel: async (call) => changeParcel(call, 'approved'),
    rejectParcel: async (call) => changeParcel(call, 'rejected', call.body.reason),

    adminLogs: async ({ query }) => answer(await admin.logs(now(), query, query.cursor)),
  };
}

/** The suffix rows hold names, phone and e-mail alike: the wanted kind is told apart here. */
function matches(profile: ProfileRecord, text = '', by?: 'name' | 'phone' | 'email' | 'id'): boolean {
  const folded = foldPlace(text);
  switch (by) {
    case 'name':
      return foldPlace(`${profile.firstName} ${profile.lastName}`).includes(folded);
    case 'phone':
      return foldPlace(profile.phone).includes(folded);
    case 'email':
      return foldPlace(profile.email).includes(folded);
    case 'id':
    case undefined:
      return true;
  }
}

/** Two decided at once, or the owner changed it meanwhile: who came second learns which, with what stands now. */
function lost<Record extends { adminStatus: string }>(
  current: Record | undefined,
  view: (record: Record) => unknown,
): Refusal {
  if (!current) return new Refusal('NOT_FOUND');
  return new Refusal(current.adminStatus === 'pending' ? 'CONTENT_CHANGED' : 'ALREADY_DECIDED', undefined, {
    current: view(current),
  });
}

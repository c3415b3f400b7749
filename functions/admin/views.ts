import type { AdminParcel, AdminProfile, AdminTrip } from '#shared/admin/contract.ts';
import { listingWaitsSince } from '#shared/admin/queues.ts';
import { leaksIn } from '#shared/messaging/leaks.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { trackingNumber } from '#shared/parcels/rules.ts';
import { documentsOf, faceOf, type ProfileRecord, profileWaitsSince } from '#shared/profiles/record.ts';
import { situationOf } from '#shared/situation/situation.ts';
import type { TripRecord } from '#shared/trips/record.ts';

/** The administrators' view of a member: never the location of a document, only whether there is one. */
export function toAdminProfile(profile: ProfileRecord): AdminProfile {
  const {
    email,
    phone,
    status,
    statusReason,
    emailConfirmedAt,
    isAdmin,
    createdAt,
    validatedAt,
    validatedBy,
    newName,
    leavesOn,
    mailRefused,
    version,
  } = profile;
  const waitsSince = profileWaitsSince(profile);
  return {
    card: faceOf(profile),
    email,
    phone,
    status,
    ...(statusReason ? { statusReason } : {}),
    documents: documentsOf(profile),
    ...(newName
      ? {
          newName: {
            firstName: newName.firstName,
            lastName: newName.lastName,
            at: newName.at,
            hasDocument: newName.idDocument !== undefined,
          },
        }
      : {}),
    ...(waitsSince ? { waitsSince } : {}),
    emailConfirmed: emailConfirmedAt !== undefined,
    ...(mailRefused ? { mailRefused } : {}),
    isAdmin,
    createdAt,
    ...(validatedAt ? { validatedAt } : {}),
    ...(validatedBy ? { validatedBy } : {}),
    ...(leavesOn ? { leavesOn } : {}),
    version,
  };
}

/** Absent once a listing is decided or cancelled. */
function waitOf(listing: ParcelRecord | TripRecord): { waitsSince?: string } {
  const waitsSince = listingWaitsSince(listing);
  return waitsSince ? { waitsSince } : {};
}

const flagOf = (...texts: readonly (string | undefined)[]): { mayLeak?: true } =>
  leaksIn(texts.join('\n')).size > 0 ? { mayLeak: true } : {};

/** A parcel for the panel, with the stage and the terms that its members read. */
export function toAdminParcel({ file, problem: open, ...parcel }: ParcelRecord, now: number): AdminParcel {
  const { stage, terms, problem } = situationOf(
    { ...parcel, problem: open },
    parcel.ownerId,
    { me: { isVerified: true, lacksSubscription: false } },
    now,
  );
  return {
    ...parcel,
    ...waitOf(parcel),
    ...flagOf(parcel.title, parcel.description),
    stage,
    terms,
    ...(problem ? { problem } : {}),
    ...(file ? { file: { kind: file.contentType === 'application/pdf' ? 'pdf' : 'image' } } : {}),
    trackingNumber: trackingNumber(parcel.id),
  };
}

export const toAdminTrip = (trip: TripRecord): AdminTrip => ({
  ...trip,
  ...waitOf(trip),
  ...flagOf(trip.notes),
  actions: {},
});

import type { ParcelRecord } from '../parcels/record.ts';
import { isDeletable, isParty } from '../parcels/rules.ts';
import type { ProfileRecord } from '../profiles/record.ts';
import { recentNames, withoutNewName } from '../profiles/rules.ts';
import { Refusal } from '../refusal.ts';
import type { TripRecord } from '../trips/record.ts';
import type { AdminStatus } from '../values/fields.ts';
import { dayMs, dayOf } from '../values/time.ts';
import type { Administrator } from './administrators.ts';

export interface Decision {
  readonly adminId: string;
  readonly now: number;
}

const stamp = ({ adminId, now }: Decision) => ({ validatedAt: new Date(now).toISOString(), validatedBy: adminId });

/**
 * pending → approved | rejected, only once the address is confirmed and with at least one document (product 2.2,
 * Profils).
 */
export function decideProfile(
  profile: ProfileRecord,
  status: 'approved' | 'rejected',
  decision: Decision,
  reason?: string,
): ProfileRecord {
  if (profile.status !== 'pending') throw new Refusal('ALREADY_DECIDED');
  if (!profile.emailConfirmedAt) {
    throw new Refusal('STATE_CHANGED', {
      title: 'Décision impossible',
      detail: "Ce membre n'a pas encore confirmé son adresse email.",
    });
  }
  if (!profile.idDocument && !profile.facePhoto) {
    throw new Refusal('STATE_CHANGED', {
      title: 'Décision impossible',
      detail: "En attente des documents d'identité de l'utilisateur",
    });
  }
  const { statusReason: _former, ...rest } = profile;
  return {
    ...rest,
    ...stamp(decision),
    status,
    ...(reason ? { statusReason: reason } : {}),
    version: profile.version + 1,
  };
}

/**
 * Anything → blocked (product 2.4). The root administrator cannot be blocked, an administrator only by the root
 * administrator. A waiting name is dropped: after an unblock the member is verified again, under the name they then
 * give.
 */
export function blockProfile(
  profile: ProfileRecord,
  target: { isRootAdmin: boolean; isAdmin: boolean },
  by: { isRootAdmin: boolean },
  reason: string,
): ProfileRecord {
  if (target.isRootAdmin) throw new Refusal('ROOT_ADMIN_PROTECTED');
  if (target.isAdmin && !by.isRootAdmin) throw new Refusal('ROOT_ADMIN_REQUIRED');
  if (profile.status === 'blocked') throw new Refusal('ALREADY_DECIDED');
  return { ...withoutNewName(profile), status: 'blocked', statusReason: reason };
}

/** blocked → pending, because they must be verified again (product 2.4). */
export function unblockProfile(profile: ProfileRecord, now: number): ProfileRecord {
  if (profile.status !== 'blocked') throw new Refusal('ALREADY_DECIDED');
  const { statusReason: _former, ...rest } = profile;
  return { ...rest, status: 'pending', unblockedAt: new Date(now).toISOString(), version: profile.version + 1 };
}

function newNameOf({ newName }: ProfileRecord) {
  if (!newName) throw new Refusal('ALREADY_DECIDED');
  return newName;
}

/** The new name becomes the member's name; nothing else changes. Its document is required. */
export function approveName(profile: ProfileRecord, { now }: Decision): ProfileRecord {
  const { firstName, lastName, idDocument } = newNameOf(profile);
  if (!idDocument) {
    throw new Refusal('STATE_CHANGED', {
      title: 'Décision impossible',
      detail: "Aucune pièce d'identité n'accompagne ce nom : refusez-le, pour que le membre en envoie une.",
    });
  }
  const renamedAt = [...recentNames(profile, now), new Date(now).toISOString()];
  return { ...withoutNewName(profile), firstName, lastName, renamedAt };
}

/** The member keeps their name and gets the reason; nothing else changes. */
export function refuseName(profile: ProfileRecord, reason: string): ProfileRecord {
  const { firstName, lastName } = newNameOf(profile);
  return { ...withoutNewName(profile), refusedName: { firstName, lastName, reason } };
}

/** The root administrator can never be changed, other administrators only in this state. */
export function requireChangeable(
  { state, isRootAdmin }: Pick<Administrator, 'state' | 'isRootAdmin'>,
  ...wanted: readonly Administrator['state'][]
): void {
  if (isRootAdmin) throw new Refusal('ROOT_ADMIN_PROTECTED');
  if (!wanted.includes(state)) throw new Refusal('ALREADY_DECIDED');
}

export function requireEligible(member: ProfileRecord | undefined): asserts member is ProfileRecord {
  const title = 'Action impossible';
  if (!member) throw new Refusal('STATE_CHANGED', { title, detail: "Le compte de cette adresse n'existe plus." });
  if (member.status === 'blocked') {
    const detail = "Ce membre est bloqué. Débloquez son profil avant de lui donner des droits d'administrateur.";
    throw new Refusal('STATE_CHANGED', { title, detail });
  }
  if (member.leavesOn !== undefined)
    throw new Refusal('STATE_CHANGED', { title, detail: 'Ce membre a demandé la suppression de son compte.' });
}

/** How long an invitation waits for its account. */
export const invitationMs = 7 * dayMs;

/** Administrators and invitations together, because the list is one page. */
const mostAdministrators = 50;

/** Throws LIMIT if the list is full, ALREADY_ADMINISTRATOR if the address is in it. */
export function requireNewAdministrator(email: string, list: readonly Administrator[]): void {
  const known = list.find((one) => one.email === email);
  const title = 'Erreur';
  if (known?.state === 'invited')
    throw new Refusal('ALREADY_ADMINISTRATOR', { title, detail: 'Cet email a déjà reçu une invitation.' });
  if (known?.state === 'inactive')
    throw new Refusal('ALREADY_ADMINISTRATOR', {
      title,
      detail: 'Cet email est déjà administrateur. Réactivez-le dans la liste.',
    });
  if (known) throw new Refusal('ALREADY_ADMINISTRATOR');
  if (list.length >= mostAdministrators)
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `La liste contient déjà ${mostAdministrators} administrateurs et invitations.`,
    });
}

interface Validated {
  readonly rejectionReason?: string | undefined;
  readonly contentsRefused?: unknown;
  readonly status: string;
  readonly adminStatus: AdminStatus;
  readonly version: number;
}

/** The last day of a parcel, or the day of a trip. */
type Dated = { readonly deadline: string } | { readonly travelDate: string };

type Listing =
  | Pick<ParcelRecord, 'status' | 'adminStatus' | 'carrierId' | 'deadline' | 'returnConfirmedAt'>
  | Pick<TripRecord, 'status' | 'adminStatus' | 'travelDate'>;

const isToCome = (listing: Dated, now: number): boolean =>
  ('deadline' in listing ? listing.deadline : listing.travelDate) >= dayOf(now);

function requireToCome(listing: Dated, now: number): void {
  if (isToCome(listing, now)) return;
  throw new Refusal('STATE_CHANGED', {
    title: 'Décision impossible',
    detail:
      'La date de cette annonce est passée : approuvée, elle ne serait montrée à personne. Vous pouvez la rejeter.',
  });
}

export function canGoBack(listing: Listing, now: number): boolean {
  const { status, adminStatus } = listing;
  if (adminStatus !== 'approved') return false;
  return 'deadline' in listing
    ? listing.carrierId === undefined && (status === 'active' || status === 'pending')
    : status === 'active' && listing.travelDate >= dayOf(now);
}

/** A rejection can be reviewed, for example after an objection (rule 179). */
export const canBeRestored = (listing: Listing, now: number): boolean =>
  listing.adminStatus === 'rejected' && listing.status !== 'cancelled' && isToCome(listing, now);

function requireGoingBack(listing: Listing, now: number): void {
  if (canGoBack(listing, now)) return;
  const isCarried = 'deadline' in listing && !isDeletable(listing);
  throw new Refusal('STATE_CHANGED', {
    title: 'Retrait impossible',
    detail: isCarried ? carriedFirst : "Cette annonce n'est plus dans la recherche.",
  });
}

const carriedFirst = "Un transporteur est engagé : la livraison doit d'abord être terminée, ou clôturée par nous.";

/**
 * pending → approved | rejected for a parcel or trip, with the reason for its owner; approved → rejected takes it out
 * of the search, and rejected → approved brings it back (rule 180).
 */
export function decideListing<T extends Validated & Listing>(
  listing: T,
  adminStatus: 'approved' | 'rejected',
  decision: Decision,
  reason?: string,
): T {
  const isGoingBack = listing.adminStatus === 'approved' && adminStatus === 'rejected';
  const isRestored = listing.adminStatus === 'rejected' && adminStatus === 'approved';
  if (listing.adminStatus !== 'pending' && !isGoingBack && !isRestored) throw new Refusal('ALREADY_DECIDED');
  if (listing.status === 'cancelled') throw new Refusal('CONTENT_CHANGED');
  if (isGoingBack) requireGoingBack(listing, decision.now);
  if (adminStatus === 'approved') requireToCome(listing, decision.now);
  const { rejectionReason: _former, contentsRefused, ...kept } = listing;
  return {
    ...(kept as T),
    // A rejection leaves the card why a carrier did not take the parcel; an approval has judged it.
    ...(contentsRefused && adminStatus === 'rejected' ? { contentsRefused } : {}),
    ...stamp(decision),
    adminStatus,
    ...(reason ? { rejectionReason: reason } : {}),
    version: listing.version + 1,
  };
}

/**
 * pending → rejected without an administrator, because its last day passed before a decision. `reason` is for its
 * owner.
 */
export function closeUndecided<T extends Validated>(listing: T, reason: string, now: number): T {
  if (listing.adminStatus !== 'pending') throw new Refusal('ALREADY_DECIDED');
  const validatedAt = new Date(now).toISOString();
  return { ...listing, adminStatus: 'rejected', rejectionReason: reason, validatedAt, version: listing.version + 1 };
}

/** Refused while a carrier is named and the delivery is not over, and for its owner and its carrier. */
export function requireDeletable(parcel: ParcelRecord, adminId: string): void {
  if (isParty(adminId, parcel)) throw new Refusal('SELF_ACTION');
  if (isDeletable(parcel)) return;
  throw new Refusal('STATE_CHANGED', {
    title: 'Suppression impossible',
    detail: carriedFirst,
  });
}

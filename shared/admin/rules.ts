import { awaitsDecision, type ProfileRecord } from '../accounts/record.ts';
import type { AdminStatus } from '../fields.ts';
import { Refusal } from '../refusal.ts';

/** Who decides, and when. */
export interface Decision {
  readonly adminId: string;
  readonly now: number;
}

const stamp = ({ adminId, now }: Decision) => ({ validatedAt: new Date(now).toISOString(), validatedBy: adminId });

/**
 * pending → approved | rejected, only with at least one document (spec 2 §2, Profils). The new name of an approved member
 * is decided about in the same way.
 */
export function decideProfile(
  profile: ProfileRecord,
  status: 'approved' | 'rejected',
  decision: Decision,
  reason?: string,
): ProfileRecord {
  if (!awaitsDecision(profile)) throw new Refusal('ALREADY_DECIDED');
  if (profile.status === 'pending' && !profile.idDocument && !profile.facePhoto) {
    throw new Refusal('STATE_CHANGED', {
      title: 'Décision impossible',
      detail: "En attente des documents d'identité de l'utilisateur",
    });
  }
  const { statusReason: _settled, nameToCheck: _checked, checkedName: _before, ...rest } = profile;
  return {
    ...rest,
    ...stamp(decision),
    status,
    ...(reason ? { statusReason: reason } : {}),
    version: profile.version + 1,
  };
}

/** Anything → blocked (spec 2 §4); the principal cannot be blocked, an administrator only by the principal. */
export function blockProfile(
  profile: ProfileRecord,
  target: { isPrincipal: boolean; isAdmin: boolean },
  by: { isPrincipal: boolean },
  reason: string,
): ProfileRecord {
  if (target.isPrincipal) throw new Refusal('PRINCIPAL_PROTECTED');
  if (target.isAdmin && !by.isPrincipal) throw new Refusal('PRINCIPAL_REQUIRED');
  if (profile.status === 'blocked') throw new Refusal('ALREADY_DECIDED');
  return { ...profile, status: 'blocked', statusReason: reason, version: profile.version + 1 };
}

/** blocked → pending: he must be verified again (spec 2 §4). */
export function unblockProfile(profile: ProfileRecord): ProfileRecord {
  if (profile.status !== 'blocked') throw new Refusal('ALREADY_DECIDED');
  const { statusReason: _settled, nameToCheck: _whole, checkedName: _before, ...rest } = profile;
  return { ...rest, status: 'pending', version: profile.version + 1 };
}

interface Validated {
  readonly status: string;
  readonly adminStatus: AdminStatus;
  readonly version: number;
}

/** pending → approved | rejected of a parcel or trip, with the reason that its owner will read. */
export function decideListing<T extends Validated>(
  listing: T,
  adminStatus: 'approved' | 'rejected',
  decision: Decision,
  reason?: string,
): T {
  if (listing.adminStatus !== 'pending') throw new Refusal('ALREADY_DECIDED');
  if (listing.status === 'cancelled') throw new Refusal('CONTENT_CHANGED');
  return {
    ...listing,
    ...stamp(decision),
    adminStatus,
    ...(reason ? { rejectionReason: reason } : {}),
    version: listing.version + 1,
  };
}

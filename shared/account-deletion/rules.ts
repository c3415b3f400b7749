import type { ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { dayMs, dayOf } from '../values/time.ts';

/** Days in which a member may cancel the deletion of their account (rule 110). */
export const deletionDelayDays = 14;

/** Years for which the tombstone of a deleted account is kept (rule 111). */
export const tombstoneYears = 3;

/** The time of a deletion requested now: the moment in milliseconds, and its day. */
export function deletionTime(now: number): { at: number; day: string } {
  const at = now + deletionDelayDays * dayMs;
  return { at, day: dayOf(at) };
}

export interface Blockers {
  /** The member is owner or carrier in an agreed delivery that is still in progress. */
  readonly hasParcelInHand: boolean;
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
}

/** Throws if the member may not delete their own account. Administrators give up their rights first. */
export function requireDeletableByMember({ leavesOn }: Pick<ProfileRecord, 'leavesOn'>, blockers: Blockers): void {
  const title = 'Suppression impossible';
  if (blockers.isRootAdmin)
    throw new Refusal('ROOT_ADMIN_PROTECTED', {
      title,
      detail: "Vous êtes l'administrateur principal : votre compte ne peut pas être supprimé.",
    });
  if (blockers.isAdmin)
    throw new Refusal('STILL_ADMINISTRATOR', {
      title,
      detail:
        "Vous êtes administrateur. Demandez d'abord à l'administrateur principal de retirer vos droits, puis recommencez.",
    });
  if (blockers.hasParcelInHand)
    throw new Refusal('PARCEL_IN_HAND', {
      title,
      detail:
        "Vous avez une livraison en cours, comme expéditeur ou comme transporteur. Vous pourrez supprimer votre compte dès qu'elle sera terminée.",
    });
  if (leavesOn !== undefined) throw new Refusal('PROFILE_LEAVING');
}

export function requireDeletableByAdministrator({ hasParcelInHand, isAdmin, isRootAdmin }: Blockers): void {
  if (isRootAdmin) throw new Refusal('ROOT_ADMIN_PROTECTED');
  if (isAdmin) throw new Refusal('STILL_ADMINISTRATOR');
  if (hasParcelInHand)
    throw new Refusal('PARCEL_IN_HAND', {
      title: 'Suppression impossible',
      detail: "Ce membre a une livraison en cours : elle doit d'abord être terminée, ou clôturée par nous.",
    });
}

import type { ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { dayMs, dayOf } from '../values/time.ts';

/** How long a member may take back the deletion of their account (rule 110). */
export const leavingDays = 14;

/** How long the tombstone of an erased account is kept (rule 111). */
export const tombstoneYears = 3;

/** When an account whose deletion is asked for now is erased: the moment in milliseconds and its day. */
export function leavingFrom(now: number): { at: number; day: string } {
  const at = now + leavingDays * dayMs;
  return { at, day: dayOf(at) };
}

/** What stands in the way of the end of an account. */
export interface Ties {
  /** As owner or carrier of a parcel whose delivery is agreed and not over. */
  readonly hasParcelInHand: boolean;
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
}

/** Throws for the member's own deletion: administrators give up their rights first. */
export function requireFreeToLeave({ leavesOn }: Pick<ProfileRecord, 'leavesOn'>, ties: Ties): void {
  const title = 'Suppression impossible';
  if (ties.isRootAdmin)
    throw new Refusal('ROOT_ADMIN_PROTECTED', {
      title,
      detail: "Vous êtes l'administrateur principal : votre compte ne peut pas être supprimé.",
    });
  if (ties.isAdmin)
    throw new Refusal('STILL_ADMINISTRATOR', {
      title,
      detail:
        "Vous êtes administrateur. Demandez d'abord à l'administrateur principal de retirer vos droits, puis recommencez.",
    });
  if (ties.hasParcelInHand)
    throw new Refusal('PARCEL_IN_HAND', {
      title,
      detail:
        "Vous avez une livraison en cours, comme expéditeur ou comme transporteur. Vous pourrez supprimer votre compte dès qu'elle sera terminée.",
    });
  if (leavesOn !== undefined) throw new Refusal('PROFILE_LEAVING');
}

/** Throws for a deletion by the root administrator. */
export function requireErasable({ hasParcelInHand, isAdmin, isRootAdmin }: Ties): void {
  if (isRootAdmin) throw new Refusal('ROOT_ADMIN_PROTECTED');
  if (isAdmin) throw new Refusal('STILL_ADMINISTRATOR');
  if (hasParcelInHand)
    throw new Refusal('PARCEL_IN_HAND', {
      title: 'Suppression impossible',
      detail: "Ce membre a une livraison en cours : elle doit d'abord être terminée, ou réglée.",
    });
}

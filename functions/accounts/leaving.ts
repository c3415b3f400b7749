import type { Actor } from '#functions/actor.ts';
import { departureRepository } from '#functions/erasing/departures.ts';
import { tiesOf } from '#functions/erasing/ties.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { Deps } from '#functions/serve.ts';
import type { LeavingMe } from '#shared/accounts/contract.ts';
import { leavingFrom, requireFreeToLeave } from '#shared/accounts/leaving.ts';
import { Refusal } from '#shared/refusal.ts';
import { longDay } from '#shared/values/time.ts';
import { endOfSessions } from './repository.ts';

/**
 * The member asks for the end of their account, with the password as proof. It is hidden at once and erased 14 days
 * later (rule 110). Every session ends, the caller's too: the browser signs in again with the same password. Throws
 * INVALID at `password`, PARCEL_IN_HAND, STILL_ADMINISTRATOR, ROOT_ADMIN_PROTECTED, UNAVAILABLE when the pool does not
 * answer.
 */
export async function deleteMe(
  { table, identity, now, newId }: Deps & { readonly identity: Identity },
  { id, profile }: Actor,
  { password }: { password: string },
): Promise<Outcome<LeavingMe>> {
  if (!(await identity.provePassword(profile.email, password)))
    throw new Refusal('INVALID', undefined, { fields: { password: 'Le mot de passe est incorrect' } });
  const departures = departureRepository(table);
  requireFreeToLeave(profile, await tiesOf(table, id));
  // First, because it may be repeated: when the pool does not answer, the caller may try again.
  await identity.signOut(id);
  const at = now();
  const { day } = leavingFrom(at);
  return commit({ status: 'leaving', leavesOn: day, email: profile.email }, [
    ...departures.plan(profile, at, endOfSessions(at)),
    mail(
      table,
      'deletionRequested',
      { memberId: id },
      { firstName: profile.firstName, day: longDay(day) },
      { id: newId(), now: at },
    ),
  ]);
}

/** The member stays. A call that comes again finds nothing to take back. */
export const cancelDeletion = async ({ table }: Deps, { id, profile }: Actor): Promise<Outcome<undefined>> =>
  profile.leavesOn === undefined ? answer(undefined) : commit(undefined, departureRepository(table).takeBack(id));

import { endOfSessions } from '#functions/accounts/repository.ts';
import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { Deps } from '#functions/serve.ts';
import { deletionTime, requireDeletableByMember } from '#shared/account-deletion/rules.ts';
import type { LeavingMe } from '#shared/accounts/me.ts';
import { userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { longDay } from '#shared/values/time.ts';
import { blockersOf, deletionRepository } from './repository.ts';

/**
 * Schedules the deletion of the caller's account, after a check of the password. The account is hidden immediately and
 * deleted 14 days later (rule 110). All sessions end, the caller's too; the browser signs in again with the same
 * password. Throws INVALID at `password`, PARCEL_IN_HAND, STILL_ADMINISTRATOR, ROOT_ADMIN_PROTECTED, or UNAVAILABLE
 * when the pool does not answer.
 */
export async function deleteMe(
  { table, identity, now, newId }: Deps & { readonly identity: Identity },
  { id, profile }: Actor,
  { password }: { password: string },
): Promise<Outcome<LeavingMe>> {
  if (!(await identity.provePassword(profile.email, password)))
    throw new Refusal('INVALID', undefined, { fields: { password: 'Le mot de passe est incorrect' } });
  requireDeletableByMember(profile, await blockersOf(table, id));
  // It is idempotent and comes before the writes: when the pool does not answer, the caller may retry.
  await identity.signOut(userOf(profile));
  const at = now();
  const { day } = deletionTime(at);
  return commit({ status: 'leaving', leavesOn: day, email: profile.email }, [
    ...deletionRepository(table).schedule(profile, at, endOfSessions(at)),
    mail(
      table,
      'deletionRequested',
      { memberId: id },
      { firstName: profile.firstName, day: longDay(day) },
      { id: newId(), now: at },
    ),
  ]);
}

export const cancelDeletion = async ({ table }: Deps, { id, profile }: Actor): Promise<Outcome<undefined>> =>
  profile.leavesOn === undefined ? answer(undefined) : commit(undefined, deletionRepository(table).cancel(id));

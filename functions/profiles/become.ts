import { countsOf, toMe } from '#functions/accounts/me.ts';
import type { Actor } from '#functions/actor.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import type { Deps } from '#functions/serve.ts';
import type { Me } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { profileRepository } from './repository.ts';

export async function meWith({ table, now }: Deps, actor: Actor, profile: ProfileRecord): Promise<Me> {
  const me = toMe({ ...actor, profile }, await countsOf(table, profile, now()), now());
  if (me.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');
  if (me.status === 'leaving') throw new Refusal('PROFILE_LEAVING');
  return me;
}

export const become = async (deps: Deps, actor: Actor, profile: ProfileRecord): Promise<Outcome<Me>> =>
  commit(await meWith(deps, actor, profile), [profileRepository(deps.table).save(profile, () => new Refusal('STALE'))]);

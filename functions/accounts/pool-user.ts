import type { Identity } from '#functions/platform/aws/identity.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, type Table, type Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { type ProfileRecord, userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

interface PoolUser {
  /** The name of the user in the pool. */
  readonly user: string;
  /** The caller writes these into the profile and beside it; they are empty for a user that was there. */
  readonly fields: Pick<ProfileRecord, 'poolUser'>;
  readonly writes: readonly Write[];
}

interface PoolDeps {
  readonly table: Table;
  readonly identity: Pick<Identity, 'createUser' | 'markEmailVerified' | 'setPassword'>;
}

/**
 * Sets the password of a member who has proved the address. A pool that replaces a lost one has no user of theirs yet:
 * it gets one, whose name is not the member's id, because Cognito chooses names. Throws INVALID at `password`, and
 * STATE_CHANGED where the address is the user of somebody else.
 */
export async function setPasswordOf(deps: PoolDeps, member: ProfileRecord, password: string): Promise<PoolUser> {
  const known = userOf(member);
  try {
    await deps.identity.setPassword(known, password);
    return { user: known, fields: {}, writes: [] };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'STATE_CHANGED')) throw error;
  }
  const user = await newUser(deps, member);
  await deps.identity.setPassword(user, password);
  const { table } = deps;
  const named = { ...keys.poolUser(user), kind: 'poolUser' as const, memberId: member.id };
  return {
    user,
    fields: { poolUser: user },
    writes: [
      table.put(named, absent, () => new Refusal('STATE_CHANGED')),
      ...(known === member.id ? [] : [table.remove(keys.poolUser(known))]),
    ],
  };
}

async function newUser({ table, identity }: PoolDeps, { email }: ProfileRecord): Promise<string> {
  const { id, existed } = await identity.createUser(email, { verified: true });
  // An earlier try has created it and could not write.
  if (existed && (await profileRepository(table).ofUser(id))) throw new Refusal('STATE_CHANGED');
  if (existed) await identity.markEmailVerified(id);
  return id;
}

import { randomBytes } from 'node:crypto';
import { type AccountMaking, holdAddress, makeUser, newProfile } from '#functions/accounts/make-account.ts';
import { setPasswordOf } from '#functions/accounts/pool-user.ts';
import { accountRepository } from '#functions/accounts/repository.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { absent, type Write } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { type ProfileRecord, userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * AWS reports rights that are not yet in effect, or too many requests; our own wrapper of both stores throws
 * UNAVAILABLE.
 */
const passes = (error: unknown) =>
  error instanceof Refusal
    ? error.code === 'UNAVAILABLE'
    : error instanceof Error && /AccessDenied|Throttling|TooManyRequests|LimitExceeded/.test(error.name);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Retries `work` after a transient error: IAM gives a new role its rights only after some seconds. Pauses grow from 250
 * ms to 5 s. After `forMs` the last error is thrown; any other error immediately.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { forMs, sleep = pause, now = Date.now }: { forMs: number; sleep?: typeof pause; now?: () => number },
): Promise<T> {
  const end = now() + forMs;
  for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || now() + wait > end) throw error;
      await sleep(wait);
    }
  }
}

/**
 * Makes the owner of `email` the root administrator: user, group, approved profile and row. An existing member gets the
 * role if their link confirmed their address. Any unconfirmed account with the address is replaced by one with an
 * unknown random password; the root administrator sets their own with « Mot de passe oublié ». Idempotent. Throws if
 * there is another one, unless `transfer` allows the handover; the previous one then stays an administrator.
 * @returns the root administrator's member id
 */
export async function ensureRootAdmin(
  deps: AccountMaking,
  { email, transfer }: { email: string; transfer: boolean },
): Promise<string> {
  const { table } = deps;
  const accounts = accountRepository(table);
  const administrators = administratorRepository(table);
  const standing = await administrators.rootAdmins();
  const others = standing.filter((row) => row.email !== email);
  if (others.length > 0 && !transfer) {
    throw new Error('Another address is the root administrator: set adminTransfer to hand the role over.');
  }
  const demoted = others.map(({ id }) => administrators.demote(id));
  const owner = (await accounts.lockOf(email))?.memberId;
  const found = owner === undefined ? undefined : await profileRepository(table).read(owner);
  if (!found?.emailConfirmedAt) return newRootAdmin(deps, email, demoted);

  const member = await inGroup(deps, found);
  if (member.isAdmin && standing.some(({ id }) => id === member.id)) {
    if (demoted.length > 0) await table.transact(demoted);
    return member.id;
  }
  const promoted: ProfileRecord = {
    ...member,
    status: 'approved',
    validatedAt: member.validatedAt ?? new Date(deps.now()).toISOString(),
    isAdmin: true,
    leavesOn: undefined,
    version: member.version + 1,
  };
  await table.transact([
    profileRepository(table).save(promoted),
    administrators.makeRootAdmin({ id: member.id, email }, deps.now()),
    ...demoted,
  ]);
  return member.id;
}

/** Puts the member's user into the group. A pool that replaces a lost one gets the user first. */
async function inGroup(deps: AccountMaking, member: ProfileRecord): Promise<ProfileRecord> {
  const { table, identity } = deps;
  try {
    await identity.addToGroup(userOf(member), 'admin');
    return member;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'STATE_CHANGED')) throw error;
  }
  const { user, fields, writes } = await setPasswordOf(deps, member, unknownPassword());
  await table.transact([profileRepository(table).setFields(member.id, fields), ...writes]);
  await identity.addToGroup(user, 'admin');
  return { ...member, ...fields, version: member.version + 1 };
}

const unknownPassword = () => `${randomBytes(32).toString('base64url')}aA1`;

/** A root administrator for a free or unconfirmed address. An unconfirmed account with it is deleted immediately. */
async function newRootAdmin(deps: AccountMaking, email: string, demoted: readonly Write[]): Promise<string> {
  const { table, identity, now, newId } = deps;
  const claim = sha256(newId());
  const lock = await holdAddress(deps, email, { claim, facts: claim }, { givenUpAfterMs: 0 });
  const id = await makeUser(deps, { email, password: unknownPassword(), lock }, { verified: true });
  await identity.addToGroup(id, 'admin');
  const at = new Date(now()).toISOString();
  const named = { email, firstName: 'Administrateur', lastName: 'Principal', phone: '' };
  const profile: ProfileRecord = {
    ...newProfile(id, named, now()),
    status: 'approved',
    emailConfirmedAt: at,
    validatedAt: at,
    isAdmin: true,
  };
  await table.transact([
    table.put(profileItem(profile), absent),
    accountRepository(table).keepAddress(email, { ...lock, memberId: id, confirmedAt: at }),
    administratorRepository(table).makeRootAdmin({ id, email }, now()),
    ...demoted,
  ]);
  return id;
}

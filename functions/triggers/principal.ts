import { randomBytes } from 'node:crypto';
import { accountRepository } from '#functions/accounts/repository.ts';
import type { Identity } from '#functions/platform/identity.ts';
import { keys, sha256 } from '#functions/platform/keys.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/accounts/record.ts';

export interface PrincipalDeps {
  readonly table: Table;
  readonly identity: Identity;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Makes the owner of `email` the principal administrator: user, group, approved profile and row. May run any number of
 * times. Throws when another is principal, unless `transfer` says that he hands over; he then stays administrator.
 * @returns the principal's member id
 */
export async function ensurePrincipal(
  deps: PrincipalDeps,
  { email, transfer }: { email: string; transfer: boolean },
): Promise<string> {
  const { table, identity } = deps;
  const accounts = accountRepository(table);
  const standing = await principals(table);
  const others = standing.filter((row) => row['email'] !== email);
  if (others.length > 0 && !transfer) {
    throw new Error('Another address is the principal administrator: set adminTransfer to hand the role over.');
  }
  const lock = await accounts.lockOf(email);
  const id = lock?.memberId ?? (await newUser(deps, email));
  await identity.addToGroup(id, 'admin');

  const profile = await profileRepository(table).read(id);
  const demoted = others.map((row) => demote(table, String(row['sk'])));
  if (profile?.isAdmin && standing.some((row) => row['sk'] === id)) {
    if (demoted.length > 0) await table.transact(demoted);
    return id;
  }
  await table.transact([...memberWrites(deps, email, id, profile), administratorWrite(deps, email, id), ...demoted]);
  return id;
}

async function principals(table: Table): Promise<Item[]> {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :admins',
    ExpressionAttributeValues: { ':admins': keys.administrator('').pk },
    ConsistentRead: true,
  });
  return items.filter((row) => row['principal'] === true);
}

/** Nobody learns the password: the principal sets his own with « Mot de passe oublié ». */
async function newUser({ table, identity }: PrincipalDeps, email: string): Promise<string> {
  const user = await identity.createUser(email, { verified: true });
  // An older member keeps his password; a first try of ours that broke off has none that anybody knows.
  if (!(user.existed && (await profileRepository(table).read(user.id)))) {
    await identity.setPassword(user.id, `${randomBytes(32).toString('base64url')}aA1`);
  }
  return user.id;
}

function memberWrites(
  { table, now, newId }: PrincipalDeps,
  email: string,
  id: string,
  member: ProfileRecord | undefined,
): Write[] {
  const at = new Date(now()).toISOString();
  if (member) {
    const promoted: ProfileRecord = {
      ...member,
      status: 'approved',
      emailConfirmedAt: member.emailConfirmedAt ?? at,
      validatedAt: member.validatedAt ?? at,
      isAdmin: true,
      version: member.version + 1,
    };
    return [profileRepository(table).save(promoted)];
  }
  const profile: ProfileRecord = {
    id,
    email,
    firstName: 'Administrateur',
    lastName: 'Principal',
    phone: '',
    status: 'approved',
    emailConfirmedAt: at,
    documentsVersion: 0,
    createdAt: at,
    acceptedTermsAt: at,
    validatedAt: at,
    resetEpoch: 0,
    phonePublic: false,
    emailNotifications: true,
    isAdmin: true,
    version: 1,
  };
  const claim = sha256(newId());
  const lock = { claim, facts: claim, at: now(), mailId: newId(), memberId: id };
  return [
    table.put(profileItem(profile), { expression: 'attribute_not_exists(pk)' }),
    table.put(
      { ...keys.emailLock(email), kind: 'emailLock', ...lock },
      { expression: 'attribute_not_exists(memberId)' },
    ),
  ];
}

const administratorWrite = ({ table, now }: PrincipalDeps, email: string, id: string): Write =>
  table.put({
    ...keys.administrator(id),
    kind: 'administrator',
    status: 'active',
    principal: true,
    email,
    createdAt: new Date(now()).toISOString(),
  });

const demote = (table: Table, id: string): Write =>
  table.update(keys.administrator(id), { expression: 'SET principal = :no', values: { ':no': false } }, present);

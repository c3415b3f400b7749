import { accountRepository } from '#functions/accounts/repository.ts';
import { administratorRepository, invitationRepository } from '#functions/admin/administrators/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import { mail, parseMail } from '#functions/mail/outbox.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Item, keyOf, type Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { userOf } from '#shared/profiles/record.ts';
import type { Sockets } from './sockets.ts';

interface AdministratorDeps {
  readonly table: Table;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly identity: Pick<Identity, 'addToGroup' | 'removeFromGroup'>;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * The group of the pool follows the row of an administrator (rule 102). The row decides about rights at each request;
 * the group only adds them to the next token, which an open page then fetches. A record may be late or repeated, so the
 * current row decides.
 */
export async function followAdministrator(
  row: Item | undefined,
  { table, sockets, identity, now }: AdministratorDeps,
): Promise<void> {
  const id = String(row?.['sk']);
  const [{ isAdmin }, member] = await Promise.all([
    administratorRepository(table).standing(id),
    profileRepository(table).read(id),
  ]);
  if (!member) return;
  if (!isAdmin) await forgetOffice(table, id);
  await (isAdmin ? identity.addToGroup(userOf(member), 'admin') : identity.removeFromGroup(userOf(member), 'admin'));
  await sockets.send({
    to: [id],
    event: { type: 'rights.changed', at: new Date(now()).toISOString(), data: {} },
  });
}

/**
 * Removes the notices that only administrators get. They name other administrators, whose erasing looks for them with
 * administrators alone.
 */
async function forgetOffice(table: Table, id: string): Promise<void> {
  const { pk, sk } = keys.notice(id, '');
  for await (const item of itemsOf(table, queryOf({ partition: pk, sort: { beginsWith: sk } })))
    if (['bankChanged', 'administratorsChanged'].includes(parseMail(item).mail))
      await table.transact([table.remove(keyOf(item))]);
}

/**
 * A member who has just confirmed an invited address becomes an administrator (rule 102). Only the confirmation proves
 * that the mailbox is theirs (rule 79), so signing up with an address gives no rights. A repeated record finds the
 * transaction done.
 */
export async function followConfirmation(
  before: Item | undefined,
  after: Item,
  deps: AdministratorDeps,
): Promise<void> {
  const { id, email, emailConfirmedAt } = parseProfile(after);
  if (!emailConfirmedAt || (before && parseProfile(before).emailConfirmedAt)) return;
  const { table, now, newId } = deps;
  const administrators = administratorRepository(table);
  const invitations = invitationRepository(table);
  const invitation = await invitations.of(email, now());
  if (!invitation) return;
  const [member, { isAdmin, isRootAdmin }, rootAdmins] = await Promise.all([
    profileRepository(table).read(id),
    administrators.standing(id),
    administrators.rootAdmins(),
  ]);
  if (!member || member.status === 'blocked') return;
  // A deploy has made the owner of the address the root administrator in between.
  if (isAdmin || isRootAdmin) return table.transact([invitations.use(invitation, now())]);
  const { firstName } = member;
  const accounts = accountRepository(table);
  const profiles = profileRepository(table);
  const stamp = () => ({ id: newId(), now: now() });
  const people = await profiles.people(rootAdmins.map((rootAdmin) => rootAdmin.id));
  await table.transact([
    accounts.mustBeOf(member),
    invitations.use(invitation, now()),
    administrators.add({ id, email, createdAt: new Date(now()).toISOString() }),
    profiles.giveRights(id),
    adminLog(deps, { id }, 'acceptInvitation', { type: 'administrator', id }),
    mail(table, 'administratorRights', { memberId: id }, { firstName, change: 'active' }, stamp()),
    ...[...people].map(([memberId, { profile }]) =>
      mail(
        table,
        'administratorsChanged',
        { memberId },
        { firstName: profile.firstName, email, otherId: id, change: 'acceptInvitation' },
        stamp(),
      ),
    ),
  ]);
}

import { accountRepository, endOfSessions } from '#functions/accounts/repository.ts';
import type { Actor } from '#functions/actor.ts';
import { adminLog } from '#functions/admin/log.ts';
import { invitedAddress, mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { Administrator, administratorRoutes } from '#shared/admin/administrators.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import { invitationMs, requireChangeable, requireEligible, requireNewAdministrator } from '#shared/admin/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { administratorRepository, invitationRepository } from './repository.ts';

function rightsOf(deps: Deps) {
  const { table, now, newId } = deps;
  const stamp = () => ({ id: newId(), now: now() });
  return {
    /** The line of the log, and a mail to the root administrator, who would notice a stolen session by it. */
    trace: ({ id: adminId, profile }: Actor, action: AdminAction, { id, email }: Administrator): Write[] => [
      adminLog(deps, { id: adminId }, action, { type: 'administrator', id }),
      mail(
        table,
        'administratorsChanged',
        { memberId: adminId },
        { firstName: profile.firstName, email, otherId: id, change: action },
        stamp(),
      ),
    ],

    /** Keeps the profile in step with the row. The member's sessions end with their rights. */
    take: ({ id }: ProfileRecord): Write =>
      profileRepository(table).setFields(id, { isAdmin: false, tokensValidAfter: endOfSessions(now()) }),

    notify: ({ id, firstName }: ProfileRecord, change: 'active' | 'inactive' | 'deleted'): Write =>
      mail(table, 'administratorRights', { memberId: id }, { firstName, change }, stamp()),
  };
}

/**
 * The list of administrators. A row decides about rights at the next request; the dispatcher then puts the member into
 * the group of the pool, or out of it (rule 102).
 */
export function administratorHandlers(deps: Deps): Handlers<typeof administratorRoutes> {
  const { table, now, newId } = deps;
  const administrators = administratorRepository(table);
  const invitations = invitationRepository(table);
  const accounts = accountRepository(table);
  const profiles = profileRepository(table);
  const rights = rightsOf(deps);

  async function find(id: string): Promise<Administrator> {
    const found = (await administrators.list(now())).find((one) => one.id === id);
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  }

  async function add(actor: Actor, email: string): Promise<Outcome<Administrator>> {
    requireNewAdministrator(email, await administrators.list(now()));
    const createdAt = new Date(now()).toISOString();
    const lock = await accounts.lockOf(email);
    if (!lock?.confirmedAt) {
      const expiresAt = now() + invitationMs;
      const invitation = { id: newId(), email, createdAt };
      const invited: Administrator = {
        ...invitation,
        state: 'invited',
        isRootAdmin: false,
        expiresAt: new Date(expiresAt).toISOString(),
      };
      // Confirmed in between, the address has a member, who becomes an administrator immediately.
      return commit(
        invited,
        [
          accounts.mustBeUnconfirmed(email),
          invitations.add({ ...invitation, expiresAt }, now()),
          mail(table, 'administratorInvited', invitedAddress, { email }, { id: newId(), now: now() }),
          ...rights.trace(actor, 'inviteAdministrator', invited),
        ],
        () => add(actor, email),
      );
    }
    const member = lock.memberId === undefined ? undefined : await profiles.read(lock.memberId);
    requireEligible(member);
    const added: Administrator = { id: member.id, email, state: 'active', isRootAdmin: false, createdAt };
    return commit(added, [
      administrators.add(added),
      invitations.forget(email),
      profiles.giveRights(member.id),
      rights.notify(member, 'active'),
      ...rights.trace(actor, 'addAdministrator', added),
    ]);
  }

  return {
    administrators: async () => answer({ items: await administrators.list(now()) }),

    addAdministrator: ({ actor, body }) => add(actor, body.email),

    deactivateAdministrator: async ({ actor, params }) => {
      const one = await find(params.administratorId);
      requireChangeable(one, 'active');
      const member = await profiles.read(one.id);
      return commit({ ...one, state: 'inactive' }, [
        administrators.setStatus(one.id, 'active'),
        ...(member ? [rights.take(member), rights.notify(member, 'inactive')] : []),
        ...rights.trace(actor, 'deactivateAdministrator', one),
      ]);
    },

    reactivateAdministrator: async ({ actor, params }) => {
      const one = await find(params.administratorId);
      requireChangeable(one, 'inactive');
      const member = await profiles.read(one.id);
      requireEligible(member);
      return commit({ ...one, state: 'active' }, [
        administrators.setStatus(one.id, 'inactive'),
        profiles.giveRights(member.id),
        rights.notify(member, 'active'),
        ...rights.trace(actor, 'reactivateAdministrator', one),
      ]);
    },

    deleteAdministrator: async ({ actor, params }) => {
      const one = await find(params.administratorId);
      requireChangeable(one, 'active', 'inactive', 'invited');
      if (one.state === 'invited')
        return commit(undefined, [invitations.withdraw(one), ...rights.trace(actor, 'withdrawInvitation', one)]);
      const member = await profiles.read(one.id);
      return commit(undefined, [
        administrators.remove(one.id, one.state),
        // Added again, they set it up again.
        table.remove(keys.secondFactor(one.id)),
        ...(member && one.state === 'active' ? [rights.take(member)] : []),
        ...(member ? [rights.notify(member, 'deleted')] : []),
        ...rights.trace(actor, 'deleteAdministrator', one),
      ]);
    },
  };
}

import type { DecisionFacts } from '#functions/mail/mail.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { documentDays } from '#shared/accounts/retention.ts';
import type { AdminProfile, adminRoutes } from '#shared/admin/contract.ts';
import { approveName, refuseName } from '#shared/admin/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { decisionFacts } from './decision-facts.ts';
import type { Judged } from './judged.ts';
import { adminLog } from './log.ts';
import { requireSeen, unlessDecided } from './seen.ts';
import { toAdminProfile } from './views.ts';

/** The last day of documents that were decided now (decision 019). */
export const lastDay = (now: number, decision: keyof typeof documentDays) =>
  dayOf(now + documentDays[decision] * dayMs);

/** Takes a new name out of the queue after a decision or a block, and ends the life of its document. */
export function closeNewName({ table, now }: Deps, before: ProfileRecord, after: ProfileRecord): Write[] {
  if (!before.newName) return [];
  const document = { id: before.id, idDocument: before.newName.idDocument };
  return [
    profileRepository(table).queueName(after),
    ...uploadRepository(table).keepDocuments(document, lastDay(now(), 'name')),
  ];
}

export function adminNameHandlers(deps: Deps): Pick<Handlers<typeof adminRoutes>, 'approveName' | 'refuseName'> {
  const { table, now, newId } = deps;

  async function change(
    { actor, resource, version }: Judged<ProfileRecord>,
    decide: () => ProfileRecord,
    refusal?: DecisionFacts & { readonly reason: string },
    line = newId(),
  ): Promise<Outcome<AdminProfile>> {
    const changed = unlessDecided(decide, () => toAdminProfile(resource));
    requireSeen(version, resource, toAdminProfile(resource));
    const { firstName, newName } = resource;
    const data = { firstName, name: newName ? `${newName.firstName} ${newName.lastName}` : '' };
    const to = { memberId: resource.id };
    const stamp = { id: newId(), now: now() };
    return commit(toAdminProfile(changed), [
      profileRepository(table).save(changed, () => new Refusal('ALREADY_DECIDED')),
      ...closeNewName(deps, resource, changed),
      adminLog(deps, actor, refusal ? 'refuseName' : 'approveName', { type: 'profile', id: resource.id, line }),
      refusal
        ? mail(table, 'nameRefused', to, { ...data, ...refusal }, stamp)
        : mail(table, 'nameApproved', to, { ...data, firstName: changed.firstName }, stamp),
    ]);
  }

  return {
    approveName: (call) => change(call, () => approveName(call.resource, { adminId: call.actor.id, now: now() })),
    refuseName: async (call) => {
      const { resource, body } = call;
      const line = newId();
      const facts = await decisionFacts(deps, { type: 'profile', id: resource.id, line }, resource.id, body);
      return change(call, () => refuseName(resource, body.reason), { reason: body.reason, ...facts }, line);
    },
  };
}

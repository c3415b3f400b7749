import type { DecisionFacts } from '#functions/mail/mail.ts';
import type { MailName, Mails } from '#functions/mail/mails.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { memberIn } from '#functions/platform/keys.ts';
import type { Item, Write } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { AdminProfile, adminRoutes } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { approveName, blockProfile, decideProfile, refuseName, unblockProfile } from '#shared/admin/rules.ts';
import { awaitsDecision, namesOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { documentDays } from '#shared/values/ageing.ts';
import { phoneNeedle } from '#shared/values/phones/tidy-phone.ts';
import { foldPlace } from '#shared/values/places.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { administratorRepository } from './administrators/repository.ts';
import { decisionFacts, type Judged, requireSeen, unlessDecided } from './decisions.ts';
import { everybody, membersContaining } from './lists/everything.ts';
import { queueRepository } from './lists/queues.ts';
import { adminLog } from './log.ts';
import { toAdminProfile } from './views.ts';

type AdminHandlers = Handlers<typeof adminRoutes>;
type ReadAct = 'adminProfiles' | 'adminProfile';
type DecisionAct = 'approveProfile' | 'rejectProfile' | 'blockProfile' | 'unblockProfile';

const mailOf = {
  approveProfile: 'profileApproved',
  rejectProfile: 'profileRejected',
  blockProfile: 'profileBlocked',
  unblockProfile: 'profileUnblocked',
} as const satisfies Record<DecisionAct, MailName>;

/** Documents of a decided profile are no longer needed (decision 019). */
const isDecided = (status: ProfileRecord['status']): status is 'approved' | 'rejected' =>
  status === 'approved' || status === 'rejected';

export function adminProfileHandlers(deps: Deps): Pick<AdminHandlers, ReadAct | DecisionAct> {
  return { ...reads(deps), ...decisions(deps) };
}

function reads({ table, now }: Deps): Pick<AdminHandlers, ReadAct> {
  const profiles = profileRepository(table);

  /** The members of a list. The row of a waiting name holds no profile. */
  async function toAdminProfiles(rows: readonly Item[]): Promise<AdminProfile[]> {
    const named = await profiles.readMany(rows.flatMap((row) => (row['record'] ? [] : [memberIn(row)])));
    return rows.flatMap((row) => {
      const profile = row['record'] ? parseProfile(row) : named.get(memberIn(row));
      return profile ? [toAdminProfile(profile)] : [];
    });
  }

  return {
    adminProfiles: async ({ query }) => {
      if (!query.search) {
        const page = query.status
          ? await queueRepository(table).page('profile', query.status, query.cursor)
          : await everybody(table, now(), query.cursor);
        return answer({ ...page, items: await toAdminProfiles(page.items) });
      }
      const ids =
        query.by === 'id'
          ? { items: [query.search] }
          : await membersContaining(
              table,
              query.by === 'phone' ? phoneNeedle(query.search) : query.search,
              query.cursor,
            );
      const items = [...(await profiles.readMany(ids.items)).values()]
        .filter((profile) => isIn(profile, query.status) && matches(profile, query.search, query.by))
        .map(toAdminProfile);
      return answer({ items, ...('next' in ids && ids.next ? { next: ids.next } : {}) });
    },

    adminProfile: async ({ resource }) => answer(toAdminProfile(resource)),
  };
}

function decisions(deps: Deps): Pick<AdminHandlers, DecisionAct> {
  const { table, now, newId } = deps;
  const profiles = profileRepository(table);

  const restriction = async ({ id, firstName }: ProfileRecord, body: Restriction, line: string) => ({
    firstName,
    reason: body.reason,
    ...(await decisionFacts(deps, { type: 'profile', id, line }, id, body)),
  });

  async function change<Act extends DecisionAct>(
    { actor, resource, version }: Judged<ProfileRecord>,
    act: Act,
    decide: () => ProfileRecord,
    data: Mails[(typeof mailOf)[Act]],
    line = newId(),
  ): Promise<Outcome<AdminProfile>> {
    const changed = unlessDecided(decide, () => toAdminProfile(resource));
    requireSeen(version, resource, toAdminProfile(resource));
    const details = { before: resource.status, after: changed.status };
    return commit(toAdminProfile(changed), [
      profiles.save(changed, () => new Refusal('ALREADY_DECIDED')),
      ...(isDecided(changed.status)
        ? uploadRepository(table).keepDocuments(resource, lastDay(now(), changed.status))
        : []),
      ...closeNewName(deps, resource, changed),
      adminLog(deps, actor, act, { type: 'profile', id: resource.id, line }, details),
      mail(table, mailOf[act], { memberId: resource.id }, data, { id: newId(), now: now() }),
    ]);
  }

  return {
    approveProfile: (call) => {
      const { actor, resource } = call;
      const decide = () => decideProfile(resource, 'approved', { adminId: actor.id, now: now() });
      return change(call, 'approveProfile', decide, { firstName: resource.firstName });
    },

    rejectProfile: async (call) => {
      const { actor, resource, body } = call;
      const decide = () => decideProfile(resource, 'rejected', { adminId: actor.id, now: now() }, body.reason);
      const line = newId();
      return change(call, 'rejectProfile', decide, await restriction(resource, body, line), line);
    },

    blockProfile: async (call) => {
      const { actor, resource, body } = call;
      const standing = await administratorRepository(table).standing(resource.id);
      const decide = () => blockProfile(resource, standing, actor, body.reason);
      const line = newId();
      return change(call, 'blockProfile', decide, await restriction(resource, body, line), line);
    },

    unblockProfile: (call) => {
      const { resource } = call;
      return change(call, 'unblockProfile', () => unblockProfile(resource, now()), { firstName: resource.firstName });
    },
  };
}

/** A member with a waiting name is also listed as pending. A member with an unconfirmed address is not listed yet. */
const isIn = (profile: ProfileRecord, status: ProfileRecord['status'] | undefined) =>
  !status || (status === 'pending' ? awaitsDecision(profile) : profile.status === status);

/** The suffix rows hold names, phone and e-mail together; this selects the wanted kind. */
function matches(profile: ProfileRecord, text = '', by?: 'name' | 'phone' | 'email' | 'id'): boolean {
  const folded = foldPlace(text);
  switch (by) {
    case 'name':
      return namesOf(profile).some((name) => foldPlace(name).includes(folded));
    case 'phone':
      return profile.phone.includes(phoneNeedle(text));
    case 'email':
      return foldPlace(profile.email).includes(folded);
    case 'id':
    case undefined:
      return true;
  }
}

/** The last day of documents that were decided now (decision 019). */
const lastDay = (now: number, decision: keyof typeof documentDays) => dayOf(now + documentDays[decision] * dayMs);

/** Takes a new name out of the queue after a decision or a block, and ends the life of its document. */
function closeNewName({ table, now }: Deps, before: ProfileRecord, after: ProfileRecord): Write[] {
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

import { accepted, answer, commit } from '#functions/outcome.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { cardOf, documentsOf } from '#shared/accounts/record.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import type { Member, profileRoutes } from '#shared/profiles/contract.ts';
import { profileRepository } from './repository.ts';

export function profileHandlers({ table }: Deps): Handlers<typeof profileRoutes> {
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  return {
    attachDocuments: async ({ actor, body }) => {
      const documents = await uploads.documents(actor.id, body);
      if (documents === 'scanning') return accepted({ state: 'scanning' });
      const profile = attachDocuments(actor.profile, documents.found);
      return commit(documentsOf(profile), [profiles.save(profile), ...documents.attach]);
    },

    readMember: async ({ actor, subject }) => {
      const [people, shared] = await Promise.all([
        profiles.people([subject.id]),
        sharesDelivery(table, actor.id, subject.id),
      ]);
      const stats = people.get(subject.id)?.stats;
      if (!stats) throw new Error('A visible member has no profile');
      const showsPhone = actor.id === subject.id || subject.phonePublic || shared;
      const member: Member = {
        ...cardOf(subject, stats),
        // Spec 1 §3: default of the public profile view.
        phoneNumber: showsPhone ? subject.phone : 'Non renseigné',
        ...(subject.status === 'approved' && subject.validatedAt ? { verifiedAt: subject.validatedAt } : {}),
        memberSince: subject.createdAt,
        parcelCount: stats.parcelCount,
        tripCount: stats.tripCount,
      };
      return answer(member);
    },
  };
}

/** Whether the two have a delivery in hand: then each sees the other's phone (docs/decisions: phone). */
async function sharesDelivery(table: Table, memberId: string, otherId: string): Promise<boolean> {
  const { count } = await table.query({
    KeyConditionExpression: 'pk = :member AND begins_with(sk, :hand)',
    ExpressionAttributeValues: { ':member': keys.member(memberId), ':hand': `HAND#${otherId}#` },
    Limit: 1,
    Select: 'COUNT',
  });
  return count > 0;
}

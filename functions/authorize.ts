import { type Access, type Party, parties, type ResourceName } from '#shared/access.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { isHidden } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Actor } from './actor.ts';
import { tiesBetween } from './friends/ties.ts';
import { threadRepository } from './messaging/repository.ts';
import { parcelRepository } from './parcels/repository.ts';
import { isId } from './platform/http/request.ts';
import type { Table } from './platform/table.ts';
import { profileRepository } from './profiles/repository.ts';
import { receiptRepository } from './receipts/repository.ts';
import { type Authorization, type Relation, type Resources, relations } from './relations.ts';
import { reportRepository } from './reports/repository.ts';
import { reviewRepository } from './reviews/repository.ts';
import { tripRepository } from './trips/repository.ts';

/** Sentence for an absent or invisible resource, if product 1.8 has one. */
export const noProfile: Sentence = { title: 'Profil introuvable', detail: 'Profil non trouvé' };
const noResource: { readonly [T in ResourceName]?: Sentence } = { profile: noProfile, member: noProfile };
/** Administrators act on lists that may be stale (product 2.8). */
const noneToJudge: { readonly [P in Party]?: Sentence } = {
  parcelJudge: { title: 'Introuvable', detail: 'Colis non trouvé' },
  tripJudge: { title: 'Introuvable', detail: 'Trajet non trouvé' },
  reviewJudge: { title: 'Introuvable', detail: 'Avis non trouvé' },
  reportJudge: { title: 'Introuvable', detail: 'Signalement non trouvé' },
  profileEraser: { title: 'Introuvable', detail: 'Profil non trouvé' },
};

/**
 * Loads the resource of the row and returns it if the actor may use it. Otherwise throws: NOT_FOUND if it is absent or
 * invisible to them, NOT_ALLOWED or SELF_ACTION if they see it but are not this party.
 */
export async function authorize(
  table: Table,
  access: Extract<Access, { party: Party }>,
  actor: Actor,
  params: Readonly<Record<string, string>>,
  now: number,
): Promise<Resources[ResourceName]> {
  const id = params[access.of] ?? '';
  const profiles = profileRepository(table);
  const loaders: { readonly [T in ResourceName]: (id: string) => Promise<Resources[T] | undefined> } = {
    parcel: (parcelId) => parcelRepository(table).read(parcelId),
    trip: (tripId) => tripRepository(table).read(tripId),
    profile: (memberId) => profiles.read(memberId),
    member: async (memberId) => {
      const [member, ties] = await Promise.all([
        profiles.readWithStats(memberId),
        tiesBetween(table, memberId, actor.id),
      ]);
      return member && { ...member, ties };
    },
    review: (reviewId) => reviewRepository(table).read(reviewId),
    receipt: (receiptId) => receiptRepository(table).read(receiptId),
    report: (reportId) => reportRepository(table).read(reportId, now),
  };
  const resource = isId(id) ? await loaders[parties[access.party].resource](id) : undefined;
  const refuse = (answer: Exclude<Authorization, 'yes'>) =>
    new Refusal(
      answer,
      answer === 'NOT_FOUND' ? (noneToJudge[access.party] ?? noResource[parties[access.party].resource]) : undefined,
    );
  if (!resource) throw refuse('NOT_FOUND');
  const ownerHidden = async () => {
    if (!('ownerId' in resource)) return true;
    const [owner, { hasBlocked }] = await Promise.all([
      profiles.read(resource.ownerId),
      tiesBetween(table, resource.ownerId, actor.id),
    ]);
    return owner === undefined || isHidden(owner) || hasBlocked;
  };
  const hasWritten = async () =>
    'ownerId' in resource &&
    (await threadRepository(table).head({ a: actor.id, b: resource.ownerId, parcelId: resource.id })) !== undefined;
  const haveMet = async () => (await reviewRepository(table).deliveredWith(id, [actor.id])).has(actor.id);
  const subjectOpen = async () => {
    if (!('targetId' in resource)) return false;
    const [subject, { hasBlocked }, met] = await Promise.all([
      profiles.read(resource.targetId),
      tiesBetween(table, resource.targetId, actor.id),
      reviewRepository(table).deliveredWith(resource.targetId, [actor.id]),
    ]);
    return subject !== undefined && !isHidden(subject) && (!hasBlocked || met.has(actor.id));
  };
  // `resource` has the type of this party, because both come from the same row of `parties`.
  const answer = await (relations[access.party] as Relation<Resources[ResourceName]>)(actor, resource, {
    now,
    ownerHidden,
    hasWritten,
    haveMet,
    subjectOpen,
  });
  if (answer !== 'yes') throw refuse(answer);
  return resource;
}

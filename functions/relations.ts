import type { Access, Party, parties } from '#shared/access.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isParty, isVisibleTo } from '#shared/parcels/rules.ts';
import { isReachable, type ProfileRecord, type StatsRecord } from '#shared/profiles/record.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { mayJudge } from '#shared/reports/rules.ts';
import type { ReviewRecord } from '#shared/reviews/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import type { Actor } from './actor.ts';
import type { Ties } from './friends/ties.ts';

/** The resources of rows, as their handlers receive them. */
export interface Resources {
  parcel: ParcelRecord;
  trip: TripRecord;
  profile: ProfileRecord;
  member: ProfileRecord & { readonly stats: StatsRecord; readonly ties: Ties };
  review: ReviewRecord;
  receipt: ReceiptRecord;
  report: ReportRecord;
}
export type ResourceOf<A extends Access> = A extends { party: infer P extends Party }
  ? Resources[(typeof parties)[P]['resource']]
  : undefined;

/** The only possible verdicts about a party: yes, or one of these refusals. */
export type Authorization = 'yes' | 'NOT_FOUND' | 'NOT_ALLOWED' | 'SELF_ACTION' | 'ROOT_ADMIN_REQUIRED';

interface Facts {
  readonly now: number;
  readonly ownerHidden: () => Promise<boolean>;
  readonly hasWritten: () => Promise<boolean>;
  readonly haveMet: () => Promise<boolean>;
  readonly subjectOpen: () => Promise<boolean>;
}

export type Relation<T> = (actor: Actor, resource: T, facts: Facts) => Authorization | Promise<Authorization>;

const parcelSeen: Relation<ParcelRecord> = async (actor, parcel, { now, ownerHidden }) => {
  const sees = (isOwnerHidden: boolean) => isVisibleTo(actor.id, parcel, { now, isOwnerHidden });
  // Read from the table only if it decides.
  return sees(true) || (sees(false) && sees(await ownerHidden())) ? 'yes' : 'NOT_FOUND';
};

// A member who wrote about it gets the reason (another was faster, or it has changed), not that it does not exist.
const parcelSought: Relation<ParcelRecord> = async (actor, parcel, facts) =>
  (await parcelSeen(actor, parcel, facts)) === 'yes' || (await facts.hasWritten()) ? 'yes' : 'NOT_FOUND';

const tripSeen: Relation<TripRecord> = async (actor, trip, { now, ownerHidden }) => {
  if (actor.id === trip.ownerId) return 'yes';
  return isTripListed(trip, now) && !(await ownerHidden()) ? 'yes' : 'NOT_FOUND';
};

/** The meaning of each party. A party of `shared/access.ts` that is missing here does not compile. */
export const relations: { readonly [P in Party]: Relation<Resources[(typeof parties)[P]['resource']]> } = {
  parcelReader: parcelSeen,
  parcelReporter: async (actor, parcel, { now, hasWritten }) =>
    isVisibleTo(actor.id, parcel, { now, isOwnerHidden: false }) || (await hasWritten()) ? 'yes' : 'NOT_FOUND',
  parcelOwner: async (actor, parcel, facts) => {
    if (actor.id === parcel.ownerId) return 'yes';
    return (await parcelSeen(actor, parcel, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND';
  },
  parcelCandidate: (actor, parcel, facts) =>
    actor.id === parcel.ownerId ? 'SELF_ACTION' : parcelSought(actor, parcel, facts),
  parcelNegotiator: parcelSought,
  parcelParticipant: (actor, parcel) => (isParty(actor.id, parcel) ? 'yes' : 'NOT_FOUND'),
  parcelCarrier: (actor, parcel) => {
    if (actor.id === parcel.carrierId) return 'yes';
    return actor.id === parcel.ownerId ? 'NOT_ALLOWED' : 'NOT_FOUND';
  },
  tripReader: tripSeen,
  tripReporter: (actor, trip, { now }) => (actor.id === trip.ownerId || isTripListed(trip, now) ? 'yes' : 'NOT_FOUND'),
  tripOwner: async (actor, trip, facts) => {
    if (actor.id === trip.ownerId) return 'yes';
    return (await tripSeen(actor, trip, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND';
  },
  knownMember: (_actor, { emailConfirmedAt }) => (emailConfirmedAt === undefined ? 'NOT_FOUND' : 'yes'),
  // Administrators decide about reports of members who may have blocked them.
  openMember: ({ isAdmin }, member) =>
    isReachable(member) && (!member.ties.hasBlocked || member.ties.isInHand || isAdmin) ? 'yes' : 'NOT_FOUND',
  reviewableMember: async (_actor, member, { haveMet }) =>
    isReachable(member) && (!member.ties.hasBlocked || (await haveMet())) ? 'yes' : 'NOT_FOUND',
  reviewAuthor: (actor, review) => (actor.id === review.reviewerId ? 'yes' : 'NOT_ALLOWED'),
  reviewEditor: async (actor, review, { subjectOpen }) => {
    if (actor.id !== review.reviewerId) return 'NOT_ALLOWED';
    return (await subjectOpen()) ? 'yes' : 'NOT_FOUND';
  },
  reviewReader: (actor, review) => (actor.id === review.reviewerId ? 'SELF_ACTION' : 'yes'),
  reviewJudge: (actor, { reviewerId, targetId }) =>
    actor.id === reviewerId || actor.id === targetId ? 'SELF_ACTION' : 'yes',
  reportJudge: (actor, report) => (mayJudge(report, actor) ? 'yes' : 'SELF_ACTION'),
  profileExaminer: () => 'yes',
  profileJudge: (actor, profile) => (actor.id === profile.id ? 'SELF_ACTION' : 'yes'),
  profileEraser: (actor, profile) => {
    if (!actor.isRootAdmin) return 'ROOT_ADMIN_REQUIRED';
    return profile.id === actor.id ? 'SELF_ACTION' : 'yes';
  },
  parcelExaminer: () => 'yes',
  parcelJudge: (actor, parcel) => (actor.id === parcel.ownerId ? 'SELF_ACTION' : 'yes'),
  parcelSettler: (actor, parcel) => {
    if (!actor.isRootAdmin) return 'ROOT_ADMIN_REQUIRED';
    return isParty(actor.id, parcel) ? 'SELF_ACTION' : 'yes';
  },
  tripJudge: (actor, trip) => (actor.id === trip.ownerId ? 'SELF_ACTION' : 'yes'),
  receiptOwner: (actor, receipt) => (actor.id === receipt.memberId ? 'yes' : 'NOT_FOUND'),
  receiptJudge: (actor, receipt) => (actor.id === receipt.memberId ? 'SELF_ACTION' : 'yes'),
};

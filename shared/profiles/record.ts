import * as z from 'zod/mini';
import { type Documents, MailRefusal, ProfileStatus } from '../accounts/me.ts';
import { formerMember } from '../messaging/words.ts';
import { NoticeChoices, type NoticeGroup } from '../notices/choices.ts';
import type { Card } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';

const StoredDocument = z.object({
  uploadId: z.string(),
  key: z.string(),
  contentType: z.enum(contentTypes),
  at: z.string(),
});

const NewNameRecord = z.object({
  firstName: z.string(),
  lastName: z.string(),
  at: z.string(),
  /** Absent when its retention ended before a decision. */
  idDocument: z.optional(StoredDocument),
});

/** A member as stored. The names are the visible ones: checked names once the member is approved. */
export const ProfileRecord = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatarKey: z.optional(z.string()),
  status: ProfileStatus,
  statusReason: z.optional(z.string()),
  emailConfirmedAt: z.optional(z.string()),
  idDocument: z.optional(StoredDocument),
  facePhoto: z.optional(StoredDocument),
  /** Rises with each new document, so that an administrator never approves an unseen one. */
  documentsVersion: z.int(),
  createdAt: z.string(),
  acceptedTermsAt: z.string(),
  acceptedTermsVersion: z.int(),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  unblockedAt: z.optional(z.string()),
  /** Waits for an administrator and is invisible to other members. Only approved members have one (decision 015). */
  newName: z.optional(NewNameRecord),
  /** A refused name, until the member has read the reason or asks for another name. */
  refusedName: z.optional(z.object({ firstName: z.string(), lastName: z.string(), reason: z.string() })),
  /** Times of the recent new names of an approved member. */
  renamedAt: z.optional(z.array(z.string())),
  /** The user of a pool that replaced a lost one (`docs/runbooks/account-lost.md`); else the member's id names it. */
  poolUser: z.optional(z.string()),
  /** Whole seconds. Sessions that began earlier are refused (`auth_time < tokensValidAfter`). */
  tokensValidAfter: z.optional(z.int()),
  /** Increases with each new password, which invalidates earlier reset links. */
  resetEpoch: z.int(),
  phonePublic: z.boolean(),
  emailNotifications: z.boolean(),
  messageNotices: z.optional(z.boolean()),
  messageSound: z.optional(z.boolean()),
  noticeChoices: z.optional(NoticeChoices),
  noticesReadUpTo: z.optional(z.string()),
  mailRefused: z.optional(MailRefusal),
  subscriptionStart: z.optional(z.string()),
  subscriptionEnd: z.optional(z.string()),
  isAdmin: z.boolean(),
  /** The day on which the account is deleted, after its member asked for it (rule 110). */
  leavesOn: z.optional(z.string()),
  version: z.int(),
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

/** The name of the member's user in the pool. */
export const userOf = ({ id, poolUser = id }: Pick<ProfileRecord, 'id' | 'poolUser'>): string => poolUser;

/** Counters of a member, kept by the projector. */
export const StatsRecord = z.object({
  ratingSum: z._default(z.int(), 0),
  ratingCount: z._default(z.int(), 0),
  stars1: z._default(z.int(), 0),
  stars2: z._default(z.int(), 0),
  stars3: z._default(z.int(), 0),
  stars4: z._default(z.int(), 0),
  stars5: z._default(z.int(), 0),
  parcelCount: z._default(z.int(), 0),
  tripCount: z._default(z.int(), 0),
  unread: z._default(z.int(), 0),
  requests: z._default(z.int(), 0),
  /** Deliveries as carrier, by the four states (rule 14). */
  toCollect: z._default(z.int(), 0),
  inTransit: z._default(z.int(), 0),
  toDeliver: z._default(z.int(), 0),
  completed: z._default(z.int(), 0),
  /** Own parcels: waiting for their owner, in progress, finished. */
  parcelsTodo: z._default(z.int(), 0),
  parcelsGoing: z._default(z.int(), 0),
  parcelsOver: z._default(z.int(), 0),
  /** Own parcels before their pickup, and those on their way. */
  parcelsWaiting: z._default(z.int(), 0),
  parcelsOnWay: z._default(z.int(), 0),
  /** Own listings that administrators or a carrier refused. */
  toCorrect: z._default(z.int(), 0),
  /** Own parcels whose return or declared delivery waits for a confirmation. */
  toConfirm: z._default(z.int(), 0),
  /** Open problems of own parcels and of carried ones, by either member. */
  ownProblems: z._default(z.int(), 0),
  carriedProblems: z._default(z.int(), 0),
  /** Carried parcels to answer (half an agreement, a change of it, a problem), and those whose owner is gone. */
  carriedToAnswer: z._default(z.int(), 0),
  carriedToRevise: z._default(z.int(), 0),
  tripsToCorrect: z._default(z.int(), 0),
  carriedCount: z._default(z.int(), 0),
  answerCount: z._default(z.int(), 0),
  answerMinutes: z._default(z.int(), 0),
});
export type StatsRecord = z.infer<typeof StatsRecord>;

export const getsMailsOf = (
  group: NoticeGroup,
  {
    emailNotifications,
    mailRefused,
    noticeChoices,
  }: Pick<ProfileRecord, 'emailNotifications' | 'mailRefused' | 'noticeChoices'>,
): boolean => emailNotifications && mailRefused === undefined && (noticeChoices?.mail?.[group] ?? true);

/** Has the badge: the visible name is the checked one. */
export const isVerified = ({ status }: Pick<ProfileRecord, 'status'>) => status === 'approved';

/** Every name by which administrators find a member: the visible one, and a waiting one (rule 85). */
export const namesOf = ({ newName, ...seen }: Pick<ProfileRecord, 'firstName' | 'lastName' | 'newName'>): string[] =>
  [seen, ...(newName ? [newName] : [])].map(({ firstName, lastName }) => `${firstName} ${lastName}`);

/** The administrators' lists of members. An unconfirmed account does not need a decision yet (rule 79). */
export const profileQueues = [...ProfileStatus.options, 'unconfirmed'] as const;

type Standing = Pick<ProfileRecord, 'status' | 'emailConfirmedAt'>;

export const queueOf = ({ status, emailConfirmedAt }: Standing): (typeof profileQueues)[number] =>
  status === 'pending' && emailConfirmedAt === undefined ? 'unconfirmed' : status;

type Awaiting = Standing & Pick<ProfileRecord, 'newName' | 'idDocument' | 'facePhoto'>;

/** Waits for an administrator: a new confirmed member, or one with a new name. */
export const awaitsDecision = (profile: Awaiting) => queueOf(profile) === 'pending' || profile.newName !== undefined;

/** Waits with a document to check: administrators see these first (product 2.2). */
export const awaitsWithDocument = (profile: Awaiting) =>
  Boolean(
    profile.newName
      ? profile.newName.idDocument
      : queueOf(profile) === 'pending' && (profile.idDocument || profile.facePhoto),
  );

/**
 * When (ISO) the wait for verification began: the address is confirmed and the newest document is stored. Undefined
 * while there is nothing to decide.
 */
export function verificationWaitsSince(profile: ProfileRecord): string | undefined {
  const { emailConfirmedAt, idDocument, facePhoto, unblockedAt } = profile;
  if (queueOf(profile) !== 'pending' || !(idDocument || facePhoto)) return undefined;
  const moments = [emailConfirmedAt, idDocument?.at, facePhoto?.at, unblockedAt].filter((at) => at !== undefined);
  return moments.toSorted().at(-1);
}

export const profileWaitsSince = (profile: ProfileRecord) => profile.newName?.at ?? verificationWaitsSince(profile);

/** Stars with one decimal; undefined without a review. */
export const ratingOf = ({ ratingSum, ratingCount }: Pick<StatsRecord, 'ratingSum' | 'ratingCount'>) =>
  ratingCount > 0 ? Math.round((ratingSum / ratingCount) * 10) / 10 : undefined;

export const faceOf = (
  profile: ProfileRecord,
): Pick<Card, 'id' | 'firstName' | 'lastName' | 'avatarUrl' | 'verified'> => ({
  id: profile.id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  ...(profile.avatarKey ? { avatarUrl: `/${profile.avatarKey}` } : {}),
  verified: isVerified(profile),
});

export function cardOf(profile: ProfileRecord, stats: StatsRecord): Card {
  const rating = ratingOf(stats);
  return {
    ...faceOf(profile),
    ...(rating === undefined ? {} : { rating }),
    reviewCount: stats.ratingCount,
  };
}

export const isHidden = ({ status, leavesOn }: Pick<ProfileRecord, 'status' | 'leavesOn'>) =>
  status === 'blocked' || leavesOn !== undefined;

export const isReachable = (profile: Pick<ProfileRecord, 'status' | 'leavesOn' | 'emailConfirmedAt'>) =>
  !isHidden(profile) && profile.emailConfirmedAt !== undefined;

const faceless = (id: string, firstName: string, lastName: string): Card => ({
  id,
  firstName,
  lastName,
  verified: false,
  reviewCount: 0,
  unavailable: true,
});

/**
 * A member as shown to contacts: people who wrote or agreed with them (decision 014). A hidden member keeps only the
 * name. A deleted account is « Ancien membre ».
 */
export function partnerCard(id: string, person: { profile: ProfileRecord; stats: StatsRecord } | undefined): Card {
  if (!person) return faceless(id, formerMember.firstName, formerMember.lastName);
  const { profile, stats } = person;
  return isReachable(profile) ? cardOf(profile, stats) : faceless(id, profile.firstName, profile.lastName);
}

/** A member as shown beside their public texts. A hidden member has no name there. */
export function publicCard(id: string, person: { profile: ProfileRecord; stats: StatsRecord } | undefined): Card {
  return person && !isReachable(person.profile) ? faceless(id, 'Membre', 'indisponible') : partnerCard(id, person);
}

/** State of the two identity documents; the documents of a rejected profile count as refused. */
export function documentsOf(profile: ProfileRecord): Documents {
  const state = (document: unknown) =>
    document === undefined ? 'none' : profile.status === 'rejected' ? 'refused' : 'received';
  return { idDocument: state(profile.idDocument), facePhoto: state(profile.facePhoto) };
}

/** The open matters of a member that the header and the home page count. */
export const mattersOf = ({
  unread,
  parcelsTodo,
  toConfirm,
  toCorrect,
  ownProblems,
  carriedProblems,
  carriedToAnswer,
  carriedToRevise,
  tripsToCorrect,
}: StatsRecord) => ({
  messages: unread,
  toDo: parcelsTodo,
  toConfirm,
  toCorrect,
  ownProblems,
  carriedProblems,
  carriedToAnswer: carriedToAnswer + carriedToRevise,
  tripsToCorrect,
});

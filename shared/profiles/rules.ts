import { Refusal } from '../refusal.ts';
import { isSameName, ownNameProblem } from '../values/names.ts';
import { dayMs, dayOf, longDay } from '../values/time.ts';
import type { Distribution, Member, ProfileChange } from './contract.ts';
import { isReachable, isVerified, type ProfileRecord, type StatsRecord } from './record.ts';
import type { Reliability } from './reliability.ts';

/** New names that a member with a verified identity may take in 90 days (decision 015). */
const renamePeriodMs = 90 * dayMs;

export const tripsShown = 5;

/** Throws STALE when the member changed another version than the stored one. */
function requireSeen(profile: ProfileRecord, seen: number): void {
  if (profile.version !== seen) throw new Refusal('STALE');
}

type FullName = Pick<ProfileRecord, 'firstName' | 'lastName'>;

const sentence = "Votre nom a été vérifié : pour en changer, joignez une photo de votre pièce d'identité.";

/**
 * Changes the phone number and, until an administrator has checked them, the names. The root administrator's names are
 * never checked, because the deploy names them. Throws STALE, ALREADY_VERIFIED for the names of an approved member,
 * INVALID at `lastName`.
 */
export function changeProfile(
  profile: ProfileRecord,
  { phone, firstName = profile.firstName, lastName = profile.lastName }: ProfileChange,
  facts: { seen: number; isRootAdmin: boolean },
): ProfileRecord {
  requireSeen(profile, facts.seen);
  const names = { firstName, lastName };
  if (!isSameName(profile, names)) {
    if (profile.status === 'approved' && !facts.isRootAdmin)
      throw new Refusal('ALREADY_VERIFIED', { title: 'Nom vérifié', detail: sentence });
    const problem = ownNameProblem(names);
    if (problem) throw new Refusal('INVALID', undefined, { fields: { lastName: problem } });
  }
  return { ...profile, ...names, phone, version: profile.version + 1 };
}

/**
 * An approved member asks for another name, which waits beside the current one with its document. A waiting name is
 * corrected, and keeps its document unless a new one is sent. Throws INVALID at `lastName` or `idDocument`, LIMIT after
 * two new names in 90 days.
 */
export function proposeName(
  profile: ProfileRecord,
  { firstName, lastName }: FullName,
  document: ProfileRecord['idDocument'],
  now: number,
): ProfileRecord {
  const names = { firstName, lastName };
  if (isSameName(profile, names))
    throw new Refusal('INVALID', undefined, { fields: { lastName: "C'est déjà votre nom" } });
  const [first, second] = recentNames(profile, now);
  if (first !== undefined && second !== undefined) {
    const again = longDay(dayOf(Date.parse(first) + renamePeriodMs));
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `Vous avez déjà changé de nom deux fois en 90 jours. Vous pourrez le changer à nouveau le ${again}.`,
    });
  }
  const idDocument = document ?? profile.newName?.idDocument;
  if (!idDocument)
    throw new Refusal('INVALID', undefined, { fields: { idDocument: "Veuillez fournir une pièce d'identité" } });
  const { refusedName: _settled, ...rest } = profile;
  const newName = { ...names, idDocument, at: new Date(now).toISOString() };
  return { ...rest, newName, version: profile.version + 1 };
}

/** Times of the member's new names in the last 90 days, oldest first. */
export const recentNames = ({ renamedAt = [] }: ProfileRecord, now: number) =>
  renamedAt.filter((at) => at > new Date(now - renamePeriodMs).toISOString());

export const withoutNewName = ({
  newName: _waiting,
  refusedName: _refused,
  ...profile
}: ProfileRecord): ProfileRecord => ({
  ...profile,
  version: profile.version + 1,
});

export const withAvatar = (profile: ProfileRecord, avatarKey: string): ProfileRecord => ({
  ...profile,
  avatarKey,
  version: profile.version + 1,
});

export function withoutAvatar({ avatarKey: _removed, ...profile }: ProfileRecord): ProfileRecord {
  return { ...profile, version: profile.version + 1 };
}

/** When the member got the badge; undefined without badge. */
export const verifiedAtOf = (profile: ProfileRecord): { verifiedAt?: string } =>
  isVerified(profile) && profile.validatedAt ? { verifiedAt: profile.validatedAt } : {};

const fewestAnswers = 3;

export const reliabilityOf = ({ profile, stats }: { profile: ProfileRecord; stats: StatsRecord }): Reliability => ({
  ...verifiedAtOf(profile),
  memberSince: profile.createdAt,
  carriedCount: stats.carriedCount,
  ...(stats.answerCount >= fewestAnswers ? { answerMinutes: stats.answerMinutes } : {}),
});

export const shownReliability = (
  person: { profile: ProfileRecord; stats: StatsRecord } | undefined,
  readerId: string,
): { reliability?: Reliability } =>
  person && person.profile.id !== readerId && isReachable(person.profile) ? { reliability: reliabilityOf(person) } : {};

export const distributionOf = ({ stars1, stars2, stars3, stars4, stars5 }: StatsRecord): Distribution => ({
  1: stars1,
  2: stars2,
  3: stars3,
  4: stars4,
  5: stars5,
});

const newForMs = 30 * dayMs;

/** Rule 204: in the first 30 days, until a delivery is completed as owner or as carrier. `now` in milliseconds. */
export const isNewMember = (
  { memberSince, carriedCount, parcelCount }: Pick<Member, 'memberSince' | 'carriedCount' | 'parcelCount'>,
  now: number,
): boolean => now - Date.parse(memberSince) < newForMs && carriedCount + parcelCount === 0;

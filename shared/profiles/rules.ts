import { isVerified, type ProfileRecord, type StatsRecord } from '../accounts/record.ts';
import { Refusal } from '../refusal.ts';
import { dayMs } from '../time.ts';
import type { Distribution, ProfileChange, Settings } from './contract.ts';

/** Only members with a checked identity have names to keep: twice in 90 days is enough (docs/decisions: reviews and profiles). */
const renamesAllowed = 2;
const renamePeriodMs = 90 * dayMs;

/** At most 5 trips on a public profile (spec 1 §9). */
export const tripsShown = 5;

/** STALE when the member changed another version of his profile than the one that stands. */
function requireSeen(profile: ProfileRecord, seen: number): void {
  if (profile.version !== seen) throw new Refusal('STALE');
}

const fullName = ({ firstName, lastName }: Pick<ProfileRecord, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/**
 * New names and telephone. An approved member's identity was checked on his name: with a new one he loses the badge,
 * keeps his rights, and an administrator looks again; with the old one he has it back. LIMIT after two new names in 90
 * days.
 */
export function changeProfile(
  profile: ProfileRecord,
  change: ProfileChange,
  facts: { seen: number; now: number },
): ProfileRecord {
  requireSeen(profile, facts.seen);
  const changed = { ...profile, ...change, version: profile.version + 1 };
  const isRenamed = change.firstName !== profile.firstName || change.lastName !== profile.lastName;
  if (!isRenamed || profile.status !== 'approved') return changed;
  const since = new Date(facts.now - renamePeriodMs).toISOString();
  const recent = (profile.renamedAt ?? []).filter((at) => at > since);
  if (recent.length >= renamesAllowed) {
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: 'Vous avez déjà changé de nom deux fois en 90 jours. Contactez-nous pour le corriger.',
    });
  }
  const { nameToCheck: _waiting, checkedName = fullName(profile), ...rest } = changed;
  const renamed = { ...rest, renamedAt: [...recent, new Date(facts.now).toISOString()] };
  return fullName(renamed) === checkedName ? renamed : { ...renamed, nameToCheck: true, checkedName };
}

export function changeSettings(profile: ProfileRecord, settings: Settings, seen: number): ProfileRecord {
  requireSeen(profile, seen);
  return { ...profile, ...settings, version: profile.version + 1 };
}

export const withAvatar = (profile: ProfileRecord, avatarKey: string): ProfileRecord => ({
  ...profile,
  avatarKey,
  version: profile.version + 1,
});

export function withoutAvatar({ avatarKey: _removed, ...profile }: ProfileRecord): ProfileRecord {
  return { ...profile, version: profile.version + 1 };
}

/** When the badge was earned, as long as it is worn. */
export const verifiedAtOf = (profile: ProfileRecord): { verifiedAt?: string } =>
  isVerified(profile) && profile.validatedAt ? { verifiedAt: profile.validatedAt } : {};

export const distributionOf = ({ stars1, stars2, stars3, stars4, stars5 }: StatsRecord): Distribution => ({
  1: stars1,
  2: stars2,
  3: stars3,
  4: stars4,
  5: stars5,
});

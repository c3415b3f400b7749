import type { Actor } from '#functions/actor.ts';
import { meOf } from '#functions/deliveries/around.ts';
import { openRequests } from '#functions/deliveries/offers/repository.ts';
import { problemsWithUs } from '#functions/deliveries/rows.ts';
import { noticeRepository } from '#functions/notices/repository.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import type { BlockedMe, LeavingMe, Me } from '#shared/accounts/me.ts';
import { documentsOf, mattersOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { verifiedAtOf } from '#shared/profiles/rules.ts';
import { comingChange, lacksSubscription, subscriptionRuns } from '#shared/subscriptions/rules.ts';

/** A waiting name, without the location of its document. */
const namesOf = ({ firstName, lastName, at }: NonNullable<ProfileRecord['newName']>) => ({ firstName, lastName, at });

/** Derived at each request, because a passing day causes no event. */
function subscriptionOf(profile: ProfileRecord, now: number): Me['subscription'] {
  const { subscriptionStart, subscriptionEnd } = profile;
  const coming = comingChange(profile, subscriptionFrom(), now);
  return {
    status: !subscriptionStart ? 'none' : subscriptionRuns(profile, now) ? 'active' : 'expired',
    ...(subscriptionStart ? { startDate: subscriptionStart } : {}),
    ...(subscriptionEnd ? { endDate: subscriptionEnd } : {}),
    ...(lacksSubscription(profile, subscriptionFrom(), now) ? { suspended: true } : {}),
    ...(coming ? { coming } : {}),
  };
}

/** The numbers of this moment: an end that passes by itself leaves the stored ones later, or never. */
export async function countsOf(table: Table, profile: ProfileRecord, now: number) {
  const [stats, unread] = await Promise.all([
    profileRepository(table).stats(profile.id),
    noticeRepository(table).unread(profile, { now }),
  ]);
  const [{ carriedOver, ...requests }, own, withUs, tripsToCorrect] = await Promise.all([
    openRequests(table, profile.id, { counted: stats.requests, now }),
    stats.parcelsTodo > 0
      ? parcelRepository(table).todoCounts(profile.id, meOf({ profile }, now), now)
      : { toDo: 0, toRevise: 0 },
    stats.carriedToAnswer > 0 && stats.carriedProblems > 0 ? problemsWithUs(table, profile.id, now) : 0,
    stats.tripsToCorrect > 0 ? tripRepository(table).refusedCount(profile.id, now) : 0,
  ]);
  const { carriedToRevise } = stats;
  const carriedToAnswer = Math.max(0, stats.carriedToAnswer - carriedOver - withUs) + carriedToRevise;
  const toRevise = own.toRevise + carriedToRevise;
  const counted = { ...requests, ...own, toRevise, carriedToAnswer, tripsToCorrect };
  return { stats, counted, unreadNotices: unread.ids.length };
}

/** A member's view of themselves. A blocked or leaving member gets only that state. */
export function toMe(
  { profile, isAdmin, isRootAdmin }: Actor,
  { stats, counted, unreadNotices }: Awaited<ReturnType<typeof countsOf>>,
  now: number,
): Me | BlockedMe | LeavingMe {
  const reason = profile.statusReason === undefined ? {} : { statusReason: profile.statusReason };
  if (profile.status === 'blocked') return { status: 'blocked', ...reason };
  const refusal = profile.mailRefused ? { mailRefused: profile.mailRefused } : {};
  if (profile.leavesOn !== undefined)
    return { status: 'leaving', leavesOn: profile.leavesOn, email: profile.email, ...refusal };
  return {
    id: profile.id,
    email: profile.email,
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phone,
    ...(profile.avatarKey ? { avatarUrl: `/${profile.avatarKey}` } : {}),
    status: profile.status,
    ...reason,
    ...(profile.emailConfirmedAt ? { emailConfirmedAt: profile.emailConfirmedAt } : {}),
    ...verifiedAtOf(profile),
    documents: documentsOf(profile),
    ...(profile.newName ? { newName: namesOf(profile.newName) } : {}),
    ...(profile.refusedName ? { refusedName: profile.refusedName } : {}),
    memberSince: profile.createdAt,
    isAdmin,
    isRootAdmin,
    settings: {
      phonePublic: profile.phonePublic,
      emailNotifications: profile.emailNotifications,
      messageNotices: profile.messageNotices ?? true,
      messageSound: profile.messageSound ?? true,
      ...(profile.noticeChoices ? { noticeChoices: profile.noticeChoices } : {}),
    },
    subscription: subscriptionOf(profile, now),
    unread: { ...mattersOf(stats), ...counted },
    unreadNotices,
    ...refusal,
    version: profile.version,
  };
}

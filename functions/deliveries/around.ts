import type { Actor } from '#functions/actor.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import type { Person } from '#functions/profiles/repository.ts';
import { isReachable, isVerified, type ProfileRecord } from '#shared/profiles/record.ts';
import type { Tie } from '#shared/situation/contract.ts';
import type { Around, Other } from '#shared/situation/situation.ts';
import { lacksSubscription } from '#shared/subscriptions/rules.ts';
import type { Card } from '#shared/values/fields.ts';

const standingOf = (profile: ProfileRecord, now: number) => ({
  isVerified: isVerified(profile),
  lacksSubscription: lacksSubscription(profile, subscriptionFrom(), now),
});

export const meOf = ({ profile }: Actor, now: number): Around['me'] => standingOf(profile, now);

export const otherOf = (
  id: string,
  person: Person | undefined,
  { isBlocked, hasWritten, now }: Pick<Other, 'isBlocked' | 'hasWritten'> & { now: number },
): Other => ({
  id,
  ...(person ? standingOf(person.profile, now) : { isVerified: false }),
  isReachable: person !== undefined && isReachable(person.profile),
  isBlocked,
  hasWritten,
});

/** The other member as a stored row shows them: half an agreement and an offer begin with a message. */
export const otherOfCard = ({ id, verified, unavailable }: Card, tie: Tie | undefined): Other => ({
  id,
  isVerified: verified,
  isReachable: !unavailable && tie !== 'hidden',
  isBlocked: tie === 'blocked',
  hasWritten: true,
});

import type { Actor } from '#functions/actor.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { isPresent } from '#shared/deliveries/negotiable.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { isInHand } from '#shared/deliveries/rules.ts';
import { isReachable, isVerified, type ProfileRecord } from '#shared/profiles/record.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { type Around, type Other, otherOfCard, situationOf } from '#shared/situation/situation.ts';
import { isSubscriptionNeeded, lacksSubscription } from '#shared/subscriptions/rules.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';

const standingOf = (profile: ProfileRecord, now: number) => ({
  isVerified: isVerified(profile),
  lacksSubscription: lacksSubscription(profile, subscriptionFrom(), now),
});

export const meOf = ({ profile }: Pick<Actor, 'profile'>, now: number): Around['me'] => standingOf(profile, now);

export const otherOf = (
  id: string,
  person: Person | undefined,
  { isBlocked, hasWritten, now }: Pick<Other, 'isBlocked' | 'hasWritten'> & { now: number },
): Other => ({
  id,
  ...(person ? standingOf(person.profile, now) : { isVerified: false }),
  isReachable: person !== undefined && isReachable(person.profile),
  hasNoAccount: !person || !isReachable(person.profile),
  isBlocked,
  hasWritten,
});

/** The other member of a row. No block changes anything about a delivery that the two have in hand (rule 183). */
export const otherOfRow = (row: DeliveryRowRecord): Other =>
  otherOfCard(row.partner, isInHand(row) ? undefined : row.tie);

/** Those who lack a subscription, where one is needed: no row shows it, because a passing day changes none. */
export async function unpaidAmong({ table, now }: Deps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !isSubscriptionNeeded(subscriptionFrom(), now())) return new Set();
  const profiles = [...(await profileRepository(table).readMany(ids)).values()];
  return new Set(profiles.filter((one) => lacksSubscription(one, subscriptionFrom(), now())).map(({ id }) => id));
}

/** A row of half an agreement shows its block, and whether the other member is there. */
export const halfOfRow = (memberId: string, row: DeliveryRowRecord) => ({
  ...row,
  carrierTie: row.tie,
  carrier: memberId === row.ownerId ? row.partner : undefined,
  ownerAway: memberId !== row.ownerId && !isPresent(row.partner) ? (true as const) : undefined,
});

/** The situation that a reply tells: the reasons of its acts have French spaces (decision 047). */
export function toldSituation(...facts: Parameters<typeof situationOf>): Situation {
  const situation = situationOf(...facts);
  const acts = situation.acts.map((act) => (act.reason ? { ...act, reason: withNoBreaks(act.reason) } : act));
  return { ...situation, acts };
}

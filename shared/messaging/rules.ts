import { ownBlockRefusal } from '../friends/blocks.ts';
import { isReachable, type ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { lacksSubscription, type SubscriptionFrom } from '../subscriptions/rules.ts';
import { previewLength } from './contract.ts';

export interface Sending {
  readonly sender: ProfileRecord;
  readonly recipient: ProfileRecord;
  /** The sender has blocked the recipient. A recipient who has blocked the sender is not reachable. */
  readonly isBlocked: boolean;
  readonly hasThread: boolean;
  readonly now: number;
  readonly subscriptionFrom: SubscriptionFrom;
}

/** Why the sender cannot write to the recipient now; undefined if they can. */
export function writingRefusal(sending: Sending): Refusal | undefined {
  const { sender, recipient, isBlocked, hasThread, now, subscriptionFrom } = sending;
  if (sender.id === recipient.id) return new Refusal('SELF_ACTION');
  if (isBlocked) return ownBlockRefusal('writing');
  if (!isReachable(recipient)) return new Refusal('RECIPIENT_UNAVAILABLE');
  if (sender.status === 'rejected' && !hasThread) return new Refusal('PROFILE_NOT_APPROVED');
  if (!hasThread && lacksSubscription(sender, subscriptionFrom, now)) return new Refusal('SUBSCRIPTION_NEEDED');
  return undefined;
}

/** The beginning of a message for the list, at most 50 characters (product 2.9); no-break spaces stay. */
export function previewOf(content: string): string {
  const characters = Array.from(content.replaceAll(/[^\S\u00a0\u202f]+/g, ' '));
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength - 1).join('')}…`
    : characters.join('');
}

/** Limits on new conversations and messages, stricter for an unverified member (decision 014). */
export const pendingMessageLimit = { by: 'member', count: 20, seconds: 3600 } as const;
export const newConversationLimit = (profile: ProfileRecord) =>
  ({ by: 'member', count: profile.status === 'approved' ? 20 : 5, seconds: 86_400 }) as const;

import { subscriptionExpired } from '../accounts/rules.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { isClosed } from '../parcels/rules.ts';
import { isReachable, type ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { previewLength } from './contract.ts';

/** What decides whether a message can be sent. */
export interface Sending {
  readonly sender: ProfileRecord;
  readonly recipient: ProfileRecord;
  /** The two have exchanged a message in this thread before. */
  readonly hasThread: boolean;
  /** The parcel that the thread is about, if the member may see it. */
  readonly parcel?: Pick<ParcelRecord, 'status' | 'returnConfirmedAt'> | undefined;
  readonly now: number;
  readonly subscriptionEnforced: boolean;
}

/** Why the sender cannot write to the recipient now, undefined when they can. */
export function writingRefusal(sending: Sending): Refusal | undefined {
  const { sender, recipient, hasThread, parcel, now, subscriptionEnforced } = sending;
  if (sender.id === recipient.id) return new Refusal('SELF_ACTION');
  if (!isReachable(recipient)) return new Refusal('RECIPIENT_UNAVAILABLE');
  if (sender.status === 'rejected' && !hasThread) return new Refusal('PROFILE_NOT_APPROVED');
  // A member who may only finish their current deliveries has nothing to write about a finished parcel.
  const isFinishing = hasThread && parcel !== undefined && !isClosed(parcel);
  if (subscriptionEnforced && subscriptionExpired(sender, now) && !isFinishing)
    return new Refusal('SUBSCRIPTION_EXPIRED');
  return undefined;
}

/** The beginning of a message for the list, at most 50 characters (product 2.9). */
export function previewOf(content: string): string {
  const characters = Array.from(content.replaceAll(/\s+/g, ' '));
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength - 1).join('')}…`
    : characters.join('');
}

/** What an unverified member may begin and send (decision 014), and what anybody may begin. */
export const pendingMessageLimit = { by: 'member', count: 20, seconds: 3600 } as const;
export const newConversationLimit = (profile: ProfileRecord) =>
  ({ by: 'member', count: profile.status === 'approved' ? 20 : 5, seconds: 86_400 }) as const;

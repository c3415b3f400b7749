import { type Decision, decideProfile } from '../admin/rules.ts';
import { awaitsWithDocument, type ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import type { Payer, ReceiptRecord } from './record.ts';
import { extendedEnd } from './rules.ts';
import { receiptWords } from './words.ts';

const verifiesProfile = (profile: ProfileRecord) =>
  profile.status === 'pending' && profile.newName === undefined && awaitsWithDocument(profile);

export function payerOf(profile: ProfileRecord | undefined): Payer {
  if (!profile) return null;
  const { firstName, lastName, status, subscriptionEnd, leavesOn } = profile;
  return {
    firstName,
    lastName,
    status,
    verifies: verifiesProfile(profile),
    ...(subscriptionEnd ? { subscriptionEnd } : {}),
    ...(leavesOn ? { leavesOn } : {}),
  };
}

/** The profile with one more year. A rejected profile stays rejected; a blocked one is refused (rule 43). */
export function subscribe(profile: ProfileRecord, decision: Decision): ProfileRecord {
  if (profile.status === 'blocked')
    throw new Refusal('STATE_CHANGED', { title: receiptWords.notDecided, detail: receiptWords.memberBlocked });
  const judged = verifiesProfile(profile)
    ? decideProfile(profile, 'approved', decision)
    : { ...profile, version: profile.version + 1 };
  return {
    ...judged,
    subscriptionStart: new Date(decision.now).toISOString(),
    subscriptionEnd: extendedEnd(profile.subscriptionEnd, decision.now),
  };
}

/** pending → approved with the new end of the subscription, or rejected with a reason. */
export function decideReceipt(
  receipt: ReceiptRecord,
  { adminId, now }: Decision,
  outcome: { subscriptionEnd: string } | { reason: string },
): ReceiptRecord {
  if (receipt.status !== 'pending') throw new Refusal('ALREADY_DECIDED');
  return {
    ...receipt,
    ...outcome,
    status: 'reason' in outcome ? 'rejected' : 'approved',
    validatedAt: new Date(now).toISOString(),
    validatedBy: adminId,
    version: receipt.version + 1,
  };
}

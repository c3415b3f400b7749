import type { Trust } from '../access.ts';
import type { ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { lacksSubscription, type SubscriptionFrom } from '../subscriptions/rules.ts';
import { dayMs } from '../values/time.ts';

/** Throws the refusal when the caller's profile does not satisfy the row's `trust` (decision 014). */
export function requireTrust(
  trust: Trust | undefined,
  profile: ProfileRecord,
  now: number,
  subscriptionFrom: SubscriptionFrom,
): void {
  if (trust?.profile === 'approved' && profile.status !== 'approved') throw new Refusal('PROFILE_NOT_APPROVED');
  if (trust?.profile === 'notRejected' && profile.status === 'rejected') throw new Refusal('PROFILE_NOT_APPROVED');
  if (trust?.subscription && lacksSubscription(profile, subscriptionFrom, now))
    throw new Refusal('SUBSCRIPTION_NEEDED');
}

/** Confirmation and reset links are valid for 24 hours (product 1.9). */
export const linkLifetimeMs = dayMs;
/**
 * Accounts created from one network address, which thousands of people may share behind a carrier. Only created
 * accounts count.
 */
export const madeFromAddress = { by: 'address', count: 60, seconds: 3600 } as const;

/** Confirmation mails to one address in a day, from all callers together. */
export const confirmationLimit = { count: 5, seconds: 86_400 } as const;
/** Wrong browser tokens or passwords with one confirmation link in an hour. */
export const confirmTryLimit = { count: 5, seconds: 3600 } as const;
/** A sign-up ticket for the two documents is valid for 30 minutes. */
export const uploadTicketLifetimeMs = 30 * 60_000;
/** A socket ticket is valid for 30 seconds and one connection. */
export const socketTicketLifetimeMs = 30_000;

/**
 * A sign-up ticket gives upload targets once, and only while its member cannot have a session. Throws NOT_ALLOWED if
 * the documents are stored or the address is confirmed.
 */
export function requireTicketNeeded({ idDocument, facePhoto, emailConfirmedAt }: ProfileRecord): void {
  if (idDocument || facePhoto) throw new Refusal('NOT_ALLOWED');
  if (emailConfirmedAt) {
    throw new Refusal('NOT_ALLOWED', {
      title: 'Documents non envoyés',
      detail: 'Votre adresse email est confirmée : connectez-vous pour envoyer vos documents.',
    });
  }
}

/** Pending and rejected members may send documents, which asks for verification (again). */
export function attachDocuments(
  profile: ProfileRecord,
  documents: Pick<ProfileRecord, 'idDocument' | 'facePhoto'>,
): ProfileRecord {
  if (profile.status === 'approved') throw new Refusal('ALREADY_VERIFIED');
  const { statusReason: _former, ...rest } = profile;
  return {
    ...rest,
    ...(profile.status === 'rejected' || profile.statusReason === undefined
      ? {}
      : { statusReason: profile.statusReason }),
    ...(documents.idDocument ? { idDocument: documents.idDocument } : {}),
    ...(documents.facePhoto ? { facePhoto: documents.facePhoto } : {}),
    status: profile.status === 'blocked' ? 'blocked' : 'pending',
    documentsVersion: profile.documentsVersion + 1,
    version: profile.version + 1,
  };
}

import type { Trust } from '../access.ts';
import type { ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { dayMs } from '../values/time.ts';

/** Whether a subscription that was once started has run out; who never started one is free (rule 19). */
export const subscriptionExpired = (profile: ProfileRecord, now: number) =>
  profile.subscriptionEnd !== undefined && Date.parse(profile.subscriptionEnd) < now;

/** Throws the refusal of the caller's own standing that a row's `trust` demands (decision 014). */
export function requireTrust(
  trust: Trust | undefined,
  profile: ProfileRecord,
  now: number,
  subscriptionEnforced: boolean,
): void {
  if (trust?.profile === 'approved' && profile.status !== 'approved') throw new Refusal('PROFILE_NOT_APPROVED');
  if (trust?.profile === 'notRejected' && profile.status === 'rejected') throw new Refusal('PROFILE_NOT_APPROVED');
  if (trust?.subscription && subscriptionEnforced && subscriptionExpired(profile, now))
    throw new Refusal('SUBSCRIPTION_EXPIRED');
}

/** Links to confirm and to reset live 24 hours (product 1.9). */
export const linkLifetimeMs = dayMs;
/** Mails that ask to confirm one address: so many a day, whoever asks for them. */
export const confirmationLimit = { count: 5, seconds: 86_400 } as const;
/** Wrong proofs or passwords with one link to confirm: so many an hour. */
export const proofTryLimit = { count: 5, seconds: 3600 } as const;
/** A sign-up ticket for the two documents lives 30 minutes. */
export const uploadTicketLifetimeMs = 30 * 60_000;
/** A socket ticket lives 30 seconds, for one connection. */
export const socketTicketLifetimeMs = 30_000;

/**
 * A sign-up's ticket opens places for files once, and only while its member has no session to ask with. Throws
 * NOT_ALLOWED when the documents are there, or the address is confirmed.
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

/** Sending documents: pending and rejected members, who thereby ask (again) for verification. */
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

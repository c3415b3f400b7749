import * as z from 'zod/mini';
import type { Card } from '../fields.ts';
import { contentTypes } from '../files.ts';
import { type Documents, ProfileStatus } from './contract.ts';

/** A stored identity document: where the scanner put it. */
const StoredDocument = z.object({
  uploadId: z.string(),
  key: z.string(),
  contentType: z.enum(contentTypes),
  at: z.string(),
});

/** A member as the table keeps him. */
export const ProfileRecord = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatarKey: z.optional(z.string()),
  status: ProfileStatus,
  statusReason: z.optional(z.string()),
  emailConfirmedAt: z.optional(z.string()),
  idDocument: z.optional(StoredDocument),
  facePhoto: z.optional(StoredDocument),
  /** Rises with each new document, so that nobody approves what he has not seen. */
  documentsVersion: z.int(),
  createdAt: z.string(),
  acceptedTermsAt: z.string(),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  /** He changed his name since his identity was checked: no badge until an administrator looks again. */
  nameToCheck: z.optional(z.literal(true)),
  /** The name that was checked, while another one waits. */
  checkedName: z.optional(z.string()),
  /** When an approved member changed his name lately. */
  renamedAt: z.optional(z.array(z.string())),
  /** Whole seconds; sessions begun before are refused (`auth_time < tokensValidAfter`). */
  tokensValidAfter: z.optional(z.int()),
  /** A newer reset link makes older ones worthless. */
  resetEpoch: z.int(),
  phonePublic: z.boolean(),
  emailNotifications: z.boolean(),
  subscriptionStart: z.optional(z.string()),
  subscriptionEnd: z.optional(z.string()),
  isAdmin: z.boolean(),
  version: z.int(),
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

/** Counters of a member, kept by the projector. */
export const StatsRecord = z.object({
  ratingSum: z._default(z.int(), 0),
  ratingCount: z._default(z.int(), 0),
  stars1: z._default(z.int(), 0),
  stars2: z._default(z.int(), 0),
  stars3: z._default(z.int(), 0),
  stars4: z._default(z.int(), 0),
  stars5: z._default(z.int(), 0),
  parcelCount: z._default(z.int(), 0),
  tripCount: z._default(z.int(), 0),
  unread: z._default(z.int(), 0),
  requests: z._default(z.int(), 0),
});
export type StatsRecord = z.infer<typeof StatsRecord>;

/** Wears the badge: approved, under the name that was checked. */
export const isVerified = ({ status, nameToCheck }: Pick<ProfileRecord, 'status' | 'nameToCheck'>) =>
  status === 'approved' && !nameToCheck;

/** Waits for an administrator: new, or under a new name. */
export const awaitsDecision = ({ status, nameToCheck }: Pick<ProfileRecord, 'status' | 'nameToCheck'>) =>
  status === 'pending' || (status === 'approved' && nameToCheck === true);

/** A member's card beside a listing or a message. */
export function cardOf(profile: ProfileRecord, stats: StatsRecord): Card {
  return {
    id: profile.id,
    firstName: profile.firstName,
    lastName: profile.lastName,
    ...(profile.avatarKey ? { avatarUrl: `/${profile.avatarKey}` } : {}),
    verified: isVerified(profile),
    ...(stats.ratingCount > 0 ? { rating: Math.round((stats.ratingSum / stats.ratingCount) * 10) / 10 } : {}),
    reviewCount: stats.ratingCount,
  };
}

/** The card of somebody who is gone or hidden from others (docs/decisions: deletion of a profile). */
export const formerMember = (id: string): Card => ({
  id,
  firstName: 'Ancien',
  lastName: 'membre',
  verified: false,
  reviewCount: 0,
});

/** State of the two identity documents; those of a rejected profile count as refused. */
export function documentsOf(profile: ProfileRecord): Documents {
  const state = (document: unknown) =>
    document === undefined ? 'none' : profile.status === 'rejected' ? 'refused' : 'received';
  return { idDocument: state(profile.idDocument), facePhoto: state(profile.facePhoto) };
}

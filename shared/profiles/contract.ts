import * as z from 'zod/mini';
import { NewDocuments } from '../accounts/contract.ts';
import { Documents, Me } from '../accounts/me.ts';
import { NoticeChoices } from '../notices/choices.ts';
import { OwnReview } from '../reviews/contract.ts';
import { routes } from '../route.ts';
import { repliedTripFields } from '../trips/fields.ts';
import { Id } from '../values/fields.ts';
import { Scanning } from '../values/files.ts';
import { Name, ownName } from '../values/names.ts';
import { Phone } from '../values/phones/phone.ts';
import { Reliability } from './reliability.ts';

export const Distribution = z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() });
export type Distribution = z.infer<typeof Distribution>;

/** A member as other members see them (product 1.3, public profile view). */
export const Member = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** « Non renseigné » unless its owner shows it or the two share a delivery in progress. */
  phoneNumber: z.string(),
  avatarUrl: z.optional(z.string()),
  verified: z.boolean(),
  rating: z.optional(z.number()),
  reviewCount: z.int(),
  ...Reliability.shape,
  parcelCount: z.int(),
  tripCount: z.int(),
  distribution: Distribution,
  isFriend: z.boolean(),
  /** The caller has blocked them (rule 183). */
  isBlocked: z.optional(z.literal(true)),
  /** They have blocked the caller, who meets them in a delivery in hand, or decides about them (rule 183). */
  isHidden: z.optional(z.literal(true)),
  isInHand: z.optional(z.literal(true)),
  /** A block leaves the conversation about this parcel open. */
  parcelInHand: z.optional(z.string()),
  myReview: z.optional(OwnReview),
});
export type Member = z.infer<typeof Member>;

const names = { firstName: Name('Le prénom est requis'), lastName: Name('Le nom est requis') };

/** A change of the profile. The e-mail address stays (product 1.2), and so does a name that is not sent. */
export const ProfileChange = z.strictObject({
  firstName: z.optional(names.firstName),
  lastName: z.optional(names.lastName),
  phone: Phone,
});
export type ProfileChange = z.infer<typeof ProfileChange>;

export const ProfileForm = z.object({ ...names, phone: Phone }).check(ownName);

const NewName = z.strictObject({ ...names, idDocument: z.optional(Id) }).check(ownName);

const choice = z.boolean('Choisissez oui ou non');
export const Settings = z.strictObject({
  phonePublic: choice,
  emailNotifications: choice,
  messageNotices: z.optional(choice),
  messageSound: z.optional(choice),
  noticeChoices: z.optional(NoticeChoices),
});
export type Settings = z.infer<typeof Settings>;

export const MemberTrip = z.object(repliedTripFields);
export type MemberTrip = z.infer<typeof MemberTrip>;

export const profileRoutes = routes({
  attachDocuments: {
    method: 'POST',
    path: '/me/documents',
    access: 'member',
    body: NewDocuments,
    idempotency: 'required',
    reply: z.union([Documents, Scanning]),
  },
  updateMyProfile: {
    method: 'PATCH',
    path: '/me/profile',
    access: 'member',
    body: ProfileChange,
    ifMatch: true,
    reply: Me,
  },
  /** A correction of a waiting name may keep its document. */
  proposeName: {
    method: 'POST',
    path: '/me/name',
    access: 'member',
    trust: { profile: 'approved' },
    body: NewName,
    idempotency: 'required',
    quota: { count: 120, seconds: 3600 },
    reply: z.union([Me, Scanning]),
  },
  /** Withdraws a waiting name, or dismisses a refused one. */
  withdrawName: { method: 'DELETE', path: '/me/name', access: 'member', reply: Me },
  updateMySettings: {
    method: 'PATCH',
    path: '/me/settings',
    access: 'member',
    body: Settings,
    reply: Me,
  },
  setAvatar: {
    method: 'PUT',
    path: '/me/avatar',
    access: 'member',
    body: z.strictObject({ uploadId: Id }),
    reply: z.union([Me, Scanning]),
  },
  deleteAvatar: { method: 'DELETE', path: '/me/avatar', access: 'member' },
  readMember: {
    method: 'GET',
    path: '/users/{userId}',
    access: { party: 'openMember', of: 'userId' },
    limits: [{ by: 'member', count: 120, seconds: 3600 }],
    reply: Member,
  },
  memberTrips: {
    method: 'GET',
    path: '/users/{userId}/trips',
    access: { party: 'openMember', of: 'userId' },
    reply: z.object({ items: z.array(MemberTrip) }),
  },
});

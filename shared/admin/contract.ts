import * as z from 'zod/mini';
import { Documents, MailRefusal, ProfileStatus } from '../accounts/me.ts';
import { OverrideTarget, Proof, TrackingEvent } from '../deliveries/contract.ts';
import { Problem } from '../deliveries/problem.ts';
import { Parcel } from '../parcels/contract.ts';
import { ContentsRefused, ParcelStatus } from '../parcels/record.ts';
import { routes } from '../route.ts';
import { Situation, Stage } from '../situation/contract.ts';
import { Trip } from '../trips/contract.ts';
import { AdminStatus, Card, Cursor, Day, Id, pageOf, Reason, wanted } from '../values/fields.ts';
import { FileLink } from '../values/files.ts';
import { administratorRoutes } from './administrators.ts';
import { adminAdvertisementRoutes } from './advertisements.ts';
import { adminBankRoutes } from './banks.ts';
import { adminDeletionRoutes } from './deletions.ts';
import { judged, restricting } from './judged.ts';
import { forCounters, Queue } from './queues.ts';
import { adminReceiptRoutes } from './receipts.ts';
import { adminReportRoutes, PanelCard } from './reports.ts';

export const AdminProfile = z.object({
  card: PanelCard,
  email: z.string(),
  phone: z.string(),
  status: ProfileStatus,
  statusReason: z.optional(z.string()),
  documents: Documents,
  /** A name that waits for a decision, and whether its document is stored. */
  newName: z.optional(
    z.object({ firstName: z.string(), lastName: z.string(), at: z.string(), hasDocument: z.boolean() }),
  ),
  /** When (ISO) the wait for a possible decision began. */
  waitsSince: z.optional(z.string()),
  emailConfirmed: z.boolean(),
  mailRefused: z.optional(MailRefusal),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  /** The member has asked for the deletion of their account; it happens on this day. */
  leavesOn: z.optional(z.string()),
  version: z.int(),
});
export type AdminProfile = z.infer<typeof AdminProfile>;

const decision = {
  adminStatus: AdminStatus,
  waitsSince: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
};
/** Its text may contain contact details or a demand for money (rule 184). */
const flag = { mayLeak: z.optional(z.literal(true)) };

export const AdminParcel = z.object({
  ...z.omit(Parcel, { situation: true }).shape,
  status: ParcelStatus,
  returnConfirmedAt: z.optional(z.string()),
  decidedAt: z.optional(z.string()),
  settledAt: z.optional(z.string()),
  annulled: z.optional(z.literal(true)),
  problem: z.optional(Problem),
  contentsRefused: z.optional(ContentsRefused),
  stage: Stage,
  terms: Situation.shape.terms,
  ...flag,
  ...decision,
});
export type AdminParcel = z.infer<typeof AdminParcel>;
export const AdminTrip = z.object({ ...Trip.shape, ...flag, ...decision });
export type AdminTrip = z.infer<typeof AdminTrip>;

export const AdminAction = z.enum([
  'approveProfile',
  'rejectProfile',
  'blockProfile',
  'unblockProfile',
  'approveName',
  'refuseName',
  'deleteProfile',
  'viewDocument',
  'approveTrip',
  'rejectTrip',
  'deleteTrip',
  'approveParcel',
  'rejectParcel',
  'deleteParcel',
  'removeReview',
  'viewParcelFile',
  'viewProofs',
  'overrideParcel',
  'createBank',
  'updateBank',
  'deleteBank',
  'createAdvertisement',
  'updateAdvertisement',
  'activateAdvertisement',
  'deactivateAdvertisement',
  'deleteAdvertisement',
  'addAdministrator',
  'inviteAdministrator',
  'acceptInvitation',
  'withdrawInvitation',
  'deactivateAdministrator',
  'reactivateAdministrator',
  'deleteAdministrator',
  'setUpSecondFactor',
  'resetSecondFactor',
  'useRecoveryCode',
  'renewRecoveryCodes',
  'viewReport',
  'dismissReport',
  'upholdReport',
  'warnMember',
  'viewReceipt',
  'approveReceipt',
  'rejectReceipt',
  'payBackReceipt',
]);
export type AdminAction = z.infer<typeof AdminAction>;

/** The possible subjects of a log line; `words.ts` has the words of each type. */
export const LogTarget = z.enum([
  'profile',
  'trip',
  'parcel',
  'administrator',
  'bank',
  'advertisement',
  'receipt',
  'review',
  'report',
]);
export type LogTarget = z.infer<typeof LogTarget>;

const logLine = {
  id: z.string(),
  at: z.string(),
  action: AdminAction,
  targetType: LogTarget,
  targetId: z.string(),
  details: z.record(z.string(), z.string()),
};

/** One stored line of the append-only log: ids, the act, states and days. No names and no typed text. */
export const AdminLogRecord = z.object({ ...logLine, admin: z.object({ id: z.string() }) });
export type AdminLogRecord = z.infer<typeof AdminLogRecord>;

export const AdminLog = z.object({ ...logLine, admin: z.object({ id: z.string(), name: z.string() }) });
export type AdminLog = z.infer<typeof AdminLog>;

export const AdminStatistics = z.object({
  ...forCounters(z.int()),
  pendingProfilesWithDocuments: z.int(),
  totalUsers: z.int(),
});
export type AdminStatistics = z.infer<typeof AdminStatistics>;

const listings = z.object({ status: z.optional(AdminStatus), id: z.optional(Id), cursor: Cursor });

export const adminRoutes = routes({
  adminStatistics: { method: 'GET', path: '/admin/statistics', access: 'admin', reply: AdminStatistics },
  /** When (ISO) the first item of each queue began to wait; empty queues are absent. */
  adminQueues: {
    method: 'GET',
    path: '/admin/queues',
    access: 'admin',
    reply: z.object({ oldest: z.partialRecord(Queue, z.string()) }),
  },
  adminProfiles: {
    method: 'GET',
    path: '/admin/profiles',
    access: 'admin',
    query: z.object({
      search: z.optional(wanted(80)),
      by: z.optional(z.enum(['name', 'phone', 'email', 'id'], 'Type de recherche inconnu')),
      status: z.optional(ProfileStatus),
      cursor: Cursor,
    }),
    reply: pageOf(AdminProfile),
  },
  adminProfile: {
    method: 'GET',
    path: '/admin/profiles/{userId}',
    access: { party: 'profileExaminer', of: 'userId' },
    reply: AdminProfile,
  },
  approveProfile: {
    ...judged,
    path: '/admin/profiles/{userId}/approve',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  rejectProfile: {
    ...restricting,
    path: '/admin/profiles/{userId}/reject',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  blockProfile: {
    ...restricting,
    path: '/admin/profiles/{userId}/block',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  unblockProfile: {
    ...judged,
    path: '/admin/profiles/{userId}/unblock',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  approveName: {
    ...judged,
    path: '/admin/profiles/{userId}/name/approve',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  refuseName: {
    ...restricting,
    path: '/admin/profiles/{userId}/name/refuse',
    access: { party: 'profileJudge', of: 'userId' },
    reply: AdminProfile,
  },
  adminTrips: { method: 'GET', path: '/admin/trips', access: 'admin', query: listings, reply: pageOf(AdminTrip) },
  approveTrip: {
    ...judged,
    path: '/admin/trips/{tripId}/approve',
    access: { party: 'tripJudge', of: 'tripId' },
    reply: AdminTrip,
  },
  rejectTrip: {
    ...restricting,
    path: '/admin/trips/{tripId}/reject',
    access: { party: 'tripJudge', of: 'tripId' },
    reply: AdminTrip,
  },
  adminParcels: { method: 'GET', path: '/admin/parcels', access: 'admin', query: listings, reply: pageOf(AdminParcel) },
  adminParcelFile: {
    method: 'GET',
    path: '/admin/parcels/{parcelId}/file',
    access: { party: 'parcelExaminer', of: 'parcelId' },
    reply: FileLink,
  },
  /** The history of a parcel, its photos, and the names of its members; each look is logged (rule 40). */
  adminProofs: {
    method: 'GET',
    path: '/admin/parcels/{parcelId}/proofs',
    access: { party: 'parcelExaminer', of: 'parcelId' },
    reply: z.object({ items: z.array(Proof), events: z.array(TrackingEvent), people: z.array(Card) }),
  },
  overrideParcel: {
    ...judged,
    path: '/admin/parcels/{parcelId}/override',
    access: { party: 'parcelSettler', of: 'parcelId' },
    body: z.strictObject({ to: OverrideTarget, reason: Reason }),
    reply: AdminParcel,
  },
  approveParcel: {
    ...judged,
    path: '/admin/parcels/{parcelId}/approve',
    access: { party: 'parcelJudge', of: 'parcelId' },
    reply: AdminParcel,
  },
  rejectParcel: {
    ...restricting,
    path: '/admin/parcels/{parcelId}/reject',
    access: { party: 'parcelJudge', of: 'parcelId' },
    reply: AdminParcel,
  },
  ...adminDeletionRoutes,
  ...adminReportRoutes,
  ...adminReceiptRoutes,
  adminLogs: {
    method: 'GET',
    path: '/admin/logs',
    access: 'admin',
    query: z.object({
      target: z.optional(wanted(80)),
      type: z.optional(LogTarget),
      action: z.optional(AdminAction),
      from: z.optional(Day('Date incorrecte')),
      to: z.optional(Day('Date incorrecte')),
      cursor: Cursor,
    }),
    reply: pageOf(AdminLog),
  },
  ...adminBankRoutes,
  ...adminAdvertisementRoutes,
  ...administratorRoutes,
});

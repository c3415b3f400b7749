import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { ResourceName } from '#shared/access.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { type ReviewRecord, reviewIdOf } from '#shared/reviews/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import {
  aCard,
  aParcelRecord,
  aProfileRecord,
  aReceiptRecord,
  aReportRecord,
  aReviewRecord,
  aTripRecord,
} from '../support/factories.ts';
import { aProof } from '../support/proven-session.ts';
import { itemOf } from '../support/world/item-of.ts';

/**
 * The roles of the matrix: Visitor, Pending, Rejected, approved Member without relation, Owner, Counterpart (carrier),
 * eXpired subscription, Blocked, Deactivated administrator, Administrator, Root Administrator, an approved member who
 * once Wrote about every parcel, and an administrator whose Second factor is not proven in this session.
 */
export const roles = ['V', 'P', 'R', 'M', 'O', 'C', 'X', 'B', 'D', 'A', 'RA', 'W', 'S'] as const;
export type Role = (typeof roles)[number];

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const memberIds = Object.fromEntries(roles.map((role, index) => [role, idOf(index + 1)])) as Record<
  Role,
  string
>;

/** A person who never confirmed their address: they cannot have a session. */
export const unconfirmed = idOf(roles.length + 1);

/** A member who has asked for the end of their account. */
export const leaving = idOf(roles.length + 2);
const aLeaver = () => aProfile('M', { id: leaving, email: 'leaving@example.org', leavesOn: '2027-01-29' });

/** A member who has blocked everybody. */
export const blocker = idOf(roles.length + 20);

/**
 * Members whose token names the administrators' group and whose session is proven, and who have lost the rights in
 * another way than by a deactivation, which is role D.
 */
export const formerAdministrators = {
  blocked: idOf(roles.length + 3),
  leaving: idOf(roles.length + 4),
  deleted: idOf(roles.length + 5),
  erased: idOf(roles.length + 6),
  'invited, with an address that is not confirmed': idOf(roles.length + 7),
} as const;

/**
 * Their part of the table, beside `worldItems`: each with the row that they may still have. Only the block and the
 * scheduled deletion leave it active.
 */
export const formerItems = (): Item[] => {
  const { blocked, leaving: leaver, deleted, erased, ...others } = formerAdministrators;
  const invited = others['invited, with an address that is not confirmed'];
  return [
    ...[
      aProfile('A', { id: blocked, status: 'blocked' }),
      aProfile('A', { id: leaver, leavesOn: '2027-01-29' }),
      aProfile('M', { id: deleted }),
      aProfile('M', { id: invited, emailConfirmedAt: undefined }),
    ].map(profileItem),
    ...[blocked, leaver, erased].map((id) => ({ ...keys.administrator(id), status: 'active', rootAdmin: true })),
    ...Object.values(formerAdministrators).map((id) => aProof(id)),
  ];
};

/** When every session of the matrix began, in seconds; the clock of the matrix is a minute later. */
export const authTime = 1_800_000_000;
export const now = (authTime + 60) * 1000;
const past = '2026-06-15T10:00:00.000Z';

export const aProfile = (role: Role, change: Partial<ProfileRecord> = {}) =>
  aProfileRecord({
    id: memberIds[role],
    email: `${role.toLowerCase()}@example.org`,
    firstName: role,
    lastName: 'Membre',
    status: role === 'P' ? 'pending' : role === 'R' ? 'rejected' : role === 'B' ? 'blocked' : 'approved',
    emailConfirmedAt: past,
    documentsVersion: 1,
    createdAt: past,
    acceptedTermsAt: past,
    isAdmin: role === 'A' || role === 'RA' || role === 'S',
    ...(role === 'X' ? { subscriptionStart: past, subscriptionEnd: past } : {}),
    ...change,
  });

const card = (role: Role) => aCard({ id: memberIds[role], firstName: role, lastName: 'Membre' });
const paris = { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '2988507' };
const algiers = { city: 'Alger', country: 'Algérie', countryCode: 'DZ', placeId: '2507480' };

export const aParcel = (number: number, owner: Role, change: Partial<ParcelRecord> = {}) =>
  aParcelRecord({
    id: idOf(number),
    owner: card(owner),
    title: 'Documents',
    description: 'Une enveloppe',
    contents: [{ category: 'papers', count: 1 }],
    weightGrams: 1500,
    size: 'small',
    pickup: paris,
    delivery: algiers,
    deadline: '2031-01-01',
    createdAt: past,
    ...change,
  });

export const aTrip = (number: number, owner: Role, change: Partial<TripRecord> = {}) =>
  aTripRecord({
    id: idOf(number),
    owner: card(owner),
    depart: paris,
    arrival: algiers,
    travelDate: '2031-01-01',
    maxWeightKg: 5,
    acceptsFragile: false,
    createdAt: past,
    ...change,
  });

/** The review of one role about another; its id is that of the pair. */
export const aReview = (target: Role, reviewer: Role, change: Partial<ReviewRecord> = {}) => {
  const pair = { targetId: memberIds[target], reviewerId: memberIds[reviewer] };
  return { id: reviewIdOf(pair), ...aReviewRecord({ ...pair, createdAt: past, ...change }) };
};

const aReceipt = (number: number, member: Role) =>
  aReceiptRecord({ id: idOf(number), memberId: memberIds[member], sentAt: past });

const aReport = (number: number, facts: Partial<ReportRecord>) =>
  aReportRecord({ id: idOf(number), createdAt: past, ...facts });

const carried = { status: 'pickup', carrierId: memberIds.C, carrier: card('C'), assignedAt: past } as const;

/** The resources of the matrix, each in the state of its name. The roles are the members and profiles. */
const thingsOf = {
  parcel: {
    listedParcel: aParcel(101, 'O'),
    assignedParcel: aParcel(102, 'O', carried),
    pendingParcel: aParcel(103, 'O', { adminStatus: 'pending' }),
    pastParcel: aParcel(104, 'O', { deadline: '2020-01-01' }),
    rejectedParcel: aParcel(113, 'O', { adminStatus: 'rejected', rejectionReason: 'Photo floue' }),
    pausedParcel: aParcel(114, 'O', { status: 'pending' }),
    /** Cancelled after a carrier was chosen; the carrier may still see it. */
    cancelledParcel: aParcel(115, 'O', { ...carried, status: 'cancelled', cancelReason: 'Envoyé autrement' }),
    deliveredParcel: aParcel(116, 'O', { ...carried, status: 'delivered' }),
    /** Comes back: its owner has not confirmed yet. */
    returnedParcel: aParcel(117, 'O', { ...carried, status: 'returned', returnReason: 'Destinataire absent' }),
    parcelOfRootAdministrator: aParcel(118, 'RA', carried),
    carriedByRootAdministrator: aParcel(119, 'O', { ...carried, carrierId: memberIds.RA }),
    parcelOfBlocked: aParcel(105, 'B'),
    parcelOfLeaving: { ...aParcel(120, 'M'), ownerId: leaving },
    parcelOfBlocker: { ...aParcel(121, 'M'), ownerId: blocker },
    /** In hand: the carrier is blocked, and goes on. */
    parcelCarriedForBlocker: { ...aParcel(122, 'M', carried), ownerId: blocker },
    parcelOfPending: aParcel(106, 'P'),
    parcelOfRejected: aParcel(112, 'R'),
    parcelOfExpired: aParcel(107, 'X'),
    parcelOfAdministrator: aParcel(108, 'A'),
    /** Listed, and its carrier's subscription has run out since. */
    carriedByExpired: aParcel(109, 'O', { ...carried, carrierId: memberIds.X }),
    carriedByPending: aParcel(110, 'O', { ...carried, carrierId: memberIds.P, status: 'carrier_chosen' }),
    /** Its carrier was approved when they took it, and lost that since. */
    carriedByRejected: aParcel(111, 'O', { ...carried, carrierId: memberIds.R }),
  },
  trip: {
    listedTrip: aTrip(201, 'O'),
    rejectedTrip: aTrip(202, 'O', { adminStatus: 'rejected' }),
    pastTrip: aTrip(203, 'O', { travelDate: '2020-01-01' }),
    tripOfBlocked: aTrip(204, 'B'),
    tripOfLeaving: { ...aTrip(209, 'M'), ownerId: leaving },
    tripOfBlocker: { ...aTrip(210, 'M'), ownerId: blocker },
    tripOfAdministrator: aTrip(205, 'A'),
    tripOfExpired: aTrip(206, 'X'),
    tripOfPending: aTrip(207, 'P'),
    tripOfRejected: aTrip(208, 'R'),
  },
  receipt: {
    receiptOfOwner: aReceipt(301, 'O'),
    receiptOfPending: aReceipt(302, 'P'),
    receiptOfRejected: aReceipt(303, 'R'),
    receiptOfExpired: aReceipt(304, 'X'),
    receiptOfBlocked: aReceipt(305, 'B'),
    receiptOfAdministrator: aReceipt(306, 'A'),
  },
  report: {
    reportByMember: aReport(401, { reporterId: memberIds.M, accusedId: memberIds.O }),
    reportByAdministrator: aReport(402, { reporterId: memberIds.A, accusedId: memberIds.O }),
    reportOfAdministrator: aReport(403, { reporterId: memberIds.M, accusedId: memberIds.A }),
    reportOfRootAdministrator: aReport(404, { reporterId: memberIds.M, accusedId: memberIds.RA }),
    /** Contested decisions, by who took them. */
    objectionToAdministrator: aReport(405, { reporterId: undefined, accusedId: undefined, decidedBy: memberIds.A }),
    objectionToRootAdministrator: aReport(406, {
      reporterId: undefined,
      accusedId: undefined,
      decidedBy: memberIds.RA,
    }),
  },
  review: {
    reviewByOwner: aReview('C', 'O'),
    reviewByExpired: aReview('O', 'X'),
    /** Written while the author was approved. */
    reviewByAdministrator: aReview('C', 'A'),
    reviewOfAdministrator: aReview('A', 'O'),
    reviewByPending: aReview('O', 'P'),
    reviewByRejected: aReview('O', 'R'),
    /** Written before the block; the Owner has completed a delivery with them. */
    reviewOfBlocker: { ...aReview('O', 'M'), id: `${blocker}.${memberIds.M}`, targetId: blocker },
    reviewOfBlockerByOwner: { ...aReview('C', 'O'), id: `${blocker}.${memberIds.O}`, targetId: blocker },
  },
  member: {},
  profile: {},
} as const satisfies Readonly<Record<ResourceName, Readonly<Record<string, Parameters<typeof itemOf>[0]>>>>;

export const things = {
  ...thingsOf.parcel,
  ...thingsOf.trip,
  ...thingsOf.receipt,
  ...thingsOf.report,
  ...thingsOf.review,
};
export type ThingName = keyof typeof things;

const administrator = (role: Role, status: 'active' | 'inactive', isRootAdmin: boolean): Item => ({
  ...keys.administrator(memberIds[role]),
  status,
  rootAdmin: isRootAdmin,
});

/** Everything in the table of the matrix. */
export function worldItems(): Item[] {
  return [
    ...roles.filter((role) => role !== 'V').map((role) => profileItem(aProfile(role))),
    profileItem(aProfile('P', { id: unconfirmed, emailConfirmedAt: undefined })),
    profileItem(aLeaver()),
    profileItem(aProfile('M', { id: blocker, email: 'blocker@example.org' })),
    ...Object.values(memberIds).map((id) => ({ ...keys.block(blocker, id), kind: 'block' })),
    { ...keys.inHand(blocker, memberIds.C, things.parcelCarriedForBlocker.id), kind: 'inHand' },
    { ...keys.deliveredTogether(blocker, memberIds.O), kind: 'met' },
    administrator('D', 'inactive', false),
    administrator('A', 'active', false),
    administrator('RA', 'active', true),
    administrator('S', 'active', false),
    ...(['D', 'A', 'RA'] as const).map((role) => aProof(memberIds[role])),
    // Half an hour after it was given.
    { ...aProof(memberIds.S), until: now },
    ...Object.values(things).map(itemOf),
    ...Object.values(things).flatMap((thing) => ('weightGrams' in thing ? threadOf('W', thing) : [])),
  ];
}

/** The title of the time when a conversation about the parcel started. */
export const writtenTitle = 'Titre de la conversation';

/** Messages of `writer` and the owner about a parcel while it was listed. */
function threadOf(writer: Role, { id: parcelId, ownerId }: ParcelRecord): Item[] {
  const writerId = memberIds[writer];
  const record = { seq: 1, members: [writerId, ownerId], parcelId, readUpTo: {} };
  const message = {
    id: 'm',
    seq: 1,
    senderId: writerId,
    recipientId: ownerId,
    parcelId,
    content: 'Oui ?',
    createdAt: past,
  };
  const row = (other: Role) => ({
    with: card(other),
    parcel: { id: parcelId, title: writtenTitle },
    lastMessage: { preview: 'Oui ?', senderId: writerId, createdAt: past },
    unread: 0,
    updatedAt: past,
    lastSeq: 1,
  });
  return [
    { ...keys.threadHead(writerId, ownerId, parcelId), kind: 'thread', record },
    { ...keys.message(writerId, ownerId, parcelId, 1), kind: 'message', record: message },
    { ...keys.inbox(writerId, ownerId, parcelId), ...indexes.inbox(writerId, past), kind: 'inbox', record: row('O') },
  ];
}

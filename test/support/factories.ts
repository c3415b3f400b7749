import { toAdminParcel } from '#functions/admin/views.ts';
import type { PushDeviceRecord } from '#functions/notices/push-devices.ts';
import { Me } from '#shared/accounts/me.ts';
import { AdminParcel, AdminProfile, AdminStatistics } from '#shared/admin/contract.ts';
import { forCounters } from '#shared/admin/queues.ts';
import { AdminReceipt } from '#shared/admin/receipts.ts';
import type { AdminReport } from '#shared/admin/reports.ts';
import { Alert } from '#shared/alerts/contract.ts';
import { Proof } from '#shared/deliveries/contract.ts';
import { ListedDelivery } from '#shared/deliveries/listed.ts';
import { Offer } from '#shared/deliveries/offer.ts';
import { Message } from '#shared/messaging/contract.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import { ParcelRecord } from '#shared/parcels/record.ts';
import { Member } from '#shared/profiles/contract.ts';
import { ProfileRecord } from '#shared/profiles/record.ts';
import { Receipt } from '#shared/receipts/contract.ts';
import { ReceiptRecord } from '#shared/receipts/record.ts';
import { ReportRecord } from '#shared/reports/record.ts';
import { Review } from '#shared/reviews/contract.ts';
import { ReviewRecord } from '#shared/reviews/record.ts';
import { ParcelCard, TripCard } from '#shared/search/contract.ts';
import type { SituationFacts } from '#shared/situation/situation.ts';
import { Trip } from '#shared/trips/contract.ts';
import { TripRecord } from '#shared/trips/record.ts';
import { Card, type Place } from '#shared/values/fields.ts';
import { Upload } from '#shared/values/files.ts';
import type { ParcelDraftValues } from '#web/features/parcels/parcel-form.ts';
import { situationFor, type Told } from './scenes/told-situation.ts';

export const paris: Place = { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '2988507' };
export const alger: Place = { city: 'Alger', country: 'Algérie', countryCode: 'DZ', placeId: '2507480' };
export const oran: Place = { city: 'Oran', country: 'Algérie', countryCode: 'DZ', placeId: '2485926' };

/**
 * One thing of each kind, as the API returns it or (`…Record`) as stored. A test sets what matters to it; the
 * rest has ordinary values, and each is parsed by its own schema.
 */
const at = '2026-11-20T10:00:00.000Z';

export const aCard = (facts: Partial<Card> = {}): Card =>
  Card.parse({ id: 'amel', firstName: 'Amel', lastName: 'Benali', verified: true, reviewCount: 0, ...facts });

/** Amina, who has just signed up. */
export const aMe = (facts: Partial<Me> = {}): Me =>
  Me.parse({
    id: 'b6d6b5f0-4b3e-4a4e-9a53-4b5f3c8c0d11',
    email: 'amina@example.org',
    firstName: 'Amina',
    lastName: 'Benali',
    phone: '+33612345678',
    status: 'pending',
    documents: { idDocument: 'none', facePhoto: 'none' },
    memberSince: '2026-01-01T00:00:00.000Z',
    isAdmin: false,
    isRootAdmin: false,
    settings: { phonePublic: false, emailNotifications: true, messageNotices: true, messageSound: true },
    subscription: { status: 'none' },
    unread: { messages: 0, requests: 0 },
    version: 1,
    ...facts,
  });

/** An approved member, by name, in most tests of the site. */
export const karim = aMe({
  id: 'karim',
  email: 'karim@example.org',
  firstName: 'Karim',
  lastName: 'Haddad',
  status: 'approved',
  documents: { idDocument: 'received', facePhoto: 'received' },
});

export const aMember = (facts: Partial<Member> = {}): Member =>
  Member.parse({
    ...aCard(),
    phoneNumber: 'Non renseigné',
    memberSince: '2026-01-01T00:00:00.000Z',
    parcelCount: 0,
    tripCount: 0,
    carriedCount: 0,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    isFriend: false,
    ...facts,
  });

export const anAdminProfile = (facts: Partial<AdminProfile> = {}): AdminProfile =>
  AdminProfile.parse({
    card: aCard({ verified: false }),
    email: 'amel@example.org',
    phone: '+33612345678',
    status: 'pending',
    documents: { idDocument: 'received', facePhoto: 'none' },
    emailConfirmed: true,
    isAdmin: false,
    createdAt: at,
    version: 1,
    ...facts,
  });

const parcelFacts = {
  id: 'p1',
  title: 'Livres',
  description: 'Trois livres',
  contents: [{ category: 'papers', count: 3 }],
  weightGrams: 2500,
  size: 'medium',
  pickup: paris,
  delivery: alger,
  deadline: '2026-12-25',
  isFragile: false,
  hasElectronics: false,
  createdAt: at,
} as const;

const tripFacts = {
  id: 't1',
  depart: paris,
  arrival: alger,
  stops: [],
  transport: 'plane',
  travelDate: '2026-12-20',
  maxWeightKg: 8,
  maxSize: 'medium',
  priceType: 'negotiable',
  acceptsFragile: true,
  acceptsElectronics: false,
  createdAt: at,
} as const;

/** The owner of a listing: the same on its card and in its ids. */
function ofPeople<Facts extends { owner?: Card; carrier?: Card }>({ owner = aCard(), carrier }: Facts) {
  return { owner, ownerId: owner.id, ...(carrier ? { carrierId: carrier.id } : {}) };
}

export type ToldParcel = Partial<Omit<Parcel, 'situation'>> & Told;

export const aParcel = (told: ToldParcel = {}): Parcel => {
  const facts = { ...parcelFacts, ...ofPeople(told), ...told };
  const { ownerId, owner, carrierId, viewer = ownerId } = facts;
  const { carrier = carrierId ? aCard({ id: carrierId, firstName: 'Karim' }) : undefined } = facts;
  const isParty = viewer === ownerId || viewer === carrierId;
  const { other = viewer === ownerId ? carrier : isParty ? owner : undefined } = told;
  const isTold = isParty || other !== undefined;
  return Parcel.parse({
    trackingNumber: 'ABCDEFGH',
    version: 1,
    ...facts,
    situation: isTold ? situationFor(facts, viewer, other) : undefined,
  });
};

/** The filled form of `/send-parcel`, as the device keeps it. */
export const aParcelDraft = (facts: Partial<ParcelDraftValues> = {}): ParcelDraftValues => ({
  title: 'Livres',
  description: 'Trois livres de poche',
  contents: [{ category: 'papers', count: '3', what: '' }],
  pickup: { city: 'Paris', countryCode: 'FR' },
  delivery: { city: 'Alger', countryCode: 'DZ' },
  weight: '2,5',
  size: 'medium',
  deadline: '2099-12-25',
  price: '',
  currency: 'EUR',
  contentDeclared: true,
  isFragile: false,
  hasElectronics: false,
  keepsFile: true,
  notified: [],
  ...facts,
});
export type ToldDelivery = Partial<Omit<ListedDelivery, 'situation'>> & Told & Pick<SituationFacts, 'price'>;

/** Amel's parcel in the list of Karim, its carrier; with another `partner`, in the list of its owner. */
export const aListedDelivery = (told: ToldDelivery = {}): ListedDelivery => {
  const { offer } = told;
  const facts = { ...parcelFacts, ownerId: 'amel', carrierId: 'karim', partner: aCard(), ...told };
  const { partner, ownerId, carrierId, viewer = partner.id === ownerId ? (carrierId ?? 'karim') : ownerId } = facts;
  return ListedDelivery.parse({
    trackingNumber: 'ABCDEFGH',
    assignedAt: offer?.at ?? at,
    version: 3,
    ...(offer ? { offerId: offer.id } : {}),
    ...facts,
    situation: {
      ...situationFor({ ...facts, isOffers: offer !== undefined }, viewer, partner),
      ...(offer ? { until: offer.until } : {}),
    },
  });
};

export const aTrip = (facts: Partial<Trip> = {}): Trip =>
  Trip.parse({ ...tripFacts, ...ofPeople(facts), status: 'active', version: 1, actions: {}, ...facts });

const publicOwner = { firstName: 'Amel', verified: true, reviewCount: 0 };

/** A parcel and a trip as in the public search. */
export const aParcelCard = (facts: Partial<ParcelCard> = {}): ParcelCard =>
  ParcelCard.parse({ ...parcelFacts, owner: publicOwner, ...facts });
export const aTripCard = (facts: Partial<TripCard> = {}): TripCard =>
  TripCard.parse({ ...tripFacts, owner: publicOwner, ...facts });

/** Karim's open offer. */
export const anOffer = (facts: Partial<Offer> = {}): Offer =>
  Offer.parse({
    id: 'o1',
    by: 'karim',
    price: { amount: 2500, currency: 'EUR' },
    at,
    until: '2026-12-01T13:05:00.000Z',
    ...facts,
  });

export const aProof = (facts: Partial<Proof> = {}): Proof =>
  Proof.parse({ id: 'proof', stage: 'pickup', by: 'karim', at, url: '/proof.jpg', ...facts });

export const aMessage = (facts: Partial<Message> = {}): Message => {
  const { seq = 1 } = facts;
  const message = { id: `m${seq}`, seq, senderId: 'amel', recipientId: 'karim', content: `Message ${seq}` };
  return Message.parse({ ...message, createdAt: at, ...facts });
};

/** Lina's review of Amel. */
export const aReview = (facts: Partial<Review> = {}): Review =>
  Review.parse({
    id: 'amel.lina',
    rating: 5,
    reviewer: { id: 'lina', firstName: 'Lina', lastName: 'Haddad' },
    verified: false,
    createdAt: at,
    version: 1,
    ...facts,
  });

/** An upload target for one file; tests with several files give each its own number. */
export const anUpload = (number = 1): Upload => {
  const uploadId = `${String(number).repeat(8)}-0000-4000-8000-000000000000`;
  return Upload.parse({ uploadId, url: `https://files.invalid/${uploadId}`, headers: {}, expiresAt: at });
};

export const aProfileRecord = (facts: Partial<ProfileRecord> = {}): ProfileRecord => {
  const { id = 'amel' } = facts;
  return ProfileRecord.parse({
    id,
    email: `${id}@example.org`,
    firstName: 'Amel',
    lastName: 'Benali',
    phone: '+33612345678',
    status: 'approved',
    emailConfirmedAt: at,
    documentsVersion: 0,
    createdAt: at,
    acceptedTermsAt: at,
    acceptedTermsVersion: 1,
    resetEpoch: 0,
    phonePublic: false,
    emailNotifications: true,
    isAdmin: false,
    version: 1,
    ...facts,
  });
};

export const aParcelRecord = (facts: Partial<ParcelRecord> = {}): ParcelRecord =>
  ParcelRecord.parse({
    ...parcelFacts,
    ...ofPeople(facts),
    status: 'active',
    adminStatus: 'approved',
    version: 1,
    ...facts,
  });

/** A parcel of the panel, which waits for its validation. */
export const anAdminParcel = (facts: Partial<ParcelRecord> = {}): AdminParcel =>
  AdminParcel.parse(toAdminParcel(aParcelRecord({ adminStatus: 'pending', ...facts }), Date.parse(at)));

/** Amel's receipt, as its member reads it. */
export const aReceipt = (facts: Partial<Receipt> = {}): Receipt =>
  Receipt.parse({
    id: 'r1',
    fileName: 'virement.jpg',
    kind: 'image',
    sha256: `${'A'.repeat(43)}=`,
    amount: { amount: 500_000, currency: 'DZD' },
    sentAt: at,
    status: 'pending',
    ...facts,
  });

/** The same, as administrators read it. */
export const anAdminReceipt = (facts: Partial<AdminReceipt> = {}): AdminReceipt =>
  AdminReceipt.parse({
    ...aReceipt(),
    member: { id: 'amel', firstName: 'Amel', lastName: 'Benali', status: 'approved', verifies: false },
    paymentReference: 'ABO-12345678',
    subscriptionEnd: '2027-11-20T10:00:00.000Z',
    mayBePaidBack: false,
    version: 1,
    ...facts,
  });

export const aReceiptRecord = (facts: Partial<ReceiptRecord> = {}): ReceiptRecord =>
  ReceiptRecord.parse({
    id: 'r1',
    memberId: 'amel',
    payer: { firstName: 'Amel', lastName: 'Benali', status: 'approved', verifies: false },
    key: 'receipts/amel/1-r1.jpg',
    contentType: 'image/jpeg',
    fileName: 'virement.jpg',
    sha256: `${'A'.repeat(43)}=`,
    amount: { amount: 500_000, currency: 'DZD' },
    sentAt: at,
    status: 'pending',
    version: 1,
    ...facts,
  });

export const anAlert = (facts: Partial<Alert> = {}): Alert =>
  Alert.parse({
    id: 'alert',
    kind: 'trip',
    from: paris,
    to: alger,
    until: '2027-05-01',
    when: 'now',
    createdAt: '2026-11-01T10:00:00.000Z',
    ...facts,
  });

/** A device whose session began on 14 November 2026. */
export const aDevice = (facts: Partial<PushDeviceRecord> = {}): PushDeviceRecord => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/device',
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'A'.repeat(22),
  name: 'Chrome sur Android',
  authTime: 1_794_650_000,
  addedAt: '2026-11-20T10:00:00.000Z',
  seenAt: '2026-11-20T10:00:00.000Z',
  ...facts,
});

export const aReportRecord = (facts: Partial<ReportRecord> = {}): ReportRecord =>
  ReportRecord.parse({
    id: '1a2b3c4d-0000-4000-8000-000000000000',
    about: { kind: 'member', id: 'karim' },
    reason: 'abuse',
    reporterId: 'amel',
    accusedId: 'karim',
    createdAt: '2026-11-20T10:00:00.000Z',
    status: 'pending',
    version: 1,
    ...facts,
  });

export const anAdminReport = (facts: Partial<AdminReport> = {}): AdminReport => {
  const { id, about, reason, createdAt, status, version } = aReportRecord();
  return { id, about, reason, createdAt, status, version, ...facts };
};

export const aTripRecord = (facts: Partial<TripRecord> = {}): TripRecord =>
  TripRecord.parse({
    ...tripFacts,
    ...ofPeople(facts),
    status: 'active',
    adminStatus: 'approved',
    version: 1,
    ...facts,
  });

export const aReviewRecord = (facts: Partial<ReviewRecord> = {}): ReviewRecord =>
  ReviewRecord.parse({ targetId: 'amel', reviewerId: 'lina', rating: 4, createdAt: at, version: 1, ...facts });

/** The administrators' figures, all 0. */
export const anAdminStatistics = (change: Partial<AdminStatistics> = {}): AdminStatistics =>
  AdminStatistics.parse({ ...forCounters(0), pendingProfilesWithDocuments: 0, totalUsers: 0, ...change });

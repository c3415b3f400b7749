import { randomUUID } from 'node:crypto';
import type { RowName, RowNameWithBody } from '#shared/contract.ts';

const id = randomUUID();
const token = 'a'.repeat(43);
const place = { countryCode: 'FR', city: 'Paris' };
const file = { fileName: 'photo.jpg', contentType: 'image/jpeg', size: 1000, sha256: `${'A'.repeat(43)}=` };

const aParcel = {
  title: 'Documents',
  description: 'Une enveloppe de documents',
  contents: [{ category: 'papers', count: 1 }],
  pickup: place,
  delivery: { countryCode: 'DZ', city: 'Alger' },
  weight: '1,5',
  size: 'small',
  deadline: '2031-01-01',
};
const aTrip = {
  depart: place,
  arrival: { countryCode: 'DZ', city: 'Alger' },
  transport: 'plane',
  travelDate: '2031-01-01',
  maxWeightKg: 5,
  maxSize: 'medium',
  priceType: 'negotiable',
};

const anAlert = { kind: 'trip', from: place, to: { countryCode: 'DZ' }, filter: 'weight-5', when: 'now' };

const aBank = {
  bankName: 'Banque de la rive',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  accountHolder: 'La Traversée',
};

/** The keys of a subscription: the base point of the curve, and 16 bytes. */
const deviceKeys = {
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'A'.repeat(22),
};

type Sample = Readonly<Record<string, unknown>>;

/** A body that each row accepts. A row with a body and without a sample here does not compile. */
export const sampleBodies: Readonly<Partial<Record<RowName, Sample>>> = {
  signUp: {
    firstName: 'Amel',
    lastName: 'Benali',
    email: 'amel@example.org',
    phone: '+33 6 12 34 56 78',
    password: 'traversée-42',
    acceptedTerms: true,
  },
  attachSignUpDocuments: { ticket: token, idDocument: id, facePhoto: id },
  confirmEmail: { token, proof: token, password: 'traversée-42' },
  signUpByLink: {
    token,
    firstName: 'Amel',
    lastName: 'Benali',
    phone: '+33 6 12 34 56 78',
    password: 'Traversee42',
    acceptedTerms: true,
  },
  resendConfirmation: { email: 'amel@example.org' },
  forgotPassword: { email: 'amel@example.org' },
  checkResetToken: { token },
  resetPassword: { token, password: 'Traversee42' },
  deleteMe: { password: 'Traversee41' },
  correctEmail: { email: 'amel.b@example.org', password: 'Traversee41' },
  confirmCorrectedEmail: { token },
  changePassword: { current: 'Traversee41', password: 'Traversee42' },
  updateMyProfile: { firstName: 'Amel', lastName: 'Benali', phone: '+33612345678' },
  proposeName: { firstName: 'Amel', lastName: 'Cherif', idDocument: id },
  addPushDevice: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', ...deviceKeys, name: 'Chrome sur Android' },
  renewPushDevice: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/2',
    ...deviceKeys,
    old: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', auth: deviceKeys.auth },
  },
  updateMySettings: { phonePublic: true, emailNotifications: false },
  setAvatar: { uploadId: id },
  leaveReview: { rating: 5, comment: 'Très ponctuel' },
  editReview: { rating: 4 },
  reportParcel: { reason: 'forbidden' },
  reportTrip: { reason: 'false' },
  reportMember: { reason: 'danger' },
  reportReview: { reason: 'abuse' },
  reportPage: { reason: 'scam', text: 'Cette page promet un gain.' },
  reportMessage: { reason: 'other', text: 'Il insiste', seq: 1 },
  decideReport: { outcome: 'dismissed', reason: "Nous n'avons rien trouvé de contraire à nos conditions." },
  readReported: { about: { kind: 'page' } },
  followByLink: { link: 'cut' },
  reportAsVisitor: { about: { kind: 'page' }, reason: 'scam', text: 'Cette page promet un gain.' },
  contactUs: { name: 'Amel', email: 'amel@example.org', topic: 'delivery', message: 'Bonjour' },
  attachDocuments: { idDocument: id, facePhoto: id },
  addAlert: anAlert,
  editAlert: anAlert,
  publishParcel: aParcel,
  publishTrip: aTrip,
  editTrip: aTrip,
  cancelTrip: { reason: 'Voyage reporté' },
  editParcel: aParcel,
  cancelParcel: { reason: 'Envoyé autrement' },
  acceptDelivery: { tripId: id },
  makeOffer: { memberId: id, price: { amount: 2500, currency: 'EUR' }, tripId: id },
  takeOffer: { offerId: id, tripId: id },
  endOffer: { offerId: id, reason: 'Trop cher' },
  chooseCarrier: { carrierId: id },
  releaseCarrier: { reason: 'Voyage annulé' },
  validatePickup: { contentsSeen: true },
  returnParcel: { reason: 'Destinataire absent' },
  setCode: { on: true },
  validateDelivery: { code: '1234' },
  declare: { note: 'À la voisine' },
  reportProblem: { kind: 'damaged', text: 'Le carton est ouvert.' },
  recordPosition: { city: 'Marseille', note: 'Vol retardé' },
  overrideParcel: { to: 'active', reason: 'Transporteur injoignable' },
  addProof: { uploadId: id },
  sendMessage: { recipientId: id, content: 'Bonjour' },
  markRead: { upToSeq: 1 },
  readNotices: { upTo: '2026-11-20T10:00:00.000Z#n1' },
  requestSignUpUpload: { ticket: token, kind: 'id_document', ...file },
  requestDocumentUpload: { kind: 'id_document', ...file },
  requestParcelUpload: file,
  requestAvatarUpload: file,
  requestAdvertisementUpload: file,
  requestReceiptUpload: file,
  sendReceipt: { uploadId: id, paidOn: '2026-11-20', reference: 'VIR-20261120' },
  requestProofUpload: { stage: 'pickup', ...file },
  rejectProfile: { reason: 'Document illisible' },
  refuseName: { reason: 'Document illisible' },
  blockProfile: { reason: 'Fraude' },
  rejectTrip: { reason: 'Date fausse' },
  deleteTrip: { reason: 'Publié deux fois' },
  rejectReceipt: { reason: 'Montant incomplet' },
  rejectParcel: { reason: 'Marchandise interdite' },
  removeReview: { reason: 'Propos injurieux' },
  deleteParcel: { reason: 'Publié deux fois' },
  deleteProfile: { reason: 'Demande du membre' },
  createAdvertisement: { title: 'Cartons', position: 'home' },
  updateAdvertisement: { title: 'Cartons', position: 'home', keepsPicture: false },
  setAdvertisementActive: { isActive: false },
  createBank: aBank,
  updateBank: aBank,
  addAdministrator: { email: 'nouveau@example.org' },
  beginSecondFactor: { password: 'Traversee-2026' },
  finishSecondFactor: { code: '123456' },
  proveSecondFactor: { code: '123456' },
  useRecoveryCode: { code: 'ABCD-EFGH-JKLM-NPQR' },
} satisfies Readonly<Record<RowNameWithBody, Sample>>;

/** The query of rows that cannot be asked without one. */
export const sampleQueries: Readonly<Partial<Record<RowName, Readonly<Record<string, string>>>>> = {
  advertisements: { position: 'home' },
  matchingTrips: {
    fromCountry: 'FR',
    fromCity: 'Paris',
    toCountry: 'DZ',
    toCity: 'Alger',
    deadline: '2031-01-01',
    weight: '1,5',
    size: 'small',
  },
};

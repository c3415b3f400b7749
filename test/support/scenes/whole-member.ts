import { randomUUID } from 'node:crypto';
import { adminLog } from '#functions/admin/log.ts';
import { alertItem } from '#functions/alerts/repository.ts';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { blockRepository } from '#functions/friends/blocks.ts';
import { friendRepository } from '#functions/friends/repository.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { pushDeviceItems } from '#functions/notices/push-devices.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { reportItem } from '#functions/reports/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import {
  aCard,
  aDevice,
  anAlert,
  aParcelRecord,
  aProfileRecord,
  aReceiptRecord,
  aReportRecord,
  aReviewRecord,
  aTripRecord,
} from '../factories.ts';
import { put, tableWith } from '../pipeline.ts';

/** Data that no archive may contain: of others, of administrators, of the system. */
export const foreign = {
  familyName: 'Famillesecrète',
  email: 'secret@autre.example',
  phone: '+33699999999',
  hash: 'HACHAGE-SECRET',
  admin: 'admin-caché',
  city: 'Villesecrète',
};
export const me = 'moi-0000';
const others = ['carrier', 'owner', 'friend', 'former', 'blocked'] as const;
const firstNames = { carrier: 'Karim', owner: 'Olga', friend: 'Farid', former: 'Fatma', blocked: 'Bachir' };

let clock = Date.parse('2026-01-01T10:00:00.000Z');
/** Each moment of the world is a different one, so that the archive is searched for exactly it. */
const next = () => new Date((clock += 61_007)).toISOString();

const card = (id: (typeof others)[number]) => aCard({ id, firstName: firstNames[id], lastName: foreign.familyName });
const stranger = (id: (typeof others)[number]) =>
  aProfileRecord({
    id,
    firstName: firstNames[id],
    lastName: foreign.familyName,
    email: foreign.email,
    phone: foreign.phone,
    status: id === 'blocked' ? 'blocked' : 'approved',
    statusReason: foreign.familyName,
  });
const document = (id: string) =>
  ({ uploadId: `u-${id}`, key: `documents/${id}`, contentType: 'image/jpeg', at: next() }) as const;

const profile = () =>
  aProfileRecord({
    id: me,
    email: 'moi@example.org',
    firstName: 'Monprénom',
    lastName: 'Monnom',
    phone: '+33611111111',
    avatarKey: 'media/u-avatar',
    statusReason: 'Motif du statut',
    emailConfirmedAt: next(),
    idDocument: document('id'),
    facePhoto: document('face'),
    documentsVersion: 7,
    createdAt: next(),
    acceptedTermsAt: next(),
    acceptedTermsVersion: 1,
    validatedAt: next(),
    validatedBy: foreign.admin,
    unblockedAt: next(),
    newName: { firstName: 'Neuve', lastName: 'Nouveau', at: next(), idDocument: document('name') },
    refusedName: { firstName: 'Refusée', lastName: 'Refusé', reason: 'Motif du nom' },
    renamedAt: [next()],
    tokensValidAfter: 1_234_567,
    resetEpoch: 99,
    messageNotices: false,
    messageSound: false,
    subscriptionStart: next(),
    subscriptionEnd: next(),
  });

const ownParcel = (): ParcelRecord =>
  aParcelRecord({
    id: 'colis-a-moi',
    owner: aCard({ id: me, firstName: 'Monprénom', lastName: 'Monnom' }),
    title: 'Mon titre',
    description: 'Ma description',
    weightGrams: 4321,
    deadline: '2026-03-04',
    file: { uploadId: 'u-file', key: 'parcels/file', contentType: 'application/pdf' },
    price: { amount: 8765, currency: 'DZD' },
    status: 'returned',
    rejectionReason: 'Motif du refus',
    contentsRefused: { by: card('former'), reason: 'Motif à la porte', at: next(), correctedAt: next() },
    submittedAt: next(),
    validatedAt: next(),
    validatedBy: foreign.admin,
    cancelReason: 'Motif de l’annulation',
    returnReason: 'Motif du retour',
    returnConfirmedAt: next(),
    carrier: card('carrier'),
    assignedAt: next(),
    ownerOkAt: next(),
    carrierOkAt: next(),
    terms: termsTo('Ville convenue', 4322),
    pickedUpAt: next(),
    deliveredAt: next(),
    createdAt: next(),
    version: 55,
  });

/** The terms of an agreement, each part of them different. */
const termsTo = (to: string, grams: number): Terms => ({
  price: { amount: grams + 1000, currency: 'DZD' },
  grams,
  trip: { id: `trajet vers ${to}`, travelDate: `${grams}-03-03`, transport: 'boat', from: `Départ vers ${to}`, to },
});

const carriedParcel = (): ParcelRecord =>
  aParcelRecord({
    id: 'colis-porte',
    owner: card('owner'),
    title: 'Titre porté',
    description: 'Ce que seul son propriétaire a écrit',
    weightGrams: 6543,
    deadline: '2026-05-06',
    status: 'delivered',
    carrier: aCard({ id: me, firstName: 'Monprénom', lastName: 'Monnom' }),
    assignedAt: next(),
    terms: termsTo('Ville portée', 6544),
    deliveredAt: next(),
    createdAt: next(),
    version: 56,
  });

const event = (parcelId: string, version: number, facts: object): Item => ({
  ...keys.parcelEvent(parcelId, version),
  kind: 'event',
  record: { version, at: next(), ...facts },
});
const proof = (parcelId: string, by: string, assignedAt = ''): Item => {
  const id = `preuve-${by}`;
  const record = ProofRecord.parse({
    id,
    stage: 'pickup',
    by,
    at: next(),
    key: `proofs/${parcelId}/${by}`,
    contentType: 'image/jpeg',
    sha256: foreign.hash,
    assignedAt,
  });
  return { ...keys.proof(parcelId, record.at, id), kind: 'proof', record };
};

async function talk(table: Table, other: 'carrier' | 'owner' | 'blocked', parcelId?: string) {
  const threads = threadRepository(table);
  const topic = { a: me, b: other, parcelId };
  for (const [index, [senderId, recipientId]] of [[me, other] as const, [other, me] as const].entries()) {
    const message = {
      id: randomUUID(),
      seq: index + 1,
      senderId,
      recipientId,
      ...(parcelId ? { parcelId } : {}),
      content: `Message ${index + 1} avec ${other}`,
      createdAt: next(),
    };
    const mine = { card: aCard({ id: me }), title: parcelId ? 'Titre lu' : undefined };
    const theirs = { card: card(other), title: mine.title };
    const [sender, recipient] = senderId === me ? [mine, theirs] : [theirs, mine];
    await table.transact(threads.append(topic, message, { sender, recipient }, await threads.head(topic)));
  }
  const head = await threads.head(topic);
  if (head)
    await table.transact(
      threads.markRead(topic, { id: me, otherId: other }, head, { seq: 2, at: next(), unread: 0, isSilent: false }),
    );
}

const ownReceipt = () =>
  aReceiptRecord({
    id: 'recu',
    memberId: me,
    payer: payerOf(profile()),
    key: 'receipts/recu',
    fileName: 'virement.pdf',
    sha256: foreign.hash,
    amount: { amount: 500_001, currency: 'DZD' },
    paidOn: '2026-02-03',
    reference: 'MA-REFERENCE',
    sentAt: next(),
    sameFile: { sentAt: next(), byOther: true },
    status: 'rejected',
    reason: 'Motif du paiement',
    validatedAt: next(),
    validatedBy: foreign.admin,
    subscriptionEnd: next(),
    version: 57,
  });

const ownTrip = () =>
  aTripRecord({
    id: 'trajet',
    owner: aCard({ id: me }),
    travelDate: '2026-07-08',
    maxWeightKg: 17,
    notes: 'Mes notes',
    rejectionReason: 'Motif du trajet',
    submittedAt: next(),
    validatedAt: next(),
    validatedBy: foreign.admin,
    cancelReason: 'Motif de fin du trajet',
    createdAt: next(),
    version: 58,
  });

const ownReviews = () => [
  aReviewRecord({
    targetId: me,
    reviewerId: 'owner',
    rating: 4,
    comment: 'Avis reçu',
    createdAt: next(),
    editedAt: next(),
  }),
  aReviewRecord({ targetId: me, reviewerId: 'blocked', rating: 2, comment: 'Avis d’un bloqué', createdAt: next() }),
  aReviewRecord({ targetId: 'carrier', reviewerId: me, rating: 3, comment: 'Avis écrit', createdAt: next() }),
];

const ownReport = () =>
  aReportRecord({
    id: 'signalement',
    about: { kind: 'message', id: 'fil#4' },
    reason: 'abuse',
    text: 'Ce que je signale',
    reporterId: me,
    accusedId: 'carrier',
    createdAt: next(),
    status: 'closed',
    decision: { outcome: 'warned', reason: 'Motif du signalement', warning: 'Pour lui', by: foreign.admin, at: next() },
  });

const eventsOf = (own: ParcelRecord, carried: ParcelRecord): Item[] => [
  event(own.id, 1, { type: 'published', by: me }),
  event(own.id, 2, { type: 'approved', by: foreign.admin }),
  event(own.id, 3, { type: 'releaseCarrier', by: 'former', carrierId: 'former', reason: 'Motif d’avant' }),
  event(own.id, 4, { type: 'handshake', by: 'carrier', carrierId: 'carrier', terms: termsTo('Ville du oui', 4323) }),
  event(own.id, 5, {
    type: 'overridden',
    by: foreign.admin,
    reason: 'Motif de l’administrateur',
    to: 'returned',
    end: 'returned',
  }),
  {
    ...keys.parcelPosition(own.id, 5, next()),
    kind: 'position',
    record: { version: 5, type: 'position', at: next(), by: 'carrier', city: 'Marseille', note: 'Note de route' },
  },
  event(carried.id, 1, { type: 'published', by: 'owner' }),
  // Before the member's own assignment.
  {
    ...keys.parcelEvent(carried.id, 2),
    kind: 'event',
    record: {
      version: 2,
      type: 'handshake',
      at: '2025-01-01T10:00:00.000Z',
      by: 'owner',
      carrierId: 'former',
      terms: termsTo(foreign.city, 6545),
    },
  },
  event(carried.id, 3, { type: 'handshake', by: 'owner', carrierId: me, terms: termsTo('Ville du oui porté', 6546) }),
  event(carried.id, 4, { type: 'validatePickup', by: me, carrierId: me }),
];

const waitingArchive = (): Item => ({
  ...keys.archive(me, '2026-08-08T10:00:00.000Z'),
  ...indexes.archives('waiting', '2026-08-08T10:00:00.000Z', me),
  kind: 'archive',
  record: {
    id: 'archive',
    memberId: me,
    requestedAt: '2026-08-08T10:00:00.000Z',
    state: 'waiting',
    tries: 0,
    leaseUntil: 0,
    parts: [],
  },
});

/** A member with one of everything, and the others whom it touches. */
export async function aWholeMember() {
  const [own, carried, trip, receipt] = [ownParcel(), carriedParcel(), ownTrip(), ownReceipt()];
  const mine = profile();
  const table = await tableWith([
    profileItem(mine),
    ...others.map((id) => profileItem(stranger(id))),
    { ...keys.newName(me), kind: 'newName', id: me },
    { ...keys.stats(me), ratingSum: 711, ratingCount: 712, parcelCount: 713 },
    { ...keys.dayTally(me, '2026-02-02'), p: 811 },
    { ...keys.monthTally(me, '2026-02'), c: 812, g: 813 },
    { ...keys.upload('u-avatar'), contentType: 'image/png' },
    parcelItem(own),
    parcelItem(carried),
    tripItem(trip),
    receiptItem(receipt),
    ...pushDeviceItems(me, aDevice({ name: 'Chrome sur Android', addedAt: next() })),
    alertItem(me, anAlert({ date: '2027-04-03', until: '2027-04-05', filter: 'weight-20', createdAt: next() })),
    ...ownReviews().map(reviewItem),
    reportItem(ownReport()),
    ...eventsOf(own, carried),
    proof(own.id, me),
    proof(own.id, 'carrier'),
    proof(carried.id, me, carried.assignedAt),
  ]);
  await table.transact([
    ...friendRepository(table).join(me, 'friend', (clock += 1000)),
    ...blockRepository(table).block(me, 'former', (clock += 1000)),
    ...blockRepository(table).block('blocked', me, (clock += 1000)),
    ...rowsOf(own, clock).map((row) => storeRow(table, row)),
    ...rowsOf(carried, clock).map((row) => storeRow(table, row)),
  ]);
  await talk(table, 'carrier', own.id);
  await talk(table, 'blocked');
  const deps = { table, now: () => (clock += 1000), newId: randomUUID };
  for (const [action, type, id] of [
    ['approveProfile', 'profile', me],
    ['rejectTrip', 'trip', trip.id],
    ['overrideParcel', 'parcel', own.id],
    ['rejectReceipt', 'receipt', receipt.id],
  ] as const)
    await table.transact([adminLog(deps, { id: foreign.admin }, action, { type, id }, { before: `avant ${action}` })]);
  await put(table, waitingArchive());
  const stored = await profileRepository(table).read(me);
  if (!stored) throw new Error('The member is missing');
  return { table, profile: stored };
}

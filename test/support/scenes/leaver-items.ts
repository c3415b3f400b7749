import { alertItem } from '#functions/alerts/repository.ts';
import { filteredPartition, inboxOrder, wordsOf } from '#functions/messaging/inbox.ts';
import { pushDeviceItems } from '#functions/notices/push-devices.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { reportItem, reportKeptItem } from '#functions/reports/repository.ts';
import { suffixesOf } from '#functions/stream/projector/members.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cardOf, type ProfileRecord, StatsRecord } from '#shared/profiles/record.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import {
  aDevice,
  anAlert,
  aParcelRecord,
  aProfileRecord,
  aReceiptRecord,
  aReportRecord,
  aTripRecord,
} from '../factories.ts';
import { emailLockOf } from '../world/email-lock.ts';
import { historyOf } from './leaver-history.ts';
import { answersOf, noticesOf } from './leaver-notices.ts';
import { offerOf } from './leaver-offers.ts';
import { tiesOf } from './leaver-ties.ts';

const at = '2026-11-20T10:00:00.000Z';
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const leaver = idOf(1);
export const leaverUser = 'renamed';
export const friend = idOf(2);
export const witness = idOf(3);
/** An account that was erased before, and an administrator. */
const [former, colleague] = [idOf(4), idOf(5)];
export const thing = (number: number) => idOf(100 + number);

/** Words that only the leaver's own data contains. */
export const secrets = [
  'Zoubida',
  'Quatremarre',
  'zoubida@exemple.fr',
  '+33655443322',
  'virement-zoubida',
  'REF-PRIVEE',
  'Ighzer',
  'ighzer',
];

const people = {
  leaver: aProfileRecord({
    id: leaver,
    poolUser: leaverUser,
    firstName: 'Zoubida',
    lastName: 'Quatremarre',
    email: 'zoubida@exemple.fr',
    phone: '+33655443322',
    emailConfirmedAt: at,
    avatarKey: `media/${thing(70)}`,
    idDocument: {
      uploadId: thing(71),
      key: `documents/${leaver}/1-${thing(71)}.jpg`,
      contentType: 'image/jpeg',
      at,
    },
    newName: { firstName: 'Zoubida', lastName: 'Autrenom', at },
    createdAt: at,
  }),
  friend: aProfileRecord({
    id: friend,
    firstName: 'Karim',
    lastName: 'Ziani',
    email: 'k@exemple.fr',
    emailConfirmedAt: at,
  }),
  witness: aProfileRecord({
    id: witness,
    firstName: 'Lina',
    lastName: 'Sahli',
    email: 'l@exemple.fr',
    emailConfirmedAt: at,
  }),
};

const card = (who: ProfileRecord) => cardOf(who, StatsRecord.parse({}));
const between = (owner: ProfileRecord, carrier: ProfileRecord | undefined, change: Partial<ParcelRecord>) =>
  aParcelRecord({
    owner: card(owner),
    ...(carrier ? { carrierId: carrier.id, carrier: card(carrier), assignedAt: at } : {}),
    deadline: '2026-12-20',
    createdAt: at,
    ...change,
  });

const { leaver: me, friend: other } = people;
export const parcels = {
  own: between(me, undefined, {
    id: thing(1),
    title: 'Livres de Quatremarre',
    file: { uploadId: thing(72), key: `parcels/${leaver}/${thing(72)}`, contentType: 'image/jpeg' },
  }),
  ownDelivered: between(me, other, { id: thing(2), status: 'delivered', deliveredAt: at, pickedUpAt: at }),
  ownChosen: between(me, other, { id: thing(3), status: 'carrier_chosen' }),
  theirsDelivered: between(other, me, {
    id: thing(4),
    status: 'delivered',
    deliveredAt: at,
    pickedUpAt: at,
    returnReason: 'Mot de Quatremarre',
    terms: { grams: 1000, trip: { id: thing(20), travelDate: '2026-12-10', from: 'Quatremarre', to: 'Oran' } },
  }),
  /** The leaver refused the contents, and gave a reason. */
  theirsLeft: between(other, undefined, {
    id: thing(7),
    contentsRefused: { by: card(me), reason: 'Mot de Quatremarre', at },
  }),
  theirsOffered: between(other, me, { id: thing(5), status: 'accepted_for_delivery' }),
  theirsAgreed: between(other, me, { id: thing(6), status: 'pickup' }),
};
const arrival = { city: 'Ighzer', country: 'Algérie', countryCode: 'DZ' };
export const trip = aTripRecord({ id: thing(20), owner: card(me), travelDate: '2026-12-10', createdAt: at, arrival });
const receipt = aReceiptRecord({
  id: thing(30),
  memberId: leaver,
  payer: payerOf(me),
  key: `receipts/${leaver}/1-${thing(30)}.pdf`,
  fileName: 'virement-zoubida.pdf',
  reference: 'REF-PRIVEE',
  sentAt: at,
});

const decision = { outcome: 'warned', by: witness, at } as const;
export const reports = {
  sent: aReportRecord({
    id: thing(50),
    about: { kind: 'message', id: 'thread#3' },
    reporterId: leaver,
    accusedId: friend,
    text: 'Moi, Zoubida, je me plains',
    createdAt: at,
    status: 'closed',
    decision: { ...decision, reason: 'Vous aviez raison, Zoubida', warning: 'Un mot à Karim' },
  }),
  received: aReportRecord({
    id: thing(51),
    about: { kind: 'member', id: leaver },
    reporterId: friend,
    accusedId: leaver,
    text: 'Des insultes',
    createdAt: at,
    status: 'closed',
    decision: { ...decision, reason: 'Nous avons averti ce membre', warning: 'Restez polie, Zoubida' },
  }),
  objection: aReportRecord({
    id: thing(53),
    about: { kind: 'decision', id: `profile.${leaver}` },
    reporterId: leaver,
    decidedBy: witness,
    text: 'Zoubida est mon nom',
    createdAt: at,
  }),
};

function conversation(a: ProfileRecord, b: ProfileRecord | string, parcel?: ParcelRecord): Record<string, Item[]> {
  const otherId = typeof b === 'string' ? b : b.id;
  const about = parcel && { id: parcel.id, title: parcel.title };
  const row = (mine: string, partner: ProfileRecord | string) => {
    const partnerId = typeof partner === 'string' ? partner : partner.id;
    const names = typeof partner === 'string' ? { firstName: 'Ancien', lastName: 'membre' } : partner;
    const record = {
      with: { id: partnerId, firstName: names.firstName, lastName: names.lastName, verified: false, reviewCount: 0 },
      ...(about ? { parcel: about } : {}),
      lastMessage: { preview: 'Oui ?', senderId: friend, createdAt: at },
      unread: mine === leaver ? 1 : 0,
      updatedAt: at,
      lastSeq: 1,
    };
    const filtered = filteredPartition(mine, { unread: mine === leaver, parcelId: parcel?.id });
    return {
      ...keys.inbox(mine, partnerId, parcel?.id),
      ...indexes.inbox(mine, at),
      ...(filtered ? { gs3pk: filtered, gs3sk: inboxOrder(at, partnerId, parcel?.id) } : {}),
      kind: 'inbox',
      words: wordsOf(record as never),
      record,
    };
  };
  const message = { id: 'm', seq: 1, senderId: leaver, recipientId: otherId, content: 'Bonjour', createdAt: at };
  const mine = row(a.id, b);
  return {
    threadHead: [
      {
        ...keys.threadHead(a.id, otherId, parcel?.id),
        kind: 'thread',
        record: { seq: 1, members: [a.id, otherId], readUpTo: {}, ...(parcel ? { parcelId: parcel.id } : {}) },
      },
    ],
    message: [{ ...keys.message(a.id, otherId, parcel?.id, 1), kind: 'message', record: message }],
    inbox: [mine, ...(typeof b === 'string' ? [] : [row(b.id, a)])],
    threadWord: mine.words.split(' ').map((word) => ({
      ...keys.threadWord(a.id, word, otherId, parcel?.id),
      kind: 'threadWord',
      words: mine.words,
    })),
  };
}

const upload = (number: number, kind: string, key: string, attributes: Item = {}): Item => ({
  ...keys.upload(thing(number)),
  id: thing(number),
  kind,
  ownerId: leaver,
  contentType: 'image/jpeg',
  sha256: 'x',
  size: 9,
  state: 'attached',
  key,
  createdAt: at,
  ...attributes,
});
const photo = (parcel: ParcelRecord, number: number): Item[] => [
  {
    ...keys.proof(parcel.id, at, thing(number)),
    kind: 'proof',
    record: {
      id: thing(number),
      key: `proofs/${parcel.id}/${thing(number)}`,
      contentType: 'image/jpeg',
      stage: 'delivery',
      by: leaver,
      at,
      assignedAt: at,
      sha256: 'x',
    },
  },
  upload(number, 'proof', `proofs/${parcel.id}/${thing(number)}`),
];
/** Parts of an archive: the second one is not noted yet. */
const archiveParts = [`exports/${thing(81)}/${thing(82)}.zip`, `exports/${thing(81)}/${thing(83)}.zip`];

/** The items of a member who has one of everything, by the key that builds them. */
export const everything: Readonly<Partial<Record<keyof typeof keys, readonly Item[]>>> = {
  profile: Object.values(people).map(profileItem),
  stats: [
    { ...keys.stats(leaver), unread: 3, ratingSum: 4, ratingCount: 1, stars4: 1 },
    { ...keys.stats(friend), ratingSum: 8, ratingCount: 2, stars5: 1, stars3: 1, requests: 1 },
  ],
  answers: [{ ...keys.answers(leaver), version: 1, record: [{ thread: 'h', at, minutes: 5 }] }],
  newName: [{ ...keys.newName(leaver), kind: 'newName', id: leaver }],
  nameSuffix: [...suffixesOf(me)].map((suffix) => ({ ...keys.nameSuffix(suffix, leaver), kind: 'name', id: leaver })),
  administrator: Object.entries({ [leaver]: me.email, [colleague]: 'co@exemple.fr' }).map(([id, email]) => {
    const status = id === leaver ? 'inactive' : 'active';
    return { ...keys.administrator(id), kind: 'administrator', status, email, createdAt: at };
  }),
  emailLock: [emailLockOf(me)],
  poolUser: [{ ...keys.poolUser(leaverUser), kind: 'poolUser', memberId: leaver }],
  parcel: Object.values(parcels).map(parcelItem),
  ...historyOf({ leaver, friend }, parcels, at),
  positionCount: [{ ...keys.positionCount(parcels.ownDelivered.id), count: 1, last: 1 }],
  proof: [...photo(parcels.ownDelivered, 73), ...photo(parcels.theirsDelivered, 74)],
  proofCount: [{ ...keys.proofCount(parcels.ownDelivered.id, at, 'delivery'), count: 1 }],
  codeTries: [{ ...keys.codeTries(parcels.ownDelivered.id, at), tried: new Set(['x']) }],
  dayTally: [{ ...keys.dayTally(leaver, '2026-11-20'), p: 1 }],
  monthTally: [
    { ...keys.monthTally(leaver, '2026-11'), p: 1 },
    { ...keys.monthTally(friend, '2026-11'), c: 1 },
  ],
  alert: [alertItem(leaver, anAlert({ from: { countryCode: 'FR', country: 'France', city: 'Quatremarre' } }))],
  ...Object.fromEntries(pushDeviceItems(leaver, aDevice({ name: 'Quatremarre' })).map((item) => [item.kind, [item]])),
  alertHit: [{ ...keys.alertHit(leaver, thing(90)), kind: 'alertHit', record: { alertId: thing(91) } }],
  alertMail: [{ ...keys.alertMail(leaver, at), kind: 'alertMail', record: { due: at } }],
  inHand: [
    { ...keys.inHand(leaver, friend, parcels.theirsAgreed.id), kind: 'inHand', record: {} },
    { ...keys.inHand(friend, leaver, parcels.theirsAgreed.id), kind: 'inHand', record: {} },
  ],
  deliveredTogether: [{ ...keys.deliveredTogether(leaver, friend), kind: 'met', record: {} }],
  trip: [tripItem(trip)],
  receipt: [receiptItem(receipt)],
  receiptFile: [
    { ...keys.receiptFile(receipt.sha256, at, receipt.id), kind: 'receiptFile', memberId: leaver, sentAt: at },
  ],
  receiptCount: [{ ...keys.receiptCount(leaver), pending: 1 }],
  subscriptionEnd: [{ ...keys.subscriptionEnd(leaver), kind: 'subscriptionEnd', end: at }],
  ...merged(
    conversation(me, other, parcels.own),
    conversation(me, other, parcels.theirsDelivered),
    conversation(me, other),
    conversation(me, former),
  ),
  relisting: [{ ...keys.relisting(leaver), kind: 'relisting', record: { id: 'r', memberId: leaver } }],
  ...tiesOf({ leaver, friend, witness }, at),
  offer: [parcels.own, parcels.theirsOffered].flatMap((parcel) => offerOf(card(other), parcel, card(me), at)),
  report: [
    reportItem(reports.sent),
    reportItem(reports.received),
    reportItem(reports.objection),
    // Of others about others.
    reportItem(aReportRecord({ id: thing(52), reporterId: witness, accusedId: friend, text: 'Rien de lui' })),
  ],
  reportKept: [
    reportKeptItem(reports.sent, {
      lines: [
        { by: 'reporter', text: 'Les mots de Zoubida' },
        { by: 'accused', text: 'Une réponse' },
      ],
    }),
    reportKeptItem(reports.received, { lines: [{ by: 'accused', text: 'Le mot de Quatremarre' }] }),
    reportKeptItem(reports.objection, { lines: [{ label: 'Nom', text: 'Zoubida Quatremarre' }] }),
  ],
  connection: [{ ...keys.connection(leaver, 'c1'), kind: 'connection', record: { id: 'c1' } }],
  connectionOwner: [{ ...keys.connectionOwner('c1'), kind: 'connectionOwner', memberId: leaver }],
  upload: [
    upload(70, 'avatar', `media/${thing(70)}`),
    upload(71, 'id_document', `documents/${leaver}/1-${thing(71)}.jpg`),
    upload(72, 'parcel_file', `parcels/${leaver}/${thing(72)}`),
    upload(30, 'receipt_file', receipt.key, { fileName: 'virement-zoubida.pdf' }),
    upload(75, 'id_document', `documents/${leaver}/0-${thing(75)}.jpg`, indexes.keptUntil('2027-02-01', thing(75))),
    upload(76, 'avatar', `media/${thing(76)}`, { ...indexes.waitingFiles(leaver, thing(76)), state: 'clean' }),
  ],
  idempotency: answersOf([leaver, friend, colleague], card(me), card(other)),
  archive: [
    {
      ...keys.archive(leaver, at),
      ...indexes.archives('ended', at, leaver),
      kind: 'archive',
      record: {
        id: thing(81),
        memberId: leaver,
        requestedAt: at,
        state: 'ready',
        tries: 0,
        leaseUntil: 0,
        parts: [{ key: archiveParts[0], name: 'partie-1.zip', bytes: 1 }],
        endedAt: at,
      },
    },
  ],
  ageing: [
    {
      ...keys.ageing(keys.parcel(parcels.own.id).pk),
      ...indexes.ageing('2027-03-20', keys.parcel(parcels.own.id).pk),
      kind: 'ageing',
    },
  ],
  secondFactor: [{ ...keys.secondFactor(leaver), kind: 'secondFactor', sealed: 'x' }],
  provenSession: [{ ...keys.provenSession(leaver, 's1'), kind: 'secondFactorProof', until: 1 }],
  // Written through the table below.
  outbox: [],
  notice: noticesOf({ leaver, friend, colleague, invitation: thing(79), parcelId: thing(20) }, me.email, at),
  log: [
    {
      ...keys.log(at, 'l1'),
      kind: 'log',
      record: {
        id: 'l1',
        at,
        admin: { id: witness },
        action: 'approveProfile',
        targetType: 'profile',
        targetId: leaver,
        details: {},
      },
    },
  ],
};

function merged(...parts: Record<string, Item[]>[]): Record<string, Item[]> {
  const all: Record<string, Item[]> = {};
  for (const part of parts)
    for (const [name, items] of Object.entries(part)) all[name] = [...(all[name] ?? []), ...items];
  return all;
}

/** The objects in the buckets. */
export const stored = {
  quarantine: [`quarantine/avatar/${leaver}/${thing(77)}`, `quarantine/avatar/${friend}/${thing(78)}`],
  identity: [
    `documents/${leaver}/1-${thing(71)}.jpg`,
    `documents/${leaver}/0-${thing(75)}.jpg`,
    `documents/${friend}/1-${thing(79)}.jpg`,
  ],
  private: [
    `parcels/${leaver}/${thing(72)}`,
    `proofs/${parcels.ownDelivered.id}/${thing(73)}`,
    `proofs/${parcels.theirsDelivered.id}/${thing(74)}`,
    receipt.key,
    ...archiveParts,
  ],
  media: [`media/${thing(70)}`, `media/${thing(76)}`, `media/${thing(80)}`],
};
/** The objects that remain after the deletion. */
export const leftInBuckets = {
  quarantine: [stored.quarantine[1]],
  identity: [stored.identity[2]],
  private: [stored.private[2], stored.private[3]],
  media: [stored.media[2]],
};

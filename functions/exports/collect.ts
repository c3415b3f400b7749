import * as z from 'zod/mini';
import { parseAlert } from '#functions/alerts/repository.ts';
import { lineOfStep } from '#functions/deliveries/events.ts';
import { dayTallies, monthTallies } from '#functions/deliveries/tallies.ts';
import { BlockRecord } from '#functions/friends/blocks.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { parseDevice } from '#functions/notices/push-devices.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { listOfReports, parseReport } from '#functions/reports/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { adminActionLabels, motiveLabel } from '#shared/admin/words.ts';
import { eventText, problemLabels } from '#shared/deliveries/words.ts';
import { type InboxRecord, MessageRecord, ThreadRecord, toMessage } from '#shared/messaging/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import { toReceipt } from '#shared/receipts/rules.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { objectionLabels } from '#shared/reports/words.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { contentTypes } from '#shared/values/files.ts';
import {
  carriedParcels,
  type Decided,
  type Names,
  namesOf,
  type OwnFile,
  ownFile,
  ownParcels,
} from './collect-parcels.ts';
import { archiveRepository } from './repository.ts';

async function conversationsOf(table: Table, memberId: string) {
  const found: { row: InboxRecord; items: Item[] }[] = [];
  const list = queryOf({ partition: keys.member(memberId), sort: { beginsWith: 'TH#' } });
  for await (const item of itemsOf(table, list)) {
    const row = parseInbox(item);
    const items: Item[] = [];
    const thread = queryOf({ partition: keys.thread(memberId, row.with.id, row.parcel?.id) });
    for await (const part of itemsOf(table, thread)) items.push(part);
    found.push({ row, items });
  }
  return {
    people: found.map(({ row }) => row.with.id),
    show: (names: Names) =>
      found.map(({ row, items }) => {
        const other = names.contact(row.with.id);
        const head = items.find((item) => isOfKind(item, 'thread'));
        const thread = head && ThreadRecord.parse(head['record']);
        const messages = items
          .filter((item) => isOfKind(item, 'message'))
          .map((item) => MessageRecord.parse(item['record']));
        return {
          with: other,
          parcel: row.parcel,
          messages: messages.map((message) => {
            const { senderId, content, createdAt, readAt } = thread
              ? toMessage(thread, message)
              : { ...message, readAt: undefined };
            return { from: names.contact(senderId), content, createdAt, readAt };
          }),
        };
      }),
  };
}

export interface Contents {
  readonly texts: Readonly<Record<string, unknown>>;
  readonly files: readonly OwnFile[];
}

/**
 * All data of a member, read from their own keys, so that the cost grows only with what they have. Of others it
 * contains ids and first names. Fields of the account are an allow-list; listings and deliveries are complete except
 * for removed fields. `collect.data.test.ts` compares both with the stored data, and names what is left out.
 */
export async function collect(table: Table, profile: ProfileRecord): Promise<Contents> {
  const { id } = profile;
  const own = (prefix: string) => listed(table, queryOf({ partition: keys.member(id), sort: { beginsWith: prefix } }));
  const [parcels, carried, threads, received, friends, blocks, written, trips, receipts, alerts, sent] =
    await Promise.all([
      ownParcels(table, id),
      carriedParcels(table, id),
      conversationsOf(table, id),
      listed(table, queryOf({ index: 'gs1', partition: indexes.reviewsOf(id, '').gs1pk })),
      own(keys.friend('', '').sk),
      listed(table, queryOf({ index: 'gs1', partition: indexes.blocksOf(id, '').gs1pk })),
      listed(table, queryOf({ index: 'gs3', partition: indexes.reviewsBy(id, '').gs3pk })),
      listed(table, queryOf({ index: 'gs1', partition: indexes.ownTrips(id, '', '').gs1pk })),
      listed(table, queryOf({ index: 'gs1', partition: indexes.ownReceipts(id, '').gs1pk })),
      own(keys.alert('').sk),
      listed(table, queryOf(listOfReports('sentBy', id))),
    ]);
  const reviews = { received: received.map(parseReview), written: written.map(parseReview) };
  const reports = sent.map(parseReport);
  const known = friends.map(({ record }) => Friend.parse(record));
  const blocked = blocks.map(({ record }) => BlockRecord.parse(record));
  const names = await namesOf(table, [
    id,
    ...parcels.people,
    ...carried.people,
    ...threads.people,
    ...reviews.received.map(({ reviewerId }) => reviewerId),
    ...reviews.written.map(({ targetId }) => targetId),
    ...known.map(({ friendId }) => friendId),
    ...reports.flatMap(({ accusedId = [] }) => accusedId),
    ...blocked.map(({ otherId }) => otherId),
  ]);
  const paid = receipts.map(parseReceipt);
  const travelled = trips.map(parseTrip);
  const targets = [id, ...parcels.ids, ...travelled.map((trip) => trip.id), ...paid.map((receipt) => receipt.id)];
  const texts = {
    'profil.json': ownProfile(profile),
    'reglages.json': {
      ...(await settingsOf(table, profile)),
      blockedMembers: blocked.map(({ otherId, since }) => ({ ...names.contact(otherId), since })),
    },
    'colis.json': parcels.show(names),
    'livraisons.json': carried.show(names),
    'trajets.json': travelled.map(ownTrip),
    'messages.json': threads.show(names),
    'avis.json': {
      received: reviews.received.map(({ reviewerId, ...review }) => ({
        by: names.author(reviewerId),
        ...reviewFacts(review),
      })),
      written: reviews.written.map(({ targetId, ...review }) => ({
        about: names.author(targetId),
        ...reviewFacts(review),
      })),
    },
    'amis.json': known.map(({ friendId, since }) => ({ ...names.contact(friendId), since })),
    'paiements.json': paid.map(ownReceipt),
    'signalements.json': reports.map((report) => ({
      ...reportFacts(report),
      ...(report.accusedId ? { about: names.author(report.accusedId) } : {}),
    })),
    'alertes.json': alerts.map(parseAlert),
    'statistiques.json': await figuresOf(table, id),
    'decisions.json': await decisionsAbout(table, targets, reports, [...parcels.decisions, ...carried.decisions]),
  };
  const files = [
    ...(await profileFiles(table, profile)),
    ...parcels.files,
    ...carried.files,
    ...paid.map((receipt) => ownFile('receipt_file', receipt, receiptPath(receipt))),
  ];
  return { texts, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

async function listed(table: Table, query: Parameters<Table['query']>[0]): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of itemsOf(table, query)) found.push(item);
  return found;
}

const Friend = z.object({ friendId: z.string(), since: z.optional(z.string()) });

const nameIn = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({ firstName, lastName });

function ownProfile(profile: ProfileRecord) {
  const { id, email, phone, status, statusReason, emailConfirmedAt, createdAt, newName } = profile;
  const { validatedAt, unblockedAt, refusedName, renamedAt, subscriptionStart, subscriptionEnd, isAdmin } = profile;
  const { mailRefused, acceptedTermsAt, acceptedTermsVersion } = profile;
  return {
    id,
    ...nameIn(profile),
    email,
    mailRefused,
    phone,
    status,
    statusReason,
    emailConfirmedAt,
    createdAt,
    acceptedTermsAt,
    acceptedTermsVersion,
    validatedAt,
    unblockedAt,
    documents: { idDocumentAt: profile.idDocument?.at, facePhotoAt: profile.facePhoto?.at },
    newName: newName && { ...nameIn(newName), at: newName.at, idDocumentAt: newName.idDocument?.at },
    refusedName: refusedName && { ...nameIn(refusedName), reason: refusedName.reason },
    renamedAt,
    subscriptionStart,
    subscriptionEnd,
    isAdministrator: isAdmin,
  };
}

async function settingsOf(table: Table, profile: ProfileRecord) {
  const { id, phonePublic, emailNotifications, messageNotices = true, messageSound = true, noticeChoices } = profile;
  const [archives, devices] = await Promise.all([
    archiveRepository(table).archivesOf(id),
    listed(table, queryOf({ partition: keys.member(id), sort: { beginsWith: keys.pushDevice('', '').sk } })),
  ]);
  return {
    phonePublic,
    emailNotifications,
    messageNotices,
    messageSound,
    noticeChoices,
    devices: devices.map(parseDevice).map(({ name, addedAt }) => ({ name, addedAt })),
    archives: archives.map(({ requestedAt, state, endedAt }) => ({ requestedAt, state, endedAt })),
  };
}

function ownTrip(trip: TripRecord) {
  const { owner: _me, ownerId: _myId, validatedBy: _administrator, version: _number, ...facts } = trip;
  return facts;
}

const reviewFacts = ({
  rating,
  comment,
  createdAt,
  editedAt,
}: Pick<ReturnType<typeof parseReview>, 'rating' | 'comment' | 'createdAt' | 'editedAt'>) => ({
  rating,
  comment,
  createdAt,
  editedAt,
});

/** A report as its sender knows it: no warning to the other member, no administrator. */
const reportFacts = ({ id, about: thing, reason, problem, text, createdAt, status, decision }: ReportRecord) => ({
  id,
  reference: reportReference(id),
  thing,
  reason,
  label: motiveLabel({ about: thing, reason, problem }),
  text,
  createdAt,
  status,
  decision: decision && { outcome: decision.outcome, end: decision.end, reason: decision.reason, at: decision.at },
});

const receiptPath = ({ id }: ReceiptRecord) => `paiements/${id}`;

function ownReceipt(receipt: ReceiptRecord) {
  const { sha256: _hash, ...facts } = toReceipt(receipt);
  const { contentType, subscriptionEnd } = receipt;
  return { ...facts, subscriptionEnd, file: ownFile('receipt_file', receipt, receiptPath(receipt)).path, contentType };
}

async function figuresOf(table: Table, id: string) {
  const [counters, days, months] = await Promise.all([
    profileRepository(table).stats(id),
    dayTallies(table, id, '0', '9'),
    monthTallies(table, id),
  ]);
  return { counters, days, months };
}

function objectionsTo(decision: string | undefined, reports: readonly ReportRecord[]): ReportRecord[] {
  const sent = reports.find(({ about }) => about.kind === 'decision' && about.id === decision);
  if (!sent) return [];
  const line = sent.decision?.line;
  return [sent, ...(line ? objectionsTo(decisionId({ kind: 'report', id: sent.id, line }), reports) : [])];
}

const deliveryDecision = ({ parcel, told, decision }: Decided, reports: readonly ReportRecord[]) => ({
  at: told.at,
  label: eventText(told),
  about: { type: 'parcel', ...parcel },
  ...(told.problem ? { problem: problemLabels[told.problem] } : {}),
  reason: told.reason,
  objections: objectionsTo(decision, reports).map((report) => ({
    reference: reportReference(report.id),
    at: report.createdAt,
    text: report.text,
    ...(report.decision
      ? {
          answer: {
            at: report.decision.at,
            label: objectionLabels[report.decision.outcome],
            reason: report.decision.reason,
          },
        }
      : {}),
  })),
});

/**
 * The lines of the administrators' log about the member and their things: the act and its states, without its author.
 * Those about a delivery come from its history instead, for both members. Newest first.
 */
async function decisionsAbout(
  table: Table,
  targets: readonly string[],
  reports: readonly ReportRecord[],
  decided: readonly Decided[],
) {
  const decisions: { readonly at: string }[] = decided.map((one) => deliveryDecision(one, reports));
  const shown = new Set(decided.map(({ parcel, told }) => lineOfStep({ id: parcel.id, version: told.version })));
  for (const target of targets) {
    const lines = queryOf({ index: 'gs1', partition: indexes.logOf(target, '', '').gs1pk });
    for await (const { record } of itemsOf(table, lines)) {
      const { id, at, action, targetType, targetId, details } = AdminLogRecord.parse(record);
      if (shown.has(id)) continue;
      const told = { at, action, label: adminActionLabels[action], about: { type: targetType, id: targetId }, details };
      decisions.push(told);
    }
  }
  return decisions.toSorted((a, b) => b.at.localeCompare(a.at));
}

const AvatarUpload = z.object({ contentType: z.enum(contentTypes) });

async function profileFiles(table: Table, profile: ProfileRecord): Promise<OwnFile[]> {
  const { idDocument, facePhoto, newName, avatarKey } = profile;
  const upload = avatarKey && (await table.get(keys.upload(avatarKey.split('/')[1] ?? '')));
  const avatar = avatarKey && {
    key: avatarKey,
    contentType: AvatarUpload.safeParse(upload).data?.contentType ?? 'image/jpeg',
  };
  return [
    ...(idDocument ? [ownFile('id_document', idDocument, 'identite/piece-identite')] : []),
    ...(facePhoto ? [ownFile('face_photo', facePhoto, 'identite/photo-de-visage')] : []),
    ...(newName?.idDocument ? [ownFile('id_document', newName.idDocument, 'identite/piece-du-nouveau-nom')] : []),
    ...(avatar ? [ownFile('avatar', avatar, 'photo-de-profil')] : []),
  ];
}

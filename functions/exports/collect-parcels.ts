import * as z from 'zod/mini';
import { toEvent } from '#functions/deliveries/events.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import { eventText, isDecision, problemLabels } from '#shared/deliveries/words.ts';
import { formerMember, nameOf } from '#shared/messaging/words.ts';
import { ParcelRecord } from '#shared/parcels/record.ts';
import { isReachable, type ProfileRecord } from '#shared/profiles/record.ts';
import { stageLabels } from '#shared/situation/words.ts';
import { type ContentType, type UploadKind, uploadKinds } from '#shared/values/files.ts';

interface Named {
  readonly id: string;
  readonly firstName: string;
}

/** Half of what one database call takes, because each member is read with their counters. */
const batch = 50;

export async function namesOf(table: Table, ids: Iterable<string>) {
  const wanted = [...new Set(ids)];
  const people = new Map<string, ProfileRecord>();
  for (let at = 0; at < wanted.length; at += batch)
    for (const [id, { profile }] of await profileRepository(table).people(wanted.slice(at, at + batch)))
      people.set(id, profile);
  const contact = (id: string): Named => ({ id, firstName: people.get(id)?.firstName ?? nameOf(formerMember) });
  return {
    contact,
    author: (id: string): Named => {
      const profile = people.get(id);
      return profile && !isReachable(profile) ? { id, firstName: 'Membre indisponible' } : contact(id);
    },
  };
}

export type Names = Awaited<ReturnType<typeof namesOf>>;

export interface OwnFile {
  readonly path: string;
  readonly bucket: 'identity' | 'private' | 'media';
  readonly key: string;
}

const extensions: Readonly<Record<ContentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

export const ownFile = (
  kind: UploadKind,
  { key, contentType }: { readonly key: string; readonly contentType: ContentType },
  name: string,
): OwnFile => ({ path: `${name}.${extensions[contentType]}`, bucket: uploadKinds[kind].bucket, key });

/** A decision of our team about a delivery, as the member reads it in its history. */
export interface Decided {
  readonly parcel: { readonly id: string; readonly title: string };
  readonly told: TrackingEvent;
  /** The name that an objection has for it; none where it cannot be contested. */
  readonly decision: string | undefined;
}

interface Section {
  readonly decisions: readonly Decided[];
  readonly ids: readonly string[];
  readonly people: readonly string[];
  readonly files: readonly OwnFile[];
  show(names: Names): unknown;
}

interface History {
  readonly parcel: ParcelRecord | undefined;
  readonly events: readonly TrackingEvent[];
  readonly proofs: readonly ProofRecord[];
}

async function historyOf(table: Table, parcelId: string): Promise<History> {
  const items: Item[] = [];
  for await (const item of itemsOf(table, queryOf({ partition: keys.parcel(parcelId).pk }))) items.push(item);
  const recordsOf = (...kinds: Parameters<typeof isOfKind>[1][]) =>
    items.filter((item) => kinds.some((kind) => isOfKind(item, kind))).map(({ record }) => record);
  const parcel = items.find((item) => isOfKind(item, 'parcel'));
  return {
    parcel: parcel && parseParcel(parcel),
    events: recordsOf('event', 'position').map((record) => z.parse(TrackingEvent, record)),
    proofs: recordsOf('proof').map((record) => ProofRecord.parse(record)),
  };
}

function proofFile(parcelId: string, memberId: string, proof: ProofRecord): OwnFile | undefined {
  const { id, by, stage, key, contentType } = proof;
  if (by !== memberId || !key || !contentType) return undefined;
  return ownFile('proof', { key, contentType }, `colis/${parcelId}/preuve-${stage}-${id}`);
}

const filesOf = (...files: (OwnFile | undefined)[]) => files.filter((file) => file !== undefined);

/** Photos as both participants see them, with the file only for the member who took it. */
const showProofs = (parcelId: string, memberId: string, proofs: readonly ProofRecord[], names: Names) =>
  proofs.map((proof) => ({
    stage: proof.stage,
    at: proof.at,
    by: names.contact(proof.by),
    file: proofFile(parcelId, memberId, proof)?.path,
  }));

const showEvents = (events: readonly TrackingEvent[], names: Names) =>
  events.map(({ by, carrierId, version: _number, annuls: _one, ...facts }) => ({
    ...facts,
    label: eventText(facts),
    ...(by ? { by: names.contact(by) } : {}),
    ...(carrierId ? { carrier: names.contact(carrierId) } : {}),
  }));

function showProblem(problem: ParcelRecord['problem'], names: Names) {
  if (!problem) return {};
  const { reportId: _own, by, ...facts } = problem;
  return { problem: { ...facts, label: problemLabels[facts.kind], by: names.contact(by) } };
}

/** The words of the page for an end. Once its decision is annulled, the end that it gave counts no more (rule 173). */
function showEnd({ outcome, annulled }: Pick<ParcelRecord, 'outcome' | 'annulled'>) {
  if (annulled) return { outcome: undefined, label: stageLabels.undecided };
  return outcome ? { label: stageLabels[outcome] } : {};
}

const decidedIn = (
  { id, title }: Decided['parcel'],
  events: readonly TrackingEvent[],
  told: readonly TrackingEvent[],
): Decided[] =>
  told.filter(isDecision).map((one) => {
    const stored = events.find(({ version, type }) => version === one.version && type === one.type);
    return { parcel: { id, title }, told: one, decision: stored?.decision };
  });

const parcelFile = ({ id, file }: ParcelRecord) => file && ownFile('parcel_file', file, `colis/${id}/fichier`);

export async function ownParcels(table: Table, memberId: string): Promise<Section> {
  const found: (History & Pick<Section, 'decisions'> & { readonly parcel: ParcelRecord })[] = [];
  const list = queryOf({ index: 'gs1', partition: indexes.ownParcels(memberId, 'todo', '').gs1pk });
  for await (const item of itemsOf(table, list)) {
    const { parcel = parseParcel(item), events, proofs } = await historyOf(table, parseParcel(item).id);
    const seen = events.flatMap((event) => toEvent(memberId, parcel, event) ?? []);
    found.push({ parcel, events: seen, proofs, decisions: decidedIn(parcel, events, seen) });
  }
  return {
    decisions: found.flatMap(({ decisions }) => decisions),
    ids: found.map(({ parcel }) => parcel.id),
    people: found.flatMap(({ parcel: { carrierId }, events, proofs }) => [
      ...(carrierId ? [carrierId] : []),
      ...peopleIn(events),
      ...proofs.map(({ by }) => by),
    ]),
    files: found.flatMap(({ parcel, proofs }) =>
      filesOf(parcelFile(parcel), ...proofs.map((proof) => proofFile(parcel.id, memberId, proof))),
    ),
    show: (names) =>
      found.map(({ parcel, events, proofs }) => {
        const { owner: _me, ownerId: _myId, validatedBy: _administrator, version: _number, ...facts } = parcel;
        // A block by the carrier is silent, and offers are among the messages.
        const { carrierTie: _1, carrierOffer: _2, openOffers: _3, ownerAway: _4, ...own } = facts;
        const { carrier: _card, carrierId, file: _stored, problem, contentsRefused, ...shown } = own;
        return {
          ...shown,
          ...(carrierId ? { carrier: names.contact(carrierId) } : {}),
          ...(parcel.file ? { file: parcelFile(parcel)?.path } : {}),
          ...(contentsRefused
            ? { contentsRefused: { ...contentsRefused, by: names.contact(contentsRefused.by.id) } }
            : {}),
          ...showProblem(problem, names),
          ...showEnd(shown),
          events: showEvents(events, names),
          proofs: showProofs(parcel.id, memberId, proofs, names),
        };
      }),
  };
}

const CarriedFacts = z.pick(ParcelRecord, {
  title: true,
  ownerId: true,
  weightGrams: true,
  size: true,
  pickup: true,
  delivery: true,
  deadline: true,
  status: true,
  deliveredAt: true,
  returnConfirmedAt: true,
  problem: true,
  outcome: true,
  annulled: true,
  terms: true,
});

/** The member's deliveries and offers as carrier, limited to their own assignments. */
export async function carriedParcels(table: Table, memberId: string): Promise<Section> {
  const found: (Pick<History, 'events' | 'proofs'> &
    Pick<Section, 'decisions'> & {
      readonly parcelId: string;
      readonly assignedAt: string;
      readonly facts: z.infer<typeof CarriedFacts>;
    })[] = [];
  const list = queryOf({
    partition: keys.member(memberId),
    sort: { beginsWith: 'CARRY#' },
  });
  for await (const { sk, record } of itemsOf(table, list)) {
    const [, assignedAt = '', parcelId = ''] = String(sk).split('#');
    const { parcel, events, proofs } = await historyOf(table, parcelId);
    const isCurrent = parcel?.carrierId === memberId && parcel.assignedAt === assignedAt;
    const isTheirs = (event: TrackingEvent) =>
      event.at >= assignedAt && (isCurrent || event.carrierId === memberId || event.by === memberId);
    const facts = CarriedFacts.parse(record);
    const seen = parcel ? events.filter(isTheirs).flatMap((event) => seenByCarrier(memberId, parcel, event)) : [];
    found.push({
      parcelId,
      assignedAt,
      facts,
      events: seen,
      decisions: decidedIn({ id: parcelId, title: facts.title }, events, seen),
      proofs: proofs.filter((proof) => proof.by === memberId && proof.assignedAt === assignedAt),
    });
  }
  return {
    decisions: found.flatMap(({ decisions }) => decisions),
    ids: [],
    people: found.flatMap(({ facts: { ownerId }, events }) => [ownerId, ...peopleIn(events)]),
    files: found.flatMap(({ parcelId, proofs }) =>
      filesOf(...proofs.map((proof) => proofFile(parcelId, memberId, proof))),
    ),
    show: (names) =>
      found.map(({ parcelId, assignedAt, facts: { ownerId, problem, ...facts }, events, proofs }) => ({
        id: parcelId,
        assignedAt,
        ...facts,
        ...showProblem(problem, names),
        ...showEnd(facts),
        owner: names.contact(ownerId),
        events: showEvents(events, names),
        proofs: showProofs(parcelId, memberId, proofs, names),
      })),
  };
}

/** A former carrier keeps their own acts and the reason why their delivery ended, without terms. */
function seenByCarrier(memberId: string, parcel: ParcelRecord, event: TrackingEvent): TrackingEvent[] {
  if (parcel.carrierId === memberId) {
    const seen = toEvent(memberId, parcel, event);
    return seen ? [seen] : [];
  }
  const { carrierId: _me, by, terms: _agreed, was: _before, decision: _ours, ...facts } = event;
  return [{ ...facts, ...(by === memberId || by === parcel.ownerId ? { by } : {}) }];
}

const peopleIn = (events: readonly TrackingEvent[]) =>
  events.flatMap(({ by, carrierId }) => [by, carrierId].filter((id) => id !== undefined));

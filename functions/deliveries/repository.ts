import { queryOf } from '#functions/platform/http/list.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { absent, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import { isInHand, proofLimit } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { rowKeysOf, rowsOf, storeRow } from './rows.ts';

function handKeys(parcel: ParcelRecord): Key[] {
  const { id, ownerId, carrierId } = parcel;
  if (!carrierId || !isInHand(parcel)) return [];
  return [keys.inHand(ownerId, carrierId, id), keys.inHand(carrierId, ownerId, id)];
}

const proofsOf = (parcelId: string) => queryOf({ partition: keys.parcel(parcelId).pk, sort: { beginsWith: 'PH#' } });

const nameOf = ({ pk, sk }: Key) => `${pk}|${sk}`;

function notIn(known: readonly Key[], all: readonly Key[]): Key[] {
  const names = new Set(known.map(nameOf));
  return all.filter((key) => !names.has(nameOf(key)));
}

export function deliveryRepository(table: Table) {
  /** Makes the reviews of the two about each other verified. */
  const completed = (before: ParcelRecord, { id, ownerId, carrierId, status }: ParcelRecord): Write[] =>
    status === 'delivered' && before.status !== 'delivered' && carrierId
      ? [table.put({ ...keys.deliveredTogether(ownerId, carrierId), kind: 'met', record: { parcelId: id } })]
      : [];

  return {
    /** The writes that depend on the carrier: the list rows of both members, and their shared rows. */
    assignment(before: ParcelRecord, after: ParcelRecord, now: number): Write[] {
      const [old, fresh] = [before, after].map(rowKeysOf) as [Key[], Key[]];
      const [oldHands, hands] = [before, after].map(handKeys) as [Key[], Key[]];
      return [
        ...notIn(fresh, old).map((key) => table.remove(key)),
        ...rowsOf(after, now).map((row) => storeRow(table, row)),
        ...notIn(hands, oldHands).map((key) => table.remove(key)),
        ...notIn(oldHands, hands).map((key) => table.put({ ...key, kind: 'inHand', record: { parcelId: after.id } })),
        ...completed(before, after),
      ];
    },

    forget: (parcel: ParcelRecord): Write[] => rowKeysOf(parcel).map((key) => table.remove(key)),

    async proofs(parcelId: string): Promise<ProofRecord[]> {
      const page = await table.query({ ...proofsOf(parcelId), ConsistentRead: true });
      return page.items.map(({ record }) => ProofRecord.parse(record));
    },

    /** The photos of a stage that count towards the limit of a member: of a problem, their own. */
    async proofCount({ id, assignedAt, problem }: ParcelRecord, stage: ProofStage, memberId: string): Promise<number> {
      const counts = (proof: ProofRecord) =>
        proof.stage === stage &&
        proof.assignedAt === assignedAt &&
        (stage !== 'problem' || (proof.by === memberId && proof.at >= (problem?.at ?? '')));
      return (await this.proofs(id)).filter(counts).length;
    },

    /** Stores a photo, at most six of a stage, or of a problem and member, also under concurrency. */
    addProof: ({ id, problem }: ParcelRecord, proof: ProofRecord): Write[] => [
      table.put({ ...keys.proof(id, proof.at, proof.id), kind: 'proof', record: proof }, absent),
      table.update(
        keys.proofCount(id, proof.assignedAt, countedAs(proof, problem)),
        { expression: 'ADD #count :one', names: { '#count': 'count' }, values: { ':one': 1, ':most': proofLimit } },
        { expression: 'attribute_not_exists(#count) OR #count < :most' },
        () => new Refusal('LIMIT', { title: 'Limite atteinte', detail: `${proofLimit} photos au maximum par étape.` }),
      ),
    ],

    /** Holds only if this photo of this assignment is stored. */
    proofMustStand: (parcelId: string, proof: ProofRecord): Write =>
      table.check(
        keys.proof(parcelId, proof.at, proof.id),
        recordHaving('assignedAt', proof.assignedAt),
        () => new Refusal('PHOTO_REQUIRED'),
      ),
  };
}

const countedAs = ({ stage, by }: ProofRecord, problem: ParcelRecord['problem']): string =>
  stage === 'problem' ? `${stage}#${problem?.at}#${by}` : stage;

/** The photo that allows the carrier to validate a stage: their own, of the current assignment. */
export const proofFor = (proofs: readonly ProofRecord[], parcel: ParcelRecord, stage: ProofStage) =>
  proofs.find(
    (proof) => proof.stage === stage && proof.by === parcel.carrierId && proof.assignedAt === parcel.assignedAt,
  );

import { pageIn, queryOf } from '#functions/platform/http/list.ts';
import type { ItemKind } from '#functions/platform/item-kind.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { absent, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import type { ProofStage, TrackingEvent } from '#shared/deliveries/contract.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import { isInHand, positionLimit, proofLimit } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** Rows of the carrier's list that are read at a time. */
export const deliveriesPage = 20;

/** The rows that say who carries a parcel, by kind: the carrier's list, and the two who share a delivery in hand. */
function assignmentKeys(parcel: ParcelRecord): { key: Key; kind: ItemKind }[] {
  const { id, ownerId, carrierId, assignedAt } = parcel;
  if (!carrierId || !assignedAt) return [];
  const hands = isInHand(parcel) ? [keys.inHand(ownerId, carrierId, id), keys.inHand(carrierId, ownerId, id)] : [];
  return [
    { key: keys.carry(carrierId, assignedAt, id), kind: 'carry' },
    ...hands.map((key) => ({ key, kind: 'inHand' as const })),
  ];
}

const proofsOf = (parcelId: string) => queryOf({ partition: keys.parcel(parcelId).pk, sort: { beginsWith: 'PH#' } });

const nameOf = ({ key }: { key: Key }) => `${key.pk}|${key.sk}`;

export function deliveryRepository(table: Table) {
  /** From now on the two may call their reviews of each other verified. */
  const completed = (before: ParcelRecord, { id, ownerId, carrierId, status }: ParcelRecord): Write[] =>
    status === 'delivered' && before.status !== 'delivered' && carrierId
      ? [table.put({ ...keys.deliveredTogether(ownerId, carrierId), kind: 'met', record: { parcelId: id } })]
      : [];

  return {
    /** The rows that follow from who carries the parcel, as far as the step changes them. */
    assignment(before: ParcelRecord, after: ParcelRecord): Write[] {
      const [old, fresh] = [assignmentKeys(before), assignmentKeys(after)];
      const record = { parcelId: after.id };
      const isIn = (rows: { key: Key }[]) => (row: { key: Key }) => rows.some((other) => nameOf(other) === nameOf(row));
      return [
        ...old.filter((row) => !isIn(fresh)(row)).map(({ key }) => table.remove(key)),
        ...fresh.filter((row) => !isIn(old)(row)).map(({ key, kind }) => table.put({ ...key, kind, record })),
        ...completed(before, after),
      ];
    },

    /** What a member carries or carried, newest first: ids of parcels. */
    async carriedBy(memberId: string, cursor?: string): Promise<{ parcelIds: string[]; next?: string }> {
      const list = { partition: keys.member(memberId), sort: { beginsWith: 'CARRY#' } };
      const { items, ...rest } = await pageIn(table, list, { size: deliveriesPage, cursor, isNewestFirst: true });
      return { parcelIds: items.map((item) => String((item['record'] as { parcelId: string }).parcelId)), ...rest };
    },

    /** Keeps where the parcel is; both of its people are told. Not too often, and not too many (rule 91). */
    addPosition: ({ id, ownerId, version }: ParcelRecord, carrierId: string, event: TrackingEvent): Write[] => {
      const now = Date.parse(event.at);
      return [
        table.put(
          {
            ...keys.parcelPosition(id, version, event.at),
            kind: 'position',
            members: [ownerId, carrierId],
            record: event,
          },
          absent,
        ),
        table.update(
          keys.positionCount(id),
          {
            expression: 'ADD #count :one SET #last = :now',
            names: { '#count': 'count', '#last': 'last' },
            values: { ':one': 1, ':now': now, ':most': positionLimit.count, ':before': now - positionLimit.everyMs },
          },
          { expression: 'attribute_not_exists(#count) OR (#count < :most AND #last <= :before)' },
          (old) => tooManyPositions(Number(old?.['count'])),
        ),
      ];
    },

    /** All photos of a parcel's hand-overs, oldest first. */
    async proofs(parcelId: string): Promise<ProofRecord[]> {
      const page = await table.query({ ...proofsOf(parcelId), ConsistentRead: true });
      return page.items.map(({ record }) => ProofRecord.parse(record));
    },

    /** How many photos the present assignment of a parcel has in a stage. */
    async proofCount({ id, assignedAt = '' }: ParcelRecord, stage: ProofStage): Promise<number> {
      const query = proofsOf(id);
      const { count } = await table.query({
        ...query,
        FilterExpression: '#record.#stage = :stage AND #record.#assigned = :assigned',
        ExpressionAttributeNames: { '#record': 'record', '#stage': 'stage', '#assigned': 'assignedAt' },
        ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':stage': stage, ':assigned': assignedAt },
        Select: 'COUNT',
      });
      return count;
    },

    /** Keeps a photo; at most six of one assignment and stage, however many arrive at once. */
    addProof: (parcelId: string, proof: ProofRecord): Write[] => [
      table.put({ ...keys.proof(parcelId, proof.at, proof.id), kind: 'proof', record: proof }, absent),
      table.update(
        keys.proofCount(parcelId, proof.assignedAt, proof.stage),
        { expression: 'ADD #count :one', names: { '#count': 'count' }, values: { ':one': 1, ':most': proofLimit } },
        { expression: 'attribute_not_exists(#count) OR #count < :most' },
        () => new Refusal('LIMIT', { title: 'Limite atteinte', detail: `${proofLimit} photos au maximum par étape.` }),
      ),
    ],

    /** Holds only while this photo of this assignment is kept. */
    proofMustStand: (parcelId: string, proof: ProofRecord): Write =>
      table.check(
        keys.proof(parcelId, proof.at, proof.id),
        recordHaving('assignedAt', proof.assignedAt),
        () => new Refusal('PHOTO_REQUIRED'),
      ),
  };
}

const tooManyPositions = (count: number) =>
  count >= positionLimit.count
    ? new Refusal('LIMIT', {
        title: 'Limite atteinte',
        detail: `${positionLimit.count} positions au maximum par colis.`,
      })
    : new Refusal(
        'TOO_MANY',
        {
          title: 'Position déjà indiquée',
          detail: "Vous venez d'indiquer une position : attendez une minute avant la suivante.",
        },
        { retryAfterSeconds: positionLimit.everyMs / 1000 },
      );

/** The photo that allows the carrier to validate a stage: their own, of the present assignment. */
export const proofFor = (proofs: readonly ProofRecord[], parcel: ParcelRecord, stage: ProofStage) =>
  proofs.find(
    (proof) => proof.stage === stage && proof.by === parcel.carrierId && proof.assignedAt === parcel.assignedAt,
  );

import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { aParcel, memberIds } from '../../access/people.ts';
import { type PipelineAnswer, put } from '../pipeline.ts';
import type { Storable } from '../world/item-of.ts';
import { aWorld, type WorldOptions } from '../world/world.ts';

/** The members of a market: the owner, the carrier, another possible carrier, and an unverified member. */
export const { O: owner, C: carrier, M: other, P: pending } = memberIds;

/** Records that the two have written to each other about the parcel. */
export const head = (a: string, b: string, parcelId: string): Item => ({
  ...keys.threadHead(a, b, parcelId),
  kind: 'thread',
  record: { seq: 1, members: [a, b], parcelId, readUpTo: {} },
});

const bodies: Partial<Record<keyof typeof deliveryRoutes, object>> = { validatePickup: { contentsSeen: true } };

/** One parcel of the owner and conversations about it with the three who might carry it. */
export async function marketplace(
  change: Partial<ParcelRecord> = {},
  items: readonly Storable[] = [],
  more: WorldOptions = {},
) {
  const parcel = aParcel(1, 'O', change);
  const heads = [carrier, other, pending].map((id) => head(owner, id, parcel.id));
  const options = { people: ['O', 'C', 'M', 'P'], start: Date.now(), isTicking: true } as const;
  const world = await aWorld({ ...options, items: [parcel, ...heads, ...items], ...more });
  const params = { parcelId: parcel.id };
  const current = async () =>
    (await world.table.get(keys.parcel(parcel.id), { consistent: true }))?.['record'] as ParcelRecord;
  /** Performs an act at the current version. */
  const act = async (name: keyof typeof deliveryRoutes, memberId: string, body?: unknown): Promise<PipelineAnswer> =>
    world.call(name, memberId, { params, version: (await current()).version, body: body ?? bodies[name] });
  return { ...world, parcel, params, current, act };
}
export type Marketplace = Awaited<ReturnType<typeof marketplace>>;

export async function rowsOf(table: Table, pk: string, prefix: string): Promise<Item[]> {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  });
  return items;
}

/** Mails that wait, each with its recipient. */
export const mailsIn = async (table: Table): Promise<Set<string>> => {
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  return new Set(
    Items.filter(isMail)
      .map(parseMail)
      .map(({ mail, memberId }) => `${mail} ${memberId}`),
  );
};

/** A clean photo that `by` has sent for a stage. */
export async function photo(
  table: Table,
  parcelId: string,
  by: string,
  stage: string,
  state = 'clean',
): Promise<string> {
  const id = randomUUID();
  await put(table, {
    ...keys.upload(id),
    id,
    kind: 'proof',
    ownerId: by,
    contentType: 'image/jpeg',
    sha256: 'x',
    state,
    key: `proofs/${parcelId}/${id}`,
    createdAt: new Date().toISOString(),
    target: parcelId,
    stage,
    ...(state === 'rejected' ? { reason: 'Ce fichier est abîmé.' } : {}),
  });
  return id;
}

/** Sends a photo of a stage and adds it. */
export async function prove(
  { table, parcel, call, params }: Marketplace,
  stage: string,
  by = carrier,
): Promise<PipelineAnswer> {
  return call('addProof', by, { params, body: { uploadId: await photo(table, parcel.id, by, stage) } });
}

/** A market whose parcel is on its way, picked up by its carrier. */
export async function onItsWay(): Promise<Marketplace> {
  const market = await marketplace();
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  await prove(market, 'pickup');
  expect((await market.act('validatePickup', carrier)).status).toBe(200);
  return market;
}

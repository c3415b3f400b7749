import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { aParcel, aProfile, memberIds } from '../../access/people.ts';
import { type PipelineAnswer, pipelineOf, put, tableWith } from '../pipeline.ts';

/** The members of a market: the owner, the carrier, another possible carrier, and an unverified member. */
export const { O: owner, C: carrier, M: other, P: pending } = memberIds;

/** Records that the two have written to each other about the parcel. */
export const head = (a: string, b: string, parcelId: string): Item => ({
  ...keys.threadHead(a, b, parcelId),
  kind: 'thread',
  record: { seq: 1, members: [a, b], parcelId, readUpTo: {} },
});

/** A table with people, one parcel of the owner and conversations about it with carrier and other. */
export async function marketplace(change: Partial<ParcelRecord> = {}, extra: readonly Item[] = []) {
  const parcel = aParcel(1, 'O', change);
  const table = await tableWith([
    ...(['O', 'C', 'M', 'P'] as const).map((role) => profileItem(aProfile(role))),
    parcelItem(parcel),
    ...[carrier, other, pending].map((id) => head(owner, id, parcel.id)),
    ...extra,
  ]);
  let clock = Date.now();
  const deps = { table, now: () => clock++, newId: randomUUID };
  const files = openFiles(
    new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }),
  );
  const call = pipelineOf(deliveryRoutes, deliveryHandlers({ ...deps, files, privateBucket: 'private' }), deps);
  const params = { parcelId: parcel.id };
  const current = async () =>
    (await table.get(keys.parcel(parcel.id), { consistent: true }))?.['record'] as ParcelRecord;
  /** Performs an act at the current version. */
  const act = async (name: Parameters<typeof call>[0], memberId: string, body?: unknown): Promise<PipelineAnswer> =>
    call(name, memberId, { params, version: (await current()).version, ...(body ? { body } : {}) });
  return { table, parcel, call, params, current, act, deps };
}
type Marketplace = Awaited<ReturnType<typeof marketplace>>;

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
    Items.filter(({ kind }) => kind === 'outbox').map(({ record }) => `${record.mail} ${record.memberId}`),
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

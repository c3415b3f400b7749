import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import type { Places } from '#functions/listings/places.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { RouteSpec } from '#shared/route.ts';
import { newAccessKey } from '#test/support/create-table.ts';
import { aParcelRecord, aProfileRecord } from '#test/support/factories.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { routes } from './act.ts';
import { cardOf, clients, pick, rootAdmin, type Told, thoughtOf } from './random-acts.ts';

export async function world() {
  const people = [
    ...clients.map((id) => profileItem(aProfileRecord({ id, isAdmin: id === rootAdmin }))),
    { ...keys.administrator(rootAdmin), status: 'active', rootAdmin: true },
  ];
  const table = await tableWith(people, newAccessKey());
  /** Every stored version of every parcel, as the stream delivers it. */
  const versions = new Map<string, Item[]>();
  const keep = (item: Item) => {
    const { id } = item['record'] as ParcelRecord;
    versions.set(id, [...(versions.get(id) ?? []), item]);
  };
  const watched: Table = {
    ...table,
    transact: async (writes) => {
      await table.transact(writes);
      for (const { item } of writes) if (item.Put?.Item?.['sk'] === 'META') keep(item.Put.Item);
    },
  };
  let clock = Date.now();
  const now = () => (clock += 1000);
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const files = openFiles(new S3Client({ region: 'eu-west-3', credentials }));
  const deps = { table: watched, now, newId: randomUUID, files, privateBucket: 'private', places: {} as Places };
  const call = pipelineOf(routes, { ...parcelHandlers(deps), ...deliveryHandlers(deps), ...adminHandlers(deps) }, deps);
  return { table, versions, keep, call };
}
export type World = Awaited<ReturnType<typeof world>>;

export async function publish({ table, keep }: World): Promise<ParcelRecord> {
  const owner = pick(clients);
  const parcel = aParcelRecord({ id: randomUUID(), owner: cardOf(owner), deadline: '2031-01-01' });
  const heads = clients.filter((id) => id !== owner).map((id) => head(owner, id, parcel.id));
  await Promise.all([parcelItem(parcel), ...heads].map((item) => put(table, item)));
  keep(parcelItem(parcel));
  return parcel;
}

/** Photos of the current carrier, for most of the steps that need one. */
async function takePhotos({ table }: World, { id, carrierId, assignedAt }: ParcelRecord): Promise<void> {
  if (!carrierId || !assignedAt || Math.random() < 0.2) return;
  const photo = (stage: string) => {
    const file = { key: 'proofs/x', contentType: 'image/jpeg', sha256: 'x' };
    const record = { ...file, id: stage, stage, by: carrierId, at: assignedAt, assignedAt };
    return { ...keys.proof(id, assignedAt, stage), kind: 'proof', record };
  };
  await Promise.all(['pickup', 'delivery'].map((stage) => put(table, photo(stage))));
}

/** All clients act on one parcel in parallel, many times. Returns the answers that they received, and the failures. */
export async function live(
  worldOf: World,
  parcel: ParcelRecord,
  stepCount: number,
): Promise<{ told: Told[]; faults: string[] }> {
  const { table, call } = worldOf;
  const told: Told[] = [];
  const faults: string[] = [];
  const seen = new Map(clients.map((id) => [id, parcel]));
  const act = async (by: string) => {
    const view = seen.get(by) ?? parcel;
    const thought = thoughtOf(by, view);
    const spec: RouteSpec = routes[thought.row];
    const { version } = view;
    const { status, body } = await call(thought.row, by, {
      params: { parcelId: parcel.id },
      ...(spec.ifMatch ? { version } : {}),
      ...(thought.body ? { body: thought.body } : {}),
      ...(thought.row === 'overrideParcel' ? { asAdmin: true as const } : {}),
    });
    if (status < 300) told.push({ act: thought, by, version: Number(body['version']) });
    if (status >= 500) faults.push(`${thought.name}: ${String(body['code'])}`);
  };
  for (let step = 0; step < stepCount; step += clients.length) {
    const item = await table.get(keys.parcel(parcel.id), { consistent: true });
    const current = item && parseParcel(item);
    if (!current) throw new Error('A parcel is gone');
    await takePhotos(worldOf, current);
    // Some clients read before they act, the others use what they read earlier.
    for (const id of clients) if (Math.random() < 0.6) seen.set(id, current);
    await Promise.all(clients.map(act));
  }
  return { told, faults };
}

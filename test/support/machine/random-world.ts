import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import type { Places } from '#functions/listings/places.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table, Write } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { followTrip } from '#functions/stream/projector/loads.ts';
import { closeOffers, followOffer } from '#functions/stream/projector/offers.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { OfferRecord } from '#shared/deliveries/offer.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { RouteSpec } from '#shared/route.ts';
import { breachesOf } from '#test/prove/invariants.ts';
import { untilAnswered } from '#test/prove/product/again.ts';
import { newAccessKey } from '#test/support/create-table.ts';
import { aParcelRecord, aProfileRecord, aTripRecord } from '#test/support/factories.ts';
import { pipelineOf, put, type Request, tableWith } from '#test/support/pipeline.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { itemsIn } from '#test/support/table.ts';
import { type Act, routes } from './act.ts';
import { cardOf, clients, pick, rootAdmin, type Told, thoughtOf } from './random-acts.ts';
import { offerCall } from './random-offers.ts';
import { aClock, type StreamChange } from './random-time.ts';

/** Little, so that trips fill up. */
const maxWeightKg = 4;

export async function world() {
  const trips = new Map(clients.map((id) => [id, randomUUID()]));
  const tripOf = (ownerId: string, id: string) =>
    aTripRecord({ id, owner: cardOf(ownerId), travelDate: '2031-01-01', maxWeightKg });
  const people: Item[] = [
    ...[...trips].map(([ownerId, id]) => tripItem(tripOf(ownerId, id))),
    ...clients.map((id) => profileItem(aProfileRecord({ id, isAdmin: id === rootAdmin }))),
    { ...keys.administrator(rootAdmin), status: 'active', rootAdmin: true },
  ];
  const table = await tableWith(people, newAccessKey());
  /** Every stored version of every parcel, as the stream delivers it. */
  const versions = new Map<string, Item[]>();
  const keep = (item: Item) => {
    const { id, version } = parseParcel(item);
    const earlier = versions.get(id) ?? [];
    versions.set(id, [...earlier, item]);
    const before = () => versions.get(id)?.find((one) => one['version'] === version - 1);
    clock.changed({ of: id, follow: (stored, at) => closeOffers(stored, before(), item, at) });
  };
  const watched: Table = {
    ...table,
    transact: async (writes) => {
      await table.transact(writes);
      for (const { item } of writes) {
        if (item.Put?.Item?.['kind'] === 'parcel') keep(item.Put.Item);
        for (const change of changesIn(item)) clock.changed(change);
      }
    },
  };
  const clock = aClock(() => watched);
  /** The open offers as the stream has shown them. */
  const shown = new Map<string, Item>();

  /** The change by a write in an offer, or in the room of a trip. */
  function changesIn({ Put, Update, Delete }: Write['item']): StreamChange[] {
    const key = Put?.Item ?? Delete?.Key ?? Update?.Key;
    if (String(key?.['sk']).startsWith('OFFER#')) {
      const name = `${String(key?.['pk'])}|${String(key?.['sk'])}`;
      const before = shown.get(name);
      // An update leaves the offer's identity, which is all that is followed here.
      const after = Update ? before : Put?.Item;
      if (after) shown.set(name, after);
      else shown.delete(name);
      const row = after ?? before;
      return row ? [{ of: parseOffer(row).id, follow: (stored) => followOffer(stored, before, after) }] : [];
    }
    const trip = people.find(({ pk, kind }) => kind === 'trip' && pk === Update?.Key?.['pk']);
    if (!trip) return [];
    const fuller = { ...trip, record: { ...(trip['record'] as object), bookedGrams: 1 } };
    return [{ of: String(trip.pk), follow: (stored, at) => followTrip(stored, trip, fuller, at) }];
  }
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const files = openFiles(new S3Client({ region: 'eu-west-3', credentials }));
  const deps = {
    table: watched,
    now: clock.now,
    newId: randomUUID,
    files,
    privateBucket: 'private',
    places: {} as Places,
  };
  const call = pipelineOf(routes, { ...parcelHandlers(deps), ...deliveryHandlers(deps), ...adminHandlers(deps) }, deps);
  return { table, versions, trips, clock, keep, call };
}
export type World = Awaited<ReturnType<typeof world>>;

/** A conversation whose messages were erased by age, so that an offer begins its lists again. */
function writtenTo(ownerId: string, id: string, parcelId: string): Item {
  const item = head(ownerId, id, parcelId);
  return { ...item, record: { ...(item['record'] as object), erasedUpTo: 1 } };
}

export async function publish({ table, keep }: World): Promise<ParcelRecord> {
  const owner = pick(clients);
  const weightGrams = pick([500, 1000, 1500, 2000]);
  const parcel = aParcelRecord({ id: randomUUID(), owner: cardOf(owner), deadline: '2031-01-01', weightGrams });
  const heads = clients.filter((id) => id !== owner).map((id) => writtenTo(owner, id, parcel.id));
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

interface Life {
  readonly parcel: ParcelRecord;
  /** The version that each client last read. */
  readonly seen: Map<string, ParcelRecord>;
  readonly told: Told[];
}

/**
 * All clients act on these parcels in parallel, many times, while the product ends what is due. Returns the answers
 * that they received about each parcel, and the failures.
 */
export async function live(
  worldOf: World,
  parcels: readonly ParcelRecord[],
  stepCount: number,
): Promise<{ lives: Life[]; faults: string[] }> {
  const { table, clock } = worldOf;
  const faults: string[] = [];
  const lives = parcels.map((parcel) => ({ parcel, seen: new Map<string, ParcelRecord>(), told: [] }));
  const readAgain = async ({ parcel, seen }: Life) => {
    const item = await table.get(keys.parcel(parcel.id), { consistent: true });
    if (!item) throw new Error('A parcel is gone');
    const current = parseParcel(item);
    await takePhotos(worldOf, current);
    // Some clients read before they act, the others use what they read earlier.
    for (const id of clients) if (Math.random() < 0.6 || !seen.has(id)) seen.set(id, current);
  };
  for (let step = 0; step < stepCount; step += clients.length) {
    await Promise.all(lives.map(readAgain));
    const isLater = await clock.pass();
    const acts = lives.flatMap((life) => clients.map((by) => act(worldOf, life, by)));
    const [answered] = await Promise.all([Promise.all(acts), clock.besideActs(isLater)]);
    faults.push(...answered.flat());
    await clock.alone(isLater);
    if (Math.random() < 0.25) faults.push(...(await flawsAtRest(worldOf)));
  }
  return { lives, faults };
}

/** Wrong kilos of trips, wrong rows of offers and wrong counts of them, while no member acts. */
export async function flawsAtRest({ table, clock }: World): Promise<string[]> {
  const breaches = breachesOf({ items: await itemsIn(table), now: clock.now() });
  return breaches.filter((breach) => /^I1[014]:/.test(breach));
}

/** One act of a client. Returns its fault, if any. */
async function act(worldOf: World, { parcel, seen, told }: Life, by: string): Promise<string[]> {
  const view = seen.get(by) ?? parcel;
  const { act, offer, request } = Math.random() < 0.3 ? await offerAct(worldOf, by, view) : plainAct(worldOf, by, view);
  const sent = { key: randomUUID(), ...request };
  const { status, body } = await untilAnswered(() => worldOf.call(act.row, by, sent));
  const isStep = act.row !== 'makeOffer' && act.row !== 'endOffer';
  if (status < 300 && isStep) told.push({ act, by, version: Number(body['version']), offer });
  return status >= 500 ? [`${act.name}: ${String(body['code'])}`] : [];
}

interface Sent {
  readonly act: Act;
  readonly request: Request;
  readonly offer?: OfferRecord | undefined;
}

async function offerAct(worldOf: World, by: string, view: ParcelRecord): Promise<Sent> {
  const { row, request, offer } = await offerCall(worldOf, by, view);
  return { act: { name: row, row }, request, offer };
}

function plainAct({ trips }: World, by: string, view: ParcelRecord): Sent {
  const thought = thoughtOf(by, view, trips.get(by));
  const spec: RouteSpec = routes[thought.row];
  const { id: parcelId, version } = view;
  const request = {
    params: { parcelId },
    ...(spec.ifMatch ? { version } : {}),
    ...(thought.body ? { body: thought.body } : {}),
    ...(thought.row === 'overrideParcel' ? { asAdmin: true as const } : {}),
  };
  return { act: thought, request };
}

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { adminHandlers } from '#functions/admin/handlers.ts';
import type { Places } from '#functions/listings/places.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { moveCounters } from '#functions/stream/projector/counters.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { deliveryRoutes, TrackingEvent } from '#shared/deliveries/contract.ts';
import { isInHand, positionLimit } from '#shared/deliveries/rules.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { StatsRecord } from '#shared/profiles/record.ts';
import type { RouteSpec } from '#shared/route.ts';
import { newAccessKey } from '#test/support/create-table.ts';
import { aParcelRecord, aProfileRecord } from '#test/support/factories.ts';
import { type MachineActor, machineTable, stateOf } from '#test/support/machine-table.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { deliveryHandlers } from './handlers.ts';

/**
 * Six clients act in parallel on what they last read, which is often stale. The short form is part of every run; the
 * full one: `MACHINE_PARCELS=2000 npx vitest run --project data functions/deliveries/random-machine.data.test.ts`.
 */
const parcelCount = Number(process.env['MACHINE_PARCELS'] ?? 12);
const stepCount = Number(process.env['MACHINE_STEPS'] ?? 50);
const parcelsAtOnce = 4;
/** The local engine gets slower as a table grows, so after so many parcels a new world begins. */
const parcelsInOne = 20;

const clients: readonly string[] = Array.from({ length: 6 }, () => randomUUID());
/** The administrator. They own, carry and write like the others, and also settle stuck parcels. */
const rootAdmin = clients[5] as string;
const cardOf = (id: string) => ({ id, firstName: 'Lina', lastName: 'B', verified: true, reviewCount: 0 });

const routes = { ...parcelRoutes, ...deliveryRoutes, ...adminRoutes };
const reason = 'Destinataire absent';
/** An act of the document, and the call that it is. */
interface Act {
  readonly name: string;
  readonly row: keyof typeof routes;
  readonly body?: object;
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** An act of the document, as a client sends it after it has read this version of the parcel. */
function actNamed(name: string, { carrierId, ownerId }: ParcelRecord): Act {
  const [row = '', , to] = name.split(' ');
  const others = clients.filter((id) => id !== ownerId && id !== carrierId);
  switch (row) {
    case 'chooseCarrier':
      return { name, row, body: { carrierId: carrierId ?? pick(others) } };
    case 'chooseAnother':
      return { name, row: 'chooseCarrier', body: { carrierId: pick(others) } };
    case 'releaseCarrier':
    case 'returnParcel':
    case 'cancelParcel':
      return { name, row, body: { reason } };
    case 'recordPosition':
      return { name, row, body: { city: 'Lyon' } };
    case 'overrideParcel':
      return { name, row, body: { to, reason } };
    default:
      return { name, row: row as keyof typeof routes };
  }
}

const names = [...new Set(machineTable().map(({ act }) => act))];
/** Acts that end a parcel are rare, so that most parcels have a long life. */
const isEnd = (name: string) => /^(cancelParcel|validateDelivery|confirmReturn|override)/.test(name);

/** Half of the time an act that the client believes to be possible, otherwise any act. */
function thoughtOf(by: string, seen: ParcelRecord): Act {
  const possible = names.filter((name) => {
    const expected = cells.get(`${name}|${stateOf(seen)}|${actorOf(name, by, seen)}`);
    return expected !== undefined && expected === expected.toLowerCase();
  });
  const wanted = possible.length > 0 && Math.random() < 0.6 ? pick(possible) : pick(names);
  return actNamed(isEnd(wanted) && Math.random() < 0.8 ? pick(names.filter((name) => !isEnd(name))) : wanted, seen);
}

/** The event that records an act; the second yes completes the agreement. */
const eventOf = ({ row }: Act, after: ParcelRecord): TrackingEvent['type'] => {
  const told: Partial<Record<Act['row'], TrackingEvent['type']>> = {
    recordPosition: 'position',
    returnParcel: 'returned',
    confirmReturn: 'returnConfirmed',
    pauseParcel: 'paused',
    resumeParcel: 'resumed',
    cancelParcel: 'cancelled',
    overrideParcel: 'overridden',
  };
  const isAgreement = row === 'acceptDelivery' || row === 'chooseCarrier';
  return isAgreement && after.status === 'pickup' ? 'handshake' : (told[row] ?? (row as TrackingEvent['type']));
};

/** One successful act, as its caller was informed of it. */
interface Told {
  readonly act: Act;
  readonly by: string;
  readonly version: number;
}

const cells = new Map(machineTable().map((cell) => [`${cell.act}|${cell.state}|${cell.actor}`, cell.expected]));

async function world() {
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
type World = Awaited<ReturnType<typeof world>>;

async function publish({ table, keep }: World): Promise<ParcelRecord> {
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
async function live(worldOf: World, parcel: ParcelRecord): Promise<{ told: Told[]; faults: string[] }> {
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

/** Compares the answers that the clients received with the table and the document. Returns the differences. */
async function flawsOf({ table, versions }: World, parcel: ParcelRecord, told: readonly Told[]): Promise<string[]> {
  const flaws: string[] = [];
  const stored = (versions.get(parcel.id) ?? []).map(parseParcel).toSorted((a, b) => a.version - b.version);
  const last = stored.at(-1) as ParcelRecord;
  const rows = await partition(table, keys.parcel(parcel.id).pk, 'EV#');
  const events = rows.map(({ record }) => TrackingEvent.parse(record));
  const positions = events.filter(({ type }) => type === 'position');
  const steps = events.filter(({ type }) => type !== 'position');
  const succeeded = told.filter(({ act }) => act.row !== 'recordPosition');
  const current = await table.get(keys.parcel(parcel.id), { consistent: true });

  if (!current || !isDeepStrictEqual(parseParcel(current), last)) flaws.push('the parcel is not its last version');
  if (succeeded.length !== last.version - 1) flaws.push(`${succeeded.length} successes made version ${last.version}`);
  if (steps.length !== succeeded.length) flaws.push(`${steps.length} events tell of ${succeeded.length} successes`);
  if (positions.length !== told.length - succeeded.length) flaws.push('a position is lost');
  if (positions.length > positionLimit.count) flaws.push('too many positions');

  const former = new Set<string>();
  for (const { act, by, version } of succeeded.toSorted((a, b) => a.version - b.version)) {
    const before = stored[version - 2];
    const after = stored[version - 1];
    const event = steps.find((one) => one.version === version);
    if (!before || !after) return [...flaws, `version ${version} was told and is not there`];
    const isOfNow = before.carrierId === undefined || chosen(act) === before.carrierId;
    const name = act.row === 'chooseCarrier' ? (isOfNow ? 'chooseCarrier' : 'chooseAnother') : act.name;
    const cell = cells.get(`${name}|${stateOf(before)}|${actorOf(name, by, before, former)}`);
    if (cell !== stateOf(after)) flaws.push(`${name} by ${by} made ${stateOf(before)} ${stateOf(after)}, not ${cell}`);
    if (event?.type !== eventOf(act, after) || event.by !== by)
      flaws.push(`version ${version} is told as ${event?.type}`);
    if (before.carrierId && before.carrierId !== after.carrierId) former.add(before.carrierId);
  }
  for (const { version, by, at } of positions) {
    const of = stored[version - 1];
    if (!of || !['in_transit', 'returned'].includes(stateOf(of)) || of.carrierId !== by)
      flaws.push(`a position at ${at}`);
  }
  return [...flaws, ...(await misplaced(table, last))];
}

const chosen = ({ body }: Act) => (body as { carrierId?: string } | undefined)?.carrierId;

function actorOf(
  name: string,
  by: string,
  parcel: ParcelRecord,
  former: ReadonlySet<string> = new Set(),
): MachineActor {
  const isParty = by === parcel.ownerId || by === parcel.carrierId;
  if (name.startsWith('override')) return by === rootAdmin && !isParty ? 'rootAdmin' : 'administrator';
  if (by === parcel.ownerId) return 'owner';
  if (by === parcel.carrierId) return 'carrier';
  return former.has(by) ? 'displaced' : 'wrote';
}

async function partition(table: Table, pk: string, prefix: string): Promise<Item[]> {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  });
  return items;
}

/** Rows of carriers and of deliveries in progress that are missing or left over. */
async function misplaced(table: Table, parcel: ParcelRecord): Promise<string[]> {
  const { id, ownerId, carrierId, assignedAt } = parcel;
  const wanted = new Set(
    [
      ...(carrierId && assignedAt ? [keys.carry(carrierId, assignedAt, id)] : []),
      ...(carrierId && isInHand(parcel)
        ? [keys.inHand(ownerId, carrierId, id), keys.inHand(carrierId, ownerId, id)]
        : []),
    ].map(({ pk, sk }) => `${pk}|${sk}`),
  );
  const found = await Promise.all(
    clients.flatMap((client) => [
      partition(table, keys.member(client), 'CARRY#'),
      partition(table, keys.member(client), 'BY#'),
    ]),
  );
  const there = found
    .flat()
    .map(({ pk, sk }) => `${String(pk)}|${String(sk)}`)
    .filter((key) => key.endsWith(id));
  return [
    ...[...wanted].filter((key) => !there.includes(key)).map((key) => `${key} is missing`),
    ...there.filter((key) => !wanted.has(key)).map((key) => `${key} is left over`),
  ];
}

/** The counters after the stream has delivered each version twice, in any order. */
async function countAll({ table, versions }: World): Promise<Record<string, unknown>> {
  const changes = [...versions].flatMap(([id, items]) => {
    const inOrder = items.toSorted((a, b) => Number(a['version']) - Number(b['version']));
    return inOrder.map((after, index) => ({ id: `${id} ${index}`, before: inOrder[index - 1], after }));
  });
  const shuffled = [...changes, ...changes].toSorted(() => Math.random() - 0.5);
  for (const change of shuffled) await moveCounters(table, change, Date.now());
  const stats = await Promise.all(clients.map((id) => table.get(keys.stats(id), { consistent: true })));
  return Object.fromEntries(
    clients.map((id, index) => {
      const { parcelCount: delivered, requests } = StatsRecord.parse(stats[index] ?? {});
      return [id, { delivered, requests }];
    }),
  );
}

/** The expected counters, computed from the parcels themselves. */
function countOf(parcels: readonly ParcelRecord[]): Record<string, unknown> {
  const count = (isCounted: (parcel: ParcelRecord) => boolean) => parcels.filter(isCounted).length;
  return Object.fromEntries(
    clients.map((id) => [
      id,
      {
        delivered: count(({ ownerId, status }) => ownerId === id && status === 'delivered'),
        requests: count(
          ({ ownerId, carrierId, status }) =>
            (status === 'accepted_for_delivery' && ownerId === id) || (status === 'carrier_chosen' && carrierId === id),
        ),
      },
    ]),
  );
}

test(
  `${parcelCount} parcels, ${stepCount} steps each by six clients at once: nothing illegal, lost, untold or miscounted`,
  async () => {
    const flaws: string[] = [];
    let successes = 0;
    for (let done = 0; done < parcelCount; done += parcelsInOne) {
      const worldOf = await world();
      let left = Math.min(parcelsInOne, parcelCount - done);
      const lives = async () => {
        while (left-- > 0) {
          const parcel = await publish(worldOf);
          const { told, faults } = await live(worldOf, parcel);
          successes += told.length;
          flaws.push(...faults, ...(await flawsOf(worldOf, parcel, told)));
        }
      };
      await Promise.all(Array.from({ length: parcelsAtOnce }, lives));

      const last = [...worldOf.versions.values()].map(
        (items) => items.map(parseParcel).toSorted((a, b) => b.version - a.version)[0],
      );
      expect(await countAll(worldOf)).toEqual(countOf(last.filter((parcel) => parcel !== undefined)));
    }
    expect(flaws).toEqual([]);
    // Without successful acts the run proves nothing.
    expect(successes).toBeGreaterThan((parcelCount * stepCount) / 16);
  },
  6 * 3_600_000,
);

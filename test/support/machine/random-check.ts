import { isDeepStrictEqual } from 'node:util';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { moveCounters } from '#functions/stream/projector/counters.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { isInHand, positionLimit } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isClosed } from '#shared/parcels/rules.ts';
import { StatsRecord } from '#shared/profiles/record.ts';
import { stateOf } from '#test/support/machine/machine-table.ts';
import type { Act } from './act.ts';
import { actorOf, cells, chosen, clients, eventOf, type Told } from './random-acts.ts';
import { takenEvent } from './random-offers.ts';
import type { World } from './random-world.ts';

/** Compares the answers that the clients received with the table and the document. Returns the differences. */
export async function flawsOf(
  { table, versions }: World,
  parcel: ParcelRecord,
  told: readonly Told[],
): Promise<string[]> {
  const flaws: string[] = [];
  const stored = (versions.get(parcel.id) ?? []).map(parseParcel).toSorted((a, b) => a.version - b.version);
  const last = stored.at(-1) as ParcelRecord;
  const rows = await partition(table, keys.parcel(parcel.id).pk, 'EV#');
  const events = rows.map(({ record }) => TrackingEvent.parse(record));
  const positions = events.filter(({ type }) => type === 'position');
  const steps = events.filter(({ type }) => !['position', 'tripMoved', 'tripCancelled'].includes(type));
  const succeeded = told.filter(({ act }) => act.row !== 'recordPosition');
  const current = await table.get(keys.parcel(parcel.id), { consistent: true });

  if (!current || !isDeepStrictEqual(ownFacts(parseParcel(current)), ownFacts(last)))
    flaws.push('the parcel is not its last version');
  const silent = steps.filter(({ type }) => type in silentEnds);
  const changes = succeeded.length + silent.length;
  if (changes !== last.version - 1) flaws.push(`${changes} successes and silent ends made version ${last.version}`);
  if (steps.length !== changes) flaws.push(`${steps.length} events tell of ${changes} successes and silent ends`);
  if (positions.length !== told.length - succeeded.length) flaws.push('a position is lost');
  if (positions.length > positionLimit.count) flaws.push('too many positions');

  const former = new Set<string>();
  for (const [index, after] of stored.entries()) {
    const before = stored[index - 1];
    if (!before) continue;
    const event = steps.find(({ version }) => version === after.version);
    flaws.push(...stepFlaws({ before, after, event, told: succeeded, former }));
    if (before.carrierId && before.carrierId !== after.carrierId) former.add(before.carrierId);
  }
  for (const { version, by, at } of positions) {
    const of = stored[version - 1];
    if (!of || !['in_transit', 'returned'].includes(stateOf(of)) || of.carrierId !== by)
      flaws.push(`a position at ${at}`);
  }
  return [...flaws, ...(await misplaced(table, last))];
}

/** Without what the projector shows beside them, in no version of its own. */
function ownFacts({ openOffers: _1, carrierOffer: _2, carrierTie: _3, ownerAway: _0, terms, ...facts }: ParcelRecord) {
  const { obstacle: _4, ...trip } = terms?.trip ?? {};
  return { ...facts, ...(terms ? { terms: { ...terms, trip } } : {}) };
}

interface Step {
  readonly before: ParcelRecord;
  readonly after: ParcelRecord;
  readonly event: TrackingEvent | undefined;
  readonly told: readonly Told[];
  /** Earlier carriers. */
  readonly former: ReadonlySet<string>;
}

const silentEnds: Readonly<Record<string, string>> = {
  agreementExpired: 'expired',
  agreementOverdue: 'overdue',
  declarationClosed: 'declared',
};

/** Each version comes from one act of a client, or from silence. */
function stepFlaws({ before, after, event, told, former }: Step): string[] {
  const { version } = after;
  const flaws: string[] = [];
  if (before.version !== version - 1) flaws.push(`version ${version} follows ${before.version}`);
  const ended = silentEnds[event?.type ?? ''];
  if (event && ended) {
    const due = dueOf(before);
    const isEnded = ended === 'declared' ? isClosed(after) : after.status === 'active';
    const isRight = due?.what === ended && due.at <= Date.parse(event.at) && isEnded && !event.by;
    return isRight ? flaws : [...flaws, `version ${version} is not what silence brings`];
  }
  const one = told.find((success) => success.version === version);
  if (!one) return [...flaws, `version ${version} was told to nobody`];
  const { act, by } = one;
  if (act.row !== 'takeOffer') flaws.push(...cellFlaws(one, before, after, former));
  const type = act.row === 'takeOffer' ? takenEvent(one, before, after) : eventOf(act, after);
  if (!type || event?.type !== type || event.by !== by)
    flaws.push(`version ${version} by ${act.name} is told as ${event?.type}`);
  return flaws;
}

/** The new state is that of the document, and a named trip is in the terms. */
function cellFlaws({ act, by }: Told, before: ParcelRecord, after: ParcelRecord, former: ReadonlySet<string>) {
  const isOfNow = before.carrierId === undefined || chosen(act) === before.carrierId;
  const name = namedFor(act, before, isOfNow);
  const cell = cells.get(`${name}|${stateOf(before)}|${actorOf(name, by, before, former)}`);
  const tripId = (act.body as { tripId?: string } | undefined)?.tripId;
  return [
    ...(cell === stateOf(after) ? [] : [`${name} by ${by} made ${stateOf(before)} ${stateOf(after)}, not ${cell}`]),
    ...(tripId && after.terms?.trip?.id !== tripId ? [`${name} by ${by} lost its trip`] : []),
  ];
}

function namedFor({ row, name }: Act, before: ParcelRecord, isOfNow: boolean): string {
  if (row === 'chooseCarrier') return isOfNow ? 'chooseCarrier' : 'chooseAnother';
  if (row === 'declare') return before.codeAsked ? 'declare without the code' : 'declare';
  if (row === 'settleProblem')
    return before.problem?.by === before.ownerId ? 'settleProblem' : 'settleProblem of the carrier';
  return name;
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
export async function countAll({ table, versions }: World): Promise<Record<string, unknown>> {
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
export function countOf(parcels: readonly ParcelRecord[]): Record<string, unknown> {
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

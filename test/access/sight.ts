import type { Context } from 'aws-lambda';
import { authentication } from '#functions/authentication.ts';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import type { Places } from '#functions/listings/places.ts';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { serve } from '#functions/serve.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import type { Routes } from '#shared/route.ts';
import { mockedTable } from '../support/mocked/table.ts';
import { claimsOf, requestOf, settings, subscribed } from './matrix.ts';
import { memberIds, now, type ThingName, things, worldItems, writtenTitle } from './people.ts';

/**
 * The facts about a parcel that each role gets from each row with parcels, in each state of the parcel. It is written
 * by hand like the matrix. The matrix tests who passes; this tests how much an answer or a refusal contains.
 * `all`: the current parcel. `taken`, `unavailable`, `unlisted`: only the title of the conversation and that sentence,
 * with the route if it is `taken`. `none`: nothing.
 */
type Sight = 'all' | 'taken' | 'unavailable' | 'unlisted' | 'none';

/** The callers: its Owner, its Counterpart, who Wrote about it, a Member without relation. */
const viewers = ['O', 'C', 'W', 'M'] as const;
const sights: Readonly<Partial<Record<ThingName, string>>> = {
  listedParcel: 'all all all all',
  assignedParcel: 'all all taken none',
  deliveredParcel: 'all all taken none',
  cancelledParcel: 'all all unavailable none',
  returnedParcel: 'all all taken none',
  pendingParcel: 'all none unlisted none',
  rejectedParcel: 'all none unlisted none',
  pausedParcel: 'all none unlisted none',
  pastParcel: 'all none unlisted none',
  parcelOfBlocked: 'none none unlisted none',
  parcelOfBlocker: 'none none unlisted none',
  parcelCarriedForBlocker: 'none all taken none',
};

/** The city of a trip in the terms of each carrier: only the two of that agreement may read it (rule 117). */
const agreedCity = ({ id }: { id: string }) => `Ville convenue ${id}`;
const formerCity = ({ id }: { id: string }) => `Ville d'avant ${id}`;
const termsTo = (to: string): Terms => ({
  grams: 1500,
  trip: { id: 'trip', travelDate: '2030-12-12', transport: 'plane', from: 'Paris', to },
});

/** The agreement of an earlier carrier, who wrote about the parcel, and that of the present one. */
function agreements(parcel: ParcelRecord): Item[] {
  const events = [
    { by: memberIds.W, at: '2026-01-01T00:00:00.000Z', terms: termsTo(formerCity(parcel)) },
    { by: parcel.carrierId, at: parcel.assignedAt, terms: termsTo(agreedCity(parcel)) },
  ];
  return events.flatMap(({ by, at, terms }, index) => {
    const record = { version: index + 1, type: 'acceptDelivery', at, by, carrierId: by, terms };
    return by ? [{ ...keys.parcelEvent(parcel.id, index + 1), kind: 'event', record }] : [];
  });
}

/** The current texts of the parcel, all different, which only callers who see the parcel may read. */
const textsOf = ({ id }: { id: string }) =>
  ({
    title: `Titre ${id}`,
    description: `Description ${id}`,
    rejectionReason: `Refus ${id}`,
    cancelReason: `Annulation ${id}`,
    returnReason: `Retour ${id}`,
  }) satisfies Partial<ParcelRecord>;

const slices = { ...parcelRoutes, ...deliveryRoutes, ...messagingRoutes };
/** Rows that answer with parcels, about this one or in a list. */
const tellers = [
  ...Object.entries(slices).flatMap(([name, { path }]) => (path.includes('{parcelId}') ? [name] : [])),
  'conversation',
  'conversations',
  'myParcels',
  'myDeliveries',
  'myRequests',
] as (keyof typeof slices)[];

export interface SightCell {
  readonly row: keyof typeof slices;
  readonly about: ThingName;
  readonly role: (typeof viewers)[number];
  readonly sight: Sight;
}

export const sightCells: readonly SightCell[] = Object.entries(sights).flatMap(([about, line]) =>
  line
    .split(' ')
    .flatMap((sight, index) => tellers.map((row) => ({ row, about, role: viewers[index], sight }) as SightCell)),
);

/** Only callers who see the parcel may request files and upload targets; these answers contain nothing of it. */
const unused = { files: {} as Files, places: {} as Places, privateBucket: 'private' };

/** The rows with their real handlers, over a world in which every parcel has the texts above. */
export function sightPipeline() {
  Object.assign(process.env, settings);
  const parcels = Object.values(things).filter((thing) => 'weightGrams' in thing);
  const items = [
    ...worldItems().filter(({ kind }) => kind !== 'parcel'),
    ...parcels.map((parcel) => parcelItem({ ...parcel, ...textsOf(parcel), terms: termsTo(agreedCity(parcel)) })),
    ...parcels.flatMap(agreements),
  ];
  const deps = { ...unused, table: mockedTable(items.map(subscribed)).table, now: () => now, newId: () => 'unused' };
  const handlers = { ...parcelHandlers(deps), ...deliveryHandlers(deps), ...messagingHandlers(deps) };
  return serve(slices as Routes, handlers as never, deps, authentication);
}

/** Why the cell is wrong; undefined when it is right. */
export async function flawOf({ row, about, role, sight }: SightCell, pipeline: ReturnType<typeof sightPipeline>) {
  const parcel = things[about] as ParcelRecord;
  const spec = slices[row];
  const other = memberIds[role] === parcel.ownerId ? memberIds.W : parcel.ownerId;
  const event = requestOf(
    { name: row, spec },
    about,
    claimsOf(role),
    row === 'conversation' ? { params: { userId: other } } : {},
  );
  const asked = row === 'conversation' ? { ...event, queryStringParameters: { parcel: parcel.id } } : event;
  const answer = await pipeline(asked, { awsRequestId: 'sight' } as Context);
  const said = JSON.parse(answer.body || '{}') as Said;
  const texts = textsOf(parcel);
  const isOwner = memberIds[role] === parcel.ownerId;
  const reads = (text: string) => JSON.stringify(said).includes(text);
  if (reads(agreedCity(parcel)) && !isOwner && memberIds[role] !== parcel.carrierId) return `${role} reads the terms`;
  if (reads(formerCity(parcel)) && !isOwner && role !== 'W') return `${role} reads the terms of an earlier carrier`;
  const told = Object.values(texts).filter(reads);
  if (sight !== 'all') {
    if (told.length > 0) return `${role} reads « ${told.join(' », « ')} »`;
    if (tellsState(said, parcel.id)) return `${role} reads that it is ${parcel.status}`;
  }
  return exactly({ row, about, role, sight }, said, told.includes(texts.description));
}

/** Whether an object with this id contains more than its title and a sentence. */
function tellsState(said: unknown, id: string): boolean {
  if (typeof said !== 'object' || said === null) return false;
  const isIt = 'id' in said && said.id === id;
  if (isIt) return Object.keys(said).some((name) => !['id', 'title', 'sentence', 'route'].includes(name));
  return Object.values(said).some((part) => tellsState(part, id));
}

interface Said {
  readonly code?: string;
  readonly unseenParcel?: unknown;
  readonly current?: unknown;
}

/** Reading, writing and offers are compared exactly; the other acts are for the two parties. */
function exactly({ row, about, role, sight }: SightCell, said: Said, readsAll: boolean): string | undefined {
  const parcel = things[about] as ParcelRecord;
  const left = sight !== 'all' &&
    sight !== 'none' && {
      id: things[about].id,
      title: writtenTitle,
      sentence: unseenWords[sight],
      ...(sight === 'taken' ? { route: { from: parcel.pickup, to: parcel.delivery } } : {}),
    };
  const is = (given: unknown, wanted: unknown) =>
    JSON.stringify(given) === JSON.stringify(wanted) ? undefined : `${role} is told ${JSON.stringify(given)}`;
  // Hidden from everybody, or from the callers alone, whom the owner has blocked.
  const isOwnerHidden = ['parcelOfBlocked', 'parcelOfBlocker', 'parcelCarriedForBlocker'].includes(about);
  if (row === 'readParcel') return is(readsAll, sight === 'all');
  if (row === 'conversation') {
    if (sight === 'all') return is(readsAll, true);
    if (sight === 'none') return is(said.code, isOwnerHidden ? 'NOT_FOUND' : 'PARCEL_UNAVAILABLE');
    return is(said.unseenParcel, left);
  }
  if (row !== 'acceptDelivery' || sight === 'all') return undefined;
  if (sight === 'none') return is(said.code, 'NOT_FOUND');
  if (isOwnerHidden) return is(said.code, 'RECIPIENT_UNAVAILABLE');
  return is([said.code, said.current], [sight === 'taken' ? 'ALREADY_ASSIGNED' : 'STATE_CHANGED', left]);
}

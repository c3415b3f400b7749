import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { adminHandlers } from '#functions/admin/handlers.ts';
import type { Places } from '#functions/listings/places.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { RouteSpec } from '#shared/route.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { type MachineCell, machineTable, parcelInState, stateOf } from '#test/support/machine-table.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { deliveryHandlers } from './handlers.ts';

const { O: owner, C: carrier, X: displaced, W: wrote, M: stranger, A: administrator, RA: rootAdmin } = memberIds;
const actors = { owner, carrier, displaced, wrote, stranger, administrator, rootAdmin };

const routes = { ...parcelRoutes, ...deliveryRoutes, ...adminRoutes };
type Row = keyof typeof routes;

let table: Table;
let call: ReturnType<typeof pipelineOf<typeof routes>>;
let lastNumber = 1000;

beforeAll(async () => {
  const isAdministrator = (id: string, rootAdmin: boolean) => ({
    ...keys.administrator(id),
    status: 'active',
    rootAdmin,
  });
  table = await tableWith([
    ...(['O', 'C', 'X', 'W', 'M', 'A', 'RA'] as const).map((role) => profileItem(aProfile(role))),
    isAdministrator(administrator, false),
    isAdministrator(rootAdmin, true),
  ]);
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const files = openFiles(new S3Client({ region: 'eu-west-3', credentials }));
  const deps = { table, now: Date.now, newId: randomUUID, files, privateBucket: 'private', places: {} as Places };
  call = pipelineOf(routes, { ...parcelHandlers(deps), ...deliveryHandlers(deps), ...adminHandlers(deps) }, deps);
});

/** A parcel in a state with the conversations about it and the photos that its acts need. */
async function stored(state: MachineCell['state']): Promise<ParcelRecord> {
  lastNumber += 1;
  const parcel = parcelInState(lastNumber, state);
  const threadWith = (with_: string): Item => ({
    ...keys.threadHead(owner, with_, parcel.id),
    kind: 'thread',
    record: { seq: 1, members: [owner, with_], parcelId: parcel.id, readUpTo: {} },
  });
  const photo = (stage: string): Item => {
    const { assignedAt = '' } = parcel;
    const record = { id: stage, stage, by: carrier, at: assignedAt, key: 'proofs/x', contentType: 'image/jpeg' };
    return {
      ...keys.proof(parcel.id, assignedAt, stage),
      kind: 'proof',
      record: { ...record, sha256: 'x', assignedAt },
    };
  };
  const items = [
    parcelItem(parcel),
    ...[carrier, displaced, wrote].map(threadWith),
    photo('pickup'),
    photo('delivery'),
  ];
  await Promise.all(items.map((item) => put(table, item)));
  return parcel;
}

/** The row and the body of an act of the document. */
function requestOf(act: string, parcel: ParcelRecord): { row: Row; body?: unknown } {
  const [name = '', , to] = act.split(' ');
  const reason = 'Destinataire absent';
  switch (name) {
    case 'chooseCarrier':
      return { row: name, body: { carrierId: parcel.carrierId ?? wrote } };
    case 'chooseAnother':
      return { row: 'chooseCarrier', body: { carrierId: wrote } };
    case 'releaseCarrier':
    case 'returnParcel':
    case 'cancelParcel':
      return { row: name, body: { reason } };
    case 'recordPosition':
      return { row: name, body: { city: 'Marseille' } };
    case 'overrideParcel':
      return { row: name, body: { to, reason } };
    default:
      return { row: name as Row };
  }
}

const eventsOf = async (parcelId: string) => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': keys.parcel(parcelId).pk, ':prefix': 'EV#' },
  });
  return items.map(({ sk }) => String(sk));
};

/** The result of a cell: the new state and whether one event records it, or the refusal with nothing changed. */
async function outcomeOf({ act, actor }: MachineCell, parcel: ParcelRecord): Promise<string> {
  const { row, body } = requestOf(act, parcel);
  const spec: RouteSpec = routes[row];
  const answer = await call(row, actors[actor], {
    params: { parcelId: parcel.id },
    ...(spec.ifMatch ? { version: parcel.version } : {}),
    ...(body ? { body } : {}),
    ...(actor === 'administrator' || actor === 'rootAdmin' ? { asAdmin: true as const } : {}),
  });
  const after = (await table.get(keys.parcel(parcel.id), { consistent: true }))?.['record'] as ParcelRecord;
  const events = await eventsOf(parcel.id);
  const isPosition = row === 'recordPosition';
  if (answer.status >= 300) {
    const isUntouched = after.version === parcel.version && events.length === 0;
    const code = String(answer.body['code']);
    return isUntouched ? code : `${code}, and ${stateOf(after)}`;
  }
  const isTold = events.length === 1 && events[0]?.startsWith(`EV#00000${isPosition ? 7 : 8}`);
  return isTold && after.version === (isPosition ? 7 : 8)
    ? stateOf(after)
    : `${stateOf(after)} told by ${events.join(', ')}`;
}

const groups = Map.groupBy(machineTable(), ({ act, state }) => `${act} of a parcel that is ${state}`);

test.each([...groups])('%s: as the document says, for every actor', async (_, cells) => {
  const [first] = cells as [MachineCell, ...MachineCell[]];
  // A refused act changes nothing, so all refused actors share one parcel. Each allowed actor has their own parcel.
  const shared = await stored(first.state);
  const told: Record<string, string> = {};
  for (const cell of cells) {
    const isRefused = cell.expected === cell.expected.toUpperCase();
    told[cell.actor] = await outcomeOf(cell, isRefused ? shared : await stored(cell.state));
  }
  expect(told).toEqual(Object.fromEntries(cells.map(({ actor, expected }) => [actor, expected])));
});

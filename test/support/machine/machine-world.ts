import { keys } from '#functions/platform/keys.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { RouteSpec } from '#shared/route.ts';
import { memberIds } from '#test/access/people.ts';
import { head, rowsOf } from '../scenes/delivery-market.ts';
import { aWorld } from '../world/world.ts';
import { actNamed, kindOf, rightCode, routes } from './act.ts';
import { type MachineCell, parcelInState, stateOf } from './machine-table.ts';

const { O: owner, C: carrier, X: displaced, W: wrote, M: stranger, A: administrator, RA: rootAdmin } = memberIds;
const actors = { owner, carrier, displaced, wrote, stranger, administrator, rootAdmin };

/** A product in which each cell of the document about deliveries can be tried. */
export async function aMachineWorld() {
  const world = await aWorld({ people: ['O', 'C', 'X', 'W', 'M', 'A', 'RA'], start: Date.now(), isTicking: true });
  const { table, call, seed } = world;
  let lastNumber = 1000;

  /** A parcel in a state with the conversations about it and the photos that its acts need. */
  async function stored({ state, act }: MachineCell, author?: 'O' | 'C'): Promise<ParcelRecord> {
    lastNumber += 1;
    const parcel = parcelInState(lastNumber, state, act, author);
    const heads = [carrier, displaced, wrote].map((id) => head(owner, id, parcel.id));
    await seed(parcel, ...heads, ...['pickup', 'delivery'].map((stage) => photoOf(parcel, stage)));
    return parcel;
  }

  /** The result of a cell: the new state and whether one event records it, or the refusal with nothing changed. */
  async function outcomeOf({ act, actor }: MachineCell, parcel: ParcelRecord): Promise<string> {
    const { row, body } = actNamed(act, {
      carrier: parcel.carrierId ?? wrote,
      another: wrote,
      code: rightCode(parcel),
      kind: kindOf(actor !== 'carrier'),
    });
    const spec: RouteSpec = routes[row];
    const answer = await call(row, actors[actor], {
      params: { parcelId: parcel.id },
      ...(spec.ifMatch ? { version: parcel.version } : {}),
      ...(body ? { body } : {}),
      ...(actor === 'administrator' || actor === 'rootAdmin' ? { asAdmin: true as const } : {}),
    });
    const after = await world.parcel(parcel.id);
    const events = (await rowsOf(table, keys.parcel(parcel.id).pk, 'EV#')).map(({ sk }) => String(sk));
    if (answer.status >= 300) {
      const isUntouched = after.version === parcel.version && events.length === 0;
      const code = String(answer.body['code']);
      return isUntouched ? code : `${code}, and ${stateOf(after)}`;
    }
    const version = row === 'recordPosition' ? 7 : 8;
    const isRecorded = events.length === 1 && events[0]?.startsWith(`EV#00000${version}`);
    return isRecorded && after.version === version
      ? stateOf(after)
      : `${stateOf(after)} recorded by ${events.join(', ')}`;
  }

  return { stored, outcomeOf };
}

function photoOf({ id: parcelId, assignedAt = '' }: ParcelRecord, stage: string) {
  const file = { key: 'proofs/x', contentType: 'image/jpeg', sha256: 'x' };
  const record = { ...file, id: stage, stage, by: carrier, at: assignedAt, assignedAt };
  return { ...keys.proof(parcelId, assignedAt, stage), kind: 'proof', record };
}

import { randomUUID } from 'node:crypto';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { OfferRecord } from '#shared/deliveries/offer.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { type MachineActor, machineTable, stateOf } from '#test/support/machine/machine-table.ts';
import { type Act, actNamed, kindOf, rightCode } from './act.ts';

export const clients: readonly string[] = Array.from({ length: 6 }, () => randomUUID());
/** The administrator. They own, carry and write like the others, and also settle stuck parcels. */
export const rootAdmin = clients[5] as string;
export const cardOf = (id: string) => ({ id, firstName: 'Lina', lastName: 'B', verified: true, reviewCount: 0 });

export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** An act of the document, as a client sends it after it has read this version of the parcel. */
function anAct(name: string, by: string, parcel: ParcelRecord): Act {
  const { carrierId, ownerId } = parcel;
  const others = clients.filter((id) => id !== ownerId && id !== carrierId);
  return actNamed(name, {
    carrier: carrierId ?? pick(others),
    another: pick(others),
    code: rightCode(parcel),
    kind: kindOf(by === ownerId),
  });
}

const names = [...new Set(machineTable().map(({ act }) => act))];
/** Acts that end a parcel, or take it out of the search, are rare, so that most parcels have a long life. */
const isEnd = (name: string) => /^(cancelParcel|validateDelivery|declare|confirmRe|override)|at the door/.test(name);

/**
 * Half of the time an act that the client believes to be possible, otherwise any act. A traveller often names their
 * trip.
 */
export function thoughtOf(by: string, seen: ParcelRecord, tripId: string | undefined): Act {
  const possible = names.filter((name) => {
    const expected = cells.get(`${name}|${stateOf(seen)}|${actorOf(name, by, seen)}`);
    return expected !== undefined && expected === expected.toLowerCase();
  });
  const wanted = possible.length > 0 && Math.random() < 0.6 ? pick(possible) : pick(names);
  const name = isEnd(wanted) && Math.random() < 0.8 ? pick(names.filter((one) => !isEnd(one))) : wanted;
  const act = anAct(name, by, seen);
  return name === 'acceptDelivery' && Math.random() < 0.7 ? { ...act, body: { tripId } } : act;
}

/** The event that records an act; the second yes completes the agreement. */
export const eventOf = ({ row, body }: Act, after: ParcelRecord): TrackingEvent['type'] => {
  const told: Partial<Record<Act['row'], TrackingEvent['type']>> = {
    setCode: (body as { on?: boolean } | undefined)?.on ? 'codeAsked' : 'codeWaived',
    releaseCarrier: after.contentsRefused ? 'contentsRefused' : 'releaseCarrier',
    declare: after.status === 'returned' ? 'returnDeclared' : 'deliveryDeclared',
    recordPosition: 'position',
    returnParcel: 'returned',
    confirmReceipt: 'receiptConfirmed',
    confirmReturn: 'returnConfirmed',
    reportProblem: 'problemReported',
    settleProblem: 'problemSettled',
    pauseParcel: 'paused',
    resumeParcel: 'resumed',
    cancelParcel: 'cancelled',
    overrideParcel: 'overridden',
  };
  const isAgreement = row === 'acceptDelivery' || row === 'chooseCarrier';
  return isAgreement && after.status === 'pickup' ? 'handshake' : (told[row] ?? (row as TrackingEvent['type']));
};

/** One successful act, as its caller was informed of it. */
export interface Told {
  readonly act: Act;
  readonly by: string;
  readonly version: number;
  /** The offer that the act took. */
  readonly offer?: OfferRecord | undefined;
}

export const cells = new Map(machineTable().map((cell) => [`${cell.act}|${cell.state}|${cell.actor}`, cell.expected]));

export const chosen = ({ body }: Act) => (body as { carrierId?: string } | undefined)?.carrierId;

export function actorOf(
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

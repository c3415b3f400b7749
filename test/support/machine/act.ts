import { assignmentOf } from '#functions/deliveries/codes.ts';
import { codeOf } from '#functions/platform/derived.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ProblemKind } from '#shared/deliveries/problem.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';

/** The code that its owner reads. */
export const rightCode = (parcel: ParcelRecord) => codeOf(assignmentOf(parcel));

/** Another code than this one. */
export const wrongCode = (code: string, by: number): string => String((Number(code) + by) % 10_000).padStart(4, '0');

/** A problem that this actor of a delivery may report. */
export const kindOf = (isOwner: boolean): ProblemKind => (isOwner ? 'damaged' : 'lost');

/** The rows that change a parcel. */
export const routes = { ...parcelRoutes, ...deliveryRoutes, ...adminRoutes };

/** An act of the document, and the call that it is. */
export interface Act {
  readonly name: string;
  readonly row: keyof typeof routes;
  readonly body?: object;
}

const reason = 'Destinataire absent';

interface Named {
  readonly carrier: string;
  readonly another: string;
  readonly code: string;
  /** A problem that the actor may report. */
  readonly kind: ProblemKind;
}

/** The call of an act of the document. `another` is the member whom `chooseAnother` chooses, `code` the right one. */
export function actNamed(name: string, { carrier, another, code, kind }: Named): Act {
  const [row = '', second, to] = name.split(' ');
  switch (row) {
    case 'chooseCarrier':
      return { name, row, body: { carrierId: carrier } };
    case 'chooseAnother':
      return { name, row: 'chooseCarrier', body: { carrierId: another } };
    case 'releaseCarrier':
      return { name, row, body: second ? { reason, contentsRefused: true } : { reason } };
    case 'validatePickup':
      return { name, row, body: { contentsSeen: true } };
    case 'returnParcel':
    case 'cancelParcel':
      return { name, row, body: { reason } };
    case 'setCode':
      return { name, row, body: { on: second === 'on' } };
    case 'validateDelivery':
      return { name, row, body: { code } };
    case 'reportProblem':
      return { name, row, body: { kind, text: reason } };
    case 'recordPosition':
      return { name, row, body: { city: 'Marseille' } };
    case 'overrideParcel':
      return { name, row, body: { to, reason } };
    default:
      return { name, row: row as keyof typeof routes };
  }
}

import type { Card } from '../fields.ts';
import type { Actions, ParcelActionName, ParcelStatus } from '../parcels/contract.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { isListed } from '../parcels/rules.ts';
import { Refusal } from '../refusal.ts';
import type { ProofStage, TrackingEvent } from './contract.ts';

/**
 * The parcel's state machine, pure. `accepted_for_delivery` and `carrier_chosen` are the two halves of one handshake:
 * the second party's own button completes it and the parcel becomes `pickup` (docs/decisions: one state machine).
 * Each function gives the parcel after the act, or throws why not; the caller stores it only at the version it was given.
 */
export interface Step {
  readonly parcel: ParcelRecord;
  readonly event: TrackingEvent['type'];
}

/** States in which a carrier can still be let go. */
const beforeTransit: readonly ParcelStatus[] = ['accepted_for_delivery', 'carrier_chosen', 'pickup'];
/** States in which somebody is named as carrier. */
export const assignedStates: readonly ParcelStatus[] = [
  ...beforeTransit,
  'in_transit',
  'delivery',
  'delivered',
  'returned',
];
/** The handshake is done and the delivery not over: the two see each other's phone. */
export const inHandStates: readonly ParcelStatus[] = ['pickup', 'in_transit', 'delivery', 'returned'];

const next = (parcel: ParcelRecord, change: Partial<ParcelRecord>): ParcelRecord => ({
  ...parcel,
  ...change,
  version: parcel.version + 1,
});

/** « Accepter de livrer ce colis »: another member offers himself, or says yes to having been chosen. */
export function acceptDelivery(parcel: ParcelRecord, me: Card, now: number): Step {
  const at = new Date(now).toISOString();
  if (parcel.status === 'carrier_chosen' && parcel.carrierId === me.id) {
    return { parcel: next(parcel, { status: 'pickup', carrierOkAt: at, carrier: me }), event: 'handshake' };
  }
  if (parcel.carrierId !== undefined)
    throw new Refusal(parcel.carrierId === me.id ? 'STATE_CHANGED' : 'ALREADY_ASSIGNED');
  if (!isListed(parcel, now)) throw new Refusal('STATE_CHANGED');
  return {
    parcel: next(parcel, {
      status: 'accepted_for_delivery',
      carrierId: me.id,
      carrier: me,
      carrierOkAt: at,
      assignedAt: at,
    }),
    event: 'acceptDelivery',
  };
}

/** « Choisir comme transporteur »: the owner names a carrier, or says yes to the one who offered himself. */
export function chooseCarrier(parcel: ParcelRecord, carrier: Card, now: number): Step {
  const at = new Date(now).toISOString();
  if (carrier.id === parcel.ownerId) throw new Refusal('SELF_ACTION');
  if (parcel.adminStatus !== 'approved') throw new Refusal('STATE_CHANGED');
  if (parcel.status === 'accepted_for_delivery' && parcel.carrierId === carrier.id) {
    return { parcel: next(parcel, { status: 'pickup', ownerOkAt: at, carrier }), event: 'handshake' };
  }
  const open: readonly ParcelStatus[] = ['active', 'accepted_for_delivery', 'carrier_chosen'];
  if (!open.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  if (parcel.carrierId === carrier.id) throw new Refusal('STATE_CHANGED');
  const { carrierOkAt: _displaced, ...rest } = parcel;
  return {
    parcel: next(rest, { status: 'carrier_chosen', carrierId: carrier.id, carrier, ownerOkAt: at, assignedAt: at }),
    event: 'chooseCarrier',
  };
}

/** Either of the two lets go before the parcel is on its way; it is listed again if it still may be. */
export function releaseCarrier(parcel: ParcelRecord): Step {
  if (!beforeTransit.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  const { carrierId: _1, carrier: _2, ownerOkAt: _3, carrierOkAt: _4, assignedAt: _5, ...rest } = parcel;
  return { parcel: next(rest, { status: 'active' }), event: 'releaseCarrier' };
}

const carried: Record<
  'validatePickup' | 'startDelivery' | 'validateDelivery',
  { from: ParcelStatus; to: ParcelStatus }
> = {
  validatePickup: { from: 'pickup', to: 'in_transit' },
  startDelivery: { from: 'in_transit', to: 'delivery' },
  validateDelivery: { from: 'delivery', to: 'delivered' },
};

/** The carrier moves the parcel one step on. Which steps need a clean photo of this assignment: `proofStageOf`. */
export function carry(act: keyof typeof carried, parcel: ParcelRecord, now: number): Step {
  const { from, to } = carried[act];
  if (parcel.status !== from) throw new Refusal('STATE_CHANGED');
  return {
    parcel: next(parcel, { status: to, ...(to === 'delivered' ? { deliveredAt: new Date(now).toISOString() } : {}) }),
    event: act,
  };
}

/** Pickup and delivery are validated with a photo (spec 2 §4). */
export const proofStageOf = { validatePickup: 'pickup', validateDelivery: 'delivery' } as const;

/** The stage whose photos can be added now. */
export function openProofStage(parcel: ParcelRecord): ProofStage | undefined {
  if (parcel.status === 'pickup') return 'pickup';
  return parcel.status === 'in_transit' || parcel.status === 'delivery' ? 'delivery' : undefined;
}

/** At most this many photos in each stage (docs/decisions: proof photos). */
export const proofLimit = 6;

/** What the browser needs to know of the two people to offer an act; the server decides again. */
export interface Between {
  /** At least one message exists between the two about this parcel. */
  readonly hasTalked: boolean;
  readonly bothApproved: boolean;
  /** The member that the owner is talking to. */
  readonly otherId?: string;
}

const talkFirst = 'Échangez au moins un message au sujet de ce colis.';
const approvedFirst = 'Vos deux identités doivent être vérifiées.';

/** The acts that `viewerId` may be offered on a parcel, each with the reason when it is not possible now. */
export function actionsOf(viewerId: string, parcel: ParcelRecord, now: number, between?: Between): Actions {
  const isOwner = viewerId === parcel.ownerId;
  const isCarrier = viewerId === parcel.carrierId;
  const offer = (possible: boolean): { allowed: boolean; reason?: string } | undefined => {
    if (!possible) return undefined;
    if (between && !between.hasTalked) return { allowed: false, reason: talkFirst };
    if (between && !between.bothApproved) return { allowed: false, reason: approvedFirst };
    return { allowed: true };
  };
  const offers: [ParcelActionName, { allowed: boolean; reason?: string } | undefined][] = isOwner
    ? [
        [
          'chooseCarrier',
          offer(
            parcel.adminStatus === 'approved' &&
              ['active', 'accepted_for_delivery', 'carrier_chosen'].includes(parcel.status) &&
              between?.otherId !== undefined &&
              !(parcel.status === 'carrier_chosen' && parcel.carrierId === between.otherId),
          ),
        ],
        ['releaseCarrier', beforeTransit.includes(parcel.status) ? { allowed: true } : undefined],
      ]
    : [
        [
          'acceptDelivery',
          offer((between !== undefined && isListed(parcel, now)) || (parcel.status === 'carrier_chosen' && isCarrier)),
        ],
        ...(isCarrier
          ? ([
              ['releaseCarrier', beforeTransit.includes(parcel.status) ? { allowed: true } : undefined],
              ['validatePickup', parcel.status === 'pickup' ? { allowed: true } : undefined],
              ['startDelivery', parcel.status === 'in_transit' ? { allowed: true } : undefined],
              ['validateDelivery', parcel.status === 'delivery' ? { allowed: true } : undefined],
            ] as [ParcelActionName, { allowed: boolean } | undefined][])
          : []),
      ];
  return Object.fromEntries(offers.filter(([, action]) => action !== undefined)) as Actions;
}

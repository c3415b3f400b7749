import type { Offer } from '#shared/deliveries/offer.ts';
import type { DeliveryActName, Parcel } from '#shared/parcels/contract.ts';
import type { Card } from '#shared/values/fields.ts';

/** All acts of the two participants on a published parcel: the steps of a delivery, and its end without one. */
export type ActName = DeliveryActName | 'cancelParcel';

/** The viewer, the parcel, and the other member: the one of the conversation, otherwise the other participant. */
export interface ActContext {
  parcel: ActParcel;
  memberId: string;
  other?: Card | undefined;
  /** The open offer of the two about the parcel. */
  offer?: Offer | undefined;
}

/** The facts of a parcel that acts need. Lists have only these. */
export type ActParcel = Pick<
  Parcel,
  | 'id'
  | 'ownerId'
  | 'carrierId'
  | 'title'
  | 'status'
  | 'version'
  | 'pickup'
  | 'delivery'
  | 'deadline'
  | 'weightGrams'
  | 'terms'
  | 'answerBy'
  | 'actions'
  | 'returnConfirmedAt'
> &
  Partial<Pick<Parcel, 'owner' | 'carrier' | 'price'>>;

/** The other participant of a parcel, if it has one. */
export const partnerOf = ({ parcel, memberId, other }: ActContext): Card | undefined =>
  other ?? (memberId === parcel.ownerId ? parcel.carrier : parcel.owner);

/** Acts that lead to the next step, the most urgent first. */
const forward = [
  'acceptDelivery',
  'chooseCarrier',
  'validatePickup',
  'startDelivery',
  'validateDelivery',
  'confirmReturn',
] as const satisfies readonly ActName[];

/** Acts that only inform, or that undo an earlier act. */
const aside = [
  'recordPosition',
  'releaseCarrier',
  'returnParcel',
  'cancelParcel',
] as const satisfies readonly ActName[];

/** A conversation with another member does not offer the end of the carrier's agreement, or acts on a return. */
const isAbout = (act: ActName, context: ActContext): boolean => {
  const { parcel, memberId, other } = context;
  if (act !== 'releaseCarrier' && act !== 'returnParcel' && act !== 'confirmReturn') return true;
  return other === undefined || [memberId, other.id].includes(parcel.carrierId ?? '');
};

/** An agreement needs both members; with one who is no longer there it can only be ended. */
const isAgreeable = (act: ActName, context: ActContext): boolean =>
  (act !== 'acceptDelivery' && act !== 'chooseCarrier') || !partnerOf(context)?.unavailable;

const isOffered = (act: ActName, context: ActContext): boolean =>
  context.parcel.actions[act]?.allowed === true && isAbout(act, context) && isAgreeable(act, context);

/** The member's one act for the next step. For a carrier who returns a parcel it is to send a position. */
export function nextActOf(context: ActContext): ActName | undefined {
  const next = forward.find((act) => isOffered(act, context));
  const isBringingBack = context.parcel.status === 'returned' && isOffered('recordPosition', context);
  return next ?? (isBringingBack ? 'recordPosition' : undefined);
}

/** The member's other possible acts. */
export const otherActsOf = (context: ActContext): ActName[] =>
  aside.filter((act) => isOffered(act, context) && act !== nextActOf(context));

/** Acts that require a photo (product 2.4). */
export type PhotoActName = 'validatePickup' | 'validateDelivery';
export const isPhotoAct = (act: ActName): act is PhotoActName => act === 'validatePickup' || act === 'validateDelivery';

import type { DeliveryActName, Parcel } from '#shared/parcels/contract.ts';
import type { Card } from '#shared/values/fields.ts';

/** Everything that its two people do with a parcel once it is published: the steps of a delivery, and giving it up. */
export type ActName = DeliveryActName | 'cancelParcel';

/** Who looks at whose parcel, and whom they deal with about it: the member of a talk, else the other of the two. */
export type ActContext = { parcel: ActParcel; memberId: string; other?: Card | undefined };

/** What acts need of a parcel: lists know no more of it. */
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
  | 'actions'
  | 'returnConfirmedAt'
> &
  Partial<Pick<Parcel, 'owner' | 'carrier'>>;

/** The other of the two people of a parcel, as far as there is one. */
export const partnerOf = ({ parcel, memberId, other }: ActContext): Card | undefined =>
  other ?? (memberId === parcel.ownerId ? parcel.carrier : parcel.owner);

/** What moves the parcel on, the one that is wanted first before those that may wait. */
const forward = [
  'acceptDelivery',
  'chooseCarrier',
  'validatePickup',
  'startDelivery',
  'validateDelivery',
  'confirmReturn',
] as const satisfies readonly ActName[];

/** What tells, or takes back. */
const aside = [
  'recordPosition',
  'releaseCarrier',
  'returnParcel',
  'cancelParcel',
] as const satisfies readonly ActName[];

/** In a talk with somebody else the carrier is neither let go nor asked to come back. */
const isAbout = (act: ActName, context: ActContext): boolean => {
  const { parcel, memberId, other } = context;
  if (act !== 'releaseCarrier' && act !== 'returnParcel' && act !== 'confirmReturn') return true;
  return other === undefined || [memberId, other.id].includes(parcel.carrierId ?? '');
};

const isOffered = (act: ActName, context: ActContext): boolean =>
  context.parcel.actions[act]?.allowed === true && isAbout(act, context);

/** The one act that this member can move the parcel on with now; a carrier on the way back tells where they are. */
export function nextActOf(context: ActContext): ActName | undefined {
  const next = forward.find((act) => isOffered(act, context));
  const isBringingBack = context.parcel.status === 'returned' && isOffered('recordPosition', context);
  return next ?? (isBringingBack ? 'recordPosition' : undefined);
}

/** What else this member may do with it now. */
export const otherActsOf = (context: ActContext): ActName[] =>
  aside.filter((act) => isOffered(act, context) && act !== nextActOf(context));

/** Acts that nobody does without a photo (product 2.4). */
export type PhotoActName = 'validatePickup' | 'validateDelivery';
export const isPhotoAct = (act: ActName): act is PhotoActName => act === 'validatePickup' || act === 'validateDelivery';

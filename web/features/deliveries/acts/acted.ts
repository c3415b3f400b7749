import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { ActName, Situation } from '#shared/situation/contract.ts';
import type { Card } from '#shared/values/fields.ts';

/** The facts of a parcel that acts need; rows of lists have them, too. */
export type ActParcel = Pick<
  ListedDelivery,
  'id' | 'ownerId' | 'carrierId' | 'title' | 'weightGrams' | 'size' | 'pickup' | 'delivery' | 'deadline' | 'version'
> &
  Partial<Pick<Parcel, 'situation' | 'owner' | 'carrier' | 'contents' | 'price' | 'isFragile' | 'hasElectronics'>>;

/** A parcel that its reader may not see any more: only their open offer about it can end. */
export type UnseenOffer = Pick<ActParcel, 'id' | 'title' | 'situation'>;

/** A parcel in its situation, and the other member: the one of the conversation or row, else the other participant. */
export interface Acted<Of = ActParcel | UnseenOffer> {
  readonly parcel: Of;
  readonly situation: Situation;
  readonly memberId: string;
  readonly other: Card | undefined;
}

/** Acts that require a photo (product 2.4). Without a network they wait on this device. */
export const isPhotoAct = (act: ActName | undefined): act is 'validatePickup' | 'validateDelivery' =>
  act === 'validatePickup' || act === 'validateDelivery';

/** A declared delivery needs the photo, too; a declared return none. */
export const isDeclaring = (act: ActName | undefined, { stage }: Pick<Situation, 'stage'>): boolean =>
  act === 'declare' && stage === 'delivering';

/** The photos' place has the act. */
export const isHandover = (act: ActName | undefined, situation: Pick<Situation, 'stage'>): boolean =>
  isPhotoAct(act) || isDeclaring(act, situation);

export type PageAct = 'answer' | 'verify' | 'subscribe' | 'rate' | 'editParcel';
/** Acts without a question: they can be undone. */
export type DirectAct = 'pauseParcel' | 'resumeParcel' | 'unblock';
/** Another answer to an act that is offered: the release of a carrier who does not take what they have seen. */
export type AskedName = ActName | 'refuseContents';
export type DialogAct = Exclude<AskedName, PageAct | DirectAct>;

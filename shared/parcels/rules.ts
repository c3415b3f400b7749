import { Refusal, type RefusalDetails } from '../refusal.ts';
import type { ListingActName, Situation } from '../situation/contract.ts';
import { dayOf } from '../values/time.ts';
import type { Parcel, UnseenParcel } from './contract.ts';
import type { ParcelRecord, ParcelStatus } from './record.ts';
import { unseenWords } from './status-words.ts';

/** Parcels and trips together that a member may have waiting before the approval (decision 014). */
export const unlistedLimit = 3;

/** Listed: active, approved, deadline today or later; its owner must be visible too (rule 10). */
export const isListed = (parcel: Pick<ParcelRecord, 'status' | 'adminStatus' | 'deadline'>, now: number) =>
  parcel.status === 'active' && parcel.adminStatus === 'approved' && parcel.deadline >= dayOf(now);

export const assignedStates: readonly ParcelStatus[] = [
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
  'in_transit',
  'delivery',
  'delivered',
  'returned',
];

/** No more acts are possible: delivered, cancelled, or back with its owner. */
export const isClosed = ({ status, returnConfirmedAt }: Pick<ParcelRecord, 'status' | 'returnConfirmedAt'>) =>
  status === 'delivered' || status === 'cancelled' || (status === 'returned' && returnConfirmedAt !== undefined);

/** The carrier has declared the delivery or the return, and its owner has not answered yet (rules 158 and 160). */
export const isDeclared = (parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'declaredAt'>) =>
  parcel.declaredAt !== undefined &&
  (parcel.status === 'delivery' || parcel.status === 'returned') &&
  !isClosed(parcel);

/** An open problem keeps the parcel (rule 171). */
export const isDeletable = (
  parcel: Pick<ParcelRecord, 'carrierId' | 'status' | 'returnConfirmedAt'> & { readonly problem?: unknown },
) => !parcel.problem && (parcel.carrierId === undefined || isClosed(parcel));

/** Owner or current carrier, who follow the parcel in every state. A former carrier is not a party. */
export const isParty = (memberId: string, { ownerId, carrierId }: Pick<ParcelRecord, 'ownerId' | 'carrierId'>) =>
  memberId === ownerId || memberId === carrierId;

/** Having written about it gives no access; those members get `unseenParcel`. Every reply with a parcel checks this. */
export const isVisibleTo = (
  viewerId: string,
  parcel: ParcelRecord,
  { now, isOwnerHidden }: { now: number; isOwnerHidden: boolean },
) => isParty(viewerId, parcel) || (isListed(parcel, now) && !isOwnerHidden);

/** The last 8 characters in capitals (product 2.9); never a credential. */
export const trackingNumber = (parcelId: string) => parcelId.slice(-8).toUpperCase();

type Editable = Pick<ParcelRecord, 'status' | 'carrierId' | 'adminStatus' | 'deadline' | 'contentsRefused'>;

export const isEditable = (parcel: Editable, now: number) =>
  parcel.carrierId === undefined &&
  (parcel.status === 'active' ||
    (parcel.status === 'pending' && (parcel.adminStatus === 'rejected' || isOver(parcel, now))));

/** Its owner changes the listing, which administrators or a carrier refused. */
export const isToCorrect = (parcel: Parameters<typeof awaitsCorrection>[0]): boolean =>
  (parcel.adminStatus === 'rejected' && (parcel.status === 'active' || parcel.status === 'pending')) ||
  awaitsCorrection(parcel);

/** A carrier refused the contents, and the owner has not corrected the listing since (rule 190). */
export const awaitsCorrection = ({
  status,
  adminStatus,
  contentsRefused,
}: Partial<Pick<ParcelRecord, 'adminStatus' | 'contentsRefused'>> & Pick<ParcelRecord, 'status'>) =>
  status === 'active' &&
  adminStatus === 'pending' &&
  contentsRefused !== undefined &&
  contentsRefused.correctedAt === undefined;

/** Takes one of the places of an unapproved member (`unlistedLimit`), also while it is paused. */
export const isWaiting = (parcel: Editable, now: number) =>
  (parcel.status === 'active' || parcel.status === 'pending') &&
  parcel.adminStatus === 'pending' &&
  !isOver(parcel, now);

const isPausable = (parcel: Editable, now: number) =>
  parcel.status === 'active' && isEditable(parcel, now) && !isOver(parcel, now) && !awaitsCorrection(parcel);

/** active → pending: not listed until it is resumed (rule 38). */
export function pauseParcel(parcel: ParcelRecord, now: number): ParcelRecord {
  if (!isPausable(parcel, now)) throw new Refusal('STATE_CHANGED');
  return { ...parcel, status: 'pending', version: parcel.version + 1 };
}

/** pending → active with its earlier validation, until its last day is over. */
export function resumeParcel(parcel: ParcelRecord, now: number): ParcelRecord {
  if (parcel.status !== 'pending') throw new Refusal('STATE_CHANGED');
  if (isOver(parcel, now)) throw new Refusal('STATE_CHANGED', { title: 'Date limite passée', detail: overReason });
  return { ...parcel, status: 'active', version: parcel.version + 1 };
}

/** The owner cancels the parcel before transit; a named carrier still sees the outcome. */
export function cancelParcel(parcel: ParcelRecord, meId: string, reason: string): ParcelRecord {
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (parcel.status === 'in_transit' || parcel.status === 'delivery') throw new Refusal('USE_RETURN');
  if (!cancellable.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  return { ...parcel, status: 'cancelled', cancelReason: reason, version: parcel.version + 1 };
}

const overReason = 'La date limite est passée : publiez de nouveau ce colis avec une autre date.';
const carrierFirst = "Un transporteur s'est engagé : retirez-le d'abord pour modifier l'annonce.";

const onItsWay = () => new Refusal('USE_RETURN').sentence.detail;

const isOver = ({ deadline }: Pick<ParcelRecord, 'deadline'>, now: number) => deadline < dayOf(now);

/** States before transit in which the owner may cancel; a paused parcel too. */
const cancellable: readonly ParcelRecord['status'][] = [
  'active',
  'pending',
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
];

type ListingFacts = Editable & Pick<ParcelRecord, 'ownerId'>;
type ListingActs = Partial<Record<ListingActName, { readonly reason?: string }>>;

/** The owner's acts on their listing, each with the reason if it is not possible now. */
export function listingActsOf(viewerId: string, parcel: ListingFacts, now: number, isUnpaid = false): ListingActs {
  if (viewerId !== parcel.ownerId) return {};
  const { status } = parcel;
  const paid = isUnpaid ? { reason: new Refusal('SUBSCRIPTION_NEEDED').sentence.detail } : {};
  return {
    ...(isEditable(parcel, now) ? { editParcel: paid } : {}),
    ...(hasCarrier.includes(status) ? { editParcel: { reason: carrierFirst } } : {}),
    ...(isPausable(parcel, now) ? { pauseParcel: {} } : {}),
    ...(status === 'pending' ? { resumeParcel: isOver(parcel, now) ? { reason: overReason } : paid } : {}),
    ...(cancellable.includes(status) ? { cancelParcel: {} } : {}),
    ...(status === 'in_transit' || status === 'delivery' ? { cancelParcel: { reason: onItsWay() } } : {}),
  };
}

const hasCarrier: readonly ParcelStatus[] = ['accepted_for_delivery', 'carrier_chosen', 'pickup'];

/** A member's view of a parcel: owner and carrier see the carrier, and what its state means to them. */
export function toParcel(viewerId: string, parcel: ParcelRecord, situation: Situation | undefined): Parcel {
  const {
    rejectionReason,
    cancelReason,
    returnReason,
    carrier,
    carrierId,
    file,
    contentsRefused: _told,
    ...facts
  } = parcel;
  return {
    ...facts,
    ...(file ? { file: { kind: file.contentType === 'application/pdf' ? 'pdf' : 'image' } } : {}),
    ...(viewerId === parcel.ownerId && rejectionReason ? { rejectionReason } : {}),
    ...(isParty(viewerId, parcel)
      ? {
          ...(carrierId ? { carrierId } : {}),
          ...(carrier ? { carrier } : {}),
          ...(cancelReason ? { cancelReason } : {}),
          ...(returnReason ? { returnReason } : {}),
        }
      : {}),
    trackingNumber: trackingNumber(parcel.id),
    ...(situation ? { situation } : {}),
  };
}

/**
 * The view of a member who may not see the parcel. `writtenTitle` is its title when they wrote about it, because a
 * newer one may await validation. `parcel` is undefined once it was deleted.
 */
export function toUnseenParcel(parcel: ParcelRecord | undefined, writtenTitle: string | undefined): UnseenParcel {
  if (!parcel) return { sentence: unseenWords.deleted };
  const isTaken = assignedStates.includes(parcel.status);
  return {
    id: parcel.id,
    ...(writtenTitle ? { title: writtenTitle } : {}),
    sentence: unseenWords[isTaken ? takenBy(parcel) : isClosed(parcel) ? 'unavailable' : 'unlisted'],
    ...(isTaken && writtenTitle ? { route: { from: parcel.pickup, to: parcel.delivery } } : {}),
  };
}

export const isHalfAgreed = ({ status }: Pick<ParcelRecord, 'status'>): boolean =>
  status === 'accepted_for_delivery' || status === 'carrier_chosen';

/** A parcel with a carrier for a third member, by whether the agreement is complete. */
export const takenBy = (parcel: Pick<ParcelRecord, 'status'>): 'taken' | 'promised' =>
  isHalfAgreed(parcel) ? 'promised' : 'taken';

/** The refusal of an act about a parcel with a carrier, for a third member. */
export const assignedRefusal = (parcel: Pick<ParcelRecord, 'status'>, details?: RefusalDetails): Refusal =>
  new Refusal('ALREADY_ASSIGNED', { title: 'Colis déjà attribué', detail: unseenWords[takenBy(parcel)] }, details);

import { Refusal } from '../refusal.ts';
import type { Card, Place } from '../values/fields.ts';
import { endProblems, fieldsOf } from '../values/itinerary.ts';
import { dayOf } from '../values/time.ts';
import type { Actions, ListingActName, NewParcel, Parcel, ParcelStatus, UnseenParcel } from './contract.ts';
import type { ParcelRecord } from './record.ts';
import { unseenWords } from './status-words.ts';

/** Up to this many unlisted parcels wait for a member who is not approved yet (decision 014). */
export const unlistedLimit = 3;

/** Listed: active, approved, deadline today or later; its owner must be visible too (rule 10). */
export const isListed = (parcel: Pick<ParcelRecord, 'status' | 'adminStatus' | 'deadline'>, now: number) =>
  parcel.status === 'active' && parcel.adminStatus === 'approved' && parcel.deadline >= dayOf(now);

/** States in which somebody is named as carrier, or brought it. */
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

/** Whether an administrator may delete it: nobody is named as its carrier, or its delivery is over. */
export const isDeletable = (parcel: Pick<ParcelRecord, 'carrierId' | 'status' | 'returnConfirmedAt'>) =>
  parcel.carrierId === undefined || isClosed(parcel);

/** Owner or carrier: the two who follow a parcel whatever becomes of it. Who carried it before is neither. */
export const isParty = (memberId: string, { ownerId, carrierId }: Pick<ParcelRecord, 'ownerId' | 'carrierId'>) =>
  memberId === ownerId || memberId === carrierId;

/**
 * Who sees a parcel: its two parties always, every other member while it is listed and its owner is not hidden. To have
 * written about it gives no sight of it: the rest get `unseenParcel`. Every answer that tells of a parcel asks here.
 */
export const isVisibleTo = (
  viewerId: string,
  parcel: ParcelRecord,
  { now, isOwnerHidden }: { now: number; isOwnerHidden: boolean },
) => isParty(viewerId, parcel) || (isListed(parcel, now) && !isOwnerHidden);

/** Shown as the last 8 characters, in capitals (product 2.9); never a credential. */
export const trackingNumber = (parcelId: string) => parcelId.slice(-8).toUpperCase();

/** What a member says of their parcel, resolved: places named, weight in grams, the file stored. */
export type ParcelFacts = Omit<NewParcel, 'weight' | 'pickup' | 'delivery' | 'uploadId'> & {
  weightGrams: number;
  pickup: Place;
  delivery: Place;
  file?: ParcelRecord['file'];
};

/** Days that are over and places that turned out to be one are told at their fields. */
function requirePublishable(facts: ParcelFacts, now: number): void {
  const fields = {
    ...fieldsOf(endProblems(facts)),
    ...(facts.deadline < dayOf(now) ? { deadline: 'La date limite ne peut pas être passée' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', undefined, { fields });
}

/** A new parcel: active, awaiting its validation (product 2.4). */
export function publishParcel(input: ParcelFacts, owner: Card, facts: { id: string; now: number }): ParcelRecord {
  requirePublishable(input, facts.now);
  return {
    ...input,
    id: facts.id,
    ownerId: owner.id,
    owner,
    status: 'active',
    adminStatus: 'pending',
    createdAt: new Date(facts.now).toISOString(),
    version: 1,
  };
}

/** Only while nobody has said that they will carry it: what was agreed on must not change afterwards. */
const isEditable = ({ status, carrierId }: ParcelRecord) => status === 'active' && carrierId === undefined;

/** The parcel as its owner wants it now; it must be validated again and leaves the search until then. */
export function editParcel(parcel: ParcelRecord, input: ParcelFacts, now: number): ParcelRecord {
  if (!isEditable(parcel)) throw new Refusal('STATE_CHANGED', notEditable);
  requirePublishable(input, now);
  const { id, ownerId, owner, status, createdAt, version } = parcel;
  const submittedAt = new Date(now).toISOString();
  return {
    ...input,
    id,
    ownerId,
    owner,
    status,
    createdAt,
    submittedAt,
    adminStatus: 'pending',
    version: version + 1,
  };
}

/** active → pending: not listed until it is resumed (rule 38). */
export function pauseParcel(parcel: ParcelRecord): ParcelRecord {
  if (!isEditable(parcel)) throw new Refusal('STATE_CHANGED');
  return { ...parcel, status: 'pending', version: parcel.version + 1 };
}

/** pending → active, under the validation that it had, while there is time left. */
export function resumeParcel(parcel: ParcelRecord, now: number): ParcelRecord {
  if (parcel.status !== 'pending') throw new Refusal('STATE_CHANGED');
  if (isOver(parcel, now)) throw new Refusal('STATE_CHANGED', { title: 'Date limite passée', detail: overReason });
  return { ...parcel, status: 'active', version: parcel.version + 1 };
}

/** Its owner gives the parcel up before it is on its way; a carrier who was named still sees what became of it. */
export function cancelParcel(parcel: ParcelRecord, meId: string, reason: string): ParcelRecord {
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (parcel.status === 'in_transit' || parcel.status === 'delivery') throw new Refusal('USE_RETURN');
  if (!cancellable.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  return { ...parcel, status: 'cancelled', cancelReason: reason, version: parcel.version + 1 };
}

const notEditable = {
  title: 'Modification impossible',
  detail: "Un transporteur s'est engagé ou l'annonce a été retirée : elle ne peut plus être modifiée.",
};
const overReason = 'La date limite est passée : publiez de nouveau ce colis avec une autre date.';
const carrierFirst = "Un transporteur s'est engagé : retirez-le d'abord pour modifier l'annonce.";

const onItsWay = () => new Refusal('USE_RETURN').sentence.detail;

/** The last day to hand it over has passed. */
const isOver = ({ deadline }: Pick<ParcelRecord, 'deadline'>, now: number) => deadline < dayOf(now);

/** Before it is on its way its owner may give it up; a paused one too. */
const cancellable: readonly ParcelRecord['status'][] = [
  'active',
  'pending',
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
];

/** What the owner may do with their listing now, each with the reason when it is not possible. */
export function listingActionsOf(viewerId: string, parcel: ParcelRecord, now: number): Actions {
  if (viewerId !== parcel.ownerId) return {};
  const { status } = parcel;
  const isAgreed = ['accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status);
  const allowed = { allowed: true };
  const offers: Partial<Record<ListingActName, Actions[ListingActName]>> = {
    ...(isEditable(parcel) ? { editParcel: allowed } : {}),
    ...(isAgreed ? { editParcel: { allowed: false, reason: carrierFirst } } : {}),
    ...(isEditable(parcel) && !isOver(parcel, now) ? { pauseParcel: allowed } : {}),
    ...(status === 'pending'
      ? { resumeParcel: isOver(parcel, now) ? { allowed: false, reason: overReason } : allowed }
      : {}),
    ...(cancellable.includes(status) ? { cancelParcel: allowed } : {}),
    ...(status === 'in_transit' || status === 'delivery'
      ? { cancelParcel: { allowed: false, reason: onItsWay() } }
      : {}),
  };
  return offers;
}

/** What a member sees of a parcel: owners see its validation, owner and carrier see who carries it. */
export function toParcel(viewerId: string, parcel: ParcelRecord, actions: Parcel['actions']): Parcel {
  const isOwner = viewerId === parcel.ownerId;
  const { adminStatus, rejectionReason, cancelReason, returnReason, returnConfirmedAt, ...others } = parcel;
  const { carrier, carrierId, file, ...facts } = others;
  return {
    ...facts,
    ...(file ? { file: { kind: file.contentType === 'application/pdf' ? 'pdf' : 'image' } } : {}),
    ...(isOwner ? { adminStatus, ...(rejectionReason ? { rejectionReason } : {}) } : {}),
    ...(isParty(viewerId, parcel)
      ? {
          ...(carrierId ? { carrierId } : {}),
          ...(carrier ? { carrier } : {}),
          ...(cancelReason ? { cancelReason } : {}),
          ...(returnReason ? { returnReason } : {}),
          ...(returnConfirmedAt ? { returnConfirmedAt } : {}),
        }
      : {}),
    trackingNumber: trackingNumber(parcel.id),
    actions,
  };
}

/**
 * What somebody who may not see a parcel is told of it. `writtenTitle` is the title that stood when they wrote about
 * it: the present one may await its validation. `parcel` is undefined once it is deleted.
 */
export function toUnseenParcel(parcel: ParcelRecord | undefined, writtenTitle: string | undefined): UnseenParcel {
  if (!parcel) return { sentence: unseenWords.deleted };
  const isTaken = assignedStates.includes(parcel.status);
  return {
    id: parcel.id,
    ...(writtenTitle ? { title: writtenTitle } : {}),
    sentence: isTaken ? unseenWords.taken : unseenWords.unavailable,
  };
}

/**
 * What a push tells of a changed parcel: its validation to its owner, its state to the two parties, to others that it
 * changed.
 */
export function toParcelChange(
  viewerId: string,
  { id, ownerId, carrierId, version, status, adminStatus }: ParcelRecord,
) {
  return {
    id,
    ...(isParty(viewerId, { ownerId, carrierId }) ? { version, status } : {}),
    ...(viewerId === ownerId ? { adminStatus } : {}),
  };
}

import type { Card, Place } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { dayOf } from '../time.ts';
import type { NewParcel, Parcel } from './contract.ts';
import type { ParcelRecord } from './record.ts';

/** Up to this many unlisted parcels wait for a member who is not approved yet (docs/decisions: trust). */
export const unlistedLimit = 3;

/** Listed: active, approved, deadline today or later; its owner must be visible too (docs/decisions: listed in search). */
export const isListed = (parcel: Pick<ParcelRecord, 'status' | 'adminStatus' | 'deadline'>, now: number) =>
  parcel.status === 'active' && parcel.adminStatus === 'approved' && parcel.deadline >= dayOf(now);

/** Shown as the last 8 characters, in capitals (spec 2 §9); never a credential. */
export const trackingNumber = (parcelId: string) => parcelId.slice(-8).toUpperCase();

/** A new parcel: active, awaiting its validation (spec 2 §4). */
export function publishParcel(
  input: Omit<NewParcel, 'weight' | 'pickup' | 'delivery' | 'uploadId'> & {
    weightGrams: number;
    pickup: Place;
    delivery: Place;
    file?: ParcelRecord['file'];
  },
  owner: Card,
  facts: { id: string; now: number },
): ParcelRecord {
  if (input.deadline < dayOf(facts.now)) {
    throw new Refusal('INVALID', undefined, { fields: { deadline: 'La date limite ne peut pas être passée' } });
  }
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

/** What a member sees of a parcel: owners see its validation, owner and carrier see who carries it. */
export function parcelFor(viewerId: string, parcel: ParcelRecord, actions: Parcel['actions']): Parcel {
  const isOwner = viewerId === parcel.ownerId;
  const { adminStatus, rejectionReason, carrier, carrierId, file, ...facts } = parcel;
  return {
    ...facts,
    ...(file ? { file: { kind: file.contentType === 'application/pdf' ? 'pdf' : 'image' } } : {}),
    ...(isOwner ? { adminStatus, ...(rejectionReason ? { rejectionReason } : {}) } : {}),
    ...(isOwner || viewerId === carrierId
      ? { ...(carrierId ? { carrierId } : {}), ...(carrier ? { carrier } : {}) }
      : {}),
    trackingNumber: trackingNumber(parcel.id),
    actions,
  };
}

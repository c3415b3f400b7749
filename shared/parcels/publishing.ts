import { Refusal } from '../refusal.ts';
import type { Card, Place } from '../values/fields.ts';
import { endProblems, fieldsOf } from '../values/itinerary.ts';
import { dayOf } from '../values/time.ts';
import { contentsProblems, listsElectronics } from './contents-rules.ts';
import { refusedContents } from './customs.ts';
import type { NewParcel } from './fields.ts';
import type { ParcelRecord } from './record.ts';
import { isEditable } from './rules.ts';

/** The member's input with its places looked up, the weight in grams and the file stored. */
export type ParcelFacts = Omit<NewParcel, 'weight' | 'pickup' | 'delivery' | 'uploadId'> & {
  weightGrams: number;
  pickup: Place;
  delivery: Place;
  file?: ParcelRecord['file'];
};

/** Reports past days, identical places and refused contents at their fields; else returns what is stored. */
function publishable(facts: ParcelFacts, now: number): ParcelFacts {
  const { contents, pickup, delivery } = facts;
  const fields = {
    ...fieldsOf([
      ...endProblems(facts),
      ...refusedContents(contents, pickup.countryCode, delivery.countryCode),
      ...contentsProblems(contents),
    ]),
    ...(facts.deadline < dayOf(now) ? { deadline: 'La date limite ne peut pas être passée' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', undefined, { fields });
  return { ...facts, hasElectronics: facts.hasElectronics || listsElectronics(contents) };
}

export function publishParcel(input: ParcelFacts, owner: Card, facts: { id: string; now: number }): ParcelRecord {
  return {
    ...publishable(input, facts.now),
    id: facts.id,
    ownerId: owner.id,
    owner,
    status: 'active',
    adminStatus: 'pending',
    createdAt: new Date(facts.now).toISOString(),
    version: 1,
  };
}

export function editParcel(parcel: ParcelRecord, input: ParcelFacts, now: number): ParcelRecord {
  if (!isEditable(parcel, now)) throw new Refusal('STATE_CHANGED', notEditable);
  const { id, ownerId, owner, createdAt, version, contentsRefused } = parcel;
  const submittedAt = new Date(now).toISOString();
  return {
    ...publishable(input, now),
    id,
    ownerId,
    owner,
    status: 'active',
    createdAt,
    submittedAt,
    ...(contentsRefused ? { contentsRefused: { ...contentsRefused, correctedAt: submittedAt } } : {}),
    adminStatus: 'pending',
    version: version + 1,
  };
}

const notEditable = {
  title: 'Modification impossible',
  detail: "Un transporteur s'est engagé ou l'annonce a été retirée : elle ne peut plus être modifiée.",
};

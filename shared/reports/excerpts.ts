import type { AdminLogRecord, LogTarget } from '../admin/contract.ts';
import { adminActionLabels } from '../admin/words.ts';
import type { MessageRecord } from '../messaging/record.ts';
import { nameOf } from '../messaging/words.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { weightText } from '../parcels/words.ts';
import type { ProfileRecord } from '../profiles/record.ts';
import type { ReviewRecord } from '../reviews/record.ts';
import type { TripRecord } from '../trips/record.ts';
import { tripPriceText } from '../trips/words.ts';
import type { Place } from '../values/fields.ts';
import { moneyText } from '../values/money.ts';
import { dayOf, shortDay } from '../values/time.ts';
import type { ExcerptLine, NamedThing } from './record.ts';

const line = (label: string, text: string | undefined): ExcerptLine[] => (text ? [{ label, text }] : []);

const placeText = ({ city, country }: Place) => `${city}, ${country}`;

export const reasonLines = (reason: string | undefined): ExcerptLine[] => line('Motif donné', reason);

/** The contested act of an administrator, its day, its thing, and the reason of its mail. */
export const decisionLines = (
  { action, at, targetType }: Pick<AdminLogRecord, 'action' | 'at' | 'targetType'>,
  { name, route }: NamedThing,
  reason: string | undefined,
): ExcerptLine[] => [
  ...line('Décision', adminActionLabels[action]),
  ...line('Prise le', shortDay(dayOf(Date.parse(at)))),
  ...line(decidedLabels[targetType] ?? 'Annonce', targetType === 'profile' ? undefined : name),
  ...line('Trajet', route),
  ...line('Motif', reason),
];

const decidedLabels: Readonly<Partial<Record<LogTarget, string>>> = { report: 'Signalement', review: 'Avis sur' };

export const listingLines = ({ name, route }: NamedThing): ExcerptLine[] => [
  ...line('Annonce', name),
  ...line('Trajet', route),
];

export const parcelLines = ({ title, description, pickup, delivery, ...parcel }: ParcelRecord): ExcerptLine[] => [
  ...line('Titre', title),
  ...line('Description', description),
  ...line('Départ', placeText(pickup)),
  ...line('Destination', placeText(delivery)),
  ...line('Poids', weightText(parcel.weightGrams)),
  ...line('Prix', parcel.price && moneyText(parcel.price)),
  ...line('Date limite', shortDay(parcel.deadline)),
];

export const tripLines = ({ depart, arrival, stops, ...trip }: TripRecord): ExcerptLine[] => [
  ...line('Départ', placeText(depart)),
  ...line('Destination', placeText(arrival)),
  ...line('Étapes', stops.map(placeText).join(' · ')),
  ...line('Date', shortDay(trip.travelDate)),
  ...line('Prix', tripPriceText(trip)),
  ...line('Notes', trip.notes),
];

export const memberLines = (profile: ProfileRecord): ExcerptLine[] => line('Nom', nameOf(profile));

export const reviewLines = ({ rating, comment }: ReviewRecord): ExcerptLine[] => [
  ...line('Note', `${rating} sur 5`),
  ...line('Avis', comment),
];

/** Messages of two members, oldest first, with the role of each author. */
export const messageLines = (messages: readonly MessageRecord[], reporterId: string): ExcerptLine[] =>
  messages.map(({ senderId, createdAt, content }) => ({
    by: senderId === reporterId ? 'reporter' : 'accused',
    at: createdAt,
    text: content,
  }));

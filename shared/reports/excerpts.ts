import type { AdminLogRecord, LogTarget } from '../admin/contract.ts';
import { adminActionLabels, verdictLabel } from '../admin/words.ts';
import { ProblemEnd } from '../deliveries/problem.ts';
import { decidedEnd, problemLabels, termsWords } from '../deliveries/words.ts';
import type { MessageRecord } from '../messaging/record.ts';
import { nameOf } from '../messaging/words.ts';
import { type ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import { weightText } from '../parcels/words.ts';
import type { ProfileRecord } from '../profiles/record.ts';
import type { ReviewRecord } from '../reviews/record.ts';
import { termText } from '../site/terms.ts';
import type { TripRecord } from '../trips/record.ts';
import { tripPriceText } from '../trips/words.ts';
import type { Place } from '../values/fields.ts';
import { moneyText } from '../values/money.ts';
import { dayOf, shortDay } from '../values/time.ts';
import { type ExcerptLine, type NamedThing, ReportOutcome, type ReportRecord } from './record.ts';
import { refusalLabel } from './words.ts';

const line = (label: string, text: string | undefined): ExcerptLine[] => (text ? [{ label, text }] : []);

const placeText = ({ city, country }: Place) => `${city}, ${country}`;

export const reasonLines = (reason: string | undefined): ExcerptLine[] => line('Motif donné', reason);

type Contested = Pick<AdminLogRecord, 'action' | 'at' | 'targetType' | 'details'>;

/** Its reader finds the word of the mail about a refused listing. */
function decidedText({ action, details }: Contested): string {
  if (action === 'rejectParcel' || action === 'rejectTrip') return refusalLabel(details['before'] === 'approved');
  const settled = ProblemEnd.safeParse(details['parcelEnd']).data;
  if (action === 'overrideParcel')
    return decidedEnd({ end: settled, to: ParcelStatus.safeParse(details['statusAfter']).data });
  const isObjection = details['thing'] === 'decision';
  if (!isObjection && !details['problem']) return adminActionLabels[action];
  const outcome = ReportOutcome.safeParse(details['outcome']).data ?? 'dismissed';
  return verdictLabel(isObjection ? 'decision' : 'parcel', { outcome, end: settled });
}

interface Given {
  readonly reason?: string | undefined;
  readonly termId?: string | undefined;
  /** The decision that was contested first, where one objects to an answer. */
  readonly origin?: Contested | undefined;
}

/** The contested act of an administrator, its day, its thing, and the reason and chapter of its mail. */
export const decisionLines = (
  decision: Contested,
  { name, route, isDelivery }: NamedThing,
  { reason, termId = '', origin }: Given,
): ExcerptLine[] => [
  ...line('Décision', decidedText(decision)),
  ...line("Décision d'origine", origin && decidedText(origin)),
  ...line('Prise le', shortDay(dayOf(Date.parse(decision.at)))),
  ...line(
    isDelivery ? 'Colis' : (decidedLabels[decision.targetType] ?? 'Annonce'),
    isDelivery || decision.targetType !== 'profile' ? name : undefined,
  ),
  ...line('Trajet', route),
  ...line('Motif', reason),
  ...line('Conditions générales', termText(termId)),
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

/** A delivery with a problem: what was agreed, when it went on, and the words of the report at last (rule 170). */
export function problemLines(parcel: ParcelRecord, { problem, text = '', createdAt }: Reported): ExcerptLine[] {
  const day = (iso: string | undefined) => iso && shortDay(dayOf(Date.parse(iso)));
  return [
    ...line('Accord', parcel.terms && termsWords(parcel.terms)),
    ...line('Récupéré le', day(parcel.pickedUpAt)),
    ...line('Déclaré le', day(parcel.declaredAt)),
    ...line('Livré le', day(parcel.deliveredAt)),
    ...line("Rendu à l'expéditeur le", day(parcel.returnConfirmedAt)),
    { by: 'reporter', at: createdAt, ...(problem ? { label: problemLabels[problem.kind] } : {}), text },
  ];
}

type Reported = Pick<ReportRecord, 'problem' | 'text' | 'createdAt'>;

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

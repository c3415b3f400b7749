import { type FilterPart, type ListingKind, readFilter } from '../search/filter.ts';
import { transportLabels } from '../trips/words.ts';
import type { Size } from '../values/fields.ts';
import { of, routeText } from '../values/french.ts';
import { shortDay } from '../values/time.ts';
import { isolated } from '../values/typed/characters.ts';
import type { Alert, Side, When } from './contract.ts';

export const whenLabels: Readonly<Record<When, string>> = {
  now: 'Tout de suite',
  day: 'Une fois par jour, le matin',
  off: 'Désactivée',
};

export const sizeTexts: Readonly<Record<Size, string>> = {
  small: 'petite taille',
  medium: 'taille moyenne',
  large: 'grande taille',
};

type End = Pick<Side, 'country' | 'city'>;

/**
 * « de Paris à Oran », « au départ de Paris », « à destination d'Oran ». With a country, whose article depends on it: «
 * Paris → Algérie ».
 */
export function sidesText(from: End | undefined, to: End | undefined): string {
  const [start, end] = [from?.city, to?.city];
  if (start !== undefined && end !== undefined) return routeText({ city: start }, { city: end });
  if (start !== undefined && !to) return `au départ ${of(isolated(start))}`;
  if (end !== undefined && !from) return `à destination ${of(isolated(end))}`;
  return [start ?? from?.country, end ?? to?.country].map((side = 'partout') => isolated(side)).join(' → ');
}

export const alertName = ({ kind, from, to }: Pick<Alert, 'kind' | 'from' | 'to'>): string =>
  `${kind === 'trip' ? 'Trajets' : 'Colis'} ${sidesText(from, to)}`;

/** The whole search: « Trajets de Paris à Oran, à partir du 12 déc. 2026, 5 kg au moins ». */
export const alertText = (alert: Pick<Alert, 'kind' | 'from' | 'to' | 'date' | 'filter'>): string =>
  [
    alertName(alert),
    ...(alert.date === undefined ? [] : [`à partir du ${shortDay(alert.date)}`]),
    ...readFilter(alert.kind, alert.filter ?? '').map((part) => partText(alert.kind, part)),
  ].join(', ');

/** A demand in a sentence. Orders are none. */
function partText(kind: ListingKind, part: FilterPart): string {
  const [group = '', value = ''] = part.split('-');
  switch (group) {
    case 'size':
      return `${sizeTexts[value as Size]}${kind === 'trip' ? ' au moins' : ''}`;
    case 'weight':
      return `${value} kg au ${kind === 'trip' ? 'moins' : 'plus'}`;
    case 'transport':
      return transportLabels[value as keyof typeof transportLabels].toLowerCase();
    case 'fragile':
      return 'fragile accepté';
    default:
      return 'identité vérifiée';
  }
}

import type { FoundMail } from '#functions/mail/mails.ts';
import type { Alert } from '#shared/alerts/contract.ts';
import { alertName, sidesText, sizeTexts } from '#shared/alerts/words.ts';
import { weightText } from '#shared/parcels/words.ts';
import { freeGrams, type Room } from '#shared/trips/room.ts';
import { transportText } from '#shared/trips/words.ts';
import type { Place } from '#shared/values/fields.ts';
import { shortDay } from '#shared/values/time.ts';
import type { Route } from './matching.ts';
import type { Listing } from './news.ts';

/**
 * The facts of a notice about a listing that an alert found. It outlives the listing, so it has no text of the owner: a
 * city that is in no list is their own text, and its country replaces it (rule 146).
 */
export function foundFacts(listing: Listing, alert: Alert, leg: Route['leg']): Omit<FoundMail, 'firstName'> {
  const { kind, id, from, to, day } = listing;
  const route = sidesText(known(from), known(to));
  return {
    kind,
    listingId: id,
    title:
      kind === 'trip'
        ? `Votre alerte : trajet ${route}, le ${shortDay(day)}`
        : `Votre alerte : colis ${route}, avant le ${shortDay(day)}`,
    alert: alertName(alert),
    when: alert.when,
    facts: factsText(listing),
    leg: leg ? leg.map((place) => nameOf(known(place))).join(' → ') : '',
  };
}

const known = ({ city, country, placeId }: Place) => (placeId === undefined ? { country } : { country, city });
const nameOf = ({ country, city }: ReturnType<typeof known>) => city ?? country;

/** « Avion · jusqu'à 8 kg · taille moyenne », « Avion · il reste 4,5 kg · … », « 2,5 kg · petite taille » */
function factsText({ facts, weightGrams = 0, room }: Listing): string {
  const parts = room
    ? [transportText(facts.transport), leftText(room), sizeTexts[facts.size]]
    : [weightText(weightGrams), sizeTexts[facts.size]];
  return parts.join(' · ');
}

const leftText = (room: Room) => `${room.bookedGrams ? 'il reste' : "jusqu'à"} ${weightText(freeGrams(room))}`;

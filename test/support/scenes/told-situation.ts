import type { Situation, Tie } from '#shared/situation/contract.ts';
import { type Around, otherOfCard, type SituationFacts, situationOf } from '#shared/situation/situation.ts';
import type { Card } from '#shared/values/fields.ts';

/** Facts of a parcel and of its reader, from which the server would make the situation. */
export interface Told
  extends Partial<Omit<SituationFacts, 'ownerId' | 'carrierId' | 'deadline' | 'price' | 'weightGrams'>> {
  /** The reader. A stranger reads no situation, unless they talk with `other` about it. */
  viewer?: string;
  other?: Card;
  hasWritten?: boolean;
  tie?: Tie;
  me?: Partial<Around['me']>;
  /** The open offer of the viewer and the other one. */
  offer?: Around['offer'];
  isOffers?: boolean;
  freeGrams?: number;
  /** The server's time; that of the things which factories make. */
  now?: number;
}

type Subject = Pick<SituationFacts, 'ownerId' | 'carrierId' | 'deadline' | 'price' | 'weightGrams'>;

export function situationFor(told: Told & Subject, viewer: string, other: Card | undefined): Situation {
  const {
    hasWritten = true,
    tie,
    me,
    offer,
    isOffers,
    freeGrams,
    now = Date.parse('2026-11-20T10:00:00.000Z'),
    carrierId,
    price,
    weightGrams,
  } = told;
  const { status = carrierId ? 'pickup' : 'active' } = told;
  const announced = { ...(price ? { price } : {}), grams: weightGrams };
  const facts = { adminStatus: 'approved', ...(carrierId ? { terms: announced } : {}), ...told, status } as const;
  const around: Around = {
    me: { isVerified: true, lacksSubscription: false, ...me },
    other: other && { ...otherOfCard(other, tie), hasWritten },
    ...(offer ? { offer } : {}),
    ...(isOffers ? { isOffers } : {}),
    ...(freeGrams === undefined ? {} : { freeGrams }),
  };
  return situationOf(facts, viewer, around, now);
}

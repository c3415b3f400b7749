import { expect, test } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { deliveryRoutes } from '../deliveries/contract.ts';
import type { Offer } from '../deliveries/offer.ts';
import { parcelRoutes } from '../parcels/contract.ts';
import type { ParcelStatus } from '../parcels/record.ts';
import { type TermsTrip, TripObstacle } from '../parcels/terms.ts';
import type { ActName, Tie } from './contract.ts';
import { storedOffersOf } from './open-offers.ts';
import { type Around, type Other, situationOf } from './situation.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const { O: owner, C: carrier } = memberIds;
const known: Omit<Other, 'id'> = { isVerified: true, isReachable: true, isBlocked: false, hasWritten: true };
const price = { amount: 2800, currency: 'EUR' } as const;
const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' };

interface Hindrance {
  readonly me?: Partial<Around['me']>;
  readonly other?: Partial<Other>;
  readonly tie?: Tie;
}

const hindrances: Readonly<Record<string, Hindrance>> = {
  none: {},
  blocked: { other: { isBlocked: true }, tie: 'blocked' },
  hidden: { other: { isReachable: false }, tie: 'hidden' },
  gone: { other: { isReachable: false, isVerified: false, hasNoAccount: true } },
  unverified: { me: { isVerified: false } },
  otherUnverified: { other: { isVerified: false } },
  noSubscription: { me: { lacksSubscription: true } },
  otherNoSubscription: { other: { lacksSubscription: true } },
};

const hasCarrier = new Set<ParcelStatus>(['accepted_for_delivery', 'carrier_chosen', 'pickup']);
const isYes = new Set<ActName>(['chooseCarrier', 'acceptDelivery']);

function offerBy(by: string | undefined, status: ParcelStatus, named: TermsTrip | undefined): Offer | undefined {
  if (by === undefined) return undefined;
  const offer = { id: 'o', by, price, at: '2026-11-19T10:00:00.000Z', until: '2026-11-21T10:00:00.000Z' };
  return { ...offer, ...(named ? { trip: named } : {}), ...(status === 'pickup' ? { isChange: true as const } : {}) };
}

interface Trusted {
  readonly path: string;
  readonly trust?: { readonly profile?: string; readonly subscription?: boolean };
}
const rows: Readonly<Record<string, Trusted>> = { ...deliveryRoutes, ...parcelRoutes };

/** The contract row of an act asks its member for a verification or a subscription that they do not have. */
function lacks(act: ActName, { isVerified, lacksSubscription }: Around['me']): boolean {
  const trust = rows[act]?.trust;
  return (trust?.profile === 'approved' && !isVerified) || (trust?.subscription === true && lacksSubscription);
}

/** The parcel as the projector keeps it for one of the two, and what its places know about the other one. */
function seenBy(
  viewer: string,
  status: ParcelStatus,
  { me, other, tie }: Hindrance,
  { offer, named }: { offer: Offer | undefined; named: TermsTrip | undefined },
) {
  const isOwner = viewer === owner;
  const isPresent = other?.isVerified !== false;
  const gone = isOwner && other?.hasNoAccount ? { unavailable: true as const } : {};
  const parcel = aParcel(1, 'O', {
    status,
    deadline: '2026-12-20',
    ...(offer && status !== 'pickup'
      ? { openOffers: storedOffersOf(owner, [{ ...offer, isAway: tie !== undefined || !isPresent }]) }
      : {}),
    ...(hasCarrier.has(status)
      ? {
          carrierId: carrier,
          carrier: { ...aCard({ id: carrier, verified: !isOwner || isPresent }), ...gone },
          assignedAt: '2026-11-20T09:00:00.000Z',
          terms: { price, grams: 3500, ...(named && !offer ? { trip: named } : {}) },
          ...(offer ? { carrierOffer: { ...offer, edition: 'e', seq: 1 } } : {}),
          ...(tie ? { carrierTie: tie } : {}),
          ...(isOwner || isPresent ? {} : { ownerAway: true as const }),
        }
      : {}),
  });
  const own = { me: { isVerified: true, lacksSubscription: false, ...me } };
  const around = { ...own, other: { ...known, ...other, id: isOwner ? carrier : owner } };
  return { parcel, around, alone: isOwner && !hasCarrier.has(status) ? own : around };
}

test.each(
  Object.entries(hindrances).flatMap(([what, hindrance]) =>
    [undefined, ...TripObstacle.options].map((obstacle) => [what, obstacle, hindrance] as const),
  ),
)('whoever is waited for has a main act, one in all places: %s, trip %s', (_what, obstacle, hindrance) => {
  const found: string[] = [];
  for (const status of ['active', 'pending', ...hasCarrier] as const)
    for (const viewer of [owner, carrier])
      for (const by of [undefined, owner, carrier]) {
        const named = obstacle && { ...trip, obstacle };
        const offer = offerBy(by, status, named);
        const { parcel, around, alone } = seenBy(viewer, status, hindrance, { offer, named });
        const places: Record<string, Around> = {
          'card and delivery page': alone,
          conversation: { ...around, offer },
          Demandes: { ...around, offer, isOffers: offer !== undefined },
        };
        const all = Object.entries(places).map(([place, at]) => [place, situationOf(parcel, viewer, at, now)] as const);
        // Without a carrier the card is about all who talk about the parcel.
        const mains = all.slice(hasCarrier.has(status) ? 0 : 1).map(([, told]) => told.main);
        if (new Set(mains).size > 1) found.push(`${viewer}, offer by ${by}: ${status}, ${mains.join(', ')}`);
        for (const [place, told] of all) {
          // An own price leaves the other one's yes possible, and urges its author to nothing.
          const isOwnPrice = told.obstacle === undefined && told.offer?.by === viewer;
          const answers = told.acts.filter(({ name, reason }) => !reason && isYes.has(name));
          const refused = told.main && lacks(told.main, around.me);
          if (told.waitsFor === 'me' && (refused || !told.main) && !(isOwnPrice && answers.length > 0))
            found.push(
              `${place}, ${viewer === owner ? 'owner' : 'carrier'}, offer by ${by}: ${told.stage}, ${told.obstacle}`,
            );
        }
      }
  expect(found).toEqual([]);
});

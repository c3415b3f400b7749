import { aListedDelivery, anOffer, aParcel, aTrip } from '../../support/factories.ts';
import { press, type Screen, says } from './reach.ts';

const parcelId = '00000000-0000-4000-8000-000000000001';
const tripId = '00000000-0000-4000-8000-000000000002';
const day = '2031-12-12';
const terms = {
  price: { amount: 2500, currency: 'EUR' },
  grams: 3500,
  trip: { id: tripId, travelDate: day, transport: 'plane', from: 'Paris', to: 'Alger' },
} as const;
const deliveryCounts = { to_collect: 2, in_transit: 2, to_deliver: 2, completed: 0 };
const title = `Vaisselle ancienne et ${'livres rares '.repeat(6)}`;

/** The member's own trip, listed, with so many kilos booked. */
const aBookedTrip = (memberId: string, bookedGrams: number, id = tripId) =>
  aTrip({
    id,
    owner: { id: memberId, firstName: 'Amel', lastName: 'B', verified: true, reviewCount: 0 },
    travelDate: day,
    adminStatus: 'approved',
    maxWeightKg: 8,
    bookedGrams,
    actions: { editTrip: { allowed: true }, cancelTrip: { allowed: true } },
  });

/** The pages of an agreement, for one of its two members. */
export function agreements(memberId: string, other: string): readonly Screen[] {
  const carrier = { id: other, firstName: 'Karim', lastName: 'Benali', verified: true, reviewCount: 0 };
  const owner = { ...carrier, id: memberId, firstName: 'Amel' };
  const parcel = (facts: Parameters<typeof aParcel>[0]) =>
    aParcel({ id: parcelId, title, owner, carrier, deadline: day, terms, ...facts });
  const delivery = (facts: Parameters<typeof aParcel>[0]) => ({
    answers: {
      [`**/api/parcels/${parcelId}`]: parcel(facts),
      [`**/api/parcels/${parcelId}/tracking*`]: { items: [] },
      [`**/api/parcels/${parcelId}/proofs*`]: { items: [] },
    },
  });
  const past = { deadline: '2026-01-01', terms: { grams: 3500 } };
  const trips = {
    items: [aBookedTrip(memberId, 3500), aBookedTrip(memberId, 7600, '00000000-0000-4000-8000-000000000003')],
    counts: { upcoming: 2, past: 0 },
  };
  const waiting = ['1', '2'].map((id) =>
    aListedDelivery({ id, title, status: 'pickup', ownerId: other, carrierId: memberId, partner: carrier, terms }),
  );
  const ownTrips = { '**/api/me/deliveries*': { items: waiting, counts: deliveryCounts }, '**/api/me/trips*': trips };
  return [
    [`/delivery/${parcelId}`, 'the terms agreed on', says('Votre accord'), delivery({ status: 'pickup' })],
    [
      `/delivery/${parcelId}`,
      'an agreement whose day is over',
      says(/l'accord prend fin/),
      delivery({ status: 'pickup', ...past }),
    ],
    [`/delivery/${parcelId}`, 'a late parcel', says(/est en retard/), delivery({ status: 'in_transit', ...past })],
    [
      `/delivery/${parcelId}`,
      'half an agreement with its time',
      says(/choisissez ce transporteur/),
      delivery({ status: 'accepted_for_delivery', assignedAt: '2026-11-20T10:00:00.000Z' }),
    ],
    [
      `/delivery/${parcelId}`,
      'an open change beside the terms in force',
      says('Changement proposé'),
      delivery({ status: 'pickup', offer: anOffer({ by: other, grams: 5000, isChange: true }) }),
    ],
    ['/my-trips', 'a full trip', says(/^Complet/), { answers: ownTrips }],
    [
      '/my-trips',
      'the question before cancelling, with its parcels',
      async (page) => {
        await press(/^Actions/)(page);
        await press('Annuler le trajet')(page);
        await says('Des colis comptent sur ce trajet')(page);
      },
      { answers: ownTrips },
    ],
    [
      `/transport-parcel?edit=${tripId}`,
      'a trip with booked kilos',
      says(/comptent sur ces villes/),
      { answers: { [`**/api/trips/${tripId}`]: aBookedTrip(memberId, 3500) } },
    ],
  ];
}

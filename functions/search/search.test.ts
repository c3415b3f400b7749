import { searchRoutes } from '#shared/search/contract.ts';
import { aParcelCard, aTripCard } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { listed } from '#test/support/mocked/listed.ts';
import { searchHandlers } from './handlers.ts';

const parcel = aParcelCard();
const trip = aTripCard();
const given = await listed({ parcels: [parcel], trips: [trip] });
const fromParis = { fromCountry: 'France', fromCity: 'Paris', fromPlace: '2988507' };

examples(searchRoutes, searchHandlers, {
  searchParcels: [
    {
      given,
      reads: ['query pk = "SP#*>*", filter day >= "2026-11-20", backwards, limit 21'],
      answers: { items: [{ id: parcel.id, title: 'Livres' }] },
    },
    {
      when: 'from a place to a country',
      query: { ...fromParis, toCountry: 'Algérie' },
      given,
      reads: [
        'get VOC#parcel NOW',
        'get VOC#parcel#build#counts#0 PART',
        'query pk = "VOC#parcel#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
        'query pk = "SP#FR.2988507>DZ", filter day >= "2026-11-20", backwards, limit 21',
      ],
      answers: { items: [{ id: parcel.id }] },
    },
    {
      when: 'before the first snapshot',
      query: { ...fromParis, toCountry: 'Algérie' },
      reads: ['get VOC#parcel NOW', 'query pk = "VOC#parcel#NEW"'],
      answers: { items: [] },
    },
    { when: 'of another list', query: { cursor: 'forged' }, status: 400, answers: { code: 'INVALID' } },
  ],
  searchTrips: {
    given,
    reads: ['query pk = "ST#*>*" AND sk > "2026-11-20", limit 21'],
    answers: { items: [{ id: trip.id, travelDate: '2026-12-20' }] },
  },
});

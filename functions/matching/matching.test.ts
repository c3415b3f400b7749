import { matchingRoutes } from '#shared/matching/contract.ts';
import { aTrip, memberIds } from '#test/access/people.ts';
import { alger, aParcelCard, aTripCard, paris } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { listed } from '#test/support/mocked/listed.ts';
import { matchingHandlers } from './handlers.ts';

const { O: amel, M: karim } = memberIds;
const trip = aTrip(205, 'M');
const own = aTrip(206, 'O', { depart: paris, arrival: alger, travelDate: '2026-12-20', maxWeightKg: 10 });
const parcel = aParcelCard({ id: 'parcel' });
const listings = await listed({ parcels: [parcel], trips: [aTripCard({ id: trip.id })] });
const block = {
  pk: `U#${amel}`,
  sk: `BY#${karim}#BLOCK`,
  gs1pk: `BLK#${amel}`,
  gs1sk: 'x',
  record: { otherId: karim, since: 'x' },
};
const query = {
  fromCountry: 'FR',
  fromCity: 'Paris',
  fromPlace: '2988507',
  toCountry: 'DZ',
  toCity: 'Alger',
  toPlace: '2507480',
  deadline: '2026-12-25',
  weight: '1,5',
  size: 'small',
};

examples(matchingRoutes, matchingHandlers, {
  matchingTrips: [
    {
      query,
      given: listings,
      reads: [
        `query gs1pk = "U#${amel}#T" AND gs1sk >= "2026-11-20", limit 20`,
        'get VOC#trip NOW',
        'get VOC#trip NOW',
        'get VOC#trip#build#counts#0 PART',
        'get VOC#trip#build#counts#0 PART',
        'query pk = "VOC#trip#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
        'query pk = "VOC#trip#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
        'query pk = "ST#FR.2988507>DZ.2507480" AND sk > "2026-11-20", limit 21',
        'query pk = "ST#FR>DZ" AND sk > "2026-11-20", limit 21',
        `query gs1pk = "BLK#${amel}", backwards, limit 100`,
        `query gs1pk = "BLKBY#${amel}", backwards, limit 100`,
      ],
      answers: { items: [{ id: trip.id, closeness: 'exact' }] },
    },
    {
      when: 'without the trips of blocked members',
      query,
      given: [...listings, trip, block],
      reads: [
        `query gs1pk = "U#${amel}#T" AND gs1sk >= "2026-11-20", limit 20`,
        'get VOC#trip NOW',
        'get VOC#trip NOW',
        'get VOC#trip#build#counts#0 PART',
        'get VOC#trip#build#counts#0 PART',
        'query pk = "VOC#trip#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
        'query pk = "VOC#trip#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
        'query pk = "ST#FR.2988507>DZ.2507480" AND sk > "2026-11-20", limit 21',
        'query pk = "ST#FR>DZ" AND sk > "2026-11-20", limit 21',
        `query gs1pk = "BLK#${amel}", backwards, limit 100`,
        `query gs1pk = "BLKBY#${amel}", backwards, limit 100`,
        `get T#${trip.id} META`,
      ],
      answers: { items: [] },
    },
  ],
  matchingParcels: {
    params: { tripId: own.id },
    given: [own, ...listings],
    reads: [
      `get T#${own.id} META, consistent`,
      `query gs1pk = "U#${amel}#P", backwards, limit 20`,
      'get VOC#parcel NOW',
      'get VOC#parcel NOW',
      'get VOC#parcel#build#counts#0 PART',
      'get VOC#parcel#build#counts#0 PART',
      'query pk = "VOC#parcel#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
      'query pk = "VOC#parcel#NEW" AND sk > "2026-11-20T09:59:15.000Z"',
      'query pk = "SP#FR.2988507>DZ.2507480", filter day >= "2026-11-20", backwards, limit 21',
      'query pk = "SP#FR>DZ", filter day >= "2026-11-20", backwards, limit 21',
      `query gs1pk = "BLK#${amel}", backwards, limit 100`,
      `query gs1pk = "BLKBY#${amel}", backwards, limit 100`,
    ],
    answers: { items: [{ id: 'parcel', closeness: 'exact' }] },
  },
});

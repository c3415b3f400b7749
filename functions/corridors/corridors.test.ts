import { expect } from 'vitest';
import type { Deps } from '#functions/serve.ts';
import { corridorRoutes } from '#shared/corridors/contract.ts';
import { aParcelCard } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { listed } from '#test/support/mocked/listed.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { corridorHandlers } from './handlers.ts';

const given = await listed({ parcels: [aParcelCard()], trips: [] });
const corridor = { slug: 'paris-alger', from: { city: 'Paris' }, to: { city: 'Alger' } };

const handlers = (deps: Deps) =>
  corridorHandlers({ ...deps, slugs: fewSlugs, site: async () => 'https://envoyage.example' });

examples(corridorRoutes, handlers, {
  readCorridors: {
    given,
    reads: [
      'get VOC#parcel NOW',
      'get VOC#trip NOW',
      'get VOC#parcel#build#corridors#0 PART',
      'get VOC#trip#build#corridors#0 PART',
    ],
    answers: { items: [{ ...corridor, parcels: 1, trips: 0 }] },
  },
  readCorridor: [
    {
      params: { corridor: 'alger-paris' },
      given,
      reads: [
        'get VOC#parcel NOW',
        'get VOC#trip NOW',
        'get VOC#parcel#build#corridors#0 PART',
        'get VOC#trip#build#corridors#0 PART',
      ],
      answers: { slug: 'alger-paris', neighbours: [corridor] },
    },
    {
      when: 'between unknown places',
      params: { corridor: 'nulle-part' },
      given,
      reads: [
        'get VOC#parcel NOW',
        'get VOC#trip NOW',
        'get VOC#parcel#build#corridors#0 PART',
        'get VOC#trip#build#corridors#0 PART',
      ],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],
  corridorsSitemap: {
    given,
    reads: [
      'get VOC#parcel NOW',
      'get VOC#trip NOW',
      'get VOC#parcel#build#corridors#0 PART',
      'get VOC#trip#build#corridors#0 PART',
    ],
    answers: { page: expect.stringContaining('https://envoyage.example/colis/paris-alger') },
  },
});

import { expect } from 'vitest';
import { parcelRows } from '#functions/search/index/listing.ts';
import type { Deps } from '#functions/serve.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { aParcelCard } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { plainRenderer } from '#test/support/world/plain-renderer.ts';
import { documentHandlers } from './handlers.ts';

const listings = parcelRows(aParcelCard());
const page = expect.stringContaining('Livres');

const handlers = (deps: Deps) =>
  documentHandlers({
    ...deps,
    slugs: fewSlugs,
    site: async () => 'https://envoyage.example',
    renderer: plainRenderer,
  });

examples(documentRoutes, handlers, {
  homeDocument: {
    given: listings,
    reads: [
      'query pk = "SP#*>*", filter day >= "2026-11-20", backwards, limit 21',
      'query pk = "ST#*>*" AND sk > "2026-11-20", limit 21',
    ],
    answers: { page },
  },
  searchDocument: {
    query: { fromCity: 'Paris' },
    given: listings,
    reads: [
      'query pk = "SP#*>*", filter day >= "2026-11-20", backwards, limit 21',
      'query pk = "ST#*>*" AND sk > "2026-11-20", limit 21',
    ],
    answers: { page },
  },
  corridorDocument: {
    query: { page: '/nulle-part' },
    status: 404,
    answers: { page: expect.any(String) },
  },
});

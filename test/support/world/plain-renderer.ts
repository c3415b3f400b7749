import type { Renderer } from '#functions/documents/handlers.ts';

/** Documents that consist of their answers, for tests that are not about pages. */
export const plainRenderer: Renderer = {
  asksOf: (_address, answers) =>
    answers.length > 0
      ? []
      : [
          { slice: 'search', row: 'searchParcels', call: { query: {} } },
          { slice: 'search', row: 'searchTrips', call: { query: {} } },
        ],
  render: async ({ answers }) => `<!doctype html>${JSON.stringify(answers)}`,
};

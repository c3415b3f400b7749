import { expect, test } from 'vitest';
import { memoryTable } from '#test/support/search/memory-table.ts';
import { compareSearches } from '#test/support/search/search-comparison.ts';

/** The full length is 2,000, by `SEARCHES`. */
const searches = Number(process.env['SEARCHES'] ?? 100);

test('searches of 10,000 listings find what a plain filter finds, page by page, while listings are added, changed and removed', async () => {
  const table = memoryTable();
  const { pages, dearest } = await compareSearches(table, { listings: 10_000, searches, spent: table.spent });
  expect(pages).toBeGreaterThan(2 * searches);
  expect(dearest).toBeLessThanOrEqual(16);
}, 600_000);

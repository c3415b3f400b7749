import { expect, test } from 'vitest';
import { amountOf } from '#test/prove/amounts.ts';
import { memoryTable } from '#test/support/search/memory-table.ts';
import { compareSearches } from '#test/support/search/search-comparison.ts';

const searches = amountOf(2000, 60);

test('searches find what a plain filter finds, page by page, while listings are added, changed and removed', async () => {
  const table = memoryTable();
  const extent = { listings: amountOf(10_000, 3000), searches, spent: table.spent };
  const { pages, dearest } = await compareSearches(table, extent);
  expect(pages).toBeGreaterThan(2 * searches);
  expect(dearest).toBeLessThanOrEqual(16);
}, 3_600_000);

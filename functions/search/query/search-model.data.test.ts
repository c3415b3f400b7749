import { expect, test } from 'vitest';
import { openTable } from '#functions/platform/table.ts';
import { compareSearches } from '#test/support/search/search-comparison.ts';
import { freshTable } from '#test/support/table.ts';

test('searches on DynamoDB find what a plain filter finds, page by page, while listings are added, changed and removed', async () => {
  const { name, client } = await freshTable();
  const { pages } = await compareSearches(openTable(name, client), { listings: 60, searches: 30, seed: 2 });
  expect(pages).toBeGreaterThanOrEqual(30);
});

import { expect, test } from 'vitest';
import { openTable } from '#functions/platform/table.ts';
import { openSearch } from '#functions/search/search.ts';
import { vocabularyReader } from '#functions/search/vocabulary-reader.ts';
import { dayOf } from '#shared/time.ts';
import { measureSearch, naive } from '#test/bench/search.ts';
import { someListings } from '#test/support/listings.ts';
import { freshTable } from '#test/support/table.ts';

test('a page of 1,000 listings costs the read units that it may and is what a plain filter finds', async () => {
  const fresh = await freshTable();
  const table = openTable(fresh.name, fresh.client);
  const now = Date.parse('2026-12-01T12:00:00Z');
  for (const { scenario, kind, units, limit, isExact } of await measureSearch(table, 1000, now)) {
    expect(units, `${scenario}, ${kind}`).toBeLessThanOrEqual(limit);
    expect(isExact, `${scenario}, ${kind}`).toBe(true);
  }

  const listings = someListings(1000, now);
  const search = openSearch(
    table,
    () => now,
    vocabularyReader(table, () => now),
  );
  for (const query of [{ fromCity: 'al' }, { fromCountry: 'france', toCity: 'ar' }, { date: '2027-03-20' }]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search.parcels({ ...query, cursor });
      found.push(...page.items.map(({ title, createdAt }) => `${createdAt} ${title}`));
      cursor = page.next;
    } while (cursor);
    const byId = new Map(listings.parcels.map((parcel) => [parcel.id, parcel]));
    const expected = naive(listings, 'parcel', query, dayOf(now)).map((id) => byId.get(id));
    expect(found).toEqual(expected.map((parcel) => `${parcel?.createdAt} ${parcel?.title}`));
  }
});

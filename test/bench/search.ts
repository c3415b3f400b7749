import type { Item, Table } from '#functions/platform/table.ts';
import { openTable } from '#functions/platform/table.ts';
import { partitionOf } from '#functions/search/index/listing.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch, pageSize } from '#functions/search/query/search.ts';
import type { ParcelCard } from '#shared/search/contract.ts';
import { putAll, someListings } from '#test/support/search/listings.ts';
import { onTable } from './database.ts';
import { type Detail, type Figure, type Measurement, median, percentile } from './figure.ts';
import { itemsRead, type Listings, type Measured, measureSearch } from './search-scenarios.ts';

const sizes = [1000, 10_000, 100_000];
const rounds = 25;
const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];

type Result = Measured & { readonly size: number };

/** Common facts of pages with one allowance. */
const groups: Readonly<Record<number, string>> = {
  1.5: 'no text or a text that means one place',
  15: 'a filter, the second order, wide texts or a date',
};

/** Pages of the search at every size, and a plain feed with a filter on the same engine. */
export async function benchSearch(): Promise<Measurement> {
  const results: Result[] = [];
  const rare: Rare[] = [];
  const now = Date.now();
  for (const size of sizes) {
    console.log(`search at ${size} parcels and ${size} trips …`);
    const listings = someListings(size, now);
    const rareParcel = parcelFromRareCity(listings);
    const { countryCode, placeId } = rareParcel.pickup;
    const items = await itemsRead(listings, now, [partitionOf('parcel', `${countryCode}.${placeId}`, '*')]);
    await onTable(async ({ name, client }) => {
      const table = openTable(name, client);
      await putAll(table, items);
      rare.push({ size, ...(await findRare(table, rareParcel, now)) });
      results.push(...(await measureSearch(table, listings, now, rounds)).map((one) => ({ ...one, size })));
    });
  }
  return {
    figures: [...dearest(results), ...growth(results), ...againstFeed(rare)],
    details: [pagesOf(results), feedOf(rare)],
  };
}

/**
 * The most expensive page of each allowance at every size, and pages that were not exactly what a plain filter finds.
 */
function dearest(results: readonly Result[]): Figure[] {
  const limits = [...new Set(results.map(({ limit }) => limit))].toSorted((a, b) => a - b);
  const wrong = results.filter(({ isExact }) => !isExact).length;
  return [
    ...limits.flatMap((limit) =>
      sizes.map((size) => ({
        what: `dearest page at ${size.toLocaleString('en')} listings, ${groups[limit]}`,
        measured: Math.max(
          ...results.filter((one) => one.limit === limit && one.size === size).map(({ units }) => units),
        ),
        atMost: limit,
        unit: 'RCU',
      })),
    ),
    { what: 'pages that differ from a plain filter', measured: wrong, atMost: 0, unit: '' },
  ];
}

const exponent = (small: number, large: number) => Math.log(large / small) / Math.log(largest / smallest);

/**
 * How a full page grows with the listings: cost ~ listings to this power. A page with fewer rows at first is left out.
 */
function growth(results: readonly Result[]): Figure[] {
  const at = (size: number, { scenario, kind }: Result) =>
    results.find((one) => one.size === size && one.scenario === scenario && one.kind === kind);
  const pairs = results
    .filter(({ size }) => size === smallest)
    .map((small) => ({ small, large: at(largest, small) }))
    .filter(({ small, large }) => small.rows === pageSize && large?.rows === pageSize);
  // A small page is a read or two more or less by chance: those with a filter or the second order are taken together.
  const sum = (units: readonly number[]) => units.reduce((all, one) => all + one, 0);
  const plain = pairs.filter(({ small }) => !small.isFiltered);
  const filtered = pairs.filter(({ small }) => small.isFiltered);
  const growthOf = (some: typeof pairs) =>
    exponent(sum(some.map(({ small }) => small.units)), sum(some.map(({ large }) => large?.units ?? Number.NaN)));
  const span = `${smallest.toLocaleString('en')} to ${largest.toLocaleString('en')} listings`;
  return [
    {
      what: `growth of the read units of a full page, ${span}, worst of ${plain.length}`,
      measured: Math.max(...plain.map(({ small, large }) => exponent(small.units, large?.units ?? Number.NaN))),
      atMost: 0.05,
      unit: '(exponent)',
    },
    {
      what: `the same of ${filtered.length} pages with a filter or the second order, together`,
      measured: growthOf(filtered),
      atMost: 0.05,
      unit: '(exponent)',
    },
  ];
}

/**
 * A city that one parcel in the whole market starts from, by text: our page, and the feed read to its end with a
 * filter.
 */
interface Rare {
  readonly size: number;
  readonly page: { units: number; milliseconds: number };
  readonly feed: { units: number; calls: number; milliseconds: number };
}

function parcelFromRareCity({ parcels }: Listings): ParcelCard {
  const counts = new Map<string, number>();
  for (const { pickup } of parcels) counts.set(pickup.city, (counts.get(pickup.city) ?? 0) + 1);
  const cities = [...counts.keys()];
  const isRare = (city: string) =>
    counts.get(city) === 1 && cities.filter((other) => other.includes(city)).length === 1;
  const found = parcels.find(({ pickup }) => isRare(pickup.city));
  if (!found) throw new Error('There is no rare city');
  return found;
}

async function findRare(table: Table, { id, pickup }: ParcelCard, now: number): Promise<Omit<Rare, 'size'>> {
  let units = 0;
  const counting: Table = {
    ...table,
    get: async (key, options) => {
      units += 0.5;
      return table.get(key, options);
    },
    query: async (input) => {
      const page = await table.query(input);
      units += Math.max(0.5, page.capacity);
      return page;
    },
  };
  const search = openSearch(
    counting,
    () => now,
    placeCountsReader(counting, () => now),
  );
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    units = 0;
    const start = performance.now();
    const { items: found } = await search.parcels({ fromCity: pickup.city });
    if (round >= 0) times.push(performance.now() - start);
    if (found[0]?.id !== id) throw new Error('The rare parcel was not found');
  }
  return { page: { units, milliseconds: median(times) }, feed: await feedFor(table, pickup.city) };
}

/** Rows that AWS reads in one call: a megabyte. DynamoDB Local would read all of them. */
const megabyte = 3400;

/** The plain way: the feed of everything, newest first, with a filter on the city, until a page is full. */
async function feedFor(table: Table, city: string) {
  const found: Item[] = [];
  let [units, calls] = [0, 0];
  let start: Record<string, unknown> | undefined;
  const began = performance.now();
  do {
    const page = await table.query({
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'contains(card[1][0], :city)',
      ExpressionAttributeValues: { ':pk': partitionOf('parcel', '*', '*'), ':city': city },
      ScanIndexForward: false,
      Limit: megabyte,
      ExclusiveStartKey: start,
    });
    found.push(...page.items);
    units += page.capacity;
    calls += 1;
    start = page.last;
  } while (start && found.length < pageSize);
  return { units, calls, milliseconds: performance.now() - began };
}

const againstFeed = (rare: readonly Rare[]): Figure[] =>
  rare
    .filter(({ size }) => size === largest)
    .map(({ size, page, feed }) => ({
      what: `read units of a rare match ÷ those of a plain feed with a filter, ${size.toLocaleString('en')} listings`,
      measured: page.units / feed.units,
      atMost: 0.001,
      unit: '',
    }));

const tenths = (value: number) => Number(value.toFixed(1));

/** The pages among the most listings; the figures have the dearest page of the other sizes. */
function pagesOf(results: readonly Result[]): Detail {
  const all = results.filter(({ size }) => size === largest);
  const of = (wanted: Result['kind'], from: readonly Result[]) =>
    from
      .filter(({ kind }) => kind === wanted)
      .map(({ units, times }) => ({
        [`RCU, ${wanted}s`]: units,
        [`p50, ${wanted}s`]: tenths(median(times)),
        [`p99, ${wanted}s`]: tenths(percentile(times, 0.99)),
      }));
  return {
    caption: `First pages among ${largest.toLocaleString('en')} parcels and as many trips; \`p50\` and \`p99\` of ${rounds} on DynamoDB Local, in milliseconds.`,
    rows: [...Map.groupBy(all, ({ scenario }) => scenario)].map(([search, both]) =>
      Object.assign({ search }, ...of('parcel', both), ...of('trip', both)),
    ),
  };
}

const feedOf = (rare: readonly Rare[]): Detail => ({
  caption:
    'A search by name for the only parcel from a city: a page of search, and a plain feed of all listings read with a filter until it is found.',
  rows: rare.map(({ size, page, feed }) => ({
    listings: size,
    'search RCU': page.units,
    'search p50 ms': tenths(page.milliseconds),
    'feed RCU': feed.units,
    'feed ms': tenths(feed.milliseconds),
    'times fewer RCU': Math.round(feed.units / page.units),
  })),
});

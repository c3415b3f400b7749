import { expect, test } from 'vitest';
import type { adminRoutes } from '#shared/admin/contract.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { meterReads } from '#test/support/meter.ts';
import { judge, now, rowsOf } from '#test/support/scenes/full-panel.ts';
import { putAll } from '#test/support/search/listings.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

/** Rows of each kind in the second measurement; the full figure is 100,000. */
const many = Number(process.env['ROWS'] ?? amountOf(600, 200));

/** The panel before this many rows of each kind, with a meter of its reads. */
async function panel(rows: number) {
  const { table, client, call } = await aWorld({ people: ['A'], start: now });
  for (let first = 0; first < rows; first += 100)
    await putAll(table, Array.from({ length: Math.min(100, rows - first) }, (_, at) => rowsOf(first + at)).flat());
  return async (row: keyof typeof adminRoutes, query: Record<string, string>) => {
    const meter = meterReads(client);
    const { status, body } = await call(row, judge, { query });
    expect(status).toBe(200);
    return { units: meter.units, length: (body['items'] as unknown[] | undefined)?.length };
  };
}

type Panel = Awaited<ReturnType<typeof panel>>;
let both: Promise<readonly [few: Panel, more: Panel]> | undefined;
const panels = () => (both ??= Promise.all([panel(100), panel(many)]));

type Row = keyof typeof adminRoutes;
type Query = Record<string, string>;
const statuses: readonly Query[] = [{}, { status: 'pending' }];

test.each<[row: Row, limit: number, query: Query]>([
  ['adminStatistics', 4, {}],
  ['adminQueues', 8, {}],
  ...statuses.map((query): [Row, number, Query] => ['adminProfiles', 6, query]),
  ...statuses.map((query): [Row, number, Query] => ['adminTrips', 6, query]),
  ...statuses.map((query): [Row, number, Query] => ['adminParcels', 6, query]),
  ...statuses.map((query): [Row, number, Query] => ['adminReceipts', 6, query]),
  // With the people of both sides.
  ['adminReports', 24, {}],
  ['adminLogs', 10, {}],
  ['adminAdvertisements', 6, {}],
  ['adminBanks', 6, {}],
  ['administrators', 4, {}],
])(
  'a page of %s costs %d read units at most, behind however many rows: %j',
  { timeout: 3_600_000 },
  onDynamoDb(async (row: Row, limit: number, query: Query) => {
    const [few, more] = await panels();
    const { units, length } = await few(row, query);
    expect(units).toBeLessThanOrEqual(limit);
    expect(await more(row, query)).toEqual({ units, length });
    if (many > 600) console.log(`${row} ${JSON.stringify(query)}: ${units} read units`);
  }),
);

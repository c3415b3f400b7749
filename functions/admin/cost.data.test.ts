import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { advertisementItem } from '#functions/site/advertisements.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { AdvertisementRecord } from '#shared/site/record.ts';
import { minuteMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aParcelRecord, aReceiptRecord, aTripRecord } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { adminHandlers } from './handlers.ts';

/** Rows of each kind in the second measurement; the full figure is 100,000. */
const many = Number(process.env['ROWS'] ?? 600);

const now = Date.parse('2026-11-20T10:00:00.000Z');
const judge = memberIds.A;
const id = (number: number) => `00000000-0000-4000-8000-1${String(number).padStart(11, '0')}`;

const administrator = (memberId: string, createdAt: string): Item => ({
  ...keys.administrator(memberId),
  kind: 'administrator',
  status: 'active',
  rootAdmin: false,
  email: `${memberId}@exemple.fr`,
  createdAt,
});

const anAdvertisement = (number: number, createdAt: string): AdvertisementRecord => ({
  id: id(number),
  title: 'Cartons et papier bulle',
  description: 'Livrés chez vous en un jour.',
  linkUrl: 'https://cartons.example/offre',
  position: 'home',
  priority: number % 1000,
  isActive: true,
  createdBy: judge,
  createdAt,
  version: 1,
});

const aBank = (number: number, createdAt: string): Item => ({
  ...keys.bank(createdAt, id(number)),
  kind: 'bank',
  version: 1,
  record: {
    id: id(number),
    bankName: 'Banque des Deux Rives',
    accountHolder: 'Envoyage',
    iban: 'FR7630006000011234567890189',
    createdAt,
    version: 1,
  },
});

/** The rows of one number in every list of the panel: a separate member with all their things. */
function rowsOf(number: number): Item[] {
  const at = new Date(now - number * minuteMs).toISOString();
  const memberId = id(number);
  const idDocument = { uploadId: 'u', key: 'k', contentType: 'image/png', at } as const;
  const profile = aProfile('O', { id: memberId, status: 'pending', emailConfirmedAt: at, createdAt: at, idDocument });
  const listing = { id: id(number), ownerId: memberId, createdAt: at, adminStatus: 'pending' } as const;
  const line = { id: id(number), at, admin: { id: judge }, action: 'approveTrip', targetType: 'trip' };
  return [
    profileItem(profile),
    { ...keys.stats(memberId), kind: 'stats', ratingSum: 9, ratingCount: 2, tripCount: 3, parcelCount: 1 },
    tripItem(aTripRecord(listing)),
    parcelItem(aParcelRecord(listing)),
    receiptItem(aReceiptRecord({ id: id(number), memberId, payer: payerOf(profile), sentAt: at })),
    advertisementItem(anAdvertisement(number, at)),
    // The lists of administrators and of bank accounts are one page each.
    ...(number < 20 ? [administrator(memberId, at), aBank(number, at)] : []),
    {
      ...keys.log(at, id(number)),
      ...indexes.logOf(id(number), at, id(number)),
      kind: 'log',
      record: { ...line, targetId: id(number), details: {} },
    },
  ];
}

async function store(table: Table, items: readonly Item[]): Promise<void> {
  for (let first = 0; first < items.length; first += 25) {
    const puts = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.documents.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
}

/** The panel before this many rows of each kind, with a meter of its reads. */
async function panel(rows: number) {
  const table = await tableWith([profileItem(aProfile('A', { isAdmin: true }))]);
  await put(table, administrator(judge, new Date(now).toISOString()));
  for (let first = 0; first < rows; first += 100)
    await store(table, Array.from({ length: Math.min(100, rows - first) }, (_, index) => rowsOf(first + index)).flat());
  const client = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const deps = { table, now: () => now, newId: randomUUID };
  const files = { files: openFiles(client), privateBucket: 'private' };
  const call = pipelineOf(adminRoutes, adminHandlers({ ...deps, ...files }), deps);
  return async (row: keyof typeof adminRoutes, query: Record<string, string>) => {
    const meter = meterReads(table.documents as unknown as DynamoDBClient);
    const { status, body } = await call(row, judge, { asAdmin: true, query });
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
  ['adminLogs', 10, {}],
  ['adminAdvertisements', 6, {}],
  ['adminBanks', 6, {}],
  ['administrators', 4, {}],
])(
  'a page of %s costs %d read units at most, behind however many rows: %j',
  { timeout: 3_600_000 },
  async (row, limit, query) => {
    const [few, more] = await panels();
    const { units, length } = await few(row, query);
    expect(units).toBeLessThanOrEqual(limit);
    expect(await more(row, query)).toEqual({ units, length });
    if (many > 600) console.log(`${row} ${JSON.stringify(query)}: ${units} read units`);
  },
);

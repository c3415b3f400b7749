import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTable } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { alger, anAlert, aProfileRecord, aTripRecord, oran, paris } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { put } from '#test/support/pipeline.ts';
import { putAll } from '#test/support/search/listings.ts';
import { freshTable, onDynamoDb } from '#test/support/table.ts';
import { notifyOf } from './notify.ts';
import { alertItem } from './repository.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const marseille = { city: 'Marseille', country: 'France', countryCode: 'FR', placeId: '2995469' } as const;
const stop = (at: number) => ({ city: `Étape ${at}`, country: 'France', countryCode: 'FR', placeId: `90000${at}` });

test(
  'a trip that becomes visible costs the same, however many alerts wait on other routes',
  onDynamoDb(async () => {
    const { name, client } = await freshTable();
    const table = openTable(name, client);
    await put(table, profileItem(aProfileRecord({ id: 'owner' })));
    const notified = async (id: string, stops: ReturnType<typeof stop>[]) => {
      const facts = { depart: paris, arrival: alger, stops, travelDate: '2026-12-12' } as const;
      await put(
        table,
        tripItem(aTripRecord({ id, ownerId: 'owner', status: 'active', adminStatus: 'approved', ...facts })),
      );
      await showListing(table, 'trip', id, now);
      const before = meter.units;
      const deps = { table, now: () => now, newId: randomUUID, queueNotice: async () => {} };
      expect(await notifyOf(deps, { kind: 'trip', id })).toBe(0);
      return meter.units - before;
    };
    const meter = meterReads(client);
    const fiveStops = [1, 2, 3, 4, 5].map(stop);
    const costs = async (round: number) => [
      await notified(`direct-${round}`, []),
      await notified(`stops-${round}`, fiveStops),
    ];
    const [direct = Number.NaN, withStops = Number.NaN] = await costs(0);
    expect(direct).toBeLessThanOrEqual(6.5);
    expect(withStops).toBeLessThanOrEqual(16.5);
    for (const [round, count] of [100, amountOf(100_000, 500)].entries()) {
      const others = Array.from({ length: count }, (_, at) =>
        alertItem(`member-${at}`, anAlert({ id: `${round}-${at}`, from: marseille, to: at % 2 ? oran : alger })),
      );
      await putAll(table, others);
      expect(await costs(round + 1)).toEqual([direct, withStops]);
    }
  }),
  600_000,
);

import type * as z from 'zod/mini';
import type { NewAlert } from '#shared/alerts/contract.ts';
import type { Person } from './accounts.ts';

type AlertInput = z.input<typeof NewAlert>;

/** Alerts by the first names of their members. One has ended, one finds two trips, one finds none. */
const alerts: readonly (readonly [daysAgo: number, by: string, alert: AlertInput, endsInDays?: number])[] = [
  [
    28,
    'Karim',
    {
      kind: 'parcel',
      from: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
      to: { countryCode: 'DZ', city: 'Tlemcen', placeId: '2475687' },
      filter: 'weight-10',
      when: 'now',
    },
    10,
  ],
  [
    1,
    'Camille',
    {
      kind: 'trip',
      from: { countryCode: 'FR' },
      to: { countryCode: 'DZ', city: 'Oran', placeId: '2485926' },
      when: 'now',
    },
  ],
  [
    1,
    'Camille',
    {
      kind: 'trip',
      from: { countryCode: 'FR', city: 'Nice', placeId: '2990440' },
      to: { countryCode: 'CA' },
      filter: 'transport-plane',
      when: 'day',
    },
  ],
];

/** The alerts of one of the past days, before its listings are validated. */
export async function keepAlerts(daysAgo: number, named: (firstName: string) => Person, now: number): Promise<void> {
  for (const [, by, alert, endsInDays] of alerts.filter(([day]) => day === daysAgo)) {
    const until = endsInDays && new Date(now + endsInDays * 86_400_000).toISOString().slice(0, 10);
    await named(by).caller.ok('addAlert', { body: { ...alert, ...(until ? { until } : {}) } });
  }
}

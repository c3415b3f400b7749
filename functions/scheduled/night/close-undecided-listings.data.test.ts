import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { parcelItem, parcelRepository } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { tripItem, tripRepository } from '#functions/trips/repository.ts';
import { dayMs } from '#shared/values/time.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { aParcel, aTrip } from '#test/support/stream.ts';
import { closeUndecidedListings } from './close-undecided-listings.ts';

// After midnight in Algiers.
const night = Date.parse('2026-11-21T03:15:00.000Z');
const pending = { adminStatus: 'pending' } as const;

test('what nobody decided before its last day leaves the queue, and its owner reads why, on the page and by mail', async () => {
  const table = await tableWith([
    tripItem(aTrip('past-trip', 'karim', { ...pending, travelDate: '2026-11-20' })),
    tripItem(aTrip('trip-of-today', 'karim', { ...pending, travelDate: '2026-11-21' })),
    tripItem(aTrip('travelled', 'karim', { travelDate: '2026-11-20' })),
    tripItem(aTrip('given-up', 'karim', { ...pending, travelDate: '2026-11-20', status: 'cancelled' })),
    parcelItem(aParcel('past-parcel', 'amel', { ...pending, deadline: '2026-11-20' })),
    parcelItem(aParcel('parcel-of-today', 'amel', { ...pending, deadline: '2026-11-21' })),
  ]);
  expect(await closeUndecidedListings(table, night)).toBe(2);
  expect(await closeUndecidedListings(table, night)).toBe(0);

  const [trips, parcels] = [tripRepository(table), parcelRepository(table)];
  const trip = await trips.read('past-trip');
  expect(trip).toMatchObject({ adminStatus: 'rejected', rejectionReason: expect.stringContaining('avant son départ') });
  const parcel = await parcels.read('past-parcel');
  expect(parcel).toMatchObject({ adminStatus: 'rejected', rejectionReason: expect.stringContaining('avant sa date') });
  // Without a decision of an administrator.
  expect([trip?.validatedBy, parcel?.validatedBy]).toEqual([undefined, undefined]);
  expect((await table.get(keys.parcelEvent('past-parcel', 2)))?.['record']).toEqual({
    version: 2,
    type: 'rejected',
    at: new Date(night).toISOString(),
  });
  for (const id of ['trip-of-today', 'given-up'])
    expect(await trips.read(id)).toMatchObject({ adminStatus: 'pending', version: 1 });
  expect(await parcels.read('parcel-of-today')).toMatchObject({ adminStatus: 'pending', version: 1 });
  expect(await trips.read('travelled')).toMatchObject({ adminStatus: 'approved', version: 1 });

  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  const mails = Items.filter(isMail).map(parseMail);
  expect(mails.map(({ mail, memberId }) => `${mail} ${memberId}`).toSorted()).toEqual([
    'parcelRejected amel',
    'tripRejected karim',
  ]);
  // Administrators do not get a mail about it every night.
  expect(await queueRepository(table).late('trip', night + 60 * dayMs)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { blockRepository } from '#functions/friends/blocks.ts';
import { noticeIdOf, parseMail } from '#functions/mail/outbox.ts';
import type { NotifierMessage } from '#functions/notices/notifier/messages.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { placeKey } from '#functions/search/index/place-key.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { Alert, Side } from '#shared/alerts/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { filterText, meets, readFilter } from '#shared/search/filter.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import type { Place } from '#shared/values/fields.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { alger, anAlert, aParcelRecord, aProfileRecord, aTripRecord, oran, paris } from '#test/support/factories.ts';
import { put, tableWith } from '#test/support/pipeline.ts';
import { putAll } from '#test/support/search/listings.ts';
import { itemsIn } from '#test/support/table.ts';
import { notifyOf } from './notify.ts';
import { alertItem } from './repository.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const lyon: Place = { city: 'Lyon', country: 'France', countryCode: 'FR', placeId: '2996944' };
const france: Side = { countryCode: 'FR', country: 'France' };
const hamlet: Place = { city: 'Hameau du Lac', country: 'France', countryCode: 'FR' };

const member = (id: string, facts = {}) =>
  profileItem(aProfileRecord({ id, emailConfirmedAt: '2026-01-01T00:00:00.000Z', ...facts }));

/** A table with members, and the acts of listing, notifying and reading. */
async function aMarket(...items: readonly Item[]) {
  const table = await tableWith([member('owner', { firstName: 'Zoubida', status: 'approved' }), ...items]);
  const clock = { now: start };
  const queued: NotifierMessage[] = [];
  const queueNotice = async (message: NotifierMessage) => void queued.push(message);
  const deps = { table, now: () => clock.now, newId: randomUUID, queueNotice };
  const listed = async (facts: Partial<TripRecord> = {}) => {
    const record = aTripRecord({
      id: 't1',
      ownerId: 'owner',
      travelDate: '2026-12-12',
      depart: paris,
      arrival: oran,
      status: 'active',
      adminStatus: 'approved',
      ...facts,
    });
    await put(table, tripItem(record));
    await showListing(table, 'trip', record.id, clock.now);
    return { kind: 'trip', id: record.id } as const;
  };
  const trip = async (facts?: Partial<TripRecord>) => notifyOf(deps, await listed(facts));
  const notices = async (memberId: string) =>
    (await itemsIn(table))
      .filter((item) => isOfKind(item, 'notice'))
      .map(parseMail)
      .filter((one) => one.memberId === memberId);
  return { table, clock, deps, listed, trip, notices, queued };
}

const alert = (memberId: string, facts: Partial<Alert> = {}) =>
  alertItem(memberId, anAlert({ id: `alert-${memberId}`, from: paris, to: oran, until: '2027-05-01', ...facts }));

test('a full trip is no news until it has room again', async () => {
  const { trip } = await aMarket(member('amel'), alert('amel'));
  expect(await trip({ maxWeightKg: 8, bookedGrams: 7600 })).toBe(0);
  expect(await trip({ maxWeightKg: 8, bookedGrams: 0, version: 2 })).toBe(1);
});

test.each([
  [7501, 0],
  [7500, 1],
  [7001, 1],
])('a trip of 8 kg with %i g booked is news to %i member', async (bookedGrams, count) => {
  const { trip } = await aMarket(member('amel'), alert('amel'));
  expect(await trip({ maxWeightKg: 8, bookedGrams })).toBe(count);
});

test('the notice of a trip says what is left', async () => {
  const { trip, notices } = await aMarket(member('amel'), alert('amel'));
  await trip({ transport: 'plane', maxWeightKg: 8, bookedGrams: 3500, maxSize: 'medium' });
  expect((await notices('amel')).map(({ data }) => data['facts'])).toEqual([
    'Avion · il reste 4,5\u00a0kg · taille moyenne',
  ]);
});

test('a member is notified once of a trip, with its facts and without the owner', async () => {
  const { table, trip, notices, clock } = await aMarket(member('amel', { firstName: 'Amel' }), alert('amel'));
  expect(await trip({ transport: 'plane', maxWeightKg: 8, maxSize: 'medium', notes: 'Appelez Zoubida' })).toBe(1);
  clock.now += dayMs;
  expect(await trip({ version: 2, travelDate: '2026-12-14' })).toBe(0);
  const [notice, ...others] = await notices('amel');
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    mail: 'alertFound',
    state: 'gathered',
    mailAt: '2026-11-20T11:00:00.000Z',
    data: {
      firstName: 'Amel',
      kind: 'trip',
      listingId: 't1',
      title: 'Votre alerte : trajet de Paris à Oran, le 12\u00a0déc.\u00a02026',
      alert: 'Trajets de Paris à Oran',
      when: 'now',
      facts: "Avion · jusqu'à 8\u00a0kg · taille moyenne",
      leg: '',
    },
  });
  expect(JSON.stringify(notice)).not.toContain('Zoubida');
  expect(await table.get(keys.alertHit('amel', 't1'))).toMatchObject({ record: { alertId: 'alert-amel' } });
  expect(await table.get(keys.alertMail('amel', '2026-11-20T11:00:00.000Z'))).toMatchObject({ kind: 'alertMail' });
  expect(await table.get(keys.notice('amel', noticeIdOf(notice as NonNullable<typeof notice>)))).toBeDefined();
});

test('the owner, and members who are blocked, leaving or unconfirmed, are not notified; without mails there is a notice', async () => {
  const { table, trip, notices } = await aMarket(
    member('blocked', { status: 'blocked' }),
    member('leaving', { leavesOn: '2026-12-01' }),
    profileItem(aProfileRecord({ id: 'unconfirmed', emailConfirmedAt: undefined })),
    member('quiet', { emailNotifications: false }),
    ...['owner', 'blocked', 'leaving', 'unconfirmed', 'quiet'].map((id) => alert(id)),
  );
  expect(await trip()).toBe(1);
  expect(await notices('quiet')).toMatchObject([{ state: 'skipped' }]);
  expect((await itemsIn(table)).filter((item) => isOfKind(item, 'alertMail'))).toEqual([]);
});

test('a listing of a member whom they have blocked, or who has blocked them, is no news', async () => {
  const names = ['amel', 'karim', 'lina'];
  const { table, trip, notices } = await aMarket(...names.flatMap((id) => [member(id), alert(id)]));
  const blocks = blockRepository(table);
  await table.transact([...blocks.block('amel', 'owner', start), ...blocks.block('owner', 'karim', start)]);
  expect(await trip()).toBe(1);
  expect([await notices('amel'), await notices('karim'), await notices('lina')]).toMatchObject([[], [], [{}]]);
  // An unblocked member is notified of the next one.
  await table.transact(blocks.unblock('amel', 'owner'));
  expect(await trip({ id: 't2' })).toBe(2);
});

test('of several alerts of a member one « Tout de suite » counts, else the oldest', async () => {
  const { trip, notices } = await aMarket(
    member('amel'),
    member('karim'),
    alert('amel', {
      id: 'a',
      when: 'day',
      createdAt: '2026-01-01T00:00:00.000Z',
      to: { countryCode: 'DZ', country: 'Algérie' },
    }),
    alert('amel', { id: 'b', createdAt: '2026-02-01T00:00:00.000Z' }),
    alert('karim', { id: 'c', when: 'day', createdAt: '2026-02-01T00:00:00.000Z' }),
    alert('karim', {
      id: 'd',
      when: 'day',
      createdAt: '2026-01-01T00:00:00.000Z',
      from: { countryCode: 'FR', country: 'France' },
    }),
  );
  await trip();
  expect(await notices('amel')).toMatchObject([
    { mailAt: '2026-11-20T11:00:00.000Z', data: { alert: 'Trajets de Paris à Oran' } },
  ]);
  expect(await notices('karim')).toMatchObject([
    { mailAt: '2026-11-21T07:00:00.000Z', data: { alert: 'Trajets France → Oran' } },
  ]);
});

test('a trip is found by a pair of its stops; a city that is in no list is named by its country', async () => {
  const { trip, notices } = await aMarket(
    member('amel'),
    member('karim'),
    alert('amel', { from: lyon }),
    alert('karim', { from: { countryCode: 'FR', country: 'France' } }),
  );
  await trip({ depart: hamlet, stops: [lyon] });
  expect(await notices('amel')).toMatchObject([
    { data: { leg: 'Lyon → Oran', title: 'Votre alerte : trajet France → Oran, le 12\u00a0déc.\u00a02026' } },
  ]);
  expect(JSON.stringify(await notices('karim'))).not.toContain('Hameau');
});

test('a listing that is no longer visible, or whose owner was blocked, is no news', async () => {
  const { table, deps, trip } = await aMarket(member('amel'), alert('amel'));
  await put(table, member('owner', { status: 'blocked' }));
  expect(await trip()).toBe(0);
  await put(table, member('owner', { status: 'approved' }));
  await put(table, tripItem(aTripRecord({ id: 't1', ownerId: 'owner', status: 'cancelled' })));
  expect(await notifyOf(deps, { kind: 'trip', id: 't1' })).toBe(0);
  expect(await notifyOf(deps, { kind: 'parcel', id: 'nothing' })).toBe(0);
});

test('a message that comes twice, also in parallel, notifies nobody twice', async () => {
  const people = Array.from({ length: 30 }, (_, at) => `member-${at}`);
  const { deps, trip, table } = await aMarket(...people.map((id) => member(id)), ...people.map((id) => alert(id)));
  const counts = await Promise.all([trip(), notifyOf(deps, { kind: 'trip', id: 't1' })]);
  await notifyOf(deps, { kind: 'trip', id: 't1' });
  expect(counts[0] + counts[1]).toBeLessThanOrEqual(30);
  expect((await itemsIn(table)).filter((item) => isOfKind(item, 'notice'))).toHaveLength(30);
});

test('of a route with more alerts than one run looks at, each is reached, and each once', async () => {
  const [waiting, perRun] = [amountOf(5000, 130), amountOf(2000, 40)];
  const people = Array.from({ length: waiting }, (_, at) => `member-${at}`);
  // Half of them also wait on the country's route, which a later run looks at.
  const { table, deps, listed, queued } = await aMarket();
  await putAll(table, [
    ...people.map((id) => member(id)),
    ...people.map((id) => alert(id)),
    ...people.filter((_, at) => at % 2).map((id) => alert(id, { id: `country-${id}`, from: france, when: 'day' })),
  ]);
  await listed();
  queued.push({ came: { kind: 'trip', id: 't1' } });
  let found = 0;
  for (const message of queued) if ('came' in message) found += await notifyOf(deps, message.came, perRun);
  const notices = (await itemsIn(table)).filter((item) => isOfKind(item, 'notice')).map(parseMail);
  expect(new Set(notices.map(({ memberId }) => memberId)).size).toBe(waiting);
  expect([notices.length, found]).toEqual([waiting, waiting]);
  expect(notices.every(({ data }) => data['alert'] === 'Trajets de Paris à Oran')).toBe(true);
  expect(queued.length).toBe(Math.floor((waiting * 1.5) / perRun) + 1);
}, 600_000);

const places = [paris, lyon, alger, oran, hamlet];

/** Chance that is the same in each run: a number below another, one of several, a day of the next two months. */
function numbers(seed: number) {
  let state = seed;
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const one = <T>(of: readonly T[]): T => of[pick(of.length)] as T;
  return { pick, one, day: () => dayOf(start + pick(60) * dayMs) };
}

function someAlerts({ pick, one, day }: ReturnType<typeof numbers>) {
  const side = (): Side | undefined =>
    one([undefined, one(places), { countryCode: 'FR', country: 'France' }, { countryCode: 'DZ', country: 'Algérie' }]);
  return Array.from({ length: amountOf(2000, 400) }, (_, at): { memberId: string; alert: Alert } => {
    const kind = one(['parcel', 'trip'] as const);
    const from = side();
    const to = side() ?? (from ? undefined : alger);
    const parts = readFilter(
      kind,
      one(['', 'verified', 'weight-5', 'size-medium', 'size-large.weight-10', 'fragile', 'transport-car']),
    );
    return {
      memberId: `member-${at}`,
      alert: anAlert({
        id: `alert-${at}`,
        kind,
        from,
        to,
        ...(pick(2) ? { date: day() } : {}),
        until: day(),
        ...(parts.length > 0 ? { filter: filterText(parts) } : {}),
        when: one(['now', 'day', 'off'] as const),
      }),
    };
  });
}

test('alerts find what a plain loop over all pairs finds', async () => {
  const chance = numbers(7);
  const { pick, one, day } = chance;
  const alerts = someAlerts(chance);
  const { table, deps } = await aMarket(
    ...alerts.map(({ memberId }) => member(memberId)),
    ...alerts.map((one) => alertItem(one.memberId, one.alert)),
  );
  const owners = [true, false].map(
    (isVerified) => ({ id: isVerified ? 'sure' : 'new', status: isVerified ? 'approved' : 'pending' }) as const,
  );
  for (const { id, status } of owners) await put(table, member(id, { status }));
  const expected: string[] = [];
  for (let at = 0; at < amountOf(2000, 60); at++) {
    const owner = one(owners);
    const [depart, arrival, ...rest] = places.toSorted(() => pick(3) - 1) as [Place, Place, ...Place[]];
    const stops = rest.slice(0, pick(3));
    if (pick(2)) {
      const trip = aTripRecord({
        id: `trip-${at}`,
        ownerId: owner.id,
        depart,
        arrival,
        stops,
        travelDate: day(),
        maxWeightKg: 1 + pick(20),
        maxSize: one(['small', 'medium', 'large']),
        transport: one(['car', 'plane']),
        acceptsFragile: pick(2) === 1,
        status: 'active',
        adminStatus: 'approved',
      });
      await put(table, tripItem(trip));
      expected.push(...loopOver(alerts, 'trip', trip, owner.status === 'approved'));
      await showListing(table, 'trip', trip.id, start);
      await notifyOf(deps, { kind: 'trip', id: trip.id });
    } else {
      const parcel = aParcelRecord({
        id: `parcel-${at}`,
        ownerId: owner.id,
        pickup: depart,
        delivery: arrival,
        deadline: day(),
        weightGrams: 500 + pick(12_000),
        size: one(['small', 'medium', 'large']),
        status: 'active',
        adminStatus: 'approved',
      });
      await put(table, parcelItem(parcel));
      expected.push(...loopOver(alerts, 'parcel', parcel, owner.status === 'approved'));
      await showListing(table, 'parcel', parcel.id, start);
      await notifyOf(deps, { kind: 'parcel', id: parcel.id });
    }
  }
  expect(await foundIn(table)).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(100);
}, 3_600_000);

async function foundIn(table: Table): Promise<string[]> {
  const notices = (await itemsIn(table)).filter((item) => isOfKind(item, 'notice')).map(parseMail);
  return notices.map(({ memberId, data }) => `${memberId} ${data['listingId']}`).toSorted();
}

/** The definition of a match, without keys: each condition of each alert is compared with the listing. */
function loopOver(
  alerts: readonly { memberId: string; alert: Alert }[],
  kind: 'parcel' | 'trip',
  listing: ParcelRecord | TripRecord,
  ownerIsVerified: boolean,
): string[] {
  const isTrip = 'depart' in listing;
  const day = isTrip ? listing.travelDate : listing.deadline;
  const [from, to] = isTrip ? [listing.depart, listing.arrival] : [listing.pickup, listing.delivery];
  const points = isTrip ? [from, ...listing.stops, to] : [from, to];
  const facts = isTrip
    ? {
        size: listing.maxSize,
        kilos: listing.maxWeightKg - (listing.bookedGrams ?? 0) / 1000,
        ownerIsVerified,
        transport: listing.transport,
        acceptsFragile: listing.acceptsFragile,
      }
    : { size: listing.size, kilos: Math.ceil(listing.weightGrams / 1000), ownerIsVerified };
  const isAt = (side: Side | undefined, place: Place) =>
    !side ||
    (side.city === undefined
      ? side.countryCode === place.countryCode
      : placeKey({ ...side, city: side.city }) === placeKey(place));
  return alerts
    .filter(({ alert }) => {
      const hasPlaces = alert.from?.city !== undefined && alert.to?.city !== undefined;
      const isOnRoute =
        (isAt(alert.from, from) && isAt(alert.to, to)) ||
        (hasPlaces &&
          points.some((start, at) =>
            points.slice(at + 1).some((end) => isAt(alert.from, start) && isAt(alert.to, end)),
          ));
      return (
        alert.kind === kind &&
        alert.when !== 'off' &&
        (!isTrip || facts.kilos >= 0.5) &&
        isOnRoute &&
        alert.until >= (isTrip ? day : dayOf(start)) &&
        (alert.date === undefined || day >= alert.date) &&
        meets(kind, readFilter(kind, alert.filter ?? ''), facts)
      );
    })
    .map(({ memberId }) => `${memberId} ${listing.id}`);
}

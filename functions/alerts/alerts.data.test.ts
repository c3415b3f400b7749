import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { alertRoutes } from '#shared/alerts/contract.ts';
import { alertLimit } from '#shared/alerts/rules.ts';
import type { Body } from '#shared/route.ts';
import { dayMs } from '#shared/values/time.ts';
import { memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim } = memberIds;
type NewAlert = Body<(typeof alertRoutes)['addAlert']>;

const wish: NewAlert = {
  kind: 'trip',
  from: { countryCode: 'FR', city: 'paris' },
  to: { countryCode: 'DZ' },
  date: '2026-12-12',
  filter: 'weight-5',
  when: 'now',
};

async function alerts() {
  const world = await aWorld({ people: ['O', 'M'], isTicking: true });
  const { as } = world;
  const add = (me: string, change: Partial<NewAlert> = {}) => as(me).addAlert({ body: { ...wish, ...change } });
  const alertsOf = async (me: string) => (await as(me).myAlerts()).body.items;
  return { ...world, add, alertsOf };
}

test('an alert is kept with our own names of its sides, in the list of its route', async () => {
  const { add, alertsOf, stored } = await alerts();
  const added = await add(amel);
  expect(added).toMatchObject({
    status: 201,
    body: {
      kind: 'trip',
      from: { countryCode: 'FR', country: 'France', city: 'Paris', placeId: '2988507' },
      to: { countryCode: 'DZ', country: 'Algérie' },
      until: '2027-05-19',
    },
  });
  expect([await alertsOf(amel), await alertsOf(karim)]).toEqual([[added.body], []]);
  expect(await stored(keys.alert(amel, added.body.id))).toMatchObject({
    gs2pk: 'AR#trip#FR.2988507>DZ',
    gs2sk: `2027-05-19#${amel}#${added.body.id}`,
    ttl: Date.parse('2027-06-18T23:00:00Z') / 1000,
  });
});

test('an alert that is off is in no list, until it is on again', async () => {
  const { as, add, stored } = await alerts();
  const { id: alertId } = (await add(amel)).body;
  const edit = (when: NewAlert['when']) => as(amel).editAlert({ params: { alertId }, body: { ...wish, when } });
  expect(await edit('off')).toMatchObject({ status: 200, body: { id: alertId, when: 'off' } });
  expect(await stored(keys.alert(amel, alertId))).not.toHaveProperty('gs2pk');
  await edit('day');
  expect(await stored(keys.alert(amel, alertId))).toMatchObject({ gs2pk: 'AR#trip#FR.2988507>DZ' });
});

test('the newest alert comes first, and the same search again prolongs the one that exists', async () => {
  const { add, alertsOf, clock } = await alerts();
  const first = (await add(amel)).body;
  const second = (await add(amel, { kind: 'parcel' })).body;
  clock.now += dayMs;
  const again = (await add(amel, { from: { countryCode: 'FR', city: 'Paris', placeId: '2988507' } })).body;
  expect(again).toEqual({ ...first, until: '2027-05-20' });
  expect(await alertsOf(amel)).toEqual([second, again]);
});

test('the eleventh alert is refused; after one is removed there is room', async () => {
  const { as, add, alertsOf } = await alerts();
  for (let at = 0; at < alertLimit; at++) await add(amel, { from: { countryCode: 'FR', city: `Hameau ${at}` } });
  expect(await add(amel)).toMatchObject({
    status: 409,
    body: { code: 'LIMIT', detail: 'Vous avez déjà 10 alertes. Supprimez-en une pour en créer une autre.' },
  });
  const [newest] = await alertsOf(amel);
  const remove = () => as(amel).removeAlert({ params: { alertId: newest?.id ?? '' } });
  expect([await remove(), await remove()]).toMatchObject([{ status: 204 }, { status: 204 }]);
  expect(await add(amel)).toMatchObject({ status: 201 });
});

test('an ended alert is shown for 30 days and can be prolonged; then it is gone, also before the table deletes it', async () => {
  const { as, add, alertsOf, clock } = await alerts();
  const { id: alertId } = (await add(amel, { until: '2026-12-20' })).body;
  const prolong = () => as(amel).editAlert({ params: { alertId }, body: wish });
  clock.now = Date.parse('2027-01-19T22:00:00Z');
  expect(await alertsOf(amel)).toMatchObject([{ id: alertId, until: '2026-12-20' }]);
  clock.now = Date.parse('2027-01-19T23:00:00Z');
  expect(await alertsOf(amel)).toEqual([]);
  expect(await prolong()).toMatchObject({ status: 404, body: { detail: "Cette alerte n'existe plus." } });
  clock.now = Date.parse('2027-01-19T22:00:00Z');
  expect(await prolong()).toMatchObject({ status: 200, body: { until: '2027-07-18' } });
});

test('the alert of another member cannot be changed or removed', async () => {
  const { as, add, alertsOf } = await alerts();
  const { id: alertId } = (await add(amel)).body;
  expect(await as(karim).editAlert({ params: { alertId }, body: wish })).toMatchObject({ status: 404 });
  await as(karim).removeAlert({ params: { alertId } });
  expect(await alertsOf(amel)).toHaveLength(1);
});

test.each([
  [{ from: { countryCode: 'ZZ' } }, 'from.countryCode'],
  [{ from: { countryCode: 'FR', city: 'Nulle part', placeId: '1' } }, 'from.city'],
  [{ to: { countryCode: 'FR', city: 'PARIS' } }, 'to'],
  [{ date: undefined, until: '2026-11-19' }, 'until'],
])('what only the place data or the day shows is refused at its field: %o', async (change, field) => {
  const { add } = await alerts();
  const { status, body } = await add(amel, change);
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'INVALID', [field]]);
});

test('an alert that is edited into the search of another one replaces it', async () => {
  const { as, add, alertsOf } = await alerts();
  await add(amel);
  const { id: alertId } = (await add(amel, { date: '2026-12-20' })).body;
  expect(await as(amel).editAlert({ params: { alertId }, body: wish })).toMatchObject({ status: 200 });
  expect((await alertsOf(amel)).map(({ id }) => id)).toEqual([alertId]);
});

test('alerts of many pages at once: ten, and the same search is one', async () => {
  const { add, alertsOf } = await alerts();
  const same = await Promise.all(Array.from({ length: 3 }, () => add(karim)));
  expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
  expect(await alertsOf(karim)).toHaveLength(1);
  const one = (day: number) => add(amel, { date: `2026-12-${10 + day}` });
  for (let day = 0; day < alertLimit - 1; day++) await one(day);
  await Promise.all([alertLimit, alertLimit + 1, alertLimit + 2].map(one));
  expect(await alertsOf(amel)).toHaveLength(alertLimit);
});

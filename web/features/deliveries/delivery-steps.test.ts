import { expect, test } from 'vitest';
import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Stage } from '#shared/situation/contract.ts';
import { stepsReached, stepText } from '#shared/situation/words.ts';
import { aParcel } from '#test/support/factories.ts';
import { deliverySteps, endedDeliveries } from '#web/features/deliveries/delivery-steps.ts';

const day = (number: number) => `2026-11-${number}T10:00:00.000Z`;
const events: TrackingEvent[] = [
  { version: 4, type: 'handshake', at: day(18), by: 'owner' },
  { version: 5, type: 'validatePickup', at: day(19), by: 'carrier' },
  { version: 6, type: 'startDelivery', at: day(20), by: 'carrier' },
];
const photo: Proof = { id: 'p', stage: 'pickup', by: 'carrier', at: day(19), url: '/p.jpg' };
const stepsOf = (stage: Stage, told = events) => deliverySteps(aParcel(), { stage }, told, [photo]);
const brief = (...call: Parameters<typeof stepsOf>) =>
  stepsOf(...call).map(({ key, state, told }) => [key, state, told?.at.slice(8, 10)].filter(Boolean).join(' '));

test.each<[Stage, string[]]>([
  ['listed', ['later', 'later', 'later', 'later', 'later']],
  ['chosen', ['later', 'later', 'later', 'later', 'later']],
  ['agreed', ['current', 'later', 'later', 'later', 'later']],
  ['collected', ['done', 'done', 'current', 'later', 'later']],
  ['delivering', ['done', 'done', 'done', 'current', 'later']],
  ['delivered', ['done', 'done', 'done', 'done', 'done']],
])('the steps of a parcel that is %s', (status, expected) => {
  expect(stepsOf(status).map(({ state }) => state)).toEqual(expected);
});

test.each<[Stage, string]>([
  ['listed', 'Aucune étape franchie sur 5'],
  ['agreed', 'Étape 1 sur 5 : Accord conclu'],
  ['collected', 'Étape 3 sur 5 : En transit'],
  ['delivering', 'Étape 4 sur 5 : En cours de livraison'],
  ['deliveryDeclared', 'Étape 4 sur 5 : En cours de livraison'],
  ['delivered', 'Toutes les étapes franchies : Livré'],
])('a list names the step of a parcel that is %s as its page does', (stage, text) => {
  expect(stepText(stepsReached[stage] ?? 0)).toBe(text);
  const steps = stepsOf(stage);
  const last = steps.findLast(({ state }) => state !== 'later');
  expect(text).toContain(stage === 'delivered' ? 'Toutes' : ` sur ${steps.length}`);
  expect(text.split(' : ')[1]).toBe(last?.title);
});

test('a step says when, by whom and where it was reached, and shows its photos', () => {
  const [agreed, pickedUp, , inDelivery, delivered] = stepsOf('delivering');
  expect(agreed).toMatchObject({ told: { at: day(18), by: 'owner' }, proofs: [] });
  expect(pickedUp).toMatchObject({ told: { at: day(19), by: 'carrier' }, place: 'Paris', proofs: [photo] });
  expect(inDelivery?.told?.at).toBe(day(20));
  expect(delivered).toMatchObject({ told: undefined, place: 'Alger', proofs: [] });
});

test('before the pickup nothing is picked up: the agreement is the current step', () => {
  const current = stepsOf('agreed').filter(({ state }) => state === 'current');
  expect(current.map(({ title }) => title)).toEqual(['Accord conclu']);
});

test('a pickup that is still to come has no date, though an earlier one is in the history', () => {
  expect(stepsOf('agreed')[1]?.told).toBeUndefined();
});

const returned: TrackingEvent = { version: 7, type: 'returned', at: day(21), by: 'carrier', reason: 'Personne là-bas' };

test('a returning parcel keeps its past steps and is on its way to its owner', () => {
  const way = ['agreed done 18', 'pickedUp done 19', 'inTransit done 19', 'inDelivery done 20'];
  expect(brief('returning', [...events, returned])).toEqual([...way, 'returning current 21', 'back later']);
  const confirmed: TrackingEvent = { version: 8, type: 'returnConfirmed', at: day(22), by: 'owner' };
  expect(brief('returned', [...events, returned, confirmed])).toEqual([...way, 'returning done 21', 'back done 22']);
});

test('a parcel whose owner says that it has arrived is delivered at that moment', () => {
  const receipt: TrackingEvent = { version: 7, type: 'receiptConfirmed', at: day(21), by: 'owner' };
  expect(brief('delivered', [...events.slice(0, 3), receipt]).at(-1)).toBe('delivered done 21');
});

test('a parcel that is returned during transit never has the step « in delivery »', () => {
  expect(brief('returning', [...events.slice(0, 2), returned])).toEqual([
    'agreed done 18',
    'pickedUp done 19',
    'inTransit done 19',
    'returning current 21',
    'back later',
  ]);
});

test('a parcel that arrives during transit never had the step « in delivery »', () => {
  const settled: TrackingEvent = { version: 7, type: 'overridden', at: day(24), to: 'delivered', end: 'delivered' };
  expect(brief('delivered', [...events.slice(0, 2), settled])).toEqual([
    'agreed done 18',
    'pickedUp done 19',
    'inTransit done 19',
    'delivered done 24',
  ]);
});

test('positions are listed under the step during which they were sent', () => {
  const position = (at: string, city: string): TrackingEvent => ({ version: 5, type: 'position', at, city });
  const told = [...events.slice(0, 2), position(day(20), 'Lyon'), returned, position(day(23), 'Marseille')];
  const cities = Object.fromEntries(
    stepsOf('returning', told).map(({ key, positions }) => [key, positions.map(({ city }) => city)]),
  );
  expect(cities).toMatchObject({ inTransit: ['Lyon'], returning: ['Marseille'], pickedUp: [], back: [] });
});

test('a settled step shows the act of the administrator, and no step shows events of an earlier carrier', () => {
  const settled: TrackingEvent = { version: 7, type: 'overridden', at: day(24), to: 'delivered', reason: 'Vu' };
  expect(stepsOf('delivered', [...events, settled]).at(-1)?.told).toEqual(settled);
  const freed: TrackingEvent = { ...settled, to: 'active' };
  const again: TrackingEvent = { version: 9, type: 'handshake', at: day(25), by: 'owner' };
  expect(brief('agreed', [...events, freed, again])[0]).toBe('agreed current 25');
});

test('the photos of a delivery that came to nothing are with its end, and in no later step', () => {
  const released: TrackingEvent = { version: 7, type: 'releaseCarrier', at: day(24), by: 'owner', reason: 'Trop tard' };
  const again: TrackingEvent = { version: 9, type: 'handshake', at: day(25), by: 'owner' };
  const told = [...events, released, again];
  expect(stepsOf('agreed', told).flatMap(({ proofs }) => proofs)).toEqual([]);
  expect(endedDeliveries(told, [photo])).toEqual([{ end: released, proofs: [photo] }]);
  expect(endedDeliveries(events, [photo])).toEqual([]);
});

test('a carrier whom another one replaced is among the deliveries that came to nothing', () => {
  const replaced: TrackingEvent = { version: 5, type: 'carrierReplaced', at: day(18), by: 'owner', carrierId: 'nadia' };
  const told = [{ ...replaced, version: 4, type: 'acceptDelivery' as const }, replaced, ...events];
  expect(endedDeliveries(told, [])).toEqual([{ end: replaced, proofs: [] }]);
  expect(stepsOf('agreed', told)[0]?.told).toEqual(events[0]);
});

test('the steps of a cancelled parcel end with its cancellation', () => {
  const cancelled: TrackingEvent = { version: 5, type: 'cancelled', at: day(19), by: 'owner', reason: 'Autrement' };
  expect(brief('cancelled', [events[0] as TrackingEvent, cancelled])).toEqual(['agreed done 18', 'cancelled done 19']);
});

test('a delivery whose decision is annulled waits on its last step', () => {
  expect(brief('undecided', events).at(-1)).toBe('inDelivery current 20');
});

test('what customs kept on the way back keeps the return among its steps', () => {
  const returned: TrackingEvent = { version: 7, type: 'returned', at: day(21), by: 'carrier', reason: 'Absent' };
  const decided: TrackingEvent = { version: 9, type: 'problemDecided', at: day(25), end: 'seized' };
  expect(brief('seized', [...events, returned, decided]).slice(-3)).toEqual([
    'inDelivery done 20',
    'returning done 21',
    'cancelled done 25',
  ]);
});

test('what changed the terms is under the step during which it happened', () => {
  const changed: TrackingEvent = { version: 4, type: 'changeAgreed', at: '2026-11-18T12:00:00.000Z', by: 'owner' };
  const moved: TrackingEvent = { version: 5, type: 'tripMoved', at: '2026-11-19T12:00:00.000Z', by: 'carrier' };
  const [agreed, pickedUp, ...rest] = events as [TrackingEvent, TrackingEvent, TrackingEvent];
  const cancelled: TrackingEvent = { ...moved, type: 'tripCancelled', reason: 'Vol annulé' };
  const steps = stepsOf('collected', [agreed, changed, pickedUp, moved, cancelled, ...rest]);
  expect(steps.map(({ key, changes }) => [key, changes]).filter(([, changes]) => changes?.length)).toEqual([
    ['agreed', [changed]],
    ['inTransit', [moved, cancelled]],
  ]);
});

test('a declaration that became the end counts from its own moment, and the step tells how it ended', () => {
  const declared: TrackingEvent = { version: 7, type: 'deliveryDeclared', at: day(21), by: 'carrier' };
  const closed: TrackingEvent = { version: 8, type: 'declarationClosed', at: day(24) };
  const last = stepsOf('delivered', [...events, declared, closed]).at(-1);
  expect(last).toMatchObject({ title: 'Livré', told: declared, declared: closed });
});

test('an arrival that an open problem denies is no step that is done', () => {
  const arrived: TrackingEvent = { version: 7, type: 'validateDelivery', at: day(21), by: 'carrier' };
  const last = (kind: 'not_arrived' | 'damaged') => {
    const problem = { kind, by: 'owner', at: day(22), answerBy: day(25) };
    return deliverySteps(aParcel(), { stage: 'delivered', problem }, [...events, arrived], [photo]).at(-1);
  };
  expect(last('not_arrived')).toMatchObject({ title: 'Livraison en doute', state: 'current', told: arrived });
  expect(last('damaged')).toMatchObject({ title: 'Livré', state: 'done', told: arrived });
});

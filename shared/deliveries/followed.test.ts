import { expect, test } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { dayMs } from '../values/time.ts';
import type { TrackingEvent } from './contract.ts';
import { followed } from './followed.ts';
import { ProblemEnd, type ProblemKind } from './problem.ts';
import { annulDecision, decideProblem, overrideParcel } from './problem-rules.ts';
import { acceptDelivery, carry, chooseCarrier, confirmReceipt, declare, returnParcel, setCode } from './rules.ts';

const { O: owner, C: carrierId } = memberIds;
const carrier = aCard({ id: carrierId, firstName: 'Karim', lastName: 'Haddad' });
const day = (count: number) => Date.parse('2026-11-20T10:00:00.000Z') + count * dayMs;
const iso = (count: number) => new Date(day(count)).toISOString();
const event = (type: TrackingEvent['type'], count: number, facts: Partial<TrackingEvent> = {}): TrackingEvent => ({
  version: 1,
  type,
  at: iso(count),
  ...facts,
});

const listed = aParcel(1, 'O', { owner: aCard({ id: owner, firstName: 'Amel', lastName: 'Benali' }) });
const offered = acceptDelivery(listed, carrier, day(0)).parcel;
const agreed = chooseCarrier(offered, owner, carrier, day(1)).parcel;
const collected = carry('validatePickup', agreed, carrierId, day(2)).parcel;
const delivering = carry('startDelivery', collected, carrierId, day(4)).parcel;
const delivered = carry('validateDelivery', delivering, carrierId, day(5)).parcel;
const out = event('startDelivery', 4);
const seenIn = (city: string, count: number) => event('position', count, { city, note: 'Vol retardé' });
const stepsOf = (parcel: ParcelRecord, events: readonly TrackingEvent[] = []) =>
  followed(parcel, events, day(6))?.steps.map(({ key, at }) => [key, at]);

test('before both have agreed there is nothing to follow', () => {
  expect(
    [listed, offered, { ...offered, status: 'cancelled' as const }].map((one) => followed(one, [], day(1))),
  ).toEqual([undefined, undefined, undefined]);
});

test('a parcel on its way shows its route, its day, two first names, its steps and its last city', () => {
  expect(followed(collected, [seenIn('Lyon', 2), seenIn('Marseille', 3)], day(3))).toEqual({
    stage: 'collected',
    from: 'Paris',
    to: 'Alger',
    day: listed.deadline,
    sender: 'Amel',
    carrier: 'Karim',
    steps: [
      { key: 'agreed', at: iso(1) },
      { key: 'pickedUp', at: iso(2) },
      { key: 'inTransit', at: iso(2) },
    ],
    seen: { city: 'Marseille', at: iso(3) },
  });
});

test('the steps follow the carrier, and an end by others leaves out what did not happen', () => {
  expect(stepsOf(agreed)).toEqual([['agreed', iso(1)]]);
  const all = [
    ['agreed', iso(1)],
    ['pickedUp', iso(2)],
    ['inTransit', iso(2)],
    ['inDelivery', iso(4)],
    ['delivered', iso(5)],
  ];
  expect(stepsOf(delivering, [out])).toEqual(all.slice(0, 4));
  expect(stepsOf(delivered, [out])).toEqual(all);
  const received = confirmReceipt(collected, owner, day(5)).parcel;
  expect(stepsOf(received)).toEqual(all.filter(([key]) => key !== 'inDelivery'));
  expect(stepsOf(returnParcel(delivering, owner, 'Absent').parcel, [out])).toEqual(all.slice(0, 4));
  expect(stepsOf(overrideParcel(agreed, 'returned', 'Rendu', day(3)).parcel)).toEqual(all.slice(0, 1));
});

test('a declared delivery is on its last step until it is confirmed, and its carrier declared it', () => {
  const declared = declare({ ...delivering, codeAsked: true }, carrierId, day(5)).parcel;
  expect(followed(declared, [seenIn('Oran', 3), out], day(6))).toMatchObject({
    stage: 'deliveryDeclared',
    steps: [{ key: 'agreed' }, { key: 'pickedUp' }, { key: 'inTransit' }, { key: 'inDelivery', at: iso(4) }],
    seen: { city: 'Oran' },
    hasCode: true,
  });
});

test('a code shows while the parcel may still arrive with one', () => {
  const hasCode = (parcel: ParcelRecord) => followed(parcel, [], day(6))?.hasCode;
  const coded = setCode(agreed, owner, true).parcel;
  const onWay = { ...collected, codeAsked: true as const };
  expect([coded, onWay, { ...delivering, codeAsked: true as const }].map(hasCode)).toEqual([true, true, true]);
  const waived = setCode(coded, owner, false).parcel;
  const over = [confirmReceipt(onWay, owner, day(5)), returnParcel(onWay, owner, 'Absent')].map((step) => step.parcel);
  expect([collected, waived, ...over].map(hasCode)).toEqual([undefined, undefined, undefined, undefined]);
});

test('what an earlier carrier gave is not of this delivery', () => {
  expect(followed(collected, [seenIn('Lille', -3)], day(3))?.seen).toBeUndefined();
});

test('after its end a parcel is followed for 30 days, without its day and its last city', () => {
  const cancelled = { ...agreed, status: 'cancelled' as const };
  const back = overrideParcel(collected, 'returned', 'Rendu', day(5)).parcel;
  for (const [parcel, events] of [
    [delivered, [seenIn('Oran', 3), out, event('validateDelivery', 5)]],
    [back, [event('overridden', 5)]],
    [cancelled, [event('cancelled', 5)]],
  ] as const) {
    const last = followed(parcel, events, day(35) - 1);
    expect(last).toMatchObject({ sender: 'Amel' });
    expect([last?.day, last?.seen]).toEqual([undefined, undefined]);
    expect(followed(parcel, events, day(35))).toBeUndefined();
  }
});

test.each(['lost', 'seized'] as const)('a parcel that our team decided to be %s is followed as such', (end) => {
  const problem = { reportId: 'report', kind: 'not_arrived' as const, by: owner, at: iso(5) };
  const open = { ...delivering, problem };
  expect(followed(open, [out], day(6))?.stage).toBe('delivering');
  const { parcel } = decideProblem(open, { end, reason: 'Introuvable' }, day(9));
  const shown = followed(parcel, [out, event('problemDecided', 9)], day(10));
  expect([shown?.stage, shown?.day]).toEqual([end, undefined]);
});

const reported = (parcel: ParcelRecord, kind: ProblemKind) => ({
  ...parcel,
  problem: { reportId: 'report', kind, by: carrierId, at: iso(3) },
});

test('a parcel that is not where it is expected is followed as reported, without a day', () => {
  for (const kind of ['customs', 'lost', 'not_arrived'] as const) {
    const shown = followed(reported(collected, kind), [], day(3));
    expect([shown?.problem, shown?.day]).toEqual([kind, undefined]);
  }
  expect(followed(reported(collected, 'damaged'), [], day(3))).toMatchObject({
    problem: 'damaged',
    day: listed.deadline,
  });
  expect(followed(reported(delivered, 'not_arrived'), [out], day(6))?.problem).toBe('not_arrived');
  const received = confirmReceipt(reported(collected, 'customs'), owner, day(5)).parcel;
  expect(followed(received, [], day(6))?.problem).toBe(undefined);
});

test('a parcel that its carrier brings again is followed on its way, whatever held it before', () => {
  const leaving = (kind: ProblemKind) =>
    followed(carry('startDelivery', reported(collected, kind), carrierId, day(4)).parcel, [], day(4));
  for (const kind of ['customs', 'lost'] as const)
    expect([leaving(kind)?.stage, leaving(kind)?.day, leaving(kind)?.problem]).toEqual([
      'delivering',
      listed.deadline,
      undefined,
    ]);
  expect(leaving('damaged')?.problem).toBe('damaged');
});

test.each(['customs', 'lost'] as const)(
  'the end of a parcel that was held (%s) and brought on is told as any end',
  (kind) => {
    const onDoor = carry('startDelivery', reported(collected, kind), carrierId, day(4)).parcel;
    const ends = [
      declare({ ...onDoor, codeAsked: true }, carrierId, day(5)).parcel,
      carry('validateDelivery', onDoor, carrierId, day(5)).parcel,
      returnParcel(onDoor, carrierId, 'Absente').parcel,
    ].map((parcel) => followed(parcel, [], day(5)));
    expect(ends.map((shown) => [shown?.stage, shown?.problem])).toEqual([
      ['deliveryDeclared', undefined],
      ['deliveryDeclared', undefined],
      ['returning', undefined],
    ]);
  },
);

test('the recipient does not learn that the contents are the problem', () => {
  expect(followed(reported(collected, 'content'), [], day(3))?.problem).toBe('other');
});

test('a decision about a problem ends it for the recipient, and its annulment waits for another', () => {
  const stageAfter = (parcel: ParcelRecord) => {
    const { stage, problem } = followed(parcel, [out, event('problemDecided', 9)], day(10)) ?? {};
    return [stage, problem];
  };
  const decided = (end: ProblemEnd | undefined) =>
    decideProblem(reported(delivering, 'not_arrived'), { end, reason: 'Vu' }, day(9)).parcel;
  expect([...ProblemEnd.options, undefined].map((end) => stageAfter(decided(end)))).toEqual([
    ['delivered', undefined],
    ['returned', undefined],
    ['lost', undefined],
    ['seized', undefined],
    ['delivering', undefined],
  ]);
  const annulled = annulDecision(decided('lost'), {
    problem: 'not_arrived',
    annuls: 9,
    hasEnded: true,
    reason: 'Vu',
  }).parcel;
  expect(stageAfter(annulled)).toEqual(['undecided', undefined]);
});

test('a carrier whose account is deleted is a former member', () => {
  const gone = {
    ...delivered,
    carrier: aCard({ id: carrierId, firstName: 'Ancien', lastName: 'membre', unavailable: true }),
  };
  expect(followed(gone, [], day(6))?.carrier).toBe('Ancien membre');
});

test.each([
  ['delivered', 'deliveryDeclared'],
  ['returned', 'returning'],
] as const)(
  'an end (%s) that the owner denies is no fact for the recipient, who reads what is reported',
  (status, stage) => {
    const problem = { reportId: 'r', kind: 'not_arrived' as const, by: owner, at: iso(6) };
    const ended = { ...delivered, status, ...(status === 'returned' ? { returnConfirmedAt: iso(5) } : {}), problem };
    const page = followed(ended, [out], day(50));
    expect(page?.stage).toBe(stage);
    expect(page?.steps.map(({ key }) => key)).not.toContain('delivered');
    expect(page?.problem).toBe('not_arrived');
    expect(followed({ ...delivered, problem: { ...problem, kind: 'damaged' } }, [out], day(6))?.stage).toBe(
      'delivered',
    );
  },
);

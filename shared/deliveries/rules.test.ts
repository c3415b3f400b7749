import { expect, test } from 'vitest';
import { dayMs } from '#shared/values/time.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { type ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import { Refusal } from '../refusal.ts';
import type { ActName, DeliveryActName } from '../situation/contract.ts';
import { type Other, situationOf } from '../situation/situation.ts';
import { loadOf } from './agreement.ts';
import { annulDecision, canOverride, decideProblem, overrideParcel } from './problem-rules.ts';
import {
  acceptDelivery,
  carry,
  chooseCarrier,
  confirmReceipt,
  confirmReturn,
  type DeliveryStep,
  deliveryStateOf,
  isInHand,
  openProofStages,
  refuseContents,
  releaseCarrier,
  requirePosition,
  returnParcel,
  seesProof,
} from './rules.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const at = '2026-11-20T10:00:00.000Z';
const card = (id: string) => ({ id, firstName: 'Lina', lastName: 'B', verified: true, reviewCount: 0 });
const { O: owner, C: carrier, M: stranger } = memberIds;
const actors = { owner, carrier, stranger };
type ActorName = keyof typeof actors;

const withCarrier: readonly ParcelStatus[] = [
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
  'in_transit',
  'delivery',
  'delivered',
  'returned',
];
const parcelIn = (status: ParcelStatus, change: Partial<ParcelRecord> = {}): ParcelRecord =>
  aParcel(1, 'O', {
    status,
    version: 7,
    ...(withCarrier.includes(status)
      ? { carrierId: carrier, carrier: card(carrier), assignedAt: '2026-11-19T10:00:00.000Z' }
      : {}),
    ...change,
  });

const actsOf = (viewerId: string, parcel: ParcelRecord, otherId?: string, facts: Partial<Other> = {}) => {
  const known = { isVerified: true, isReachable: true, isBlocked: false, hasWritten: true, ...facts };
  const around = {
    me: { isVerified: true, lacksSubscription: false },
    other: otherId ? { id: otherId, ...known } : undefined,
  };
  return situationOf(parcel, viewerId, around, now).acts.flatMap(({ name, reason }) => (reason ? [] : [name]));
};

/** Each act by its actor. The owner chooses the carrier; some rows let a stranger try. */
const acts: Record<
  | Exclude<DeliveryActName, 'recordPosition' | 'setCode' | 'declare' | 'reportProblem' | 'settleProblem'>
  | 'chooseAnother'
  | 'refuseContents',
  (parcel: ParcelRecord, meId: string) => DeliveryStep
> = {
  acceptDelivery: (parcel, meId) => acceptDelivery(parcel, card(meId), now),
  chooseCarrier: (parcel, meId) => chooseCarrier(parcel, meId, card(carrier), now),
  chooseAnother: (parcel, meId) => chooseCarrier(parcel, meId, card(stranger), now),
  releaseCarrier: (parcel, meId) => releaseCarrier(parcel, meId),
  refuseContents: (parcel, meId) => refuseContents(parcel, meId, 'Autre contenu', now),
  validatePickup: (parcel, meId) => carry('validatePickup', parcel, meId, now),
  startDelivery: (parcel, meId) => carry('startDelivery', parcel, meId, now),
  validateDelivery: (parcel, meId) => carry('validateDelivery', parcel, meId, now),
  returnParcel: (parcel, meId) => returnParcel(parcel, meId, 'Destinataire absent'),
  confirmReceipt: (parcel, meId) => confirmReceipt(parcel, meId, now),
  confirmReturn: (parcel, meId) => confirmReturn(parcel, meId, now),
};
type Act = keyof typeof acts;

/** Allowed acts: act, actor, state, next state. Everything else must be refused. */
const possible: readonly [Act, ActorName, ParcelStatus, ParcelStatus, DeliveryStep['event']][] = [
  ['acceptDelivery', 'stranger', 'active', 'accepted_for_delivery', 'acceptDelivery'],
  ['acceptDelivery', 'carrier', 'active', 'accepted_for_delivery', 'acceptDelivery'],
  ['acceptDelivery', 'carrier', 'carrier_chosen', 'pickup', 'handshake'],
  ['chooseCarrier', 'owner', 'active', 'carrier_chosen', 'chooseCarrier'],
  ['chooseCarrier', 'owner', 'accepted_for_delivery', 'pickup', 'handshake'],
  ['chooseAnother', 'owner', 'active', 'carrier_chosen', 'chooseCarrier'],
  ['chooseAnother', 'owner', 'accepted_for_delivery', 'carrier_chosen', 'chooseCarrier'],
  ['chooseAnother', 'owner', 'carrier_chosen', 'carrier_chosen', 'chooseCarrier'],
  ['releaseCarrier', 'owner', 'accepted_for_delivery', 'active', 'releaseCarrier'],
  ['releaseCarrier', 'carrier', 'accepted_for_delivery', 'active', 'releaseCarrier'],
  ['releaseCarrier', 'owner', 'carrier_chosen', 'active', 'releaseCarrier'],
  ['releaseCarrier', 'carrier', 'carrier_chosen', 'active', 'releaseCarrier'],
  ['releaseCarrier', 'owner', 'pickup', 'active', 'releaseCarrier'],
  ['releaseCarrier', 'carrier', 'pickup', 'active', 'releaseCarrier'],
  ['refuseContents', 'carrier', 'pickup', 'active', 'contentsRefused'],
  ['validatePickup', 'carrier', 'pickup', 'in_transit', 'validatePickup'],
  ['startDelivery', 'carrier', 'in_transit', 'delivery', 'startDelivery'],
  ['validateDelivery', 'carrier', 'delivery', 'delivered', 'validateDelivery'],
  ['returnParcel', 'owner', 'in_transit', 'returned', 'returned'],
  ['returnParcel', 'carrier', 'in_transit', 'returned', 'returned'],
  ['returnParcel', 'owner', 'delivery', 'returned', 'returned'],
  ['returnParcel', 'carrier', 'delivery', 'returned', 'returned'],
  ['confirmReceipt', 'owner', 'in_transit', 'delivered', 'receiptConfirmed'],
  ['confirmReceipt', 'owner', 'delivery', 'delivered', 'receiptConfirmed'],
  ['confirmReturn', 'owner', 'returned', 'returned', 'returnConfirmed'],
];

/** Actors whose refusals differ from « the situation has changed ». */
function refusalOf(act: Act, actor: ActorName, status: ParcelStatus): string {
  if (act === 'acceptDelivery') {
    if (actor === 'owner') return 'SELF_ACTION';
    return actor === 'stranger' && withCarrier.includes(status) ? 'ALREADY_ASSIGNED' : 'STATE_CHANGED';
  }
  if (['chooseCarrier', 'chooseAnother', 'confirmReceipt', 'confirmReturn'].includes(act))
    return actor === 'owner' ? 'STATE_CHANGED' : 'NOT_ALLOWED';
  const isCarrier = actor === 'carrier' && withCarrier.includes(status);
  const isParty = act === 'releaseCarrier' || act === 'returnParcel' ? isCarrier || actor === 'owner' : isCarrier;
  return isParty ? 'STATE_CHANGED' : 'NOT_ALLOWED';
}

const cells = (Object.keys(acts) as Act[]).flatMap((act) =>
  (Object.keys(actors) as ActorName[]).flatMap((actor) =>
    ParcelStatus.options.map((status) => [act, actor, status] as const),
  ),
);

test.each(possible)('%s by the %s turns %s into %s, told as %s', (act, actor, status, next, told) => {
  const parcel = parcelIn(status);
  const { parcel: after, event } = acts[act](parcel, actors[actor]);
  expect([after.id, after.status, event, after.version]).toEqual([parcel.id, next, told, parcel.version + 1]);
});

const isPossible = (act: Act, actor: ActorName, status: ParcelStatus) =>
  possible.some((row) => row[0] === act && row[1] === actor && row[2] === status);

test.each(cells.filter((cell) => !isPossible(...cell)))(
  '%s by the %s of a parcel that is %s is refused',
  (act, actor, status) => {
    const perform = () => acts[act](parcelIn(status), actors[actor]);
    expect(perform).toThrow(expect.objectContaining({ code: refusalOf(act, actor, status) }));
  },
);

/** The screen offers exactly the acts that the rules allow. */
test.each(cells.filter(([act]) => act !== 'chooseAnother' && act !== 'refuseContents'))(
  '%s is offered to the %s of a parcel that is %s exactly when it is possible',
  (act, actor, status) => {
    const acts = actsOf(actors[actor], parcelIn(status), actor === 'owner' ? carrier : owner);
    expect(acts.includes(act as DeliveryActName)).toBe(isPossible(act, actor, status));
  },
);

test.each(['pending', 'rejected'] as const)('nobody shakes hands on a parcel whose listing is %s', (adminStatus) => {
  const parcel = parcelIn('active', { adminStatus });
  expect(() => acts.acceptDelivery(parcel, stranger)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => acts.chooseCarrier(parcel, owner)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
});

test('a parcel whose deadline is over is no longer offered to carry', () => {
  const parcel = parcelIn('active', { deadline: '2026-11-19' });
  expect(() => acts.acceptDelivery(parcel, stranger)).toThrow(Refusal);
  expect(actsOf(stranger, parcel, owner)).toEqual([]);
});

const agreeing: readonly ActName[] = ['acceptDelivery', 'chooseCarrier', 'makeOffer', 'takeOffer'];

test('with a member who is no longer there nothing can be agreed, and an agreement can still be ended', () => {
  const gone = { isReachable: false };
  for (const acts of [
    actsOf(owner, parcelIn('active'), carrier, gone),
    actsOf(stranger, parcelIn('active'), owner, gone),
    ...(['accepted_for_delivery', 'carrier_chosen'] as const).flatMap((status) => [
      actsOf(owner, parcelIn(status), carrier, gone),
      actsOf(carrier, parcelIn(status), owner, gone),
    ]),
  ])
    expect(acts.filter((act) => agreeing.includes(act))).toEqual([]);
  for (const status of ['accepted_for_delivery', 'carrier_chosen'] as const) {
    expect(actsOf(owner, parcelIn(status), carrier, gone)).toContain('releaseCarrier');
    expect(actsOf(carrier, parcelIn(status), owner, gone)).toEqual(['releaseCarrier']);
  }
});

test('outside a conversation a listed parcel offers nobody an agreement', () => {
  expect(actsOf(stranger, parcelIn('active'))).toEqual([]);
  expect(actsOf(owner, parcelIn('active')).filter((act) => agreeing.includes(act))).toEqual([]);
});

test('somebody who writes to a third person about a parcel is not offered to carry it', () => {
  expect(actsOf(stranger, parcelIn('active'), carrier)).toEqual([]);
});

test('the owner does not choose themselves', () => {
  expect(() => chooseCarrier(parcelIn('active'), owner, card(owner), now)).toThrow(
    expect.objectContaining({ code: 'SELF_ACTION' }),
  );
});

test('an offer names the carrier and their yes, a choice the carrier and the yes of the owner', () => {
  expect(acts.acceptDelivery(parcelIn('active'), stranger).parcel).toMatchObject({
    carrierId: stranger,
    carrierOkAt: at,
    assignedAt: at,
  });
  const chosen = acts.chooseCarrier(parcelIn('active'), owner).parcel;
  expect(chosen).toMatchObject({ carrierId: carrier, ownerOkAt: at, assignedAt: at });
  expect(chosen.carrierOkAt).toBeUndefined();
});

test('half an agreement whose 48 hours are over is completed no more, and gives its place to another one', () => {
  const old = { assignedAt: '2026-11-18T10:00:00.000Z' };
  const [proposed, chosen] = [parcelIn('accepted_for_delivery', old), parcelIn('carrier_chosen', old)];
  expect(() => chooseCarrier(proposed, owner, card(carrier), now)).toThrow('OFFER_OVER');
  expect(() => acceptDelivery(chosen, card(carrier), now)).toThrow('OFFER_OVER');
  expect(chooseCarrier(proposed, owner, card(carrier), now - 1).parcel.status).toBe('pickup');
  expect(chooseCarrier(proposed, owner, card(stranger), now).parcel.carrierId).toBe(stranger);
});

test('the handshake keeps the assignment that it completes', () => {
  const offered = parcelIn('accepted_for_delivery', { carrierOkAt: '2026-11-19T10:00:00.000Z' });
  expect(acts.chooseCarrier(offered, owner).parcel).toMatchObject({
    assignedAt: '2026-11-19T10:00:00.000Z',
    carrierOkAt: '2026-11-19T10:00:00.000Z',
    ownerOkAt: at,
  });
});

test('the yes of a displaced carrier does not count for the next one', () => {
  const offered = parcelIn('accepted_for_delivery', { carrierOkAt: '2026-11-19T10:00:00.000Z' });
  const { parcel } = acts.chooseAnother(offered, owner);
  expect(parcel).toMatchObject({ carrierId: stranger, assignedAt: at });
  expect(parcel.carrierOkAt).toBeUndefined();
});

test('a released parcel forgets its carrier and both yeses', () => {
  const { parcel } = acts.releaseCarrier(parcelIn('pickup', { ownerOkAt: at, carrierOkAt: at }), owner);
  expect(parcel).toEqual(parcelIn('active', { version: 8 }));
});

test('a delivered parcel keeps the moment of its delivery', () => {
  expect(acts.validateDelivery(parcelIn('delivery'), carrier).parcel.deliveredAt).toBe(at);
  expect(acts.validatePickup(parcelIn('pickup'), carrier).parcel.deliveredAt).toBeUndefined();
});

test.each(ParcelStatus.options)('photos and phones of a parcel that is %s', (status) => {
  const stages: Partial<Record<ParcelStatus, string>> = {
    pickup: 'pickup',
    in_transit: 'delivery',
    delivery: 'delivery',
  };
  expect(openProofStages(parcelIn(status))).toEqual([stages[status]].filter(Boolean));
  expect(isInHand(parcelIn(status))).toBe(['pickup', 'in_transit', 'delivery', 'returned'].includes(status));
});

test('a carrier sees the photos of the own assignment alone, the owner those of former carriers too', () => {
  const parcel = parcelIn('pickup');
  const own = { assignedAt: parcel.assignedAt ?? '' };
  const former = { assignedAt: '2026-11-18T10:00:00.000Z' };
  const seen = (memberId: string) => [own, former].map((proof) => seesProof(memberId, parcel, proof));
  expect(seen(carrier)).toEqual([true, false]);
  expect(seen(owner)).toEqual([true, true]);
});

/** The code of the refusal, if the act is refused. */
function codeOf(perform: () => unknown): string | undefined {
  try {
    perform();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.code : 'fault';
  }
}

/** A closed return differs from an open one only by the time of its end. */
const brought = parcelIn('returned', { returnReason: 'Destinataire absent', returnConfirmedAt: at });

test('a return that the owner has confirmed accepts no more acts of any member, but a problem for two weeks', () => {
  expect(() => confirmReturn(brought, owner, now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => requirePosition(brought, carrier)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  const [last, ended] = [13, 14].map((days) => new Date(now - days * dayMs).toISOString());
  for (const [returnConfirmedAt, acts] of [
    [last, ['reportProblem']],
    [ended, []],
  ] as const) {
    const parcel = { ...brought, returnConfirmedAt };
    expect([actsOf(owner, parcel, carrier), actsOf(carrier, parcel, owner)]).toEqual([acts, acts]);
  }
  expect(isInHand(brought)).toBe(false);
});

test('a returning parcel stores the reason, and a returned one stores the moment', () => {
  const { parcel, reason } = acts.returnParcel(parcelIn('delivery'), carrier);
  expect([parcel.returnReason, reason]).toEqual(['Destinataire absent', 'Destinataire absent']);
  expect(acts.confirmReturn(parcel, owner).parcel).toMatchObject({ status: 'returned', returnConfirmedAt: at });
});

test.each(ParcelStatus.options)('only the carrier sends positions of a %s parcel, while they have it', (status) => {
  const mayTell = ['in_transit', 'returned'].includes(status);
  const refused = codeOf(() => requirePosition(parcelIn(status), carrier));
  expect(refused).toBe(mayTell ? undefined : withCarrier.includes(status) ? 'STATE_CHANGED' : 'NOT_ALLOWED');
  expect(actsOf(carrier, parcelIn(status), owner).includes('recordPosition')).toBe(mayTell);
  for (const [id] of [[owner], [stranger]] as const) {
    expect(() => requirePosition(parcelIn(status), id)).toThrow(expect.objectContaining({ code: 'NOT_ALLOWED' }));
    expect(actsOf(id, parcelIn(status))).not.toContain('recordPosition');
  }
});

test('each state is in one of the four cards of the carrier, or in none', () => {
  const cards = Object.fromEntries(ParcelStatus.options.map((status) => [status, deliveryStateOf(parcelIn(status))]));
  expect(cards).toEqual({
    accepted_for_delivery: 'to_collect',
    carrier_chosen: 'to_collect',
    pickup: 'to_collect',
    in_transit: 'in_transit',
    returned: 'in_transit',
    delivery: 'to_deliver',
    delivered: 'completed',
  });
  expect(deliveryStateOf(brought)).toBe('completed');
  expect(deliveryStateOf(parcelIn('cancelled', { settledAt: at }))).toBe('completed');
  const problem = { reportId: 'r', kind: 'not_arrived', by: 'o', at } as const;
  expect(deliveryStateOf(parcelIn('delivered', { problem }))).toBe('to_deliver');
  expect(deliveryStateOf({ ...brought, problem: { ...problem, kind: 'not_returned' } })).toBe('in_transit');
  expect(deliveryStateOf(parcelIn('delivered', { problem: { ...problem, kind: 'damaged' } }))).toBe('completed');
});

test.each([
  ['pickup', 'to_collect'],
  ['in_transit', 'in_transit'],
  ['delivery', 'to_deliver'],
  ['returned', 'in_transit'],
] as const)('an end of a %s parcel that is annulled puts it back into its card', (status, card) => {
  const problem = { reportId: 'r', kind: 'damaged', by: owner, at } as const;
  const annulled = (decided: ParcelRecord) =>
    annulDecision(decided, { problem: undefined, annuls: 9, hasEnded: true, reason: 'Vu' }).parcel;
  const settled = annulled(overrideParcel(parcelIn(status), 'cancelled', 'Vu', now).parcel);
  const decided = annulled(decideProblem(parcelIn(status, { problem }), { end: 'lost', reason: 'Vu' }, now).parcel);
  const again = annulled(overrideParcel(settled, 'lost', 'Vu', now).parcel);
  expect([settled, decided, again].map(deliveryStateOf)).toEqual([card, card, card]);
  const replaced = overrideParcel(
    decideProblem(parcelIn(status, { problem }), { end: 'lost', reason: 'Vu' }, now).parcel,
    'delivered',
    'Vu',
    now,
  ).parcel;
  expect([replaced, annulled(replaced)].map(deliveryStateOf)).toEqual(['completed', card]);
});

test('an administrator takes a parcel from its carrier and removes every fact of the agreement', () => {
  const stuck = parcelIn('returned', { returnReason: 'Perdu', ownerOkAt: at, carrierOkAt: at });
  const { parcel, event, reason } = overrideParcel(stuck, 'active', 'Injoignable', now);
  expect(parcel).toEqual(parcelIn('active', { version: 8 }));
  expect([event, reason]).toEqual(['overridden', 'Injoignable']);
});

const terms = {
  price: { amount: 3000, currency: 'EUR' },
  grams: 1500,
  trip: { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' },
} as const;
test.each([
  ['active', undefined],
  ['cancelled', undefined],
  ['delivered', 1500],
  ['returned', 1500],
] as const)('settled as %s, a whole agreement has %s g of its trip, and half of one none', (to, grams) => {
  const settledFrom = (
    status: 'pickup' | 'accepted_for_delivery' | 'carrier_chosen',
    day: string = terms.trip.travelDate,
  ) => overrideParcel(parcelIn(status, { terms }), to, 'Vu', Date.parse(`${day}T12:00:00Z`)).parcel;
  expect(loadOf(settledFrom('pickup'))?.grams).toBe(grams);
  // A parcel that ended before the day of the trip did not travel with it.
  expect(loadOf(settledFrom('pickup', '2026-12-11'))).toBeUndefined();
  for (const status of ['accepted_for_delivery', 'carrier_chosen'] as const)
    expect(loadOf(settledFrom(status))).toBeUndefined();
});

test.each(['delivered', 'returned'] as const)(
  'half an agreement that is settled as %s keeps price and weight',
  (to) => {
    const { parcel } = overrideParcel(parcelIn('accepted_for_delivery', { terms }), to, 'Vu', now);
    expect(parcel.terms).toEqual({ price: terms.price, grams: terms.grams });
  },
);

test('a delivery that is settled after « Perdu » keeps its trip, whose kilos were given back', () => {
  const problem = { reportId: 'report', kind: 'lost' as const, by: carrier, at };
  const open = parcelIn('in_transit', { terms, problem });
  const lost = decideProblem(open, { end: 'lost', reason: 'Vu' }, now).parcel;
  for (const to of ['delivered', 'returned', 'lost'] as const) {
    const { parcel, end } = overrideParcel(lost, to, 'Retrouvé', Date.parse('2026-12-20T12:00:00Z'));
    expect([parcel.terms, loadOf(parcel), end]).toEqual([terms, undefined, to]);
  }
});

test('an administrator records as delivered or returned only a parcel that a carrier had', () => {
  expect(canOverride(parcelIn('active'), 'delivered')).toBe(false);
  expect(canOverride(parcelIn('pending'), 'returned')).toBe(false);
  expect(canOverride(parcelIn('pending'), 'active')).toBe(true);
  expect(overrideParcel(parcelIn('pickup'), 'delivered', 'Vu', now).parcel).toMatchObject({ deliveredAt: at });
  expect(overrideParcel(parcelIn('returned'), 'returned', 'Vu', now).parcel).toMatchObject({ returnConfirmedAt: at });
});

test.each(['delivered', 'cancelled', 'brought'] as const)('a finished parcel cannot be settled: %s', (which) => {
  const parcel = which === 'brought' ? brought : parcelIn(which);
  for (const to of ['active', 'returned', 'delivered', 'cancelled'] as const)
    expect(() => overrideParcel(parcel, to, 'Encore', now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
});

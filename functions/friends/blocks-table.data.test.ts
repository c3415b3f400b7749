import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { RowName } from '#shared/contract.ts';
import { isInHand } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { aParcel, aProfile, aTrip } from '#test/access/people.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { aCard } from '#test/support/factories.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { aWorld } from '#test/support/world/world.ts';

/** The states of a parcel of the one that the other carries. Four of them are a delivery in hand. */
const states = {
  listed: { status: 'active' },
  offered: { status: 'accepted_for_delivery' },
  chosen: { status: 'carrier_chosen' },
  pickup: { status: 'pickup' },
  in_transit: { status: 'in_transit' },
  delivery: { status: 'delivery' },
  returned: { status: 'returned', returnReason: 'Absent' },
  delivered: { status: 'delivered' },
  back: { status: 'returned', returnReason: 'Absent', returnConfirmedAt: '2026-11-01T10:00:00.000Z' },
  cancelled: { status: 'cancelled', cancelReason: 'Envoyé autrement' },
} as const satisfies Readonly<Record<string, Partial<ParcelRecord>>>;
type State = keyof typeof states;

/** The block of the two, as the caller finds it. */
const blocks = ['mine', 'theirs', 'both'] as const;
type Block = (typeof blocks)[number];
type Caller = 'owner' | 'carrier';

/**
 * Every operation between two members, with one word for each state above: `=` as without a block · `4` NOT_FOUND ·
 * `u` « Ce membre n'est plus disponible. » · `b` « Vous avez bloqué ce membre. » · `p` the parcel is unavailable.
 * A parcel that can be read shows `u` and `b` as the obstacle of its agreement.
 * Written by hand from rule 183.
 */
const cells: Readonly<Record<string, { by: Caller | 'each' } & Readonly<Record<Block, string>>>> = {
  //                                listed offered chosen, in hand, delivered back cancelled
  readMember: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 = = = = 4 4 4',
    both: '4 4 4 = = = = 4 4 4',
  },
  memberTrips: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 = = = = 4 4 4',
    both: '4 4 4 = = = = 4 4 4',
  },
  memberReviews: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 = = = = 4 4 4',
    both: '4 4 4 = = = = 4 4 4',
  },
  addFriend: {
    by: 'each',
    mine: 'b b b b b b b b b b',
    theirs: '4 4 4 4 4 4 4 4 4 4',
    both: '4 4 4 b b b b 4 4 4',
  },
  leaveReview: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 4 4 4 4 = 4 4',
    both: '4 4 4 4 4 4 4 = 4 4',
  },
  'conversation about the parcel': {
    by: 'each',
    mine: 'b b b = = = = b b b',
    theirs: 'u u u = = = = u u u',
    both: 'b b b = = = = b b b',
  },
  'conversation about nothing': {
    by: 'each',
    mine: 'b b b b b b b b b b',
    theirs: 'u u u u u u u u u u',
    both: 'b b b b b b b b b b',
  },
  'sendMessage about the parcel': {
    by: 'each',
    mine: 'b b b = = = = b b b',
    theirs: 'u u u = = = = u u u',
    both: 'b b b = = = = b b b',
  },
  'sendMessage about nothing': {
    by: 'each',
    mine: 'b b b b b b b b b b',
    theirs: 'u u u u u u u u u u',
    both: 'b b b b b b b b b b',
  },
  'sendMessage about a listing of theirs': {
    by: 'each',
    mine: 'b b b b b b b b b b',
    theirs: 'p p p p p p p p p p',
    both: 'p p p p p p p p p p',
  },
  markRead: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  'readParcel as its carrier': {
    by: 'carrier',
    mine: '= b b = = = = = = =',
    theirs: '4 u u = = = = = = =',
    both: '4 b b = = = = = = =',
  },
  'readParcel as its owner': {
    by: 'owner',
    mine: '= b b = = = = = = =',
    theirs: '= u u = = = = = = =',
    both: '= b b = = = = = = =',
  },
  'readParcel of a listing of theirs': {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 4 4 4 4 4 4 4',
    both: '4 4 4 4 4 4 4 4 4 4',
  },
  readTrip: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '4 4 4 4 4 4 4 4 4 4',
    both: '4 4 4 4 4 4 4 4 4 4',
  },
  acceptDelivery: {
    by: 'carrier',
    mine: 'b b b = = = = b b b',
    theirs: 'u u u = = = = u u u',
    both: 'b b b = = = = b b b',
  },
  'acceptDelivery of a listing of theirs': {
    by: 'each',
    mine: 'b b b b b b b b b b',
    theirs: '4 4 4 4 4 4 4 4 4 4',
    both: '4 4 4 4 4 4 4 4 4 4',
  },
  chooseCarrier: {
    by: 'owner',
    mine: 'b b b = = = = b b b',
    theirs: 'u u u = = = = u u u',
    both: 'b b b = = = = b b b',
  },
  // The end of an agreement, and everything about a delivery in hand, remain.
  releaseCarrier: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  validatePickup: {
    by: 'carrier',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  startDelivery: {
    by: 'carrier',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  validateDelivery: {
    by: 'carrier',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  setCode: {
    by: 'owner',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  declare: {
    by: 'carrier',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  recordPosition: {
    by: 'carrier',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  returnParcel: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  confirmReceipt: {
    by: 'owner',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  confirmReturn: {
    by: 'owner',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  reportProblem: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  settleProblem: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  tracking: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  proofs: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  // And what concerns the caller alone.
  isFriend: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  removeFriend: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  // A listing seen before the block can be reported, and no answer depends on the block.
  'reportParcel of a listing of theirs': {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  reportTrip: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  reportMember: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  reportMessage: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  blockMember: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
  unblockMember: {
    by: 'each',
    mine: '= = = = = = = = = =',
    theirs: '= = = = = = = = = =',
    both: '= = = = = = = = = =',
  },
};

const words: Readonly<Record<string, string>> = {
  NOT_FOUND: '4',
  RECIPIENT_UNAVAILABLE: 'u',
  PARCEL_UNAVAILABLE: 'p',
};
const sentences: readonly (readonly [string, string])[] = [
  ['Vous avez bloqué ce membre.', 'b'],
  ["Ce membre n'est plus disponible.", 'u'],
];

const world = aWorld({ isTicking: true });
const start = '2026-11-01T10:00:00.000Z';

/** Two members with a parcel in this state, both threads and listings of each, and the block. */
async function aPair(state: State, block: Block | 'none', caller: Caller) {
  const { as, seed, table } = await world;
  const [owner, carrier] = [randomUUID(), randomUUID()];
  const [me, other] = caller === 'owner' ? [owner, carrier] : [carrier, owner];
  const person = (id: string) => aProfile('M', { id, email: `${id}@example.org` });
  const listing = { ...aParcel(2, 'O'), id: randomUUID(), ownerId: other };
  const trip = { ...aTrip(1, 'O'), id: randomUUID(), ownerId: other };
  await seed(person(owner), person(carrier), listing, trip);
  if (state === 'delivered') await seed({ ...keys.deliveredTogether(owner, carrier), kind: 'met' });
  /** A parcel in the state. Also after an act has changed the one before. */
  const aDelivery = async () => {
    const card = aCard({ id: carrier, firstName: 'M', lastName: 'Membre' });
    const carried = state === 'listed' ? {} : { carrierId: carrier, carrier: card, assignedAt: start };
    const parcel = { ...aParcel(1, 'O', { ...states[state], ...carried }), id: randomUUID(), ownerId: owner };
    const hands = isInHand(parcel)
      ? [keys.inHand(owner, carrier, parcel.id), keys.inHand(carrier, owner, parcel.id)]
      : [];
    await seed(parcel, head(owner, carrier, parcel.id), ...hands.map((key) => ({ ...key, kind: 'inHand' })));
    return parcel.id;
  };
  const write = (topic: { parcelId?: string }) =>
    as(other).sendMessage({ body: { recipientId: me, content: 'Bonjour', ...topic } });
  const deliveryId = await aDelivery();
  await table.transact([table.remove(keys.threadHead(owner, carrier, deliveryId))]);
  expect([await write({}), await write({ parcelId: deliveryId })]).toMatchObject([{ status: 201 }, { status: 201 }]);
  if (block === 'mine' || block === 'both') await as(me).blockMember({ params: { userId: other } });
  if (block === 'theirs' || block === 'both') await as(other).blockMember({ params: { userId: me } });
  return { me, other, deliveryId, aDelivery, listingId: listing.id, tripId: trip.id };
}
type Pair = Awaited<ReturnType<typeof aPair>>;

/** The row and the request of a line of the table. */
function requestOf(line: string, { other, listingId, tripId }: Pair, deliveryId: string) {
  const [row, about] = line.split(/ (?:about|of|as) (.*)/) as [RowName, string?];
  const parcelId = about === 'a listing of theirs' ? listingId : deliveryId;
  const topic = about === 'nothing' ? {} : { parcelId };
  const bodies: Partial<Record<RowName, object>> = {
    sendMessage: { recipientId: other, content: 'Bonjour', ...topic },
    chooseCarrier: { carrierId: other },
    markRead: { upToSeq: 1, parcelId },
  };
  const body = bodies[row] ?? sampleBodies[row];
  const query = row === 'conversation' && 'parcelId' in topic ? { query: { parcel: parcelId } } : {};
  return { row, request: { params: { userId: other, tripId, parcelId }, ...(body ? { body } : {}), ...query } };
}

/** The obstacle of a parcel that the caller reads. */
const told: Readonly<Record<string, string>> = { blocked: 'b', unavailable: 'u' };

/** Everything that the caller can notice of the answer. */
async function outcomeOf(line: string, pair: Pair, deliveryId: string): Promise<string> {
  const { row, request } = requestOf(line, pair, deliveryId);
  const { status, body } = await (await world).as(pair.me)[row](request as never);
  const { code, detail, closed, phone, phoneNumber, situation } = (body ?? {}) as Record<string, unknown>;
  const { stage, obstacle, acts } = (situation ?? {}) as Partial<Situation>;
  const refusal = sentences.find(([beginning]) => `${String(detail)} ${String(closed)}`.includes(beginning));
  if (row === 'conversation') expect(status).toBe(200);
  return (
    refusal?.[1] ??
    words[String(code)] ??
    told[String(obstacle)] ??
    JSON.stringify({ status, code, phone, phoneNumber, stage, acts })
  );
}

const acts: readonly string[] = [
  'acceptDelivery',
  'chooseCarrier',
  'validatePickup',
  'startDelivery',
  'setCode',
  'validateDelivery',
  'declare',
  'releaseCarrier',
  'returnParcel',
  'confirmReceipt',
  'confirmReturn',
  'reportProblem',
];

/** The outcome of each line that is the caller's. */
async function outcomesOf(state: State, block: Block | 'none', caller: Caller): Promise<Map<string, string>> {
  const pair = await aPair(state, block, caller);
  const outcomes = new Map<string, string>();
  let { deliveryId } = pair;
  for (const [line, { by }] of Object.entries(cells)) {
    if (by !== 'each' && by !== caller) continue;
    const outcome = await outcomeOf(line, pair, deliveryId);
    if (acts.includes(line) && outcome.includes('200')) deliveryId = await pair.aDelivery();
    outcomes.set(line, outcome);
  }
  return outcomes;
}

test.each(Object.keys(states) as State[])(
  'with a parcel %s and a block the two can do what the table says',
  async (state) => {
    const at = Object.keys(states).indexOf(state);
    const flaws: string[] = [];
    for (const caller of ['owner', 'carrier'] as const) {
      const without = await outcomesOf(state, 'none', caller);
      // Without a block they can, so that `=` does not compare two failures of the test.
      expect(without.get('sendMessage about the parcel')).toContain('201');
      expect(without.get('markRead')).toContain('200');
      const reports = [...without].filter(([line]) => /^report(?!Problem)/.test(line)).map(([, outcome]) => outcome);
      expect(reports).toEqual(reports.map(() => expect.stringContaining('201')));
      for (const block of blocks)
        for (const [line, outcome] of await outcomesOf(state, block, caller)) {
          const word = cells[line]?.[block].split(' ')[at];
          const wanted = word === '=' ? without.get(line) : word;
          if (outcome !== wanted) flaws.push(`${line} by the ${caller}, ${block}: ${outcome}, not ${wanted}`);
        }
    }
    expect(flaws).toEqual([]);
  },
);

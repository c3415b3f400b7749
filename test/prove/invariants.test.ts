import { expect, test } from 'vitest';
import { alertItem } from '#functions/alerts/repository.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { friendRepository } from '#functions/friends/repository.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { announcedTerms } from '#shared/deliveries/agreement.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { hourMs } from '#shared/values/time.ts';
import { anAlert, aReviewRecord } from '#test/support/factories.ts';
import { breachesOf, type Examined, type Invariant } from './invariants.ts';
import { startProduct } from './product/product.ts';
import { sceneOf } from './scenes/all.ts';
import { aWorld } from './scenes/scene.ts';

/** A product in which something of each invariant was done: all of it by its own functions. */
async function aSoundProduct(): Promise<Examined> {
  const product = await startProduct();
  const world = await aWorld(product);
  const { id } = await world.seed.member();
  await world.seed.put(alertItem(id, anAlert({ kind: 'parcel' })));
  const acts = [];
  for (const row of [
    'approveReceipt',
    'leaveReview',
    'sendMessage',
    'validatePickup',
    'setAvatar',
    'approveParcel',
    'blockMember',
    'editTrip',
    'makeOffer',
    'reportProblem',
  ] as const) {
    const { by, request, logged } = await sceneOf(row, world);
    expect(await product.call(row, by, request)).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
    if (logged) acts.push(logged);
  }
  const [a, b] = [await world.seed.member(), await world.seed.member()];
  await product.table.transact(friendRepository(product.table).join(a.id, b.id, product.now()));
  await product.drain();
  return { items: await product.items(), files: await product.files(), acts, now: product.now() };
}

const isA = (kind: string) => (item: Item) => item['kind'] === kind;
const isPickup = (item: Item) => isA('event')(item) && (item['record'] as TrackingEvent).type === 'validatePickup';

const unseen = ({ items, ...sound }: Examined): Examined => ({
  ...sound,
  items: items.map((item) => (isPickup(item) ? record({ type: 'startDelivery' })(item) : item)),
});

/** The sound table with one row broken, for each thing that an invariant forbids. */
function brokenOf(sound: Examined): readonly (readonly [Invariant, string, Examined])[] {
  const without = (isGone: (item: Item) => boolean): Examined => {
    const index = sound.items.findIndex(isGone);
    expect(index).toBeGreaterThanOrEqual(0);
    return { ...sound, items: sound.items.toSpliced(index, 1) };
  };
  const withOther = (isIt: (item: Item) => boolean, change: (item: Item) => Item): Examined => ({
    ...sound,
    items: sound.items.map((item) => (isIt(item) ? change(item) : item)),
  });
  const carrierOffer = sound.items.filter(isA('offer')).map((item) => parseOffer(item).offer)[0];
  const { files } = sound;
  if (!files) throw new Error('The files are missing');

  return [
    ['I1', 'an event of a parcel is missing', without(isA('event'))],
    ['I1', 'the row of a carrier is missing', without(isA('carry'))],
    [
      'I1',
      'a second carrier has the parcel in hand',
      { ...sound, items: [...sound.items, { ...keys.inHand('x', 'y', 'z'), kind: 'inHand' }] },
    ],
    [
      'I2',
      'a subscription is a year too long',
      withOther(subscribed, record({ subscriptionEnd: '2099-01-01T00:00:00.000Z' })),
    ],
    ['I2', 'a payment gave nothing', withOther(subscribed, record({ subscriptionEnd: undefined }))],
    ['I3', 'one half of a friendship is missing', without(isA('friend'))],
    ['I4', 'a second review of a pair', { ...sound, items: [...sound.items, secondReview(sound.items)] }],
    [
      'I5',
      'a counter is one too high',
      withOther(
        ({ pk }) => pk === 'CNT',
        (item) => ({ ...item, totalUsers: Number(item['totalUsers']) + 1 }),
      ),
    ],
    ['I5', 'the counters of a member are missing', without(({ sk }) => sk === 'A#STATS')],
    ['I6', 'a message is missing', without(isA('message'))],
    ['I6', 'a head counts a message that is not there', withOther(isA('thread'), record({ seq: 7 }))],
    ['I7', 'a line of the log is missing', without(isA('log'))],
    [
      'I7',
      'a line of the log is there twice',
      { ...sound, items: [...sound.items, ...sound.items.filter(isA('log'))] },
    ],
    [
      'I8',
      'a file belongs to nothing',
      { ...sound, files: { ...files, media: new Set([...files.media, 'media/lost']) } },
    ],
    ['I8', 'a file is missing', { ...sound, files: { ...files, media: new Set() } }],
    ['I9', 'a notice of an alert has no hit', without(isA('alertHit'))],
    ['I10', 'kilos are booked that no parcel takes', withOther(isA('trip'), record({ bookedGrams: 1 }))],
    [
      'I10',
      'a parcel counts on kilos that nobody booked',
      withOther(isA('parcel'), loadedBy(sound.items.find(isA('trip')))),
    ],
    ['I11', 'one row of an offer is missing', without(isA('offer'))],
    ['I11', 'an offer has ended, and is there', { ...sound, now: sound.now + 49 * hourMs }],
    ['I11', 'the parcel of an offer was edited', withOther(isA('parcel'), record({ submittedAt: 'later' }))],
    ['I14', 'a parcel does not count its offers', withOther(isA('parcel'), record({ openOffers: undefined }))],
    ['I14', 'a parcel names an offer of its carrier that is gone', withOther(isA('parcel'), record({ carrierOffer }))],
    ['I14', 'the row of a delivery names one', withOther(isA('carry'), record({ carrierOffer }))],
    ['I14', 'a parcel is elsewhere in its owner’s list', withOther(isA('parcel'), (item) => ({ ...item, gs1sk: 'x' }))],
    ['I12', 'a notice never expires', withOther(isA('notice'), (item) => ({ ...item, ttl: undefined }))],
    ['I12', 'a parcel expires', withOther(isA('parcel'), (item) => ({ ...item, ttl: 1 }))],
    ['I15', 'what silence brings has another moment', withOther(isA('given'), (item) => ({ ...item, gs1sk: 'x' }))],
    ['I16', 'an open problem has no report', without(isA('report'))],
    ['I16', 'a report is of no problem', withOther(isA('parcel'), record({ problem: undefined }))],
    ['I16', 'a problem is decided too early', withOther(isA('report'), (item) => ({ ...item, gs2sk: 'x' }))],
    ['I13', 'a block without its other half', without(isA('blocked'))],
    ['I13', 'half a block is left over', without(isA('block'))],
    ['I13', 'a friend is blocked', { ...sound, items: [...sound.items, friendOf(sound.items.find(isA('block')))] }],
    ['I8', 'a shown file was never scanned', withOther(isA('avatar'), (item) => ({ ...item, state: 'scanning' }))],
  ];
}

test('the check of the invariants finds nothing in a sound table, and objects to one broken row of each', async () => {
  const sound = await aSoundProduct();
  expect(breachesOf(sound)).toEqual([]);

  const broken = [...brokenOf(sound), ['I17', 'no carrier has seen the contents', unseen(sound)] as const];
  for (const [invariant, what, examined] of broken) {
    const breaches = breachesOf(examined);
    expect(
      breaches.map((breach) => breach.split(':')[0]),
      what,
    ).toContain(invariant);
  }
  expect(new Set(broken.map(([invariant]) => invariant)).size).toBe(17);
});

test('kilos may stay on one trip for each deleted parcel that had travelled, and nowhere else', async () => {
  const sound = await aSoundProduct();
  const trip = sound.items.find(isA('trip')) ?? {};
  /** So many trips have a gram booked that no parcel takes; one parcel was deleted in this state. */
  const breaches = (statusBefore: string, count: number) => {
    const trips = Array.from({ length: count }, (_, index) => record({ id: `t${index}`, bookedGrams: 1 })(trip));
    const items = [...sound.items.filter((item) => item !== trip), ...trips];
    return breachesOf(withDeleted(statusBefore, { ...sound, items })).filter((breach) => breach.startsWith('I10'));
  };
  expect(breaches('delivered', 1)).toEqual([]);
  expect(breaches('delivered', 2)).toHaveLength(2);
  expect(breaches('active', 1)).toHaveLength(1);
});

/** With the line of the log about a parcel that was deleted in this state. */
function withDeleted(statusBefore: string, examined: Examined): Examined {
  const line = examined.items.find(isA('log'));
  if (!line) throw new Error('A sound world has a log.');
  const deletion = record({ action: 'deleteParcel', details: { statusBefore } })(line);
  return { ...examined, items: [...examined.items, deletion] };
}

const subscribed = (item: Item) => isA('profile')(item) && 'subscriptionEnd' in (item['record'] as object);

const record = (change: object) => (item: Item) => ({
  ...item,
  record: { ...(item['record'] as object), ...change },
});

/** The parcel as if it travelled with this trip. */
const loadedBy =
  (trip: Item = {}) =>
  (item: Item) => {
    const terms = announcedTerms(parseParcel(item), parseTrip(trip));
    return { ...item, record: { ...(item['record'] as object), status: 'delivered', terms } };
  };

function friendOf(block: Item = {}): Item {
  const [member, { otherId }] = [memberIn(block), block['record'] as { otherId: string }];
  return { ...keys.friend(member, otherId), kind: 'friend', record: { friendId: otherId } };
}

function secondReview(items: readonly Item[]): Item {
  const review = aReviewRecord(items.find(isA('review'))?.['record'] as object);
  return { ...reviewItem(review), sk: 'BY#elsewhere#REVIEW' };
}

test('what a deleted parcel was counted for may stay, also where no other parcel is left', async () => {
  const product = await startProduct();
  const world = await aWorld(product);
  const { by, request } = await sceneOf('deleteParcel', world);
  expect(await product.call('deleteParcel', by, request)).toMatchObject({ status: 204 });
  await product.drain();
  expect(breachesOf({ items: await product.items(), now: product.now() })).toEqual([]);
});

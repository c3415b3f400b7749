import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

/** The end of an offer, as its message shows it to each of the two. */
async function endsOf({ read }: OfferMarket, id: string) {
  const threads = [await read(carrier, owner), await read(owner, carrier)];
  return threads.map(({ messages }) => messages.find((message) => message.id === id)?.offer?.ended);
}

const parcelAct = (name: 'editParcel' | 'cancelParcel', body: object) => (market: OfferMarket) =>
  market.act(name as never, owner, body);

const agreeWithOther = async ({ offered, take }: OfferMarket) =>
  take(owner, other, await offered(other, owner, { price: euros(20) }));

const runOut = async ({ table, clock }: OfferMarket) => {
  clock.now += 20 * minuteMs;
  for (const hours of [42, 6]) {
    clock.now += hours * hourMs;
    await settleDue(table, clock.now, dueKinds);
  }
};

const ways: readonly (readonly [string, string, (market: OfferMarket, id: string) => Promise<unknown>])[] = [
  ['is taken', 'taken', ({ take }, id) => take(owner, carrier, id)],
  ['is answered by another price', 'answered', ({ make }) => make(owner, carrier, { price: euros(28) })],
  ['is corrected by its author', 'answered', ({ make }) => make(carrier, owner, { price: euros(24) })],
  ['is answered by a yes at the announced price', 'answered', ({ act }) => act('acceptDelivery', carrier)],
  [
    'is answered by the choice of its author',
    'answered',
    ({ act }) => act('chooseCarrier', owner, { carrierId: carrier }),
  ],
  ['is withdrawn', 'withdrawn', ({ end }, id) => end(carrier, owner, id)],
  ['is declined', 'declined', ({ end }, id) => end(owner, carrier, id)],
  ['has no answer in time', 'expired', runOut],
  ['loses to another agreement', 'overtaken', agreeWithOther],
  ['is about a parcel that is edited', 'closed', parcelAct('editParcel', sampleBodies.editParcel ?? {})],
  ['is about a parcel that is cancelled', 'closed', parcelAct('cancelParcel', { reason: 'Envoyé autrement' })],
  [
    'is about a parcel that an administrator sends back',
    'closed',
    async ({ seed, current, parcel }) =>
      seed({ ...(await current()), adminStatus: 'rejected', version: parcel.version + 1 }),
  ],
  [
    'is about a parcel that is deleted',
    'closed',
    ({ table, parcel }) => table.transact([table.remove(keys.parcel(parcel.id))]),
  ],
];
test.each(ways)('the message of an offer that %s says: %s', async (_what, ended, act) => {
  const market = await offerMarket();
  const id = await market.offered(carrier, owner);
  expect(await endsOf(market, id)).toEqual([undefined, undefined]);
  await act(market, id);
  for (const _ of [1, 2]) await market.follow();
  expect(await endsOf(market, id)).toEqual([ended, ended]);
});

test('what an act ends is said at once, and later changes of the parcel say nothing else', async () => {
  const market = await offerMarket();
  const id = await market.offered(carrier, owner);
  await market.end(owner, carrier, id);
  expect(await endsOf(market, id)).toEqual(['declined', 'declined']);
  await agreeWithOther(market);
  await market.follow();
  expect(await endsOf(market, id)).toEqual(['declined', 'declined']);
});

test.each([
  ['is taken', 'taken', ({ take }: OfferMarket, id: string) => take(owner, carrier, id)],
  ['is declined', 'declined', ({ end }: OfferMarket, id: string) => end(owner, carrier, id)],
  ['its author replaces', 'answered', ({ make }: OfferMarket) => make(carrier, owner, { price: euros(33) })],
  ['outlives its agreement', 'closed', ({ act }: OfferMarket) => act('releaseCarrier', owner)],
  [
    'is open at the door',
    'closed',
    ({ act }: OfferMarket) => act('releaseCarrier', carrier, { reason: 'Trois téléphones', contentsRefused: true }),
  ],
] as const)('the message of a change that %s says: %s', async (_what, ended, act) => {
  const market = await offerMarket();
  await market.agree();
  const id = await market.offered(carrier, owner, { price: euros(35) });
  await act(market, id);
  await market.follow();
  expect(await endsOf(market, id)).toEqual([ended, ended]);
});

test('a change that outlives its agreement is not called replaced by a change of the next agreement', async () => {
  const market = await offerMarket();
  await market.agree();
  const id = await market.offered(carrier, owner, { price: euros(35) });
  await market.act('releaseCarrier', owner);
  await market.agree();
  await market.offered(carrier, owner, { price: euros(40) });
  await market.follow();
  expect(await endsOf(market, id)).toEqual(['closed', 'closed']);
});

test('an offer that ran out is not called replaced by a later one', async () => {
  const market = await offerMarket();
  const id = await market.offered(carrier, owner);
  market.clock.now += 49 * hourMs;
  await market.offered(carrier, owner);
  await market.follow();
  expect(await endsOf(market, id)).toEqual(['expired', 'expired']);
});

test('of two who answer one offer with other prices at once none fails, and one offer is open', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const market = await offerMarket();
    const { make, follow, rows, read, offered } = market;
    const id = await offered(carrier, owner);
    const answers = await Promise.all([
      make(carrier, owner, { price: euros(24) }),
      make(owner, carrier, { price: euros(28) }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    await follow();
    expect(await rows()).toHaveLength(2);
    const { messages, parcel } = await read(owner, carrier);
    const made = messages.filter(({ offer }) => offer?.step === 'made');
    expect(made.at(-1)?.id).toBe(parcel?.situation?.offer?.id);
    expect(made.map(({ offer }) => offer?.ended)).toEqual([...made.slice(1).map(() => 'answered'), undefined]);
    expect(made[0]?.id).toBe(id);
  }
});

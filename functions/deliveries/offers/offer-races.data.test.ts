import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { aTrip } from '#test/access/people.ts';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, offerMarket } from '#test/support/scenes/offer-market.ts';

const trip = aTrip(201, 'C');
const wins = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;
const faults = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status >= 500).length;

test('the same request five times is one offer, one agreement and one booking', async () => {
  const { call, params, rows, read, stored, mailsNamed, current, parcel } = await offerMarket({}, [trip]);
  const body = { memberId: owner, price: euros(25), tripId: trip.id };
  const before = (await read(owner, carrier)).messages.length;
  const five = async (name: 'makeOffer' | 'takeOffer', by: string, request: object) => {
    const key = `11111111-1111-4111-8111-11111111111${name.length}`;
    const answers = [];
    for (let turn = 0; turn < 5; turn++) answers.push(await call(name, by, { ...request, key }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    return answers[0]?.body ?? {};
  };
  const offer = await five('makeOffer', carrier, { params, body });
  expect((await read(owner, carrier)).messages).toHaveLength(before + 1);
  expect(await rows()).toHaveLength(2);
  const path = { params: { ...params, userId: carrier } };
  expect(await five('takeOffer', owner, { ...path, body: { offerId: offer['id'] } })).toMatchObject({
    situation: { stage: 'agreed' },
  });
  expect((await current()).version).toBe(parcel.version + 1);
  expect(await stored(keys.trip(trip.id))).toMatchObject({ record: { bookedGrams: 1500 } });
  expect(await mailsNamed('handshakeDone')).toHaveLength(1);
});

test('of offers by both at once the later one is open, and both are messages', async () => {
  const { make, read, rows } = await offerMarket();
  const before = (await read(owner, carrier)).messages.length;
  const made = await Promise.all([make(carrier, owner), make(owner, carrier, { price: euros(28) })]);
  expect(wins(made)).toBe(2);
  const { messages, parcel } = await read(owner, carrier);
  const offer = parcel?.situation?.offer;
  expect(messages).toHaveLength(before + 2);
  expect(offer?.id).toBe(messages.at(-1)?.id);
  expect((await read(carrier, owner)).parcel?.situation?.offer).toEqual(offer);
  expect(await rows()).toHaveLength(2);
});

test('three offers of one traveller at once are one line for the owner, which tells of one of them', async () => {
  const { make, mailsNamed } = await offerMarket();
  const made = await Promise.all([20, 25, 30].map((price) => make(carrier, owner, { price: euros(price) })));
  expect(wins(made)).toBe(3);
  expect(await mailsNamed('offerMade')).toHaveLength(1);
});

test('of two takes and a cancellation at once one is first, and the parcel has one carrier or none', async () => {
  for (let turn = 0; turn < 8; turn++) {
    const { offered, take, act, current, rows, follow, mailsNamed } = await offerMarket({}, [trip]);
    const mine = await offered(carrier, owner, { price: euros(25), tripId: trip.id });
    const theirs = await offered(other, owner);
    const racers = [
      take(owner, carrier, mine),
      take(owner, other, theirs),
      ...(turn % 2 ? [act('cancelParcel' as never, owner, { reason: 'Envoyé autrement' })] : []),
    ];
    const answers = await Promise.all(racers);
    expect([wins(answers) >= 1, wins(answers) <= (turn % 2 ? 2 : 1)]).toEqual([true, true]);
    expect(faults(answers)).toBe(0);
    await follow();
    const { status, carrierId } = await current();
    const agreed = [answers[0], answers[1]].filter((answer) => answer?.status === 200).length;
    expect(agreed).toBeLessThanOrEqual(1);
    expect(status === 'pickup' || status === 'cancelled').toBe(true);
    expect(await rows()).toEqual([]);
    const losers = [carrier, other].filter((id) => id !== carrierId).toSorted();
    expect((await mailsNamed('offerOver')).map(({ memberId }) => memberId).toSorted()).toEqual(losers);
  }
});

test('an offer that is replaced while it is taken is taken or over, never both', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const { offered, take, make, current, rows, read } = await offerMarket();
    const id = await offered(carrier, owner);
    const [taken, replaced] = await Promise.all([take(owner, carrier, id), make(carrier, owner, { price: euros(26) })]);
    expect(taken.status === 200 ? replaced.status : taken.status).toBeGreaterThanOrEqual(400);
    expect(wins([taken, replaced])).toBe(1);
    expect((await current()).status).toBe(taken.status === 200 ? 'pickup' : 'active');
    expect(await rows()).toHaveLength(taken.status === 200 ? 0 : 2);
    expect((await read(owner, carrier)).parcel?.situation?.offer?.price).toEqual(
      taken.status === 200 ? undefined : euros(26),
    );
  }
});

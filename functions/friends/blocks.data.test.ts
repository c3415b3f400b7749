import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { projector } from '#functions/stream/projector/project.ts';
import { aParcel, aProfile, memberIds, unconfirmed } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { itemsIn } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim, C: lina, B: blocked, A: admin, RA: root } = memberIds;
const parcel = aParcel(1, 'O');

async function aBlock() {
  const world = await aWorld({
    people: ['O', 'M', 'C', 'B', 'A', 'RA', aProfile('P', { id: unconfirmed, emailConfirmedAt: undefined })],
    items: [parcel, head(amel, karim, parcel.id)],
    isTicking: true,
  });
  const { as, table } = world;
  const act = (name: 'blockMember' | 'unblockMember' | 'addFriend', me: string, userId: string) =>
    as(me)[name]({ params: { userId } });
  /** Repeats the call as the browser does after UNAVAILABLE. */
  const insist = async (...given: Parameters<typeof act>) => {
    for (;;) {
      const answer = await act(...given);
      if (answer.status !== 503) return answer;
    }
  };
  const rowsOf = async (a: string, b: string) =>
    (
      await table.getMany([keys.block(a, b), keys.blockedBy(b, a), keys.friend(a, b), keys.friend(b, a)], {
        consistent: true,
      })
    ).map((row) => row?.['kind']);
  const blocksOf = async (me: string) => (await as(me).myBlocks()).body.items.map(({ id }) => id);
  return { ...world, act, insist, rowsOf, blocksOf };
}

test('a block is stored with both members, ends their friendship, and keeps its day when repeated', async () => {
  const { act, rowsOf, blocksOf, table } = await aBlock();
  await act('addFriend', karim, amel);
  expect(await act('blockMember', amel, karim)).toMatchObject({ status: 200, body: { isBlocked: true } });
  expect(await rowsOf(amel, karim)).toEqual(['block', 'blocked', undefined, undefined]);
  const first = await table.get(keys.block(amel, karim), { consistent: true });
  expect(await act('blockMember', amel, karim)).toMatchObject({ status: 200, body: { isBlocked: true } });
  expect(await table.get(keys.block(amel, karim), { consistent: true })).toEqual(first);
  expect([await blocksOf(amel), await blocksOf(karim)]).toEqual([[karim], []]);
});

test('a member ends their own block alone, also where there is none', async () => {
  const { act, rowsOf, blocksOf } = await aBlock();
  await act('blockMember', amel, karim);
  await act('blockMember', karim, amel);
  expect(await act('unblockMember', amel, karim)).toMatchObject({ status: 204 });
  expect(await act('unblockMember', amel, karim)).toMatchObject({ status: 204 });
  expect(await act('unblockMember', amel, amel)).toMatchObject({ status: 204 });
  expect(await rowsOf(amel, karim)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await rowsOf(karim, amel)).toEqual(['block', 'blocked', undefined, undefined]);
  expect([await blocksOf(amel), await blocksOf(karim)]).toEqual([[], [amel]]);
});

test('nobody can be blocked who does not exist, nor oneself; an administrator and a hidden member can', async () => {
  const { act } = await aBlock();
  expect(await act('blockMember', amel, amel)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  for (const id of [randomUUID(), unconfirmed, 'nobody', 'a'.repeat(5000)])
    expect(await act('blockMember', amel, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  for (const id of [admin, blocked]) expect(await act('blockMember', amel, id)).toMatchObject({ status: 200 });
});

test('the list has names and pictures only, the latest first, and keeps members who are hidden now', async () => {
  const { as, act, seed } = await aBlock();
  await seed(aProfile('C', { avatarKey: 'media/lina' }));
  for (const id of [blocked, karim, lina]) await act('blockMember', amel, id);
  expect((await as(amel).myBlocks()).body.items).toEqual([
    { id: lina, firstName: 'C', lastName: 'Membre', avatarUrl: expect.stringContaining('lina') },
    { id: karim, firstName: 'M', lastName: 'Membre' },
    { id: blocked, firstName: 'B', lastName: 'Membre' },
  ]);
});

test('the list is read page by page', async () => {
  const people = Array.from({ length: 23 }, (_, at) => aProfile('M', { id: randomUUID(), firstName: `Nom ${at}` }));
  const { as, act, seed } = await aBlock();
  await seed(...people);
  for (const { id } of people) await act('blockMember', amel, id);
  const first = (await as(amel).myBlocks()).body;
  const second = (await as(amel).myBlocks({ query: { cursor: first.next } })).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 3, undefined]);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(people.map(({ id }) => id).toReversed());
  expect(await as(karim).myBlocks({ query: { cursor: first.next } })).toMatchObject({ status: 400 });
});

test('who is blocked sees what they see of a member whom an administrator has blocked', async () => {
  const { as, act, seed } = await aBlock();
  await seed(aProfile('O', { avatarKey: 'media/amel', validatedAt: '2026-09-24T10:00:00.000Z' }));
  await as(karim).sendMessage({ body: { recipientId: amel, content: 'Bonjour' } });
  await act('blockMember', amel, karim);
  const reading = () => as(karim).conversation({ params: { userId: amel } });
  const sending = () => as(karim).sendMessage({ body: { recipientId: amel, content: 'Réponds' } });
  const told = async () => [await as(karim).readMember({ params: { userId: amel } }), await reading(), await sending()];
  const ofBlock = await told();
  expect(ofBlock[1]?.body).toMatchObject({
    with: { firstName: 'O', unavailable: true },
    closed: "Ce membre n'est plus disponible.",
    messages: [{ content: 'Bonjour' }],
  });
  await act('unblockMember', amel, karim);
  await seed(aProfile('O', { avatarKey: 'media/amel', status: 'blocked' }));
  const plain = (answers: Awaited<ReturnType<typeof told>>) =>
    answers.map(({ status, body }) => ({ status, body: { ...body, requestId: undefined } }));
  expect(plain(ofBlock)).toEqual(plain(await told()));
});

test.each([
  ['half an agreement', { status: 'carrier_chosen' }, true],
  ['a delivery in hand', { status: 'in_transit', pickedUpAt: '2026-11-02T10:00:00.000Z' }, false],
  ['a delivery that is over', { status: 'delivered', deliveredAt: '2026-11-03T10:00:00.000Z' }, true],
] as const)('the parcel page of %s shows who has blocked its reader as their profile does', async (_, state, hides) => {
  const { as, act, seed } = await aBlock();
  const carrier = { carrierId: karim, carrier: aCard({ id: karim, firstName: 'M', lastName: 'Membre' }) };
  await seed(aParcel(1, 'O', { ...state, ...carrier, assignedAt: '2026-11-01T10:00:00.000Z' }));
  await act('blockMember', karim, amel);
  const { body } = await as(amel).readParcel({ params: { parcelId: parcel.id } });
  expect(body.carrier?.unavailable ?? false).toBe(hides);
  const { body: own } = await as(karim).readParcel({ params: { parcelId: parcel.id } });
  expect([own.owner.unavailable, own.carrier?.unavailable]).toEqual([undefined, undefined]);
});

test('who has blocked reads so in the profile and in the conversation', async () => {
  const { as, act } = await aBlock();
  await act('blockMember', amel, karim);
  expect((await as(amel).readMember({ params: { userId: karim } })).body).toMatchObject({ isBlocked: true });
  expect((await as(amel).conversation({ params: { userId: karim } })).body).toMatchObject({
    isBlocked: true,
    closed: 'Vous avez bloqué ce membre. Débloquez-le pour lui écrire.',
    with: { firstName: 'M' },
  });
  await act('unblockMember', amel, karim);
  expect((await as(amel).readMember({ params: { userId: karim } })).body).not.toHaveProperty('isBlocked');
  expect((await as(amel).conversation({ params: { userId: karim } })).body).not.toHaveProperty('closed');
});

test('who is blocked does not see that the other one still reads', async () => {
  const { as, act } = await aBlock();
  await as(karim).sendMessage({ body: { recipientId: amel, content: 'Réponds' } });
  await act('blockMember', amel, karim);
  const read = () => as(amel).markRead({ params: { userId: karim }, body: { upToSeq: 1 } });
  const seen = async () => (await as(karim).conversation({ params: { userId: amel } })).body.readUpTo;
  expect(await read()).toMatchObject({ status: 200, body: { unread: 0 } });
  expect(await seen()).toBe(0);
  await act('unblockMember', amel, karim);
  await read();
  expect(await seen()).toBe(1);
});

test('a block writes nothing that the blocked member or anybody else is sent', async () => {
  const { act, table } = await aBlock();
  const before = (await itemsIn(table)).length;
  await act('blockMember', amel, karim);
  const kinds = (await itemsIn(table)).map(({ kind }) => kind);
  expect(kinds.length - before).toBe(2);
  expect(kinds.filter((kind) => kind === 'notice' || kind === 'outbox')).toEqual([]);
});

test('after blocks and friendships at the same moment, nobody is blocked and a friend', async () => {
  const { insist, rowsOf } = await aBlock();
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      insist('addFriend', amel, karim),
      insist('addFriend', karim, amel),
      insist('blockMember', amel, karim),
      insist('blockMember', amel, karim),
    ]);
    expect(await rowsOf(amel, karim)).toEqual(['block', 'blocked', undefined, undefined]);
    await insist('unblockMember', amel, karim);
  }
});

test('of a block and the second half of an agreement at the same moment, the first one counts', async () => {
  const params = { parcelId: parcel.id };
  for (let round = 0; round < 6; round++) {
    const { as, insist, stored } = await aBlock();
    await as(karim).acceptDelivery({ params, body: {} });
    const choose = () => as(amel).chooseCarrier({ params, body: { carrierId: karim } });
    const [chosen] = await Promise.all([choose(), insist('blockMember', karim, amel)]);
    const { status } = (await stored(keys.parcel(parcel.id)))['record'] as typeof parcel;
    // In hand, both go on. Else the owner finds a member who is not available, and either may end the half.
    const later = chosen.status === 200 ? 'STATE_CHANGED' : 'RECIPIENT_UNAVAILABLE';
    expect(status).toBe(chosen.status === 200 ? 'pickup' : 'accepted_for_delivery');
    expect([undefined, 'RECIPIENT_UNAVAILABLE', 'UNAVAILABLE']).toContain(chosen.body.code);
    expect((await choose()).body.code).toBe(later);
    expect(await as(amel).releaseCarrier({ params, body: {} })).toMatchObject({ status: 200 });
  }
});

test('a block of an administrator stops none of their decisions', async () => {
  const { as, act, stored } = await aBlock();
  await act('blockMember', amel, root);
  const body = { reason: 'Photo floue' };
  expect(await as(root).rejectParcel({ params: { parcelId: parcel.id }, body })).toMatchObject({ status: 200 });
  expect((await stored(keys.parcel(parcel.id)))['record']).toMatchObject({ adminStatus: 'rejected' });
});

test('with a delivery in hand, the profile names the one conversation that a block leaves open', async () => {
  const { as, act, seed } = await aBlock();
  const params = { userId: amel };
  const inHand = aParcel(7, 'O', { status: 'pickup', carrierId: karim });
  const read = async () => (await as(karim).readMember({ params })).body;
  expect(await read()).not.toHaveProperty('isHidden');
  await seed(inHand, { ...keys.inHand(amel, karim, inHand.id), kind: 'inHand' });
  await act('blockMember', amel, karim);
  expect(await read()).toMatchObject({ isHidden: true, parcelInHand: inHand.id });
  const topic = { query: { parcel: inHand.id } };
  expect(await as(karim).conversation({ params, ...topic })).toMatchObject({ status: 200 });
});

test('the list of the blocked member shows what their conversation shows, until the block ends', async () => {
  const { as, act, seed, table, clock } = await aBlock();
  await seed(aProfile('O', { avatarKey: 'media/amel', validatedAt: '2026-09-24T10:00:00.000Z' }));
  const inHand = aParcel(7, 'O', { status: 'pickup', carrierId: karim });
  await seed(inHand);
  for (const topic of [{}, { parcelId: inHand.id }])
    expect((await as(karim).sendMessage({ body: { recipientId: amel, content: 'Bonjour', ...topic } })).status).toBe(
      201,
    );
  const project = projector(table, () => clock.now);
  const relisted = async (block: Item | undefined, image: 'NewImage' | 'OldImage') =>
    project({ Records: [{ eventID: randomUUID(), dynamodb: { SequenceNumber: '1', [image]: marshall(block) } }] });
  const shown = async () => {
    const { items } = (await as(karim).conversations({ query: {} })).body;
    const pictures = items.map((item) => [item.parcel?.id, item.with.unavailable, item.with.avatarUrl !== undefined]);
    for (const { parcel: about, with: partner } of items) {
      const query = { query: { parcel: about?.id } };
      const { body } = await as(karim).conversation({ params: { userId: amel }, ...query });
      expect([about?.id, body.with.avatarUrl]).toEqual([about?.id, partner.avatarUrl]);
    }
    return pictures.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  };
  await act('blockMember', amel, karim);
  const block = await table.get(keys.block(amel, karim), { consistent: true });
  await relisted(block, 'NewImage');
  expect(await shown()).toEqual([
    [inHand.id, undefined, true],
    [undefined, true, false],
  ]);
  await act('unblockMember', amel, karim);
  await relisted(block, 'OldImage');
  expect(await shown()).toEqual([
    [inHand.id, undefined, true],
    [undefined, undefined, true],
  ]);
});

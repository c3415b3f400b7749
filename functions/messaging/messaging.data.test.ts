import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Message } from '#shared/messaging/contract.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { put } from '#test/support/pipeline.ts';
import { aWorld } from '#test/support/world/world.ts';
import { threadRepository } from './repository.ts';

const { O: owner, M: member, C: other, P: pending, R: rejected, X: expired } = memberIds;

async function mailbox(items: readonly Item[] = []) {
  const world = await aWorld({ people: ['O', 'M', 'C', 'P', 'R', 'B', 'X'], items, isTicking: true });
  const { as } = world;
  const send = (from: string, to: string, content: string, parcelId?: string) =>
    as(from).sendMessage({ body: { recipientId: to, content, ...(parcelId ? { parcelId } : {}) } });
  const open = async (me: string, userId: string, query = {}) =>
    (await as(me).conversation({ params: { userId }, query })).body;
  const read = (me: string, userId: string, upToSeq: number) =>
    as(me).markRead({ params: { userId }, body: { upToSeq } });
  const list = async (me: string) => (await as(me).conversations()).body.items;
  return { ...world, send, open, read, list };
}

interface Titled {
  readonly parcel?: { readonly title?: string };
}

const seqs = ({ messages = [] }: { messages?: readonly Message[] }) => messages.map(({ seq }) => seq);

test('a message reaches both lists, with what is unread on the side of its recipient alone', async () => {
  const { send, open, list } = await mailbox();
  expect(await send(member, owner, '  Bonjour  ')).toMatchObject({ status: 201, body: { seq: 1, content: 'Bonjour' } });
  await send(owner, member, 'Bonsoir');
  await send(member, owner, 'Au revoir');
  expect(await list(owner)).toMatchObject([{ with: { id: member }, unread: 2, lastMessage: { preview: 'Au revoir' } }]);
  expect(await list(member)).toMatchObject([{ with: { id: owner }, unread: 1, lastMessage: { senderId: member } }]);
  expect(await open(owner, member)).toMatchObject({ with: { id: member }, lastSeq: 3, readUpTo: 0 });
});

test('a thread notes who wrote first, and when the other first answered', async () => {
  const { table, send } = await mailbox();
  const opening = async () => (await threadRepository(table).head({ a: owner, b: member }))?.opening;
  await send(member, owner, 'Bonjour');
  await send(member, owner, 'Êtes-vous là ?');
  expect(await opening()).toEqual({ by: member, at: expect.any(String) });
  const answered = await send(owner, member, 'Oui');
  await send(owner, member, 'Je pars samedi');
  expect(await opening()).toEqual({ by: member, at: expect.any(String), answeredAt: answered.body['createdAt'] });
});

test('fifty messages sent at once are all kept and numbered without a gap', async () => {
  const { call, open } = await mailbox();
  const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`);
  const answers = await Promise.all(
    texts.map(async (content, index) => {
      const [from, recipientId] = index % 2 ? [member, owner] : [owner, member];
      const request = { body: { recipientId, content }, key: randomUUID() };
      let answer = await call('sendMessage', from, request);
      // As the browser does after a 503.
      while (answer.status === 503) answer = await call('sendMessage', from, request);
      return answer;
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
  const conversation = await open(owner, member, { after: '0' });
  const kept = conversation['messages'] as Message[];
  expect(seqs(conversation)).toEqual(texts.map((_, index) => index + 1));
  expect(kept.map(({ content }) => content).sort()).toEqual([...texts].sort());
  // Each sender's answer matches the stored message.
  expect(answers.map(({ body }) => kept[Number(body['seq']) - 1]?.content)).toEqual(texts);
});

test('a repeated request sends one message', async () => {
  const { call, open } = await mailbox();
  const request = { body: { recipientId: owner, content: 'Bonjour' }, key: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => call('sendMessage', member, request)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(seqs(await open(owner, member))).toEqual([1]);
});

test('a long conversation opens with its newest 30 messages, pages back and catches up', async () => {
  const { send, open } = await mailbox();
  for (let index = 1; index <= 35; index++) await send(member, owner, `${index}`);
  const newest = await open(owner, member);
  expect([seqs(newest)[0], seqs(newest).at(-1), newest['previous']]).toEqual([6, 35, '6']);
  const older = await open(owner, member, { before: '6' });
  expect(seqs(older)).toEqual([1, 2, 3, 4, 5]);
  expect(older).not.toHaveProperty('previous');
  expect(seqs(await open(owner, member, { after: '33' }))).toEqual([34, 35]);
});

test('the mark of what was read only moves forward, and the sender sees it', async () => {
  const { send, open, read, list } = await mailbox();
  for (const text of ['un', 'deux', 'trois']) await send(member, owner, text);
  expect(await read(owner, member, 2)).toMatchObject({ status: 200, body: { unread: 1 } });
  expect(await read(owner, member, 1)).toMatchObject({ body: { unread: 1 } });
  expect((await list(owner))[0]?.unread).toBe(1);
  const seen = await open(member, owner);
  expect(seen['readUpTo']).toBe(2);
  expect((seen['messages'] as Message[]).map(({ readAt }) => readAt !== undefined)).toEqual([true, true, false]);
  expect(await read(owner, member, 9_999)).toMatchObject({ body: { unread: 0 } });
  expect((await open(member, owner))['readUpTo']).toBe(3);
});

test('messages that arrive while others are read are counted exactly', async () => {
  const { send, open, read, list } = await mailbox();
  await send(member, owner, 'premier');
  const marks = Array.from({ length: 10 }, (_, index) => read(owner, member, index + 1));
  const texts = Array.from({ length: 10 }, (_, index) => send(member, owner, `${index}`));
  await Promise.all([...marks, ...texts]);
  const { lastSeq } = (await open(owner, member)) as { lastSeq: number };
  const { readUpTo } = (await open(member, owner)) as { readUpTo: number };
  expect(lastSeq).toBe(11);
  expect((await list(owner))[0]?.unread).toBe(lastSeq - readUpTo);
});

test('who may write to whom', async () => {
  const { send, open } = await mailbox();
  const code = async (from: string, to: string) => (await send(from, to, 'Bonjour')).body['code'] ?? 'sent';
  expect(await code(member, member)).toBe('SELF_ACTION');
  expect(await code(member, memberIds.B)).toBe('RECIPIENT_UNAVAILABLE');
  expect(await code(member, randomUUID())).toBe('NOT_FOUND');
  expect((await send(member, owner, 'Bonjour', randomUUID())).body['code']).toBe('PARCEL_UNAVAILABLE');
  for (const content of ['', '   ', 'x'.repeat(2001)])
    expect(await send(member, owner, content)).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { content: expect.any(String) } },
    });
  expect(await code(rejected, owner)).toBe('PROFILE_NOT_APPROVED');
  expect(await code(owner, rejected)).toBe('sent');
  expect(await code(rejected, owner)).toBe('sent');
  expect(await open(rejected, member)).toMatchObject({ closed: expect.stringContaining('vérifiée') as string });
});

test('a conversation with who was blocked stays readable, under their name, and is closed', async () => {
  const { table, send, open, call } = await mailbox();
  await send(other, member, 'Bonjour');
  await put(table, profileItem(aProfile('C', { status: 'blocked' })));
  const conversation = await open(member, other);
  expect(conversation).toMatchObject({
    with: { id: other, firstName: 'C', lastName: 'Membre', verified: false, unavailable: true },
    closed: "Ce membre n'est plus disponible.",
  });
  expect(await send(member, other, 'Encore là ?')).toMatchObject({
    status: 409,
    body: { code: 'RECIPIENT_UNAVAILABLE', detail: "Ce membre n'est plus disponible." },
  });
  expect(seqs(conversation)).toEqual([1]);
  for (const userId of [memberIds.B, randomUUID(), owner]) {
    expect((await call('conversation', owner, { params: { userId } })).status).toBe(404);
  }
});

test('with a member who is about to leave nothing is begun, and what was half agreed can be ended', async () => {
  const [listed, offered] = [aParcel(1, 'O'), aParcel(2, 'O', { status: 'accepted_for_delivery', carrierId: member })];
  const { table, send, open } = await mailbox([parcelItem(listed), parcelItem(offered)]);
  for (const { id } of [listed, offered]) await send(member, owner, 'Bonjour', id);
  expect(await open(owner, member, { parcel: offered.id })).toMatchObject({
    parcel: { situation: { main: 'chooseCarrier' } },
  });
  await put(table, profileItem(aProfile('M', { leavesOn: '2026-12-04' })));
  const about = async (id: string) =>
    (await open(owner, member, { parcel: id })) as { parcel: { situation: Situation } };
  expect(await about(offered.id)).toMatchObject({
    with: { id: member, unavailable: true },
    closed: "Ce membre n'est plus disponible.",
  });
  const actsOn = async (id: string) => (await about(id)).parcel.situation.acts.map(({ name }) => name);
  for (const { id } of [listed, offered]) expect(await actsOn(id)).not.toContain('chooseCarrier');
  expect(await actsOn(offered.id)).toContain('releaseCarrier');
});

test('who deleted the account is « Ancien membre », and nobody else is', async () => {
  const { table, send, open } = await mailbox();
  await send(other, member, 'Bonjour');
  await table.transact([table.remove(keys.profile(other))]);
  const former = { id: other, firstName: 'Ancien', lastName: 'membre', unavailable: true };
  expect(await open(member, other)).toMatchObject({ with: former, closed: "Ce membre n'est plus disponible." });
});

test('a title that awaits its validation reaches nobody but its owner', async () => {
  const listed = aParcel(1, 'O', { title: 'Livres' });
  const unlisted = aParcel(2, 'O', { title: 'Jamais validé', adminStatus: 'pending' });
  const { table, send, list, call } = await mailbox([parcelItem(listed), parcelItem(unlisted)]);
  await send(member, owner, 'Bonjour', listed.id);
  await put(table, parcelItem({ ...listed, title: 'Autre chose', adminStatus: 'pending', version: 2 }));
  await send(owner, member, 'Bonsoir', listed.id);
  await send(owner, member, 'Et cela ?', unlisted.id);
  const titles = async (id: string) => ((await list(id)) as unknown as Titled[]).map(({ parcel }) => parcel?.title);
  expect(await titles(member)).toEqual([undefined, 'Livres']);
  expect(await titles(owner)).toEqual(['Jamais validé', 'Autre chose']);
  const thread = await call('conversation', member, { params: { userId: owner }, query: { parcel: unlisted.id } });
  expect(thread.body['unseenParcel']).toEqual({
    id: unlisted.id,
    sentence: "Cette annonce n'est pas disponible pour le moment.",
  });
  // Once validated, it shows from the next message on.
  await put(table, parcelItem({ ...unlisted, adminStatus: 'approved', version: 2 }));
  await send(member, owner, 'Oui', unlisted.id);
  expect(await titles(member)).toEqual(['Jamais validé', 'Livres']);
});

test('of a deleted parcel its conversation says that alone', async () => {
  const parcel = aParcel(1, 'O');
  const { table, send, open } = await mailbox([parcelItem(parcel)]);
  await send(member, owner, 'Bonjour', parcel.id);
  await table.transact([table.remove(keys.parcel(parcel.id))]);
  expect(await open(member, owner, { parcel: parcel.id })).toMatchObject({
    messages: [{ content: 'Bonjour' }],
    unseenParcel: { sentence: 'Ce colis a été supprimé.' },
  });
  expect((await send(member, owner, 'Dommage', parcel.id)).status).toBe(201);
});

test('a conversation cannot begin about a parcel that does not show: the member is there, the parcel is not', async () => {
  const taken = aParcel(1, 'O', { status: 'pickup', carrierId: other });
  const foreign = aParcel(2, 'C');
  const { send, call } = await mailbox([parcelItem(taken), parcelItem(foreign)]);
  const unavailable = {
    status: 404,
    body: { code: 'PARCEL_UNAVAILABLE', title: 'Impossible de charger les données du colis' },
  };
  const details = new Set<unknown>();
  for (const parcelId of [taken.id, foreign.id, randomUUID()]) {
    const answers = [
      await call('conversation', member, { params: { userId: owner }, query: { parcel: parcelId } }),
      await send(member, owner, 'Bonjour', parcelId),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(unavailable);
      details.add(answer.body['detail']);
    }
  }
  // A member who never wrote about the parcel gets no reason.
  expect(details.size).toBe(1);
  const nobody = { params: { userId: randomUUID() }, query: { parcel: taken.id } };
  expect((await call('conversation', member, nobody)).body['code']).toBe('NOT_FOUND');
});

test('a parcel is spoken about by its owner and who sees it', async () => {
  const listed = aParcel(1, 'O');
  const unlisted = aParcel(2, 'O', { adminStatus: 'pending' });
  const { table, send, open, call } = await mailbox([parcelItem(listed), parcelItem(unlisted)]);
  expect((await send(member, owner, 'Bonjour', listed.id)).status).toBe(201);
  expect((await send(member, owner, 'Bonjour', unlisted.id)).status).toBe(404);
  expect((await send(member, other, 'Bonjour', listed.id)).status).toBe(404);
  expect((await send(owner, member, 'Bonjour', unlisted.id)).status).toBe(201);
  expect((await call('conversation', member, { params: { userId: other }, query: { parcel: listed.id } })).status).toBe(
    404,
  );

  expect(await open(member, owner, { parcel: listed.id })).toMatchObject({
    parcel: { id: listed.id, situation: { main: 'acceptDelivery' } },
  });
  expect(await open(owner, member, { parcel: listed.id })).toMatchObject({
    parcel: { situation: { main: 'chooseCarrier' } },
  });
  // Before a first message only a price can be named.
  expect(await open(other, owner, { parcel: listed.id })).toMatchObject({
    parcel: { situation: { main: 'makeOffer', acts: [{ name: 'makeOffer' }] } },
  });
  // Another member carries it now, but the conversation continues.
  await put(table, parcelItem({ ...listed, status: 'pickup', carrierId: other, version: 2 }));
  expect((await send(member, owner, 'Dommage', listed.id)).status).toBe(201);
});

const at = (minute: number) => new Date(Date.parse('2026-11-20T09:00:00.000Z') + minute * 60_000).toISOString();

const event = (parcelId: string, version: number, minute: number, facts: Partial<TrackingEvent>) => ({
  ...keys.parcelEvent(parcelId, version),
  kind: 'event',
  record: { version, at: at(minute), ...facts },
});

test('only the two participants of a delivery read in their conversation what happened to it', async () => {
  const parcel = aParcel(1, 'O', { status: 'pickup', carrierId: other, assignedAt: at(10) });
  const { table, send, open } = await mailbox([
    parcelItem(aParcel(1, 'O')),
    event(parcel.id, 1, 0, { type: 'published', by: owner }),
    event(parcel.id, 2, 1, { type: 'approved', by: memberIds.A }),
    // From an earlier agreement that was cancelled.
    event(parcel.id, 3, 2, { type: 'acceptDelivery', by: member }),
    event(parcel.id, 4, 3, { type: 'releaseCarrier', by: owner }),
    event(parcel.id, 5, 10, { type: 'acceptDelivery', by: other }),
    event(parcel.id, 6, 11, { type: 'handshake', by: owner }),
  ]);
  await send(other, owner, 'Je peux le prendre', parcel.id);
  await send(member, owner, 'Moi aussi', parcel.id);
  await put(table, parcelItem(parcel));
  const told = async (me: string, userId: string, query: Record<string, string> = {}) =>
    (await open(me, userId, { parcel: parcel.id, ...query }))['events'];
  const both = [
    { version: 5, type: 'acceptDelivery', at: at(10), by: other },
    { version: 6, type: 'handshake', at: at(11), by: owner },
  ];
  expect(await told(owner, other)).toEqual(both);
  expect(await told(other, owner)).toEqual(both);
  expect(await told(member, owner)).toBeUndefined();
  expect(await told(owner, member)).toBeUndefined();
  // The client already has these events.
  expect(await told(owner, other, { before: '1' })).toBeUndefined();
});

test('an agreement that ended stays in the conversation of its two members, and in no other', async () => {
  const parcel = aParcel(1, 'O', { status: 'carrier_chosen', carrierId: other, assignedAt: at(10) });
  const { table, send, open } = await mailbox([
    parcelItem(aParcel(1, 'O')),
    event(parcel.id, 2, 1, { type: 'approved', by: memberIds.A }),
    event(parcel.id, 3, 2, { type: 'chooseCarrier', by: owner, carrierId: member }),
    event(parcel.id, 4, 3, { type: 'handshake', by: member, carrierId: member }),
    event(parcel.id, 5, 4, { type: 'releaseCarrier', by: owner, carrierId: member, reason: 'Trop tard' }),
    event(parcel.id, 6, 5, { type: 'edited', by: owner }),
    event(parcel.id, 7, 10, { type: 'chooseCarrier', by: owner, carrierId: other }),
  ]);
  await send(other, owner, 'Je peux le prendre', parcel.id);
  await send(member, owner, 'Moi aussi', parcel.id);
  await put(table, parcelItem(parcel));
  const told = async (me: string, userId: string) => (await open(me, userId, { parcel: parcel.id }))['events'];
  const ended = [
    { version: 3, type: 'chooseCarrier', at: at(2), by: owner },
    { version: 4, type: 'handshake', at: at(3), by: member },
    { version: 5, type: 'releaseCarrier', at: at(4), by: owner, reason: 'Trop tard' },
  ];
  expect(await told(member, owner)).toEqual(ended);
  // The owner alone reads whose delivery it was.
  expect(await told(owner, member)).toEqual(ended.map((step) => ({ ...step, carrierId: member })));
  expect(await told(other, owner)).toEqual([{ version: 7, type: 'chooseCarrier', at: at(10), by: owner }]);
  expect(await told(member, other)).toBeUndefined();
});

test('a carrier whom another one replaced reads it in the conversation, without the name of the other one', async () => {
  const parcel = aParcel(1, 'O', { status: 'carrier_chosen', carrierId: other, assignedAt: at(10) });
  const { table, send, open } = await mailbox([
    parcelItem(aParcel(1, 'O')),
    event(parcel.id, 2, 2, { type: 'acceptDelivery', by: member, carrierId: member }),
    event(parcel.id, 3, 10, { type: 'chooseCarrier', by: owner, carrierId: other }),
  ]);
  await send(other, owner, 'Je peux le prendre', parcel.id);
  await send(member, owner, 'Moi aussi', parcel.id);
  await put(table, parcelItem(parcel));
  const told = async (me: string, userId: string) => (await open(me, userId, { parcel: parcel.id }))['events'];
  const ended = [
    { version: 2, type: 'acceptDelivery', at: at(2), by: member },
    { version: 3, type: 'carrierReplaced', at: at(10), by: owner },
  ];
  expect(await told(member, owner)).toEqual(ended);
  expect(await told(owner, member)).toEqual(ended.map((step) => ({ ...step, carrierId: member })));
  expect(await told(other, owner)).toEqual([{ version: 3, type: 'chooseCarrier', at: at(10), by: owner }]);
});

test('threads of one pair about different parcels are apart', async () => {
  const parcel = aParcel(1, 'O');
  const { send, open, list } = await mailbox([parcelItem(parcel)]);
  await send(member, owner, 'sans colis');
  await send(member, owner, 'au sujet du colis', parcel.id);
  expect(seqs(await open(owner, member))).toEqual([1]);
  expect(seqs(await open(owner, member, { parcel: parcel.id }))).toEqual([1]);
  expect(await list(owner)).toMatchObject([{ parcel: { id: parcel.id, title: parcel.title } }, { unread: 1 }]);
});

test('a member without a subscription begins no conversation, and answers in one that others began', async () => {
  process.env['SUBSCRIPTION_FROM'] = '2026-11-20';
  try {
    const parcel = aParcel(1, 'O');
    const subscribed = aProfile('O', { subscriptionEnd: '2027-01-01T10:00:00.000Z' });
    const { send } = await mailbox([parcelItem(parcel), profileItem(subscribed)]);
    for (const sender of [expired, member])
      expect((await send(sender, owner, 'Bonjour', parcel.id)).body['code']).toBe('SUBSCRIPTION_NEEDED');
    await send(owner, expired, 'Bonjour', parcel.id);
    expect((await send(expired, owner, 'Bonjour', parcel.id)).status).toBe(201);
  } finally {
    delete process.env['SUBSCRIPTION_FROM'];
  }
});

test('an unverified member begins five conversations a day', async () => {
  const people = Array.from({ length: 6 }, () => ({ ...aProfile('M'), id: randomUUID() }));
  const { send } = await mailbox(people.map((person) => profileItem(person)));
  process.env['RATE_LIMITS'] = 'on';
  try {
    const answers = [];
    for (const { id } of people) answers.push((await send(pending, id, 'Bonjour')).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
    // Continuing a conversation does not count as a new one.
    expect((await send(pending, people[0]?.id ?? '', 'Encore')).status).toBe(201);
  } finally {
    process.env['RATE_LIMITS'] = 'off';
  }
});

test('a number far beyond the last message is no position of another thread', async () => {
  const { table, send, open } = await mailbox();
  await send(member, owner, 'Bonjour');
  expect(seqs(await open(owner, member, { after: '9999999999' }))).toEqual([]);
  expect(seqs(await open(owner, member, { before: '0' }))).toEqual([]);
  expect(await table.get(keys.message(owner, member, undefined, 1))).toBeDefined();
});

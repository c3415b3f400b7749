import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { meterReads } from '#test/support/meter.ts';
import { fillInbox } from '#test/support/scenes/full-inbox.ts';
import { aListFollower } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld, type WorldOptions } from '#test/support/world/world.ts';
import { parseInbox } from './inbox.ts';

const { O: owner, M: member, C: other } = memberIds;

async function lists(items: WorldOptions['items'] = []) {
  const world = await aWorld({ people: ['O', 'M', 'C'], items, isTicking: true });
  const { as, table, deps } = world;
  const ask = async (me: string, query = {}) => {
    const { status, body } = await as(me).conversations({ query });
    return { status, rows: body.items ?? [], next: body.next };
  };
  const about = (parcelId?: string) => (parcelId ? { parcelId } : {});
  const send = (from: string, to: string, parcelId?: string) =>
    as(from).sendMessage({ body: { recipientId: to, content: 'Bonjour', ...about(parcelId) } });
  const read = (me: string, userId: string, upToSeq: number, parcelId?: string) =>
    as(me).markRead({ params: { userId }, body: { upToSeq, ...about(parcelId) } });
  return { ...world, ask, send, read, follower: aListFollower(table, deps.now) };
}

test(
  'a page of the list costs at most 6 read units, a page of a search 10, at 10 and at 1,000 conversations',
  onDynamoDb(async () => {
    const questions = { all: {}, unread: { filter: 'unread' }, parcels: { filter: 'parcels' }, five: { limit: '5' } };
    for (const count of [10, 1000]) {
      const { table, client, ask } = await lists();
      await fillInbox(table, owner, count);
      const meter = meterReads(client);
      const unitsOf = async (query: Record<string, string>) => {
        const before = meter.units;
        const { status, rows } = await ask(owner, query);
        expect([status, rows.length > 0]).toEqual([200, true]);
        return meter.units - before;
      };
      for (const query of Object.values(questions)) expect(await unitsOf(query)).toBeLessThanOrEqual(6);
      for (const q of ['karim', 'livr', 'karim livres']) expect(await unitsOf({ q })).toBeLessThanOrEqual(10);
    }
  }),
);

test('the filters list unread conversations and those about a parcel, page by page, latest first', async () => {
  const { table, ask } = await lists();
  await fillInbox(table, owner, 45);
  const pages = async (query: Record<string, string>) => {
    const found: Awaited<ReturnType<typeof ask>>['rows'] = [];
    let cursor: string | undefined;
    do {
      const { rows, next } = await ask(owner, { ...query, ...(cursor ? { cursor } : {}) });
      found.push(...rows);
      cursor = next;
    } while (cursor);
    return found;
  };
  const everything = await pages({});
  expect(everything).toHaveLength(45);
  for (const limit of ['3', '20']) {
    expect(await pages({ filter: 'unread', limit })).toEqual(everything.filter(({ unread }) => unread > 0));
    expect(await pages({ filter: 'parcels', limit })).toEqual(everything.filter(({ parcel }) => parcel));
  }
});

test('a conversation moves between the filters when a message is written or read', async () => {
  const parcel = aParcel(1, 'O');
  const { ask, send, read } = await lists([parcelItem(parcel)]);
  const counts = async (me: string) =>
    Promise.all(['unread', 'parcels'].map(async (filter) => (await ask(me, { filter })).rows.length));
  await send(member, owner);
  await send(member, owner, parcel.id);
  expect([await counts(owner), await counts(member)]).toEqual([
    [2, 1],
    [0, 1],
  ]);
  await read(owner, member, 1, parcel.id);
  expect(await counts(owner)).toEqual([1, 1]);
  // A member who answers without reading keeps the conversation unread.
  await send(owner, member);
  expect([await counts(owner), await counts(member)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await read(owner, member, 2);
  expect(await counts(owner)).toEqual([0, 1]);
});

test('a search finds beginnings of words of the name and the title, with any accents and in any order', async () => {
  const parcel = aParcel(1, 'O', { title: 'Théière en cuivre' });
  const named = { ...aProfile('C'), firstName: 'Élodie', lastName: 'Ben Saïd' };
  const { ask, send, follower } = await lists([parcelItem(parcel), profileItem(named)]);
  await send(other, owner, parcel.id);
  await send(member, owner);
  await follower.followLists(owner);
  const found = async (q: string) => (await ask(owner, { q })).rows.map((row) => row.with.id);
  for (const q of ['élo', 'ELODIE', 'said', 'ben', 'theiere', 'cui élod', 'said elodie theiere', '  Élo  '])
    expect([q, await found(q)]).toEqual([q, [other]]);
  for (const q of ['lodie', 'ivre', 'elodie membre', 'zzz', '!!', '']) expect([q, await found(q)]).toEqual([q, []]);
  expect(await found('m')).toEqual([member]);
});

test('a search has pages and finds each conversation once', async () => {
  const { table, ask } = await lists();
  await fillInbox(table, owner, 40);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await ask(owner, { q: 'k', ...(cursor ? { cursor } : {}) });
    found.push(...rows.map((row) => row.with.id));
    cursor = next;
  } while (cursor);
  expect([found.length, new Set(found).size]).toEqual([40, 40]);
});

test('lists refuse a cursor of another list or member, an unknown filter and another size', async () => {
  const { table, ask } = await lists();
  await fillInbox(table, owner, 45);
  const questions: Record<string, string>[] = [{}, { filter: 'unread' }, { filter: 'parcels' }, { q: 'karim' }];
  const cursors = await Promise.all(
    questions.map(async (query) => ({
      query,
      cursor: (await ask(owner, { ...query, ...('q' in query ? {} : { limit: '3' }) })).next ?? '',
    })),
  );
  for (const { query, cursor } of cursors) {
    for (const asked of cursors) {
      const { status } = await ask(owner, { ...asked.query, cursor });
      expect(status).toBe(asked.query === query ? 200 : 400);
    }
    expect((await ask(member, { ...query, cursor })).status).toBe(400);
  }
  const wrong: Record<string, string>[] = [
    { filter: 'mine' },
    { limit: '0' },
    { limit: '21' },
    { limit: 'x' },
    { q: 'a', filter: 'unread' },
    { q: 'x'.repeat(81) },
  ];
  for (const query of wrong) expect((await ask(owner, query)).status).toBe(400);
});

test('the lists of all others show a new name, a picture, a block and a deleted account', async () => {
  const { table, ask, follower, seed } = await lists();
  await fillInbox(table, owner, 120);
  const rows = (
    await table.query({
      KeyConditionExpression: 'pk = :me AND begins_with(sk, :th)',
      ExpressionAttributeValues: { ':me': keys.member(owner), ':th': 'TH#' },
    })
  ).items;
  // The other member's row of each, as the first message wrote it.
  for (const row of rows) {
    const { with: them, parcel } = parseInbox(row);
    const { gs1pk: _1, gs1sk: _2, gs2pk: _3, gs2sk: _4, gs3pk: _5, gs3sk: _6, words: _7, ...rest } = row;
    const theirs = {
      ...(row['record'] as object),
      with: { id: owner, firstName: 'O', lastName: 'Membre', verified: true },
    };
    await seed({ ...rest, ...keys.inbox(them.id, owner, parcel?.id), record: theirs });
  }
  const shown = async () => {
    const items = await table.getMany(
      rows.slice(0, 100).map((row) => {
        const { with: them, parcel } = parseInbox(row);
        return keys.inbox(them.id, owner, parcel?.id);
      }),
    );
    return new Set(items.map((item) => JSON.stringify(item && parseInbox(item).with)));
  };
  const me = aProfile('O');
  const named = { ...me, firstName: 'Omar', avatarKey: 'media/new', version: 2 };
  await follower.follow(profileItem(me), profileItem(named));
  const card = { id: owner, firstName: 'Omar', lastName: 'Membre', avatarUrl: '/media/new', verified: true };
  expect([...(await shown())].map((text) => JSON.parse(text) as unknown)).toEqual([card]);

  const blocked = { ...named, status: 'blocked' as const, version: 3 };
  await follower.follow(profileItem(named), profileItem(blocked));
  const hidden = { id: owner, firstName: 'Omar', lastName: 'Membre', verified: false, unavailable: true };
  expect([...(await shown())].map((text) => JSON.parse(text) as unknown)).toEqual([hidden]);

  await follower.follow(profileItem(blocked), undefined);
  const gone = { id: owner, firstName: 'Ancien', lastName: 'membre', verified: false, unavailable: true };
  expect([...(await shown())].map((text) => JSON.parse(text) as unknown)).toEqual([gone]);
  expect((await ask(owner)).status).toBe(401);
});

test('the owner sees a changed title at once, others when they may, and a deleted parcel has none', async () => {
  const parcel = aParcel(1, 'O', { title: 'Livres' });
  const { ask, send, follower } = await lists([parcelItem(parcel)]);
  await send(member, owner, parcel.id);
  await send(member, owner);
  await follower.followLists(owner);
  const titles = async () =>
    Promise.all([owner, member].map(async (id) => (await ask(id, { filter: 'parcels' })).rows[0]?.parcel?.title));
  const edited = { ...parcel, title: 'Romans', adminStatus: 'pending' as const, version: 2 };
  await follower.follow(parcelItem(parcel), parcelItem(edited));
  expect(await titles()).toEqual(['Romans', 'Livres']);
  const approved = { ...edited, adminStatus: 'approved' as const, version: 3 };
  await follower.follow(parcelItem(edited), parcelItem(approved));
  expect(await titles()).toEqual(['Romans', 'Romans']);
  await follower.followLists(owner);
  expect((await ask(owner, { q: 'romans' })).rows).toHaveLength(1);
  expect((await ask(owner, { q: 'livres' })).rows).toEqual([]);
  await follower.follow(parcelItem(approved), undefined);
  expect(await titles()).toEqual([undefined, undefined]);
});

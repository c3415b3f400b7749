import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MailName, Mails } from '#functions/mail/mails.ts';
import { mail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { dayMs } from '#shared/values/time.ts';
import { memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim } = memberIds;

/** Two members, and what happens to them one minute after the other. */
async function bells() {
  const world = await aWorld({ people: ['O', 'M'] });
  const { table, clock, as } = world;
  async function happens<Name extends MailName>(name: Name, data: Mails[Name], memberId = amel) {
    clock.now += 60_000;
    await table.transact([mail(table, name, { memberId }, data, { id: randomUUID(), now: clock.now })]);
  }
  const validated = (title: string, memberId = amel) =>
    happens('parcelApproved', { firstName: 'Amel', title, parcelId: randomUUID() }, memberId);
  const list = async (me = amel) => (await as(me).myNotices()).body.items;
  const bell = async (me = amel) => {
    const { body } = await as(me).readMe();
    return 'unreadNotices' in body ? body.unreadNotices : undefined;
  };
  const unread = async () => (await list()).filter(({ isRead }) => !isRead).map(({ title }) => title);
  const read = async (body: { ids: string[] } | { upTo: string }, me = amel) => as(me).readNotices({ body });
  return { ...world, happens, validated, list, bell, unread, read };
}

test('each fact is listed for its member, newest first, with subject, reason and page of its mail', async () => {
  const { happens, validated, list } = await bells();
  await validated('Livres');
  await happens('tripRejected', { firstName: 'Amel', route: 'de Paris à Oran', tripId: 't', reason: 'Date passée' });
  await validated('Théière', karim);
  expect(await list()).toMatchObject([
    {
      group: 'account',
      title: 'Refusé : votre trajet de Paris à Oran',
      detail: 'Motif : Date passée',
      path: '/transport-parcel?edit=t',
      isRead: false,
    },
    { group: 'account', title: 'En ligne : « Livres »', path: '/my-parcels', isRead: false },
  ]);
  expect((await list())[1]).not.toHaveProperty('detail');
});

test('mails that are read without a session, and those about messages, are not listed', async () => {
  const { happens, list, bell } = await bells();
  await happens('resetPassword', { firstName: 'Amel' });
  const unread = { firstName: 'Amel', otherName: 'Karim', otherId: karim, count: '1', title: '', parcelId: '' };
  await happens('unreadMessages', unread);
  expect([await list(), await bell()]).toEqual([[], 0]);
});

test('a notice is read by opening it, never by listing it, and the number follows', async () => {
  const { validated, list, bell, unread, read, profile } = await bells();
  for (const title of ['Un', 'Deux', 'Trois']) await validated(title);
  const [newest, middle, oldest] = (await list()).map(({ id }) => id) as [string, string, string];
  expect(await bell()).toBe(3);
  expect((await read({ ids: [newest] })).body).toEqual({ unread: 2 });
  expect(await unread()).toEqual(['En ligne : « Deux »', 'En ligne : « Un »']);
  expect((await read({ ids: [oldest, newest] })).body).toEqual({ unread: 1 });
  expect((await profile(amel)).noticesReadUpTo).toBeUndefined();
  expect((await read({ ids: [middle] })).body).toEqual({ unread: 0 });
  // The count begins behind it from now on.
  expect((await profile(amel)).noticesReadUpTo).toBe(middle);
  expect([await bell(), await unread()]).toEqual([0, []]);
});

test('marking all leaves unread what came after the newest notice of the page', async () => {
  const { validated, list, bell, unread, read } = await bells();
  for (const title of ['Un', 'Deux']) await validated(title);
  const [newest, oldest] = (await list()).map(({ id }) => id) as [string, string];
  await validated('Trois');
  expect((await read({ upTo: newest })).body).toEqual({ unread: 1 });
  expect(await unread()).toEqual(['En ligne : « Trois »']);
  // A page that shows less marks nothing as unread again.
  expect((await read({ upTo: oldest })).body).toEqual({ unread: 1 });
  expect(await bell()).toBe(1);
});

test('a day in the future marks only what is there', async () => {
  const { validated, bell, read } = await bells();
  await validated('Un');
  expect((await read({ upTo: '2099-01-01T00:00:00.000Z#x' })).body).toEqual({ unread: 0 });
  await validated('Deux');
  expect(await bell()).toBe(1);
});

test('of concurrent marks the latest one stands', async () => {
  const { validated, list, bell, read } = await bells();
  for (const title of ['Un', 'Deux', 'Trois']) await validated(title);
  const ids = (await list()).map(({ id }) => id);
  const answers = await Promise.all(ids.flatMap((upTo) => [read({ upTo }), read({ ids: [upTo] })]));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await bell()).toBe(0);
});

test('unknown notices and those of others are passed over, malformed ones are refused', async () => {
  const { validated, list, bell, read } = await bells();
  await validated('Un');
  const [mine] = await list();
  const ids = [mine?.id ?? '', '2026-11-20T10:00:00.000Z#none'];
  expect(await read({ ids }, karim)).toMatchObject({ status: 200, body: { unread: 0 } });
  expect(await bell()).toBe(1);
  expect((await read({ ids })).body).toEqual({ unread: 0 });
  for (const body of [{ ids: [] }, { ids: ['n1'] }, { upTo: 'tomorrow' }, { ids, upTo: ids[0] }, {}])
    expect(await read(body as never)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
});

test('a hundred unread notices are counted, and not more', async () => {
  const { validated, bell, list, read } = await bells();
  for (let at = 0; at < 103; at++) await validated(String(at));
  expect(await bell()).toBe(100);
  const [newest] = await list();
  expect((await read({ upTo: newest?.id ?? '' })).body).toEqual({ unread: 0 });
});

test('opened notices hide no unread one from the count, and the mark passes over none', async () => {
  const { validated, as, list, bell, read } = await bells();
  for (let at = 0; at < 105; at++) await validated(String(at));
  const ids: string[] = [];
  let cursor: string | undefined;
  while (ids.length < 100) {
    const { body } = await as(amel).myNotices({ query: { cursor } });
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.next;
  }
  expect((await read({ ids: ids.slice(0, 2) })).body).toEqual({ unread: 100 });
  for (let at = 2; at < 100; at += 20) await read({ ids: ids.slice(at, Math.min(at + 20, 100)) });
  expect(await bell()).toBe(5);
  expect((await list())[0]?.isRead).toBe(true);
});

test('the list has pages of twenty, and ends 30 days later, also before the table deletes the rows', async () => {
  const { validated, as, list, bell, clock } = await bells();
  for (let at = 0; at < 21; at++) await validated(String(at));
  const { body } = await as(amel).myNotices();
  expect(body.items).toHaveLength(20);
  const next = await as(amel).myNotices({ query: { cursor: body.next ?? '' } });
  expect(next.body.items.map(({ title }) => title)).toEqual(['En ligne : « 0 »']);
  clock.now += 30 * dayMs;
  expect([await list(), await bell()]).toEqual([[], 0]);
});

test('a mail that this release does not know is left out', async () => {
  const { validated, list, table, clock } = await bells();
  await validated('Un');
  const createdAt = new Date(clock.now).toISOString();
  const record = { id: 'x', mail: 'newerThanThis', memberId: amel, data: {}, createdAt, state: 'pending' };
  const key = keys.notice(amel, `${createdAt}#x`);
  await table.transact([table.put({ ...key, kind: 'notice', record, ttl: clock.now / 1000 + 1000 })]);
  expect(await list()).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deliverMail } from '#functions/mail/deliver.ts';
import { type Advertisement, siteRoutes } from '#shared/site/contract.ts';
import type { AdvertisementRecord } from '#shared/site/rules.ts';
import { anAccountsBackend } from '#test/support/accounts.ts';
import { pipelineOf, tableWith } from '#test/support/pipeline.ts';
import { advertisementRepository } from './advertisements.ts';
import { siteHandlers } from './handlers.ts';

const advertisement = (title: string, change: Partial<AdvertisementRecord> = {}): AdvertisementRecord => ({
  id: randomUUID(),
  title,
  position: 'home',
  priority: 0,
  isActive: true,
  createdBy: 'someone',
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  ...change,
});

test('a position shows its active advertisements, highest priority first, without their author', async () => {
  const table = await tableWith([]);
  await table.transact(
    [
      advertisement('second', { priority: 9, imageKey: 'media/one', linkUrl: 'https://exemple.fr/' }),
      advertisement('first', { priority: 10, description: 'Des cartons' }),
      advertisement('last'),
      advertisement('resting', { isActive: false, priority: 999 }),
      advertisement('elsewhere', { position: 'footer' }),
    ].flatMap((record) => advertisementRepository(table).add(record)),
  );
  const deps = { table, now: () => 0, newId: randomUUID };
  const call = pipelineOf(siteRoutes, siteHandlers(deps), deps);
  const answer = await call('advertisements', '', { query: { position: 'home' } });
  const items = answer.body['items'] as Advertisement[];
  expect(items.map(({ title }) => title)).toEqual(['first', 'second', 'last']);
  expect(items[1]).toEqual({
    id: expect.any(String),
    title: 'second',
    imageUrl: '/media/one',
    linkUrl: 'https://exemple.fr/',
  });
  expect(answer.headers).toMatchObject({ 'cache-control': expect.stringContaining('public') });
  expect((await call('advertisements', '', { query: { position: 'header' } })).body).toEqual({ items: [] });
  expect(await call('advertisements', '', { query: { position: 'moon' } })).toMatchObject({ status: 400 });
});

test('whole numbers of any size and sign order the advertisements', async () => {
  const table = await tableWith([]);
  const { MAX_SAFE_INTEGER: most, MIN_SAFE_INTEGER: least } = Number;
  const priorities = [most, 1_000_000, 1000, 999, 5, 0, -1, -2, -1000, least];
  await table.transact(
    priorities
      .toSorted((a, b) => Math.abs(a) - Math.abs(b))
      .flatMap((priority) => advertisementRepository(table).add(advertisement(String(priority), { priority }))),
  );
  const shown = await advertisementRepository(table).shownAt('home');
  expect(shown.map(({ priority }) => priority)).toEqual(priorities);
});

test('a message reaches our address once, with a number and the address of its writer', async () => {
  const { table, mails, sent, waiting, clock } = await anAccountsBackend();
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const call = pipelineOf(siteRoutes, siteHandlers(deps), deps);
  const body = {
    name: 'Amel',
    email: 'amel@example.org',
    topic: 'delivery',
    message: 'Mon colis <b>attend</b>.',
    parcelNumber: '1A2B3C4D',
  };
  const key = randomUUID();
  const [first, again] = [await call('contactUs', '', { body, key }), await call('contactUs', '', { body, key })];
  expect(first).toMatchObject({ status: 202, body: { reference: expect.stringMatching(/^CT-[0-9A-F]{8}$/) } });
  expect(again.body).toEqual(first.body);
  const rows = await waiting();
  expect(rows).toHaveLength(1);
  for (const row of rows) expect(await deliverMail(mails, row)).toBe('sent');
  const reference = String(first.body['reference']);
  expect(sent).toMatchObject([
    { to: 'admin@example.org', replyTo: 'amel@example.org', subject: `[${reference}] Problème de livraison` },
  ]);
  expect(sent[0]?.text).toContain('1A2B3C4D');
  expect(sent[0]?.html).not.toContain('<b>attend');
  const other = await call('contactUs', '', { body: { ...body, message: 'Autre chose' } });
  expect(other.body['reference']).not.toBe(reference);
});

test('a letter that gives up a contract is confirmed to its writer at once, without a word of it', async () => {
  const { table, mails, sent, waiting, clock } = await anAccountsBackend();
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const call = pipelineOf(siteRoutes, siteHandlers(deps), deps);
  const body = { name: 'Amel', email: 'amel@example.org', topic: 'withdrawal', message: 'Je renonce' };
  await call('contactUs', '', { body, key: randomUUID() });
  for (const row of await waiting()) await deliverMail(mails, row);
  const letter = sent.find(({ to }) => to === 'amel@example.org');
  expect(letter?.subject).toMatch(/^Bien reçu\s: renoncer au contrat \(CT-/);
  expect(letter?.text).toMatch(/heure\sd'Alger/);
  expect(letter?.text).not.toContain('Je renonce');
  expect(sent.map(({ to }) => to)).toContain('admin@example.org');
});

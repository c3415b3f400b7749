import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Message } from '#shared/messaging/contract.ts';
import { giveSession, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password, seededPeople } from '../support/journey.ts';
import { box } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

const sizes = [
  [320, 568],
  [375, 667],
  [375, 812],
] as const;

/** The same conversation with this many messages, as the server would answer. */
async function holds(page: Page, count: number) {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/api/conversations/*?*', async (route) => {
    const thread = (await (await route.fetch()).json()) as { messages: Message[] };
    const [first] = thread.messages;
    const messages = Array.from({ length: count }, (_, index) => ({
      ...first,
      seq: index + 1,
      id: String(index),
      content: `Message ${index + 1} : rendez-vous à la gare de Lyon, samedi matin`,
    }));
    await route.fulfill({ json: { ...thread, messages, lastSeq: count, previous: undefined } });
  });
}

/** The visible part of the conversation, in pixels of the free screen. */
const look = (page: Page) =>
  page.evaluate(() => {
    const left = visualViewport?.height ?? innerHeight;
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const log = document.querySelector('[role=log]');
    const end = log?.firstElementChild?.getBoundingClientRect();
    const isIn = (rect: DOMRect | undefined) => rect !== undefined && rect.top >= 0 && rect.bottom <= left + 0.5;
    return {
      composer: isIn(of('.composer textarea')),
      parcel: isIn(of('[aria-label="Colis concerné"]')),
      log: (log?.clientHeight ?? 0) >= 60,
      atEnd: (end?.bottom ?? Number.POSITIVE_INFINITY) <= (log?.getBoundingClientRect().bottom ?? 0),
      pageStands: document.documentElement.scrollHeight <= innerHeight,
    };
  });

const asItShouldBe = { composer: true, parcel: true, log: true, atEnd: true, pageStands: true };
async function expectInSight(page: Page, state: string): Promise<void> {
  const seen = async () => ({ state, ...(await look(page)) });
  await expect.poll(seen, { timeout: 15_000 }).toEqual({ state, ...asItShouldBe });
}

/** The keyboard of a phone that covers the page instead of making it smaller. */
const keyboard = (page: Page, left: number | undefined) =>
  page.evaluate((height) => {
    const viewport = visualViewport;
    if (!viewport) return;
    if (height === undefined) Reflect.deleteProperty(viewport, 'height');
    else Object.defineProperty(viewport, 'height', { configurable: true, value: height });
    viewport.dispatchEvent(new Event('resize'));
  }, left);

/** The log becomes larger and is as before, all between two pictures. */
const bounce = (page: Page) =>
  page.evaluate(() => {
    const log = document.querySelector<HTMLElement>('[role=log]');
    for (const flex of ['0 0 100rem', '']) {
      log?.style.setProperty('flex', flex);
      log?.getBoundingClientRect();
    }
  });

test('the composer is visible and the log at its end on every phone, with the keyboard open or closed', async () => {
  const [amel, karim] = (await seededPeople(site)).members;
  const carrier = await person('phone');
  const { page } = carrier;
  await giveSession(page, karim?.email ?? '', karim?.password ?? '');
  await visit(page, '/messaging');
  const row = page.locator(`.conversation-row[href*="${amel?.userId}"][href*="parcel="]`).first();
  const address = (await row.getAttribute('href')) ?? '';
  for (const count of [0, 1, 500]) {
    await holds(page, count);
    await visit(page, address);
    for (const [width, height] of sizes) {
      const state = `${count} messages, ${width}×${height}`;
      await page.setViewportSize({ width, height });
      await expectInSight(page, state);
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
        dispatchEvent(new Event('offline'));
      });
      await page.getByText('Vous êtes hors connexion').first().waitFor();
      await expectInSight(page, `${state}, with a banner`);
      await box(page, 'Votre message').focus();
      await keyboard(page, height - 260);
      await expectInSight(page, `${state}, with a keyboard over it`);
      await keyboard(page, undefined);
      await page.setViewportSize({ width, height: height - 260 });
      await expectInSight(page, `${state}, with a keyboard below it`);
      await page.setViewportSize({ width, height });
      await bounce(page);
      await expectInSight(page, `${state}, after a keyboard that changed its mind`);
      await page.evaluate(() => {
        Reflect.deleteProperty(navigator, 'onLine');
        dispatchEvent(new Event('online'));
      });
      await settled(page);
    }
  }
  await page.unrouteAll();
  await expectQuietLeave(carrier);
}, 240_000);

test('what is being read stands still when a message comes and when older ones are loaded', async () => {
  const admin = await administrator(site);
  const [reader, writer] = await Promise.all([joined(site, 'Lecteur', admin), joined(site, 'Auteur', admin)]);
  const write = (content: string) => writer.caller.ok('sendMessage', { body: { recipientId: reader.userId, content } });
  for (let count = 1; count <= 60; count++) await write(`Message ${count}.`);
  const { page, errors } = await person('phone');
  await giveSession(page, reader.email, password);
  await visit(page, `/messages/${writer.userId}`);
  const log = page.getByRole('log');
  const top = async (content: string) => (await log.getByText(content, { exact: true }).boundingBox())?.y ?? 0;
  const expectStill = async (content: string, act: () => Promise<unknown>) => {
    const before = await top(content);
    await act();
    expect(Math.abs((await top(content)) - before)).toBeLessThan(2);
  };
  await log.getByText('Message 50.').evaluate((bubble) => bubble.scrollIntoView({ block: 'center' }));
  await expectStill('Message 50.', async () => {
    await write('Message 61.');
    await log.getByText('Message 61.').waitFor({ state: 'attached' });
  });
  const older = log.getByRole('button', { name: 'Charger les messages précédents' });
  await older.focus();
  const oldest = (await log.locator('.bubble__text').first().textContent()) ?? '';
  await expectStill(oldest, async () => {
    await older.click();
    await log.getByText('Message 1.', { exact: true }).waitFor({ state: 'attached' });
  });
  await expectQuietLeave({ page, errors });
});

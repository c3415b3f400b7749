import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Message } from '#shared/messaging/contract.ts';
import { settled, signIn, visit } from '../support/browser.ts';
import { box, expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { openTestSite, seededPeople } from '../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

const sizes = [
  [320, 568],
  [375, 667],
  [375, 812],
] as const;

/** The same conversation with this many messages, as the server would answer. */
async function holds(page: Page, count: number) {
  await page.unrouteAll();
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
    const isIn = (rect: DOMRect | undefined) => rect !== undefined && rect.top >= 0 && rect.bottom <= left + 0.5;
    return {
      composer: isIn(of('.composer textarea')),
      parcel: isIn(of('[aria-label="Colis concerné"]')),
      log: (log?.clientHeight ?? 0) >= 60,
      atEnd: log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 2,
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

test('the composer is visible and the log at its end on every phone, with the keyboard open or closed', async () => {
  const [amel, karim] = (await seededPeople(site)).members;
  const carrier = await person('phone');
  const { page } = carrier;
  await signIn(page, karim?.email ?? '', karim?.password ?? '');
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

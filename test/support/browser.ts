import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './journey.ts';

/** The widths that every screen is walked at. */
export const widths = {
  phone: { width: 375, height: 667 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Width = keyof typeof widths;

/** Somebody at a browser, and what its console has complained about. */
export type Person = { readonly page: Page; readonly errors: readonly string[] };

/** Real Chromium with a camera that shows a test picture; it asks nobody outside of this machine. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });

/** A person at a browser of their own: nothing is shared with others. Errors of the console are collected. */
export async function openPerson(browser: Browser, origin: string, width: Width): Promise<Person> {
  const context = await browser.newContext({
    viewport: widths[width],
    locale: 'fr-FR',
    timezoneId: 'Africa/Algiers',
    baseURL: origin,
    hasTouch: width === 'phone',
    // What is still fading in has no colours yet that could be judged.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const requests = new Set<Request>();
  underWay.set(context, requests);
  context.on('request', (request) => requests.add(request));
  context.on('requestfinished', (request) => requests.delete(request));
  context.on('requestfailed', (request) => requests.delete(request));
  // Nobody may read the body of a refusal, and unread it does not finish.
  context.on('response', (response) => void (response.ok() || requests.delete(response.request())));
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text());
  });
  return { page, errors };
}

/** The requests of each person's pages that are not answered yet. */
const underWay = new WeakMap<BrowserContext, ReadonlySet<Request>>();

/** Behind a modal dialog a page may wait for what one does in it. */
const busy = 'dialog:modal [aria-busy=true], body:not(:has(dialog:modal)) [aria-busy=true]';

/**
 * Waits until a page stands as it will stay: nothing is asked of the server, nothing says that it is busy, and the same
 * holds once the page has drawn what the last answer brought, because one answer may lead to the next question.
 */
export async function settled(page: Page): Promise<void> {
  const isQuiet = async () => !underWay.get(page.context())?.size && (await page.locator(busy).count()) === 0;
  // A browser without a screen may owe a frame for ever when nothing moves: then nothing was to be drawn.
  const drawn = () =>
    page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestIdleCallback(done));
          setTimeout(done, 300);
        }),
    );
  await until(`${page.url()} is settled`, async () => {
    if (!(await isQuiet())) return false;
    await drawn();
    return isQuiet();
  });
}

/** Opens an address and waits until the application has taken over what the build shows of some pages. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#root:not([data-path]) main h1').first().waitFor();
}

export async function signIn(page: Page, email: string, secret: string, options?: SignIn): Promise<void> {
  await visit(page, '/login');
  await fillSignIn(page, email, secret, options);
}

type SignIn = { readonly remember?: boolean };

/** Signs in where the page of sign-in is already open, and waits until it has led on. */
export async function fillSignIn(page: Page, email: string, secret: string, { remember }: SignIn = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(secret);
  if (remember) await page.getByRole('checkbox', { name: 'Se souvenir de moi' }).check();
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** No violation of WCAG 2.2 AA on the whole screen once it stands, and nothing reaches over its side. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settled(page);
  const { overflow, height, isAsking, hasAxe } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    height: document.documentElement.scrollHeight,
    isAsking: document.querySelector('dialog:modal') !== null,
    hasAxe: 'axe' in window,
  }));
  expect(overflow, `sideways scroll on ${screen}`).toBeLessThanOrEqual(0);

  // As tall as its content, so that bars which stick to the screen's edge cover nothing that one would scroll to.
  const size = page.viewportSize() ?? widths.desk;
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height + 200) });
  // A document that has axe already is not sent its half megabyte again.
  const axeSource = hasAxe ? { axeSource: 'void 0' } : {};
  const { violations } = await new AxeBuilder({ page, ...axeSource })
    // Of what is fine nobody reads the list: making it would take longer than the judgement.
    .options({ resultTypes: ['violations'] })
    // Behind a modal dialog the page, with its heading, is there for nobody.
    .disableRules(isAsking ? ['page-has-heading-one'] : [])
    // Without frames of others there is nothing for which axe would have to open a page of its own.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  await page.setViewportSize(size);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, `axe on ${screen}`).toEqual([]);
}

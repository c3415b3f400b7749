import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect, inject } from 'vitest';
import { openSite } from '#infra/local/seed/site-client.ts';
import { chromiumPath } from './chromium.ts';
import { until } from './journey.ts';
import { claimsOf, proveSession } from './stack-table.ts';
import { type Width, widths } from './widths.ts';

const everyWidth = Object.keys(widths) as Width[];

/** A person with a browser, and the errors of its console. */
export interface Person {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** Real Chromium with a camera that shows a test picture; it makes no call outside this machine. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Each visit would otherwise start a process of its own, which costs as much again as the page.
      '--renderer-process-limit=1',
      // Without maglev the arithmetic of each sign-in takes seconds; turbofan costs what it saves on pages so short.
      '--js-flags=--no-turbofan',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });

export interface PersonOptions {
  /** Lets the site's worker run. Without it a test may answer requests itself, and each visit is a first one. */
  readonly withWorker?: boolean;
  /** Address of a proxy for everything that the browser sends. */
  readonly proxy?: string;
  /** Where the device is. */
  readonly timezoneId?: string;
  /** Pages run no script. */
  readonly withoutScripts?: boolean;
}

/** A person with their own browser context: nothing is shared with others. Errors of the console are collected. */
export async function openPerson(
  browser: Browser,
  origin: string,
  width: Width,
  { withWorker = false, proxy, timezoneId = 'Africa/Algiers', withoutScripts = false }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: widths[width],
    locale: 'fr-FR',
    timezoneId,
    // By default a proxy is not asked for addresses of this machine.
    ...(proxy ? { proxy: { server: proxy, bypass: '<-loopback>' } } : {}),
    baseURL: origin,
    javaScriptEnabled: !withoutScripts,
    hasTouch: width === 'phone',
    // Elements that are still fading in have no final colours.
    reducedMotion: 'reduce',
    serviceWorkers: withWorker ? 'allow' : 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const requests = new Set<Request>();
  underWay.set(context, requests);
  context.on('request', (request) => requests.add(request));
  context.on('requestfinished', (request) => requests.delete(request));
  context.on('requestfailed', (request) => requests.delete(request));
  // The page may not read the body of a refusal, and an unread request does not finish.
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

/** Behind a modal dialog a page may wait for the dialog. */
const busy = 'dialog:modal [aria-busy=true], body:not(:has(dialog:modal)) [aria-busy=true]';

/**
 * Waits until a page is stable: no request is open, nothing is marked as busy, and both still hold after the page has
 * rendered the last answer. One answer may cause the next request.
 */
export async function settled(page: Page): Promise<void> {
  const isQuiet = async () => !underWay.get(page.context())?.size && (await page.locator(busy).count()) === 0;
  // A headless browser may never give a frame when nothing moves: then nothing was to be drawn.
  const drawn = () =>
    page.evaluate(
      () =>
        new Promise((done) => {
          // A test may have taken this one away, as Safari has none.
          requestAnimationFrame(() =>
            'requestIdleCallback' in globalThis ? requestIdleCallback(done) : setTimeout(done),
          );
          setTimeout(done, 300);
        }),
    );
  await until(`${page.url()} is settled`, async () => {
    if (!(await isQuiet())) return false;
    await drawn();
    return isQuiet();
  });
}

/** Opens an address and waits until the application has hydrated or replaced a prerendered page. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#root:not([data-path]) main h1').first().waitFor();
}

/**
 * Takes the network away from all pages of a person; the returned function gives it back. Some versions of Chromium
 * report a network again once a worker has answered a document, so the documents report none by themselves.
 */
export async function loseNetwork(context: BrowserContext): Promise<() => Promise<void>> {
  await context.setOffline(true);
  const script = await context.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }),
  );
  return async () => {
    await script.dispose();
    await context.setOffline(false);
    for (const page of context.pages())
      await page.evaluate(() => {
        Reflect.deleteProperty(navigator, 'onLine');
        dispatchEvent(new Event('online'));
      });
  };
}

/** Goes to an address of the site as a link does, without loading a document. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Follows a link to another page, and waits for it. Code that the document has loaded stays compiled. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page
    .locator('main h1')
    .first()
    .evaluate((heading) => heading.setAttribute('data-left', ''));
  await follow(page, path);
  await page.locator('main h1:not([data-left])').first().waitFor();
}

interface SignIn {
  readonly remember?: boolean;
}

/**
 * Gives a page the session of a member, as signing in on it would have left it, and returns its access token. Until
 * then the page is on a file without scripts. Signing in on the page costs 0.7 s of processor, and has its own tests.
 */
export async function giveSession(
  page: Page,
  email: string,
  secret: string,
  { remember = false, origin = inject('origin') }: SignIn & { readonly origin?: string } = {},
): Promise<string> {
  const site = openSite(origin);
  const { accessToken, idToken, refreshToken } = await site.signIn(email, secret, { ofTab: !remember });
  const { userPoolClientId, userPoolShortClientId } = await site.config();
  const sub = String(claimsOf(accessToken)['sub']);
  const prefix = `CognitoIdentityServiceProvider.${remember ? userPoolClientId : userPoolShortClientId}`;
  await page.goto('/robots.txt');
  await page.evaluate(
    ({ items, hints, isLasting }) => {
      Object.assign(isLasting ? localStorage : sessionStorage, items);
      Object.assign(localStorage, hints);
    },
    {
      // The names of Amplify, and of `web/lib/session/session-storage.ts`.
      items: {
        [`${prefix}.LastAuthUser`]: sub,
        [`${prefix}.${sub}.accessToken`]: accessToken,
        [`${prefix}.${sub}.idToken`]: idToken,
        [`${prefix}.${sub}.refreshToken`]: refreshToken,
        [`${prefix}.${sub}.clockDrift`]: '0',
        'envoyage.session': sub,
      },
      hints: remember ? {} : { 'envoyage.tabs': '1' },
      isLasting: remember,
    },
  );
  return accessToken;
}

/** Opens the panel for an administrator, with their session proven by the second factor. */
export async function openPanel(
  page: Page,
  email: string,
  secret: string,
  { origin, dataFolder } = { origin: inject('origin'), dataFolder: inject('dataFolder') },
): Promise<void> {
  await proveSession(await giveSession(page, email, secret, { origin }), dataFolder);
  await visit(page, '/admin');
}

/** Signs in on the page of the sign-in, and waits for what follows. */
export async function signIn(page: Page, email: string, secret: string, options?: SignIn): Promise<void> {
  await visit(page, '/login');
  await fillSignIn(page, email, secret, options);
}

/** Signs in on the open sign-in page, and waits for the redirect. */
export async function fillSignIn(page: Page, email: string, secret: string, { remember }: SignIn = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(secret);
  if (remember) await page.getByRole('checkbox', { name: 'Se souvenir de moi' }).check();
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** `npm run prove -- screens` judges every width in every appearance, each other run the narrowest in light. */
export const isWhole = process.env['SCREENS'] === 'whole';

/**
 * No violation of WCAG 2.2 AA on the whole stable screen, and no horizontal overflow, at these widths: those that have
 * this state. A screen of one name is judged once in each file, however many people come to it. The window has its own
 * width again afterwards.
 */
export async function expectAccessible(page: Page, screen: string, at: readonly Width[] = everyWidth): Promise<void> {
  if (judged.has(screen)) return;
  const own = page.viewportSize() ?? widths.desk;
  const scrolled = await page.evaluate(() => scrollY);
  let before: Before = { height: 0 };
  for (const width of isWhole ? at : at.slice(0, 1))
    before = await expectAccessibleAt(page, width, before, `${screen}, ${width}`);
  await page.setViewportSize(own);
  await page.evaluate((y) => scrollTo(0, y), scrolled);
  judged.add(screen);
}

const judged = new Set<string>();
/** For the next file: another screen may have the same name there. */
export const forgetJudged = () => judged.clear();

/** How the site looks: by the choice of the system. */
const appearances = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;
type Look = keyof typeof appearances;
const looks: readonly Look[] = isWhole ? ['light', 'dark', 'forced'] : ['light'];
/** `PICTURES=folder` keeps a picture of each judged screen there, to be looked at. */
const pictures = process.env['PICTURES'];

/** The parts around the content of every page. */
const frameParts = ['.site-header', '.site-footer', '.tab-bar'];
/** These parts as they were judged before, by width: the same again would be judged the same. */
const judgedFrames = new Set<string>();

/** The result of a narrower window: the height it needed, and whether a question was open. */
interface Before {
  readonly height: number;
  readonly isAsking?: boolean;
}

/** Judges one width in a window of at least the height that a narrower one has needed; a question stays open in it. */
async function expectAccessibleAt(page: Page, at: Width, before: Before, screen: string): Promise<Before> {
  const { width } = widths[at];
  let height = Math.max(before.height, widths[at].height);
  await resize(page, { width, height });
  const {
    overflow,
    height: content,
    isAsking,
    hasAxe,
    frame,
  } = await page.evaluate(
    (parts) => ({
      overflow: document.documentElement.scrollWidth - innerWidth,
      height: document.documentElement.scrollHeight,
      isAsking: document.querySelector('dialog:modal') !== null,
      hasAxe: 'axe' in window,
      frame: parts.map((part) => document.querySelector(part)?.outerHTML ?? ''),
    }),
    frameParts,
  );
  if (before.isAsking) expect(isAsking, `an open question on ${screen}`).toBe(true);
  expect(overflow, `sideways scroll on ${screen}`).toBeLessThanOrEqual(0);

  // As tall as its content, so that sticky bars cover nothing.
  if (before.height === 0 || content > height) {
    height = Math.max(height, content + 200);
    await resize(page, { width, height });
  }
  // Where a page is as tall as any window, its header covers what is scrolled below it.
  await page.evaluate(() => scrollTo(0, 0));
  const known = isAsking ? [] : frameParts.filter((_, index) => judgedFrames.has(`${at} ${frame[index]}`));
  for (const look of looks) {
    if (look !== 'light') await lookLike(page, look);
    // A document that has axe already is not sent it again.
    const off = [
      // Behind a modal dialog the page and its heading are inert.
      ...(isAsking ? ['page-has-heading-one'] : []),
      // The system's colours are drawn, but the page's own are read.
      ...(look === 'forced' ? ['color-contrast'] : []),
    ];
    const found = await violationsOn(page, { hasAxe: hasAxe || look !== looks[0], known, off });
    expect(found, `axe on ${screen}, ${look}`).toEqual([]);
    if (pictures) await page.screenshot({ path: join(pictures, `${screen}, ${look}.png`.replaceAll('/', '⁄')) });
  }
  if (looks.length > 1) await lookLike(page, 'light');
  if (!isAsking) for (const html of frame) judgedFrames.add(`${at} ${html}`);
  return { height, isAsking };
}

async function lookLike(page: Page, look: Look): Promise<void> {
  await page.emulateMedia(appearances[look]);
  await settled(page);
}

interface Judging {
  hasAxe: boolean;
  known: readonly string[];
  off: string[];
}

/** Less than half of what the package sends by default. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violationsOn(page: Page, { hasAxe, known, off }: Judging): Promise<string[]> {
  const axe = new AxeBuilder({ page, axeSource: hasAxe ? 'void 0' : axeSource });
  for (const part of known) axe.exclude(`${part} > *`);
  axe
    // The list of passed checks is not needed, and making it takes longer than the checks.
    // The one rule that would fetch stylesheets is experimental and not asked for.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(off)
    // Without foreign frames axe does not need to open its own page.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Gives the window a size, and waits until the page has taken it. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
  await page.locator('h1').first().waitFor();
  await settled(page);
}

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openRunningSite } from '#infra/local/seed/site-client.ts';
import { arrive } from '../../e2e/arrive.ts';
import { people } from '../../e2e/screen-states/people.ts';
import type { Screen } from '../../e2e/screen-states/reach.ts';
import { giveSession, launchBrowser, openPanel, openPerson, settled } from '../../support/browser.ts';
import { translatePage } from '../../support/pages/translator.ts';
import { type Width, widths } from '../../support/widths.ts';
import { folder, looks, pictureName, texts, writePage, writeSection } from './page.ts';

interface Wanted {
  readonly path: string | undefined;
  readonly state: string | undefined;
}

type Product = Awaited<ReturnType<typeof openRunningSite>>;

/**
 * Takes pictures of the wanted screen of a person, by default a visitor, or of all their screens. Without a person and
 * a screen it takes those of everybody. Prints the error of a screen that fails, and continues with the next one.
 * Returns the page with all pictures taken so far.
 */
export async function pictureScreens(who: string | undefined, wanted: Wanted | undefined): Promise<string> {
  const product = await openRunningSite();
  const browser = await launchBrowser();
  try {
    for (const one of who || wanted ? [who ?? 'visitor'] : Object.keys(people))
      await pictureScreensOf(one, wanted, product, browser);
  } finally {
    await browser.close();
  }
  return writePage();
}

async function pictureScreensOf(who: string, wanted: Wanted | undefined, product: Product, browser: Browser) {
  const { site, dataFolder } = product;
  const { account, screens } = (await people[who]?.(site, dataFolder)) ?? { screens: [] };
  if (screens.length === 0) throw new Error(`People are ${Object.keys(people).join(', ')}.`);
  const isWanted = ([path, state]: Screen) => !wanted || (path === wanted.path && state === wanted.state);
  if (!screens.some(isWanted)) throw new Error(listOf(screens));

  const { page } = await openPerson(browser, site.origin, 'phone');
  const stack = { origin: site.origin, dataFolder };
  if (account && who === 'administrator') await openPanel(page, account.email, account.password, stack);
  else if (account) await giveSession(page, account.email, account.password, stack);
  for (const [index, screen] of screens.entries()) {
    if (!isWanted(screen)) continue;
    const [path, state] = screen;
    const title = `${who} ${path}${state ? `, ${state}` : ''}`;
    const name = `${who}-${String(index + 1).padStart(2, '0')}`;
    console.log(title);
    try {
      writeSection(name, title, await pictureScreen(page, screen, name));
    } catch (problem) {
      process.exitCode = 1;
      console.error(problem);
    }
  }
  await page.context().close();
}

const listOf = (screens: readonly Screen[]) =>
  ['The screens are:', ...screens.map(([path, state]) => `'${path}'${state ? ` '${state}'` : ''}`)].join('\n  ');

/** Brings the state about once. Then the window changes around it, and a translator changes the page. */
async function pictureScreen(page: Page, screen: Screen, name: string): Promise<readonly Width[]> {
  const [path, , bring, { only = Object.keys(widths) as Width[], ...staged } = {}] = screen;
  rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, name), { recursive: true });
  await page.unrouteAll();
  await page.setViewportSize(widths[only[0] ?? 'phone']);
  await arrive(page, path, { isOpen: false, ...staged });
  await bring?.(page);
  for (const text of texts) {
    if (text === 'translated') await page.evaluate(`(${translatePage.toString()})()`);
    for (const width of only) {
      await fitWindow(page, width);
      for (const look of looks) {
        await page.emulateMedia({ colorScheme: look });
        await settled(page);
        await page.screenshot({ path: join(folder, name, pictureName(width, look, text)) });
      }
    }
  }
  return only;
}

/** Makes the window as tall as the page, so that its bars cover nothing. A dialog keeps the height of the width. */
async function fitWindow(page: Page, width: Width): Promise<void> {
  await page.setViewportSize(widths[width]);
  await settled(page);
  const height = await page.evaluate(() =>
    document.querySelector('dialog:modal') ? 0 : document.documentElement.scrollHeight,
  );
  if (height > widths[width].height) await page.setViewportSize({ ...widths[width], height });
}

import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { forgetJudged, launchBrowser, openPerson, type Person, type PersonOptions } from './browser.ts';
import { inDays, password, photo } from './journey.ts';
import type { Width } from './widths.ts';

/**
 * A browser for all tests of the file; call it once, at the top. The returned function opens a person at
 * that browser, on the shared stack unless `origin` names another one. A failed test prints the logs of its pages.
 */
export function openBrowser(
  origin: () => string = () => inject('origin'),
): (width: Width, options?: PersonOptions) => Promise<Person> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      // A page that another test of the file closes in between has no log.
      const text = await page
        .locator('body')
        .innerText({ timeout: 2_000 })
        .catch(() => '');
      console.log(`${page.url()}\n${text.slice(0, 2_000)}`);
    }
  });
  afterAll(async () => {
    forgetJudged();
    await browser.close();
  });
  return (width, options) => openPerson(browser, origin(), width, options);
}

/** Closes the pages of these people, and checks that none has logged an error. */
export async function expectQuietLeave(...people: readonly Person[]): Promise<void> {
  for (const { page, errors } of people) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}

/** Answers requests of the built file that contains these words: most files of the site have no names. */
export const replaceAsset = (
  page: Page,
  ending: 'js' | 'css',
  words: string,
  answer: (route: Route) => Promise<void>,
) =>
  page.route(`**/assets/*.${ending}`, async (route) => {
    const response = await route.fetch();
    const isWanted = (await response.text()).includes(words);
    await (isWanted ? answer(route) : route.fulfill({ response }));
  });

type Within = Page | Locator;
export const button = (within: Within, name: string | RegExp) => within.getByRole('button', { name });
export const box = (within: Within, name: string | RegExp) => within.getByRole('textbox', { name });

/** Waits until a field has this value. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.poll(() => field.inputValue(), { timeout: 20_000 }).toBe(value);
}

/** Types a city and waits for its open suggestion. */
export async function suggest(page: Page, label: RegExp, typed: string) {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(typed);
  await page
    .getByRole('option', { name: new RegExp(`^${typed}`, 'i') })
    .first()
    .waitFor();
  return field;
}

/** Chooses a city from the suggestions by keyboard. */
export async function chooseCity(page: Page, label: RegExp, typed: string): Promise<void> {
  const field = await suggest(page, label, typed);
  await field.press('ArrowDown');
  await field.press('Enter');
}

/** A picture for a file input. */
export const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(photo().bytes) });

/** Fills the first two steps of /register and stops at the third, the documents. */
export async function walkToDocuments(page: Page, email: string): Promise<void> {
  await box(page, /^Nom/).fill('Benali');
  await box(page, /^Prénom/).fill('Amel');
  await box(page, /^Téléphone/).fill('612345678');
  await button(page, 'Continuer').click();
  await box(page, /^Email/).fill(email);
  await box(page, /^Mot de passe/).fill(password);
  await box(page, /^Confirmer le mot de passe/).fill(password);
  await page.getByRole('checkbox', { name: /J'accepte les/ }).check();
  await button(page, 'Continuer').click();
  await page.getByRole('heading', { name: /Vos justificatifs/ }).waitFor();
}

/** jj/mm/aaaa, as typed. */
export const typedInDays = (days: number) => inDays(days).split('-').toReversed().join('/');

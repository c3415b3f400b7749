import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { forgetJudged, launchBrowser, openPerson, type Person, type PersonOptions } from './browser.ts';
import { inDays, photo } from './journey.ts';
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

/** jj/mm/aaaa, as typed. */
export const typedInDays = (days: number) => inDays(days).split('-').toReversed().join('/');

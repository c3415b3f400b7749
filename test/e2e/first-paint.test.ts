import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, visit } from '../support/browser.ts';
import { button, expectQuietLeave, openBrowser } from '../support/e2e.ts';

const person = openBrowser();

/** Holds the application back until what is returned is called. */
async function withoutApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('what is pressed and typed before the application has come is not lost', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/', { waitUntil: 'commit' });
  const from = page.locator('[name=fromCity]');
  await from.fill('Lyon');
  const date = page.locator('[name=date]');
  await date.fill('24/12/2026');
  await button(page, 'Ouvrir le menu').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  release();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await from.inputValue()).toBe('Lyon');
  expect(await date.inputValue()).toBe('24/12/2026');
  await expectQuietLeave({ page, errors });
});

test('a question looked for before the application has come is found', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('girafe');
  release();
  await page.getByText('Aucune question ne correspond').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('girafe');
  await expectQuietLeave({ page, errors });
});

test('the home page of a visitor weighs no more than it may', async () => {
  const { page, errors } = await person('phone');
  const scripts: Response[] = [];
  page.on('response', (response) => void (response.request().resourceType() === 'script' && scripts.push(response)));
  await visit(page, '/');
  await settled(page);
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()));
  const kilobytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000;
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(120);
  await expectQuietLeave({ page, errors });
});

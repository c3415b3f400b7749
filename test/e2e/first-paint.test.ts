import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, visit } from '../support/browser.ts';
import { button, expectQuietLeave, openBrowser } from '../support/e2e.ts';

const person = openBrowser();

test('what is pressed and typed before the application has come is not lost', async () => {
  const { page, errors } = await person('phone');
  let release = () => {};
  const later = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await later;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const from = page.locator('[name=fromCity]');
  await from.fill('Lyon');
  await button(page, 'Ouvrir le menu').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  release();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await from.inputValue()).toBe('Lyon');
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

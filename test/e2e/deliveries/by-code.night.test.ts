import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../../support/e2e.ts';
import { openTestSite, until } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';
import { agree, askForCode, deliveryCode } from '../steps.ts';
import { onItsWay, phoneOf, wrongCode } from './on-its-way.ts';

const site = openTestSite();
const person = openBrowser();

/** The recipient opens their link in Arabic, without an account. */
async function expectFollowed(page: Page, address: string, stage: string): Promise<void> {
  // The fragment alone loads no other document.
  await page.goto('about:blank');
  await visit(page, address);
  await button(page, 'العربية').click();
  await page.locator('[lang=ar][dir=rtl]').getByText(stage).first().waitFor();
}

/** Types the code until the field has it. */
const type = (page: Page, code: string) =>
  until('the code is typed', async () => {
    const field = box(page, /^Code de livraison/);
    await field.fill(code);
    return (await field.inputValue()) === code;
  });

test('on three phones: the owner asks for a code, the carrier mistypes it twice, and the recipient follows in Arabic', async () => {
  const title = `Bague de fiançailles ${randomUUID().slice(0, 4)}`;
  const { owner, carrier, parcelIds } = await onItsWay(site, [title]);
  const [parcelId = ''] = parcelIds;
  const [sender, traveller] = [await phoneOf(person, owner), await phoneOf(person, carrier)];
  const recipient = await person('phone');

  await visit(sender.page, `/delivery/${parcelId}`);
  const code = await askForCode(sender.page);
  const digits = deliveryCode(sender.page);
  expect(code).toMatch(/^\d{4}$/);
  await expectAccessible(sender.page, 'the code of a delivery, for its owner');
  const { link } = await owner.caller.ok('tracking', { params: { parcelId } });
  const address = `/follow#${link}`;
  await expectFollowed(recipient.page, address, 'الطرد في الطريق إلى');
  await recipient.page.getByText('لديك رمز؟', { exact: false }).waitFor();
  await expectAccessible(recipient.page, '/follow in Arabic, on its way');

  const { page } = traveller;
  await visit(page, `/delivery/${parcelId}`);
  await page.getByText('Un code vous sera demandé à la livraison').waitFor();
  await agree(page, 'Je pars livrer');
  await page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(page, 'Supprimer la photo 1').waitFor();
  await expectFollowed(recipient.page, address, 'الطرد في طريقه إليك');
  for (const [by, left] of [
    [1, 4],
    [2, 3],
  ] as const) {
    await type(page, wrongCode(code, by));
    await button(page, "J'ai livré le colis").click();
    await page
      .getByText(new RegExp(`Essais restants\\s: ${left}`))
      .first()
      .waitFor();
  }
  await expectAccessible(page, 'a code that was refused');
  // Nothing is delivered: the owner keeps the code.
  expect(await digits.count()).toBe(1);
  await type(page, code);
  await button(page, "J'ai livré le colis").click();
  await page.getByText('Action validée').first().waitFor();
  await digits.waitFor({ state: 'detached' });
  const events = await until('the delivery is told', async () => {
    const { items } = await owner.caller.ok('tracking', { params: { parcelId } });
    return items.some(({ type }) => type === 'validateDelivery') && items;
  });
  expect(events.filter(({ type }) => type === 'validateDelivery')).toHaveLength(1);
  await sender.page.reload();
  await sender.page.getByText('Code de livraison').waitFor({ state: 'detached' });
  await expectFollowed(recipient.page, address, 'سُلِّم الطرد');
  await expectAccessible(recipient.page, '/follow in Arabic, delivered');
  await expectQuietLeave(sender, traveller, recipient);
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeOf } from '#functions/second-factor/codes.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import { expectAccessible, type Person } from '../../support/browser.ts';
import { administrator, openTestSite, password, tokenMailedTo, until } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';

const site = openTestSite();

/** An account that accepted the invitation of the root administrator. */
export async function invitee(): Promise<string> {
  const admin = await administrator(site);
  const email = `seconde.${randomUUID().slice(0, 8)}@example.org`;
  await admin.ok('addAdministrator', { body: { email } });
  const names = { firstName: 'Seconde', lastName: 'Étape', phone: '+33612345678' };
  const { proof } = await site.visitor.ok('signUp', { body: { ...names, email, password, acceptedTerms: true } });
  await site.visitor.ok('confirmEmail', { body: { token: await tokenMailedTo(site, email), proof } });
  await until('rights in a new session', async () => {
    const { status } = await (await site.member(email, password)).call('secondFactorStanding');
    return status === 200;
  });
  return email;
}

/** The member's application: a code that was not used yet, which may be that of the next half minute. */
export function anApplication(key: string) {
  let used = 0;
  return () => {
    used = Math.max(used + 1, Math.floor(Date.now() / stepMs));
    return codeOf(key, used);
  };
}

export const codeField = (page: Page) => box(page, /^Code à 6 chiffres/);
export const question = (page: Page) => page.getByRole('dialog', { name: "Confirmez que c'est bien vous" });

/** The set-up of the first visit. Returns the key and the recovery codes. */
export async function setUp({ page }: Person): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('heading', { name: 'Protégez votre accès au panel' }).waitFor();
  await expectAccessible(page, 'the password of the set-up');
  await button(page, 'Commencer').click();
  await page.getByText('Indiquez votre mot de passe').waitFor();
  await box(page, /^Votre mot de passe/).fill('wrong');
  await button(page, 'Commencer').click();
  await page.getByText('Le mot de passe est incorrect').waitFor();
  await box(page, /^Votre mot de passe/).fill(password);
  await button(page, 'Commencer').click();
  await page.getByRole('img', { name: /^Code QR/ }).waitFor();
  await expectAccessible(page, 'the key of the set-up');
  const groups = await page.locator('.typed-key code').innerText();
  expect(groups).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const key = groups.replaceAll(' ', '');
  await codeField(page).fill(codeOf(key, 1));
  await button(page, 'Activer').click();
  await page.getByText(/Ce code n'est pas le bon/).waitFor();
  await codeField(page).fill(codeOf(key, Math.floor(Date.now() / stepMs)));
  await button(page, 'Activer').click();
  const list = page.getByRole('list', { name: 'Codes de secours' });
  await list.waitFor();
  await expectAccessible(page, 'the recovery codes');
  const codes = await list.getByRole('listitem').allInnerTexts();
  await page.emulateMedia({ media: 'print' });
  const paper = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '');
  expect(paper[0]).toMatch(/^Envoyage\s: codes de secours de seconde\.\w+@example\.org$/);
  expect(paper.slice(-10)).toEqual(codes);
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Ouvrir le panel').click();
  await page.getByText('Notez vos codes, puis cochez cette case').waitFor();
  await page.getByRole('checkbox', { name: /J'ai noté mes codes/ }).check();
  await button(page, 'Ouvrir le panel').click();
  await page.getByRole('heading', { name: 'Panel Admin' }).waitFor();
  return { key, codes };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { expectAccessible, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../../support/e2e.ts';
import { mailTo } from '../../support/journey.ts';
import { type LocalStack, startLocal } from '../../support/local-stack.ts';
import { box, button } from '../../support/pages/controls.ts';
import { agree } from '../steps.ts';
import { onItsWay, phoneOf } from './on-its-way.ts';

/** A stack of its own, because the clock moves. */
let stack: LocalStack;
let site: SiteClient;
beforeAll(async () => {
  stack = await startLocal({ demo: false });
  site = openSite(stack.origin);
});
afterAll(() => stack.stop());
const person = openBrowser(() => stack.origin);

const declaredTitle = 'Pendentif de ma tante';
const returnedTitle = 'Chargeur de secours';
const threeDays = 3 * 86_400 + 1_800;

/** The carrier has no code, and names the person to whom they gave the parcel. */
async function declare(page: Page, parcelId: string): Promise<void> {
  await visit(page, `/delivery/${parcelId}`);
  await agree(page, 'Je pars livrer');
  await page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(page, 'Supprimer la photo 1').waitFor();
  await button(page, "Je n'ai pas le code").click();
  await box(page, /^À qui l'avez-vous donné/).fill('À son voisin du deuxième');
  await expectAccessible(page, 'a delivery without its code');
  await button(page, 'Déclarer la livraison sans code').click();
  await page
    .getByText(/doit confirmer/)
    .first()
    .waitFor();
}

/** The carrier has brought the parcel back, and the owner tells nothing. */
async function declareReturn(page: Page, parcelId: string): Promise<void> {
  await visit(page, `/delivery/${parcelId}`);
  await agree(page, "J'ai rendu le colis");
  await page
    .getByText(/doit confirmer/)
    .first()
    .waitFor();
}

async function expectOwnerAsked(page: Page, parcelId: string, told: RegExp, act: string): Promise<void> {
  await visit(page, `/delivery/${parcelId}`);
  await page.getByText(told).first().waitFor();
  await page
    .getByText(/^Sans réponse de votre part|Sans réponse de votre part/)
    .first()
    .waitFor();
  for (const name of [act, 'Signaler un problème']) await button(page, name).first().waitFor();
  await expectAccessible(page, `an owner who is asked: ${act}`);
}

test('on two phones: a delivery without its code and a return are declared, nobody answers, and 72 hours confirm both', async () => {
  const titles = [declaredTitle, returnedTitle];
  const { owner, carrier, parcelIds } = await onItsWay(site, titles, { dataFolder: stack.dataFolder, withCode: true });
  const [declared = '', returned = ''] = parcelIds;
  const params = { parcelId: returned };
  const { version } = await carrier.caller.ok('readParcel', { params });
  await carrier.caller.ok('returnParcel', { params, version, body: { reason: 'La porte reste fermée.' } });

  const traveller = await phoneOf(person, carrier, stack.origin);
  await declare(traveller.page, declared);
  await declareReturn(traveller.page, returned);
  const sender = await phoneOf(person, owner, stack.origin);
  await expectOwnerAsked(sender.page, declared, /dit avoir livré votre colis/, 'Le colis est arrivé');
  await sender.page.getByText('À son voisin du deuxième').first().waitFor();
  await expectOwnerAsked(sender.page, returned, /dit vous avoir rendu le colis/, 'Confirmer le retour');
  await mailTo(site, owner.email, /À confirmer : « Pendentif de ma tante » est-il arrivé/);
  await mailTo(site, owner.email, /À confirmer : « Chargeur de secours » vous a-t-il été rendu/);
  await expectQuietLeave(traveller, sender);

  await site.local('clock', { offsetSeconds: threeDays });
  for (const member of [owner, carrier]) {
    for (const subject of [/Livré : « Pendentif de ma tante »/, /Rendu : « Chargeur de secours »/])
      expect((await mailTo(site, member.email, subject)).text).toContain('Confirmé sans réponse');
    const phone = await phoneOf(person, member, stack.origin);
    for (const [parcelId, end] of [
      [declared, 'Livré'],
      [returned, 'Rendu'],
    ] as const) {
      await visit(phone.page, `/delivery/${parcelId}`);
      await phone.page.getByText(end, { exact: true }).first().waitFor();
      await phone.page.getByText('Confirmé sans réponse').first().waitFor();
      expect(await button(phone.page, 'Le colis est arrivé').count()).toBe(0);
      expect(await button(phone.page, 'Confirmer le retour').count()).toBe(0);
      await button(phone.page, 'Signaler un problème').first().waitFor();
    }
    await expectAccessible(phone.page, 'a return that silence has confirmed');
    await expectQuietLeave(phone);
  }
});

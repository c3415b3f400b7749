import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, signIn, visit } from '../support/browser.ts';
import { box, button, openBrowser, picture } from '../support/e2e.ts';
import { administrator, joined, listedParcel, openTestSite, password, seededPeople } from '../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

/** The controls that can be seen and that a notice lies on. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => !element.closest('.toaster') && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isSeen = width > 1 && height > 1 && bottom > 0 && top < innerHeight;
        return isSeen && notices.some((it) => left < it.right && right > it.left && top < it.bottom && bottom > it.top);
      })
      .map((element) => element.ariaLabel ?? element.textContent ?? element.id);
  });

/** A notice of this title stands alone and on no control, and stays so once its page stands. */
async function expectNotice(page: Page, title: string): Promise<void> {
  const notice = page.locator('.toast').filter({ hasText: title });
  await notice.waitFor();
  await expect.poll(() => covered(page), { message: title }).toEqual([]);
  expect(await page.locator('.toast').count(), title).toBe(1);
}

const noNotice = async (page: Page) => expect(await page.locator('.toast').count()).toBe(0);

test('on a phone each notice of the way to the delivery stands alone and on no control', async () => {
  const api = await administrator(site);
  const { admin: account } = await seededPeople(site);
  const [amel, karim] = await Promise.all([joined(site, 'Amel', api), joined(site, 'Karim', api)]);
  const title = `Dossier ${randomUUID().slice(0, 4)}`;
  const listed = await listedParcel(amel, api, title);
  const [sender, admin, carrier] = [await person('phone'), await person('phone'), await person('phone')];

  await visit(sender.page, '/login');
  await box(sender.page, 'Email').fill(amel.email);
  await box(sender.page, 'Mot de passe').fill('faux-mot');
  await button(sender.page, 'Se connecter').click();
  await sender.page.getByText('Erreur de connexion').waitFor();
  await noNotice(sender.page);
  await fillSignIn(sender.page, amel.email, password);
  await expectNotice(sender.page, 'Connexion réussie');

  await visit(sender.page, `/send-parcel?copy=${listed.id}`);
  await button(sender.page, 'Continuer').click();
  await sender.page.getByText('Champs obligatoires manquants').waitFor();
  await noNotice(sender.page);
  await sender.page.getByRole('checkbox', { name: /Je déclare le contenu exact/ }).check();
  await button(sender.page, 'Continuer').click();
  await button(sender.page, 'Publier mon colis').click();
  await expectNotice(sender.page, 'Votre colis a été publié !');
  await sender.page.waitForURL((url) => url.pathname === '/find-parcels');
  await expectNotice(sender.page, 'Votre colis a été publié !');

  await signIn(admin.page, account.email, account.password);
  await visit(admin.page, '/admin?tab=parcels&status=pending');
  const card = admin.page.getByRole('listitem').filter({ hasText: title });
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await expectNotice(admin.page, 'Colis approuvé');

  await signIn(carrier.page, karim.email, password);
  await visit(carrier.page, `/messages/${amel.userId}?parcel=${listed.id}`);
  await visit(sender.page, '/my-parcels');
  await box(carrier.page, 'Votre message').fill('Bonjour, je pars samedi.');
  await button(carrier.page, /Envoyer le message/).click();
  await expectNotice(sender.page, 'Nouveau message');

  await sender.page.getByRole('link', { name: 'Lire le message' }).click();
  await button(sender.page, 'Choisir comme transporteur').click();
  await sender.page.getByRole('alertdialog').getByRole('button', { name: 'Choisir comme transporteur' }).click();
  await expectNotice(sender.page, 'Transporteur choisi');
  // They accept what they see.
  await carrier.page.getByText('Transporteur choisi').first().waitFor();
  await button(carrier.page, 'Accepter de livrer ce colis').click();
  await carrier.page.getByRole('alertdialog').getByRole('button', { name: 'Accepter de livrer ce colis' }).click();
  await expectNotice(carrier.page, 'Livraison acceptée');

  await visit(carrier.page, `/delivery/${listed.id}`);
  await button(carrier.page, 'Valider le ramassage').click();
  await carrier.page.keyboard.press('Escape');
  await expectNotice(carrier.page, 'Photo requise');
  await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(carrier.page, 'Supprimer la photo 1').waitFor();
  await noNotice(carrier.page);
  await button(carrier.page, 'Valider le ramassage').click();
  await expectNotice(carrier.page, 'Action validée');
  await button(carrier.page, 'En route pour la remise').click();
  await expectNotice(carrier.page, 'Statut mis à jour');
  await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(carrier.page, 'Valider la livraison').click();
  await expectNotice(carrier.page, 'Action validée');

  await button(carrier.page, 'Ouvrir le menu').click();
  await button(carrier.page, 'Déconnexion').click();
  await expectNotice(carrier.page, 'Déconnexion réussie');
  for (const { page } of [sender, admin, carrier]) await page.context().close();
});

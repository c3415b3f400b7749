import { expect, test } from 'vitest';
import { codeOf } from '#functions/second-factor/codes.ts';
import { expectAccessible, giveSession, settled, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import { administrator, endProvenSessions, mailTo, openTestSite, password } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';
import { codeField, invitee, question, setUp } from './factor-set-up.ts';

const site = openTestSite();
const person = openBrowser();

test('a recovery code opens the panel once, the question of a list can be put off, and five wrong codes lock', async () => {
  const email = await invitee();
  const office = await person('phone');
  const { page } = office;
  await giveSession(page, email, password);
  await visit(page, '/admin');
  const { key, codes } = await setUp(office);
  await endProvenSessions(site, email);
  await visit(page, '/admin?tab=banks');
  await question(page).waitFor();
  await expectAccessible(page, 'the question', ['phone', 'desk']);
  await button(question(page), 'Plus tard').click();
  await page.getByText("Saisissez le code de votre application d'authentification pour continuer.").first().waitFor();
  await expectAccessible(page, 'a list that waits for the question', ['phone', 'desk']);
  await button(page, 'Saisir mon code').first().click();
  await button(question(page), 'Utiliser un code de secours').click();
  await expectAccessible(page, 'the question for a recovery code', ['phone']);
  await box(question(page), /^Code de secours/).fill((codes[0] ?? '').toLowerCase());
  await button(question(page), 'Confirmer').click();
  await button(page, 'Ajouter une banque').waitFor({ state: 'detached' });
  await page.getByText('Il vous reste 9 codes de secours.').first().waitFor();
  await settled(page);
  expect(await page.getByText('Saisir mon code').count()).toBe(0);

  await visit(page, '/admin?tab=administrators');
  await page.getByText('Codes de secours qui vous restent : 9 sur 10.').waitFor();
  await button(page, 'Nouveaux codes de secours').click();
  await button(page, 'Faire de nouveaux codes').click();
  const renewed = page.getByRole('dialog', { name: 'Vos nouveaux codes de secours' });
  await renewed.waitFor();
  await expectAccessible(page, 'new recovery codes', ['phone']);
  await renewed.getByRole('checkbox').check();
  await button(renewed, 'Terminer').click();
  await page.getByText('Codes de secours qui vous restent : 10 sur 10.').waitFor();

  await endProvenSessions(site, email);
  await visit(page, '/admin');
  for (const left of ['4 essais', '3 essais', '2 essais', '1 essai']) {
    await codeField(page).fill(codeOf(key, 1));
    await page.keyboard.press('Enter');
    await question(page).getByText(`Il vous reste ${left}.`).waitFor();
  }
  await page.keyboard.press('Enter');
  await question(page)
    .getByText(/pas même un code de secours/)
    .waitFor();
  await expectAccessible(page, 'a locked question', ['phone', 'desk']);
  await mailTo(site, email, /Plusieurs codes incorrects/);
  await expectQuietLeave(office);
});

test('the root administrator resets an administrator, who sets up again where they are', async () => {
  const email = await invitee();
  const office = await person('desk');
  const { page } = office;
  await giveSession(page, email, password);
  await visit(page, '/admin');
  await setUp(office);
  const admin = await administrator(site);
  const { items } = await admin.ok('administrators');
  const administratorId = items.find((one) => one.email === email)?.id ?? '';
  await admin.ok('resetSecondFactor', { params: { administratorId } });
  await mailTo(site, email, /Réinitialisée : votre validation/);
  await button(page, 'Actualiser').click();
  await page.getByRole('heading', { name: 'Protégez votre accès au panel' }).waitFor();
  await question(page).waitFor({ state: 'hidden' });
  await setUp(office);
  await expectQuietLeave(office);
});

test('the pages of a member ask no administrator for a second factor', async () => {
  const email = await invitee();
  const { page, errors } = await person('phone');
  await giveSession(page, email, password);
  for (const path of ['/profile', '/my-parcels', '/messaging', '/']) {
    await visit(page, path);
    await settled(page);
    expect(await question(page).count(), path).toBe(0);
  }
  expect(errors).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeOf } from '#functions/second-factor/one-time-code.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import { expectAccessible, giveSession, type Person, settled, signIn, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import {
  administrator,
  aParcelToPublish,
  endProvenSessions,
  joined,
  mailTo,
  openTestSite,
  password,
  tokenMailedTo,
  until,
} from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

/** An account that accepted the invitation of the root administrator. */
async function invitee(): Promise<string> {
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
function anApplication(key: string) {
  let used = 0;
  return () => {
    used = Math.max(used + 1, Math.floor(Date.now() / stepMs));
    return codeOf(key, used);
  };
}

const codeField = (page: Page) => box(page, /^Code à 6 chiffres/);
const question = (page: Page) => page.getByRole('dialog', { name: "Confirmez que c'est bien vous" });

/** The set-up of the first visit. Returns the key and the recovery codes. */
async function setUp({ page }: Person): Promise<{ key: string; codes: string[] }> {
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

test('an invited administrator sets the second factor up, decides, and is asked again without losing the reason', async () => {
  const email = await invitee();
  const sender = await joined(site, 'Dalila', await administrator(site));
  const title = `Colis ${randomUUID().slice(0, 8)}`;
  const parcel = await sender.caller.ok('publishParcel', { body: aParcelToPublish(title) });
  const office = await person('desk');
  const { page } = office;
  await signIn(page, email, password);
  const { key, codes } = await setUp(office);
  const code = anApplication(key);
  code();
  expect(codes).toHaveLength(10);
  expect((await mailTo(site, email, /Configuration commencée/)).text).toContain('mot de passe');

  await visit(page, '/admin?tab=parcels&status=pending');
  while ((await button(page, `Rejeter : ${title}`).count()) === 0) {
    await settled(page);
    if ((await button(page, `Rejeter : ${title}`).count()) === 0) await button(page, 'Afficher plus').click();
  }
  await button(page, `Rejeter : ${title}`).click();
  const reason = 'La photo ne correspond pas à la description de ce colis.';
  const typed = page.getByRole('textbox', { name: /^Motif/ });
  await typed.fill(reason);
  // Half an hour later.
  await endProvenSessions(site, email);
  await button(page.getByRole('dialog'), 'Rejeter').click();
  await question(page).waitFor();
  // Put off, nothing is lost; the next try asks again.
  await button(question(page), 'Plus tard').click();
  expect(await typed.inputValue()).toBe(reason);
  await button(page.getByRole('dialog'), 'Rejeter').click();
  await codeField(page).fill('12345');
  await page.keyboard.press('Enter');
  await question(page).getByText('Saisissez le code à 6 chiffres').waitFor();
  await codeField(page).fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await question(page)
    .getByText(/Il vous reste 4 essais/)
    .waitFor();
  const right = code();
  await codeField(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await button(question(page), 'Confirmer').click();
  await page.getByText('Colis rejeté').first().waitFor();
  expect(await sender.caller.ok('readParcel', { params: { parcelId: parcel.id } })).toMatchObject({
    situation: { stage: 'refused' },
    rejectionReason: reason,
  });
  await expectQuietLeave(office);
});

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

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { giveSession, openPanel, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, joined, mailTo, openTestSite, password, tokenMailedTo, until } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

test('rights reach the open page of a member when they are given, and end their session when they are taken', async () => {
  const member = await joined(site, 'Samia', await administrator(site));
  const rootAdmin = await person('desk');
  const { page, errors } = await person('desk');
  await giveSession(page, member.email, password);
  await visit(page, '/profile');
  expect(await page.getByRole('link', { name: 'Panel Admin' }).count()).toBe(0);

  const { admin } = await (await site.local('demo')).json();
  await openPanel(rootAdmin.page, admin.email, admin.password);
  await button(rootAdmin.page, 'Gestion Administrateurs').click();
  await button(rootAdmin.page, 'Ajouter un administrateur').click();
  await box(rootAdmin.page, 'Email').fill(` ${member.email.toUpperCase()}`);
  await button(rootAdmin.page.getByRole('dialog'), 'Ajouter').click();
  await button(rootAdmin.page, `Désactiver : ${member.email}`).waitFor();
  await page.getByRole('link', { name: 'Panel Admin' }).first().waitFor();
  await visit(page, '/admin');
  await page.getByRole('heading', { name: 'Protégez votre accès au panel' }).waitFor();

  await button(rootAdmin.page, `Désactiver : ${member.email}`).click();
  await button(rootAdmin.page.getByRole('alertdialog'), 'Désactiver').click();
  const question = page.getByRole('dialog', { name: 'Reconnectez-vous pour continuer' });
  await box(question, 'Mot de passe').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await settled(page);
  expect(await page.getByRole('link', { name: 'Panel Admin' }).count()).toBe(0);
  await button(rootAdmin.page, `Réactiver : ${member.email}`).waitFor();
  await expectQuietLeave({ page, errors }, rootAdmin);
});

test('an invited address becomes an administrator with the confirmation of its account', async () => {
  const admin = await administrator(site);
  const email = `invitee.${randomUUID().slice(0, 8)}@example.org`;
  expect(await admin.ok('addAdministrator', { body: { email } })).toMatchObject({ state: 'invited' });
  expect((await mailTo(site, email, /Devenez administrateur/)).text).toContain('/register');

  const names = { firstName: 'Invitée', lastName: 'Voyage', phone: '+33612345678' };
  const { proof } = await site.visitor.ok('signUp', { body: { ...names, email, password, acceptedTerms: true } });
  await site.visitor.ok('confirmEmail', { body: { token: await tokenMailedTo(site, email), proof } });
  await mailTo(site, email, /Vous êtes administrateur/);
  const invitee = await until('rights in a new session', async () => {
    const caller = await site.member(email, password);
    return (await caller.call('secondFactorStanding')).status === 200 && caller;
  });
  expect(await invitee.call('adminStatistics')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR' } });
  const { items } = await admin.ok('administrators');
  expect(items.find((one) => one.email === email)).toMatchObject({ state: 'active', isRootAdmin: false });
});

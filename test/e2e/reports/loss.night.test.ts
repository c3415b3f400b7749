import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { expectAccessible, openPanel, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../../support/e2e.ts';
import { mailTo, seededPeople, type Traveller } from '../../support/journey.ts';
import { type LocalStack, startLocal } from '../../support/local-stack.ts';
import { box, button } from '../../support/pages/controls.ts';
import { phoneOf as memberOnPhone, onItsWay } from '../deliveries/on-its-way.ts';
import { cardInQueue, write } from '../steps.ts';

/** A stack of its own, because the clock moves. */
let stack: LocalStack;
let site: SiteClient;
beforeAll(async () => {
  stack = await startLocal({ demo: false });
  site = openSite(stack.origin);
});
afterAll(() => stack.stop());
const person = openBrowser(() => stack.origin);

const threeDays = 3 * 86_400 + 60;
const title = 'Lunettes de ma mère';
const loss = "On m'a volé ma valise à la gare.";
const answer = 'Avez-vous porté plainte ?';
const reason = 'Vous dites tous les deux la même chose.';

const phoneOf = (member: Traveller) => memberOnPhone(person, member, stack.origin);

/** The carrier reports the loss with a photo. */
async function report(carrier: Traveller, parcelId: string): Promise<void> {
  const phone = await phoneOf(carrier);
  const { page } = phone;
  await visit(page, `/delivery/${parcelId}`);
  await button(page, 'Signaler un problème').click();
  const form = page.getByRole('dialog', { name: 'Signaler un problème' });
  await form.getByRole('radio', { name: "Je l'ai perdu ou on me l'a volé" }).check();
  await box(form, /^Que s'est-il passé/).fill(loss);
  await expectAccessible(page, 'the form of a problem');
  await button(form, 'Envoyer').click();
  const card = page.getByRole('region', { name: 'Problème signalé' });
  await card.getByText(loss).waitFor();
  await card.locator('input[type=file]').first().setInputFiles(picture('plainte.jpg'));
  await button(card, 'Envoyer les photos').click();
  await button(card, /^Agrandir : Photo 1 du problème/).waitFor();
  await expectAccessible(page, 'an open problem of its author');
  await expectQuietLeave(phone);
}

/** The owner reads what happened, and answers in the conversation. */
async function reply(owner: Traveller, parcelId: string): Promise<void> {
  const mail = await mailTo(site, owner.email, /Problème signalé : « Lunettes de ma mère »/);
  expect(mail.text).toContain(loss);
  const phone = await phoneOf(owner);
  const { page } = phone;
  await visit(page, `/delivery/${parcelId}`);
  const card = page.getByRole('region', { name: 'Problème signalé' });
  await card.getByText(loss).waitFor();
  await button(card, /^Agrandir : Photo 1 du problème/).waitFor();
  await expectAccessible(page, 'an open problem of the other member');
  await card.getByRole('link', { name: /^Écrire à/ }).click();
  await write(page, answer);
  await expectQuietLeave(phone);
}

/** An administrator reads both, and decides « Perdu ». */
async function decide(): Promise<void> {
  const { admin } = await seededPeople(site);
  const office = await person('desk');
  const { page } = office;
  await openPanel(page, admin.email, admin.password, stack);
  await page.goto('/admin?tab=reports');
  const card = await cardInQueue(page, title);
  await card.getByRole('button', { name: /^Examiner/ }).click();
  const dialog = page.getByRole('dialog');
  for (const words of [loss, answer]) await dialog.getByText(words).first().waitFor();
  await dialog.getByRole('radio', { name: 'Mesure prise' }).check();
  await dialog.getByRole('radio', { name: 'Perdu' }).check();
  await box(dialog, /^Motif/).fill(reason);
  await expectAccessible(page, 'the decision about a problem');
  await button(dialog, 'Décider').click();
  await page.getByText('Problème décidé').first().waitFor();
  await expectQuietLeave(office);
}

/** The member reads the decision on the page of the delivery and in their list. */
async function read(member: Traveller, parcelId: string, list: string): Promise<void> {
  const phone = await phoneOf(member);
  const { page } = phone;
  await visit(page, `/delivery/${parcelId}`);
  const card = page.getByRole('region', { name: 'Décision de notre équipe' });
  await card.getByText('Décision : Perdu.').waitFor();
  await card.getByText(reason).waitFor();
  await expectAccessible(page, `a decided problem, ${list}`);
  expect(await button(page, 'Signaler un problème').count()).toBe(0);
  await visit(page, list);
  const lines = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title });
  const listed = lines.filter({ hasText: 'le colis est perdu' }).first();
  await listed.getByText('Perdu', { exact: true }).first().waitFor();
  expect(await listed.getByText('Annulé').count()).toBe(0);
  await expectQuietLeave(phone);
}

/** The owner, who has not reported it, contests the decision from its mail. Returns the reference that they read. */
async function contest({ email }: Traveller): Promise<string> {
  const mail = await mailTo(site, email, /Perdu : « Lunettes de ma mère »/);
  expect(mail.text).toContain(reason);
  const { pathname, search, hash } = new URL(/^Contester cette décision : (\S+)$/m.exec(mail.text)?.[1] ?? '');
  const reader = await person('phone');
  const { page } = reader;
  await visit(page, pathname + search + hash);
  await box(page, /^Pourquoi cette décision/).fill('La valise a été retrouvée.');
  await button(page, 'Envoyer ma demande').click();
  await page.getByRole('heading', { name: 'Votre demande est enregistrée' }).waitFor();
  const reference = (await page.getByText(/^SG-[0-9A-F]{8}$/).textContent()) ?? '';
  await expectQuietLeave(reader);
  return reference;
}

test('on two phones: a loss is reported and answered, an administrator decides it after three days, and it is contested', async () => {
  const { owner, carrier, parcelIds } = await onItsWay(site, [title], { dataFolder: stack.dataFolder });
  const [parcelId = ''] = parcelIds;
  await report(carrier, parcelId);
  await reply(owner, parcelId);
  await site.local('clock', { offsetSeconds: threeDays });
  await decide();
  await read(owner, parcelId, '/my-parcels');
  await read(carrier, parcelId, '/delivery-selection?state=completed');
  const reference = await contest(owner);
  const { subject } = await mailTo(site, owner.email, /Contestation enregistrée/);
  expect(subject).toContain(reference);
});

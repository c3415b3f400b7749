import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Caller } from '#infra/local/seed/site-client.ts';
import { reasonLabels } from '#shared/reports/words.ts';
import { expectAccessible, giveSession, openPanel, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aTripToPublish,
  joined,
  listedParcel,
  type Mail,
  mailTo,
  openTestSite,
  password,
  seededPeople,
  type Traveller,
  until,
} from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';
import { write } from '../steps.ts';

const site = openTestSite();
const person = openBrowser();

const insult = 'Voleuse, tu vas le regretter.';
/** The reporter's explanation, which only administrators may read. */
const explained = 'Ces mots me font peur, je ne le connais pas.';

/** Fills in the open form of a report and sends it; returns the reference that the reporter reads. */
async function sendReport(page: Page, reason: keyof typeof reasonLabels, words: string): Promise<string> {
  const form = page.getByRole('dialog', { name: /^Signaler/ });
  await form.getByRole('radio', { name: reasonLabels[reason] }).check();
  await box(form, /^Expliquez en quelques mots/).fill(words);
  await button(form, 'Envoyer le signalement').click();
  const sent = page.getByRole('dialog', { name: 'Signalement envoyé' });
  return (await sent.getByText(/^SG-[0-9A-F]{8}$/).textContent()) ?? '';
}

async function openConversation(page: Page, other: Traveller, parcelId?: string): Promise<void> {
  await visit(page, `/messages/${other.userId}${parcelId ? `?parcel=${parcelId}` : ''}`);
}

async function chooseInMenu(page: Page, firstName: string, entry: string): Promise<void> {
  await button(page, `Actions : ${firstName}`).click();
  await page.getByRole('menuitem', { name: entry }).or(button(page, entry)).first().click();
}

async function blockAfterReport(page: Page): Promise<void> {
  await button(page.getByRole('dialog', { name: 'Signalement envoyé' }), 'Bloquer ce membre').click();
  await button(page.getByRole('alertdialog'), 'Bloquer').click();
  await page.getByText('Vous avez bloqué ce membre').first().waitFor();
}

/** The report of such a thing of this member, once it is in the queue. */
const reportOf = (admin: Caller, accused: Traveller, kind: string) =>
  until(`a report of a ${kind} of ${accused.email}`, async () => {
    const { items } = await admin.ok('adminReports');
    return items.find((report) => report.accused?.id === accused.userId && report.about.kind === kind);
  });

interface Decision {
  readonly outcome: 'Sans suite' | 'Avertissement' | 'Mesure prise';
  readonly reason: string;
  readonly warning?: string;
}

/** Opens a report in the panel, reads what is needed to decide, and decides. */
async function decide(page: Page, reportId: string, reads: readonly string[], { outcome, reason, warning }: Decision) {
  await page.goto(`/admin?tab=reports&report=${reportId}`);
  const dialog = page.getByRole('dialog');
  for (const words of reads) await dialog.getByText(words).first().waitFor();
  await dialog.getByRole('radio', { name: outcome }).check();
  await box(dialog, /^Motif/).fill(reason);
  if (warning) await box(dialog, /^Avertissement/).fill(warning);
  await button(dialog, 'Décider').click();
  await page.getByText('Signalement traité').first().waitFor();
}

/** All mails and notices of a member. */
async function toldTo({ email, caller }: Traveller): Promise<string> {
  const mails = (await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as Mail[];
  const notices = await caller.ok('myNotices', { query: {} });
  return JSON.stringify([mails, notices.items]);
}

interface Cast {
  readonly harmer: Traveller;
  readonly second: Traveller;
  readonly member: Traveller;
  readonly parcelId: string;
  readonly tripId: string;
}

/** The harmer's acts and the member's answers, on two phones. Returns the references of all reports. */
async function evening({ harmer, second, member, parcelId, tripId }: Cast) {
  // A false listing, reported from its dialog.
  const reader = await person('phone');
  await giveSession(reader.page, member.email, password);
  await visit(reader.page, `/find-parcels?tab=trips&trip=${tripId}`);
  await button(reader.page.getByRole('dialog'), /^Signaler/).click();
  const references = [await sendReport(reader.page, 'false', "Ce trajet n'existe pas, il me l'a dit.")];
  await reader.page.keyboard.press('Escape');

  // Insults, while the member has the conversation open.
  const attacker = await person('phone');
  await giveSession(attacker.page, harmer.email, password);
  await openConversation(attacker.page, member, parcelId);
  await write(attacker.page, insult);
  await openConversation(reader.page, harmer, parcelId);
  await reader.page.getByRole('log').getByText(insult).waitFor();
  await chooseInMenu(reader.page, 'Malin', 'Signaler un message');
  await expectAccessible(reader.page, 'the report of a message');
  references.push(await sendReport(reader.page, 'abuse', explained));
  await blockAfterReport(reader.page);

  // The open page of the harmer learns that the member cannot be written to, not why.
  await box(attacker.page, 'Votre message').fill('Réponds !');
  await button(attacker.page, /Envoyer le message/).click();
  await attacker.page
    .getByText(/n'est plus disponible/)
    .first()
    .waitFor();
  expect(await attacker.page.locator('body').innerText()).not.toMatch(/bloqué|signalé/i);

  // A second account, against which the same works.
  await second.caller.ok('sendMessage', { body: { recipientId: member.userId, content: "C'est encore moi." } });
  await openConversation(reader.page, second);
  await chooseInMenu(reader.page, 'Doublure', 'Signaler un message');
  references.push(await sendReport(reader.page, 'abuse', 'Le même homme sous un autre nom.'));
  await blockAfterReport(reader.page);
  expect(
    (await second.caller.call('sendMessage', { body: { recipientId: member.userId, content: 'Encore.' } })).status,
  ).toBe(409);

  // Revenge: a report of the member, which has no effect by itself.
  await openConversation(attacker.page, member, parcelId);
  await chooseInMenu(attacker.page, 'Paisible', 'Signaler ce membre');
  const revenge = await sendReport(attacker.page, 'scam', 'Elle vole les gens.');
  await attacker.page.keyboard.press('Escape');
  await expectQuietLeave(reader);
  return { references, revenge };
}

/** The administrator decides each report in the panel, and sends the false listing back. */
async function morning(admin: Caller, { harmer, second, member, tripId }: Cast, version: number): Promise<void> {
  const office = await person('desk');
  const { admin: account } = await seededPeople(site);
  await openPanel(office.page, account.email, account.password);
  const reports = {
    message: await reportOf(admin, harmer, 'message'),
    trip: await reportOf(admin, harmer, 'trip'),
    again: await reportOf(admin, second, 'message'),
    revenge: await reportOf(admin, member, 'member'),
  };
  await decide(office.page, reports.message.id, [insult, explained, 'Fausse identité ou fausse annonce'], {
    outcome: 'Avertissement',
    reason: 'Nous avons averti ce membre.',
    warning: 'Restez courtois dans vos messages.',
  });
  const body = { reason: 'Ce trajet ne nous paraît pas réel.' };
  await admin.ok('rejectTrip', { params: { tripId: tripId }, version, body });
  await decide(office.page, reports.trip.id, ['Paris', 'Alger'], {
    outcome: 'Mesure prise',
    reason: 'Annonce retirée.',
  });
  await decide(office.page, reports.again.id, ["C'est encore moi."], {
    outcome: 'Avertissement',
    reason: 'Nous avons averti ce membre.',
    warning: 'Un seul compte par personne.',
  });
  await decide(office.page, reports.revenge.id, ['Elle vole les gens.'], {
    outcome: 'Sans suite',
    reason: 'Rien ne le montre.',
  });
  await expectQuietLeave(office);
}

test('an evening with a harmer: the member knows what to do, the administrator decides, the harmer learns nothing', async () => {
  const admin = await administrator(site);
  const [harmer, second, member] = await Promise.all([
    joined(site, 'Malin', admin),
    joined(site, 'Doublure', admin),
    joined(site, 'Paisible', admin),
  ]);
  const parcel = await listedParcel(member, admin, 'Livres du soir');
  const trip = await harmer.caller.ok('publishTrip', { body: aTripToPublish() });
  const { version } = await admin.ok('approveTrip', { params: { tripId: trip.id }, version: trip.version });
  const cast = { harmer, second, member, parcelId: parcel.id, tripId: trip.id };
  const { references, revenge } = await evening(cast);
  await morning(admin, cast, version);

  // Each reporter reads the answer; the accused read what they did, and how to object.
  for (const reference of references)
    await mailTo(site, member.email, new RegExp(`(?:Sans suite|Avertissement|Mesure prise)[^]*${reference}`));
  await mailTo(site, harmer.email, new RegExp(`${revenge}`));
  const warned = await mailTo(site, harmer.email, /Restez courtois dans vos messages/);
  expect(warned.text).toContain('Contester cette décision');
  await mailTo(site, harmer.email, /Ce trajet ne nous paraît pas réel/);

  await mailTo(site, second.email, /Un seul compte par personne/);
  for (const accused of [harmer, second]) {
    const told = await toldTo(accused);
    for (const secret of [...references, explained, 'Paisible', member.userId, 'un autre nom'])
      expect(told).not.toContain(secret);
  }
  expect(await toldTo(member)).not.toContain('Elle vole les gens.');
});

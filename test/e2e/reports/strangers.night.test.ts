import { expect, test } from 'vitest';
import { expectAccessible, giveSession, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import { administrator, joined, listedParcel, openTestSite, password, until } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

test('a visitor reports a listing from its public page, without a session', async () => {
  const admin = await administrator(site);
  const owner = await joined(site, 'Annonceuse', admin);
  const parcel = await listedParcel(owner, admin, 'Petit sachet pour mon cousin');
  const visitor = await person('phone');
  const { page } = visitor;
  await page.goto(`/p/${parcel.id}`);
  await page.getByRole('link', { name: 'Signaler cette annonce' }).click();
  await page.getByRole('heading', { name: 'Signaler cette annonce' }).waitFor();
  await page.getByText('Contenu interdit dans un colis').click();
  await box(page, 'Expliquez en quelques mots').fill('Le sachet sent la poudre.');
  await button(page, 'Envoyer le signalement').click();
  await page.getByRole('heading', { name: 'Votre signalement est enregistré' }).waitFor();
  await expectAccessible(page, 'a report that has arrived');
  await expectQuietLeave(visitor);
  const { items } = await admin.ok('adminReports');
  expect(items.find(({ about }) => about.id === parcel.id)).toMatchObject({ accused: { id: owner.userId } });
});

test('a block while the other member has the conversation open closes it at their next message, and they can report', async () => {
  const admin = await administrator(site);
  const [blocker, blocked] = await Promise.all([joined(site, 'Bloqueuse', admin), joined(site, 'Insistant', admin)]);
  const say = (content: string) => blocker.caller.ok('sendMessage', { body: { recipientId: blocked.userId, content } });
  await say('Un coupon, et vite !');
  const reader = await person('phone');
  const { page } = reader;
  await giveSession(page, blocked.email, password);
  await visit(page, `/messages/${blocker.userId}`);
  await page.getByText('Un coupon, et vite !').first().waitFor();
  await blocker.caller.ok('blockMember', { params: { userId: blocked.userId } });

  // A page that has just come online asks again, and may be closed before the message.
  const closed = page.getByText("Ce membre n'est plus disponible.").first();
  const writes = async () => {
    await box(page, 'Votre message').fill('Pourquoi ?');
    await button(page, 'Envoyer le message').click();
  };
  await Promise.race([writes().catch(() => undefined), closed.waitFor()]);
  await closed.waitFor();
  await expectAccessible(page, 'a conversation that was closed while it was open');

  // In three presses, although the other one has blocked them.
  await button(page, 'Signaler ce message').click();
  await page.getByRole('dialog').getByText("Escroquerie ou demande d'argent").click();
  await button(page, 'Envoyer le signalement').click();
  await page.getByText(/^SG-[0-9A-F]{8}$/).waitFor();
  const report = await until('it is in the queue', async () => {
    const { items } = await admin.ok('adminReports');
    return items.find(({ reporter }) => reporter?.id === blocked.userId);
  });
  expect(report).toMatchObject({ about: { kind: 'message' }, accused: { id: blocker.userId } });
  await page.context().close();
});

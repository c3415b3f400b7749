import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeOf } from '#functions/second-factor/codes.ts';
import { settled, signIn, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aParcelToPublish,
  endProvenSessions,
  joined,
  mailTo,
  openTestSite,
  password,
} from '../../support/journey.ts';
import { button } from '../../support/pages/controls.ts';
import { anApplication, codeField, invitee, question, setUp } from './factor-set-up.ts';

const site = openTestSite();
const person = openBrowser();

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

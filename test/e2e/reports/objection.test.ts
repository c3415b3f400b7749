import { expect, test } from 'vitest';
import { expectAccessible, isWhole, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import { administrator, joined, listedParcel, mailTo, openTestSite, until } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

const linkIn = (text: string) => {
  const { pathname, search, hash } = new URL(/^Contester cette décision : (\S+)$/m.exec(text)?.[1] ?? '');
  return pathname + search + hash;
};

test.each(isWhole ? (['phone', 'desk'] as const) : (['phone'] as const))(
  'on a %s: the owner contests a rejection from its mail without a session, and reads the answer',
  async (device) => {
    const admin = await administrator(site);
    const owner = await joined(site, 'Contestante', admin);
    const title = `Cadeau contesté ${device}`;
    const parcel = await listedParcel(owner, admin, title);
    const body = { reason: 'Ce contenu est interdit.' };
    await admin.ok('rejectParcel', { params: { parcelId: parcel.id }, version: parcel.version, body });

    const reader = await person(device);
    const mail = await mailTo(site, owner.email, /Retiré de la recherche/);
    expect(mail.text).toContain("Une personne de notre équipe a pris cette décision, lors d'un contrôle.");
    await visit(reader.page, linkIn(mail.text));
    await reader.page.getByRole('heading', { name: 'Contester une décision' }).waitFor();
    await expectAccessible(reader.page, 'the page of an objection');
    await box(reader.page, /^Pourquoi cette décision/).fill("C'est un livre d'enfant.");
    await button(reader.page, 'Envoyer ma demande').click();
    await reader.page.getByRole('heading', { name: 'Votre demande est enregistrée' }).waitFor();
    const reference = (await reader.page.getByText(/^SG-[0-9A-F]{8}$/).textContent()) ?? '';
    await expectQuietLeave(reader);

    await mailTo(site, owner.email, new RegExp(`Contestation enregistrée : ${reference}`));
    const report = await until('it is in the queue', async () => {
      const { items } = await admin.ok('adminReports');
      return items.find(({ about }) => about.id?.startsWith(`parcel.${parcel.id}@`));
    });
    const params = { reportId: report.id };
    // The root administrator may answer objections to their own decisions.
    const answer = { outcome: 'acted' as const, reason: 'Vous avez raison.' };
    await admin.ok('decideReport', { params, version: report.version, body: answer });
    expect((await mailTo(site, owner.email, /Décision annulée/)).text).toContain('Motif');
  },
);

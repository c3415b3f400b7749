import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { reportedAlready } from '#shared/reports/words.ts';
import { aMe, aMessage } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import type { Reportable } from '#web/features/reports/reportable.ts';

const accused = { id: 'karim', firstName: 'Karim' };
const aboutId = '00000000-0000-4000-8000-000000000101';
const parcel: Reportable = { kind: 'parcel', id: 'p1', accused };

const open = async (thing: Reportable, answers: Answers = {}, phone = '+33612345601') => {
  const asked = fakeApi(answers);
  renderPart(<ReportButton thing={thing} name="Livres" />, {
    session: { status: 'member', me: aMe({ id: 'amel', phone }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Signaler : Livres' }));
  const dialog = within(await screen.findByRole('dialog'));
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Envoyer le signalement' }));
  return { asked, dialog, send };
};

test('a listing is reported in two presses and a choice, and the number is shown', async () => {
  const { asked, dialog, send } = await open(parcel, { reportParcel: () => ({ reference: 'SG-1A2B3C4D' }) });
  expect(dialog.getByText(/Karim ne saura pas qu'il vient de vous/)).toBeVisible();
  expect(dialog.getAllByRole('radio')).toHaveLength(7);
  await userEvent.click(dialog.getByRole('radio', { name: 'Contenu interdit dans un colis' }));
  await send();
  expect((await screen.findByText('SG-1A2B3C4D')).closest('p')).toHaveTextContent(
    /Merci\. Votre signalement SG-1A2B3C4D est enregistré/,
  );
  expect(asked).toMatchObject([{ row: 'reportParcel', body: { reason: 'forbidden' } }]);
  await userEvent.click(screen.getAllByRole('button', { name: 'Fermer' }).at(-1) as Element);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after a report its author can block the member too', async () => {
  const { asked, dialog, send } = await open(parcel, {
    reportParcel: () => ({ reference: 'SG-1A2B3C4D' }),
    blockMember: () => ({ isBlocked: true }),
  });
  await userEvent.click(dialog.getByRole('radio', { name: 'Contenu interdit dans un colis' }));
  await send();
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquer ce membre' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquer' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.at(-1)).toMatchObject({ row: 'blockMember' });
});

test('what was typed is there again after the dialog was closed, and gone once it is sent', async () => {
  const { dialog } = await open(parcel, { reportParcel: () => ({ reference: 'SG-1A2B3C4D' }) });
  await userEvent.click(dialog.getByRole('radio', { name: 'Autre problème' }));
  await userEvent.type(dialog.getByRole('textbox'), 'Il crie');
  await userEvent.keyboard('{Escape}');
  const again = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Signaler : Livres' }));
    return within(await screen.findByRole('dialog'));
  };
  const kept = await again();
  expect(kept.getByRole('radio', { name: 'Autre problème' })).toBeChecked();
  expect(kept.getByRole('textbox')).toHaveValue('Il crie');
  await userEvent.click(kept.getByRole('button', { name: 'Envoyer le signalement' }));
  await screen.findByText('SG-1A2B3C4D');
  await userEvent.click(screen.getAllByRole('button', { name: 'Fermer' }).at(-1) as Element);
  expect((await again()).getByRole('textbox')).toHaveValue('');
});

test('without an answer, or without words for « Autre problème », nothing is sent', async () => {
  const { asked, dialog, send } = await open(parcel);
  await send();
  expect(await dialog.findAllByText('Choisissez ce qui se passe')).not.toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: 'Autre problème' }));
  await send();
  expect(await dialog.findAllByText('Ajoutez une explication')).not.toEqual([]);
  expect(asked).toEqual([]);
});

test.each([
  ['+33612345601', 'En France : 17 ou 112 (114 par SMS).'],
  ['+213550123456', 'En Algérie : 1548 ou 17 (police), 1055 (gendarmerie).'],
  ['+32470123456', 'En France : 17 ou 112 (114 par SMS). En Algérie : 1548 ou 17 (police), 1055 (gendarmerie).'],
])('who is in danger is told to call the police first, with the phone %s', async (phone, numbers) => {
  const { dialog } = await open(parcel, {}, phone);
  await userEvent.click(dialog.getByRole('radio', { name: 'Danger immédiat pour une personne' }));
  expect(dialog.getByText(`Appelez d'abord la police. ${numbers}`)).toBeVisible();
});

test('a refused report keeps what was typed, with the sentence', async () => {
  const { dialog, send } = await open(parcel, { reportParcel: () => new Refusal('LIMIT', reportedAlready) });
  await userEvent.click(dialog.getByRole('radio', { name: 'Autre problème' }));
  await userEvent.type(dialog.getByLabelText(/Expliquez/), 'Il insiste');
  await send();
  expect(await dialog.findByText(reportedAlready.detail)).toBeVisible();
  expect(dialog.getByLabelText(/Expliquez/)).toHaveValue('Il insiste');
});

test('without a connection the dialog says so', async () => {
  const { dialog, send } = await open(parcel);
  await userEvent.click(dialog.getByRole('radio', { name: 'Autre problème' }));
  await userEvent.type(dialog.getByLabelText(/Expliquez/), 'Il insiste');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await send();
  expect(await dialog.findByText('Un signalement demande une connexion.')).toBeVisible();
  expect(dialog.getByLabelText(/Expliquez/)).toHaveValue('Il insiste');
});

test('of a conversation one message of the other member is chosen', async () => {
  const messages = [
    aMessage({ seq: 1, senderId: 'karim', content: 'Bonjour' }),
    aMessage({ seq: 2, senderId: 'amel', content: 'Oui ?' }),
    aMessage({ seq: 3, senderId: 'karim', content: 'Un coupon !' }),
  ];
  const { asked, dialog, send } = await open(
    { kind: 'message', id: 'karim', accused, parcelId: aboutId, messages },
    { reportMessage: () => ({ reference: 'SG-1A2B3C4D' }) },
  );
  expect(dialog.getByText('Nous gardons ce message et les dix précédents.')).toBeVisible();
  expect(dialog.getAllByRole('radio')[0]).toBeChecked();
  expect(dialog.queryByText('Oui ?')).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: /Un coupon/ }));
  await userEvent.click(dialog.getByRole('radio', { name: /Escroquerie/ }));
  await send();
  expect(await screen.findByText(/SG-1A2B3C4D/)).toBeVisible();
  expect(asked).toMatchObject([{ body: { seq: 3, parcelId: aboutId, reason: 'scam' } }]);
});

test('one’s own listing has no « Signaler »', () => {
  fakeApi({});
  renderPart(<ReportButton thing={parcel} name="Livres" />, {
    session: { status: 'member', me: aMe({ id: 'karim' }) },
  });
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['parcel', 'reportParcel'],
  ['trip', 'reportTrip'],
  ['member', 'reportMember'],
  ['review', 'reportReview'],
] as const)('a %s is reported in three presses: « Signaler », the reason, the sending', async (kind, row) => {
  const { dialog, send, asked } = await open({ ...parcel, kind }, { [row]: () => ({ reference: 'SG-1A2B3C4D' }) });
  await userEvent.click(dialog.getByRole('radio', { name: /^Escroquerie/ }));
  await send();
  expect(await screen.findByText('SG-1A2B3C4D')).toBeVisible();
  expect(asked).toMatchObject([{ row, body: { reason: 'scam' } }]);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aParcel, aParcelDraft, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { keptDraft } from '#test/support/pages/kept-draft.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { keepDraft } from '#web/lib/drafts/draft.ts';
import { SendParcelPage } from '#web/routes/send-parcel-page.tsx';

const noTrips = { searchTrips: () => ({ items: [] }), matchingTrips: () => ({ items: [] }) };
async function aWizard(changed: Parameters<typeof aParcelDraft>[0] = {}, me?: typeof karim) {
  keepDraft('parcel', aParcelDraft({ contents: [], ...changed }), 'listing');
  renderPage(<SendParcelPage />, { at: '/send-parcel', ...(me && { me }) });
  await screen.findByRole('group', { name: /^Ce que contient le colis/ });
}
const chip = (name: RegExp) => within(chips()).getByRole('button', { name });
const chips = () => screen.getByRole('group', { name: /^Ce que contient le colis/ });
const row = (name: RegExp) =>
  within(screen.getByRole('list', { name: 'Contenu déclaré' })).getByRole('listitem', { name });
const press = (button: HTMLElement) => userEvent.click(button);
const more = (name: RegExp) => within(row(name)).getByRole('button', { name: /^Un de plus/ });
const pieces = (name: RegExp) => within(row(name)).getByRole('textbox', { name: /^Nombre/ });
/** Errors are shown, and go, after a quarter of a second. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));
const goOn = () => press(screen.getByRole('button', { name: 'Continuer' }));

test('five contents take no more than twelve presses and no keyboard, and are published', async () => {
  const asked = fakeApi({ ...noTrips, publishParcel: () => aParcel() });
  await aWizard({}, karim);
  let presses = 0;
  const counted = async (button: HTMLElement) => {
    presses += 1;
    await press(button);
  };
  await counted(chip(/^Vêtements/));
  for (let one = 0; one < 5; one += 1) await counted(more(/^Vêtements/));
  for (const name of [/^Gâteaux/, /^Téléphone/, /^Papiers/, /^Jouets/]) await counted(chip(name));
  expect(presses).toBeLessThanOrEqual(12);
  expect(chip(/^Vêtements/)).toHaveAttribute('aria-pressed', 'true');
  expect(pieces(/^Vêtements/)).toHaveValue('6');
  await goOn();
  const summary = (await screen.findByText('Contenu', { selector: 'dt' })).parentElement;
  expect(summary).toHaveTextContent('6 × Vêtements, chaussures, tissus1 × Gâteaux et confiseries');
  await press(screen.getByRole('button', { name: 'Publier mon colis' }));
  await waitFor(() => expect(asked.some(({ row: name }) => name === 'publishParcel')).toBe(true));
  expect(asked.find(({ row: name }) => name === 'publishParcel')?.body).toMatchObject({
    contents: [
      { category: 'clothes', count: 6 },
      { category: 'pastries', count: 1 },
      { category: 'phone', count: 1 },
      { category: 'papers', count: 1 },
      { category: 'toys', count: 1 },
    ],
    hasElectronics: false,
  });
});

test('ten chips are shown first; a chosen one of the others keeps them', async () => {
  fakeApi(noTrips);
  await aWizard({ contents: [] });
  expect(within(chips()).queryByRole('button', { name: 'Miel' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Plus de contenus' }));
  await press(chip(/^Miel/));
  expect(row(/^Miel/)).toBeVisible();
  await press(within(row(/^Miel/)).getByRole('button', { name: /^Retirer/ }));
  expect(chip(/^Miel/)).toHaveFocus();
});

test('from the keyboard, the focus follows what a pressed button has opened', async () => {
  fakeApi(noTrips);
  await aWizard();
  screen.getByRole('button', { name: 'Plus de contenus' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(chip(/^Autre appareil/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  within(row(/^Autre appareil/))
    .getByRole('button', { name: /^Préciser/ })
    .focus();
  await userEvent.keyboard('{Enter}');
  expect(within(row(/^Autre appareil/)).getByRole('textbox', { name: /^Précisions/ })).toHaveFocus();
});

test('the chip of a removed row takes the focus, also below the first ten of a draft', async () => {
  fakeApi(noTrips);
  await aWizard({ contents: [{ category: 'honey', count: '1', what: '' }] });
  within(row(/^Miel/))
    .getByRole('button', { name: /^Retirer/ })
    .focus();
  await userEvent.keyboard('{Enter}');
  expect(chip(/^Miel/)).toHaveFocus();
});

test('under a content stands what customs want, and another country is judged again', async () => {
  fakeApi(noTrips);
  await aWizard({ pickup: { city: 'Paris', countryCode: 'FR' }, delivery: { city: '', countryCode: '' } });
  await press(chip(/^Téléphone/));
  await press(chip(/^Médicaments/));
  expect(row(/^Téléphone/)).not.toHaveTextContent(/À savoir|Refusé/);
  const country = screen.getByRole('combobox', { name: /^Pays d'arrivée/ });
  await userEvent.type(country, 'Algérie');
  await press(await screen.findByRole('option', { name: /Algérie/ }));
  expect(row(/^Téléphone/)).toHaveTextContent('À savoir La douane limite les téléphones');
  expect(row(/^Médicaments/)).toHaveTextContent("Refusé L'Algérie n'admet les médicaments");
  expect(screen.getByText(/admet ce dont une famille a besoin/)).toBeVisible();
});

test('without a list the focus goes to the first chip', async () => {
  fakeApi(noTrips);
  await aWizard();
  await goOn();
  await waitFor(() => expect(chip(/^Vêtements/)).toHaveFocus());
  expect(chips()).toHaveAccessibleDescription('Déclarez ce que contient le colis.');
  await press(chip(/^Vêtements/));
  await waitFor(() => expect(chips()).not.toHaveAccessibleDescription(/Déclarez/));
});

test('a refused content keeps the step, and takes the focus', async () => {
  fakeApi(noTrips);
  await aWizard({
    contents: [
      { category: 'papers', count: '1', what: '' },
      { category: 'medicine', count: '2', what: 'Doliprane' },
    ],
  });
  await goOn();
  await waitFor(() => expect(row(/^Médicaments/)).toHaveFocus());
  await press(within(row(/^Médicaments/)).getByRole('button', { name: /^Retirer/ }));
  await goOn();
  expect(await screen.findByRole('button', { name: 'Publier mon colis' })).toBeVisible();
});

test.each(['0', '100', '', 'x', '1,5'])('%j pieces are refused at their field', async (typed) => {
  fakeApi(noTrips);
  await aWizard({ contents: [{ category: 'toys', count: '3', what: '' }] });
  await userEvent.clear(pieces(/^Jouets/));
  if (typed) await userEvent.type(pieces(/^Jouets/), typed);
  await goOn();
  await waitFor(() => expect(pieces(/^Jouets/)).toHaveFocus());
  expect(pieces(/^Jouets/)).toHaveAccessibleDescription('Indiquez un nombre de 1 à 99.');
});

test('something else is named in words, which stay when its chip is pressed again', async () => {
  fakeApi(noTrips);
  await aWizard();
  await press(screen.getByRole('button', { name: 'Plus de contenus' }));
  await press(chip(/^Autre$/));
  await goOn();
  const words = () => within(row(/^Autre$/)).getByRole('textbox', { name: /^Précisions/ });
  await waitFor(() => expect(words()).toHaveFocus());
  expect(words()).toHaveAccessibleDescription(/Précisez ce contenu/);
  await userEvent.type(words(), 'Lunettes');
  await press(chip(/^Autre$/));
  await press(chip(/^Autre$/));
  expect(words()).toHaveValue('Lunettes');
  await waitFor(() =>
    expect(keptDraft('parcel')).toContain('"contents":[{"category":"other","count":"1","what":"Lunettes"}]'),
  );
});

test('a listed device is ticked, and cannot be unticked', async () => {
  fakeApi(noTrips);
  await aWizard({ contents: [{ category: 'phone', count: '1', what: '' }] });
  await goOn();
  const tick = await screen.findByRole('checkbox', { name: /Appareil électronique/ });
  expect(tick).toBeChecked();
  expect(tick).toBeDisabled();
  expect(tick).toHaveAccessibleDescription("D'après votre liste.");
});

test('a content that the server refuses is told at its row', async () => {
  const fields = { 'contents.0.category': 'Ceci est refusé depuis hier.' };
  fakeApi({ ...noTrips, publishParcel: () => refusal('INVALID', 'Corrigez.', { fields }) });
  await aWizard({ contents: [{ category: 'toys', count: '3', what: '' }] }, karim);
  await goOn();
  await press(await screen.findByRole('button', { name: 'Publier mon colis' }));
  expect(await screen.findByText('Ceci est refusé depuis hier.', { selector: 'p' })).toBeVisible();
});

test('the summary of errors names the content that lacks its words', async () => {
  fakeApi(noTrips);
  await aWizard({ title: '', contents: [{ category: 'other', count: '1', what: '' }] });
  await goOn();
  expect(await screen.findByRole('link', { name: 'Autre : Précisez ce contenu.' })).toBeVisible();
});

const three = (counts: readonly [string, string, string]) =>
  (['clothes', 'papers', 'toys'] as const).map((category, index) => ({
    category,
    count: counts[index] ?? '',
    what: '',
  }));

test('a removed row leaves the errors of the other rows at their rows', async () => {
  fakeApi(noTrips);
  await aWizard({ contents: three(['1', '0', '2']) });
  await goOn();
  await waitFor(() => expect(row(/^Papiers/)).toHaveTextContent('Indiquez un nombre'));
  await press(within(row(/^Vêtements/)).getByRole('button', { name: /^Retirer/ }));
  expect(row(/^Papiers/)).toHaveTextContent('Indiquez un nombre');
  expect(row(/^Jouets/)).not.toHaveTextContent('Indiquez un nombre');
  await settled();
  expect(row(/^Papiers/)).toHaveTextContent('Indiquez un nombre');
  expect(row(/^Jouets/)).not.toHaveTextContent('Indiquez un nombre');
});

test('a removed row leaves what the server has refused in the others', async () => {
  const fields = { 'contents.0.category': 'Vêtements refusés.', 'contents.2.category': 'Jouets refusés.' };
  fakeApi({ ...noTrips, publishParcel: () => refusal('INVALID', 'Corrigez.', { fields }) });
  await aWizard({ contents: three(['1', '1', '1']) }, karim);
  await goOn();
  await press(await screen.findByRole('button', { name: 'Publier mon colis' }));
  await screen.findByText('Jouets refusés.', { selector: 'p' });
  await press(within(row(/^Vêtements/)).getByRole('button', { name: /^Retirer/ }));
  await settled();
  expect(row(/^Jouets/)).toHaveTextContent('Jouets refusés.');
  expect(screen.queryByText(/Vêtements refusés/)).toBeNull();
  await press(within(row(/^Jouets/)).getByRole('button', { name: /^Retirer/ }));
  await press(within(row(/^Papiers/)).getByRole('button', { name: /^Retirer/ }));
  await waitFor(() => expect(chips()).toHaveAccessibleDescription('Déclarez ce que contient le colis.'));
});

test('an edit begins with the list of the parcel', async () => {
  const contents = [
    { category: 'clothes', count: 6, what: "manteaux d'enfant" },
    { category: 'phone', count: 1 },
  ] as const;
  const own = aParcel({ contents: [...contents], hasElectronics: true, viewer: 'karim', ownerId: 'karim' });
  fakeApi({ ...noTrips, readParcel: () => own });
  renderPage(<SendParcelPage />, { at: '/send-parcel?edit=p1', me: karim });
  await screen.findByRole('list', { name: 'Contenu déclaré' });
  expect(pieces(/^Vêtements/)).toHaveValue('6');
  expect(within(row(/^Vêtements/)).getByRole('textbox', { name: /^Précisions/ })).toHaveValue("manteaux d'enfant");
  await press(within(row(/^Téléphone/)).getByRole('button', { name: /^Retirer/ }));
  await press(screen.getByRole('checkbox', { name: /Je déclare/ }));
  await goOn();
  expect(await screen.findByRole('checkbox', { name: /Appareil électronique/ })).not.toBeChecked();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, karim, visitPage } from '#test/support/site.tsx';
import { SendParcelPage } from './send-parcel-page.tsx';

const noTrips = { 'GET /public/trips': () => ({ items: [] }) };
const published = {
  id: 'p1',
  ownerId: 'karim',
  owner: { id: 'karim', firstName: 'Karim', lastName: 'Haddad', verified: true, reviewCount: 0 },
  title: 'Livres',
  description: 'Trois livres de poche',
  weightGrams: 2500,
  size: 'medium',
  pickup: { city: 'Paris', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Alger', country: 'Algérie', countryCode: 'DZ' },
  deadline: '2099-12-25',
  isFragile: false,
  hasElectronics: false,
  status: 'active',
  trackingNumber: 'ABCDEFGH',
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 1,
  actions: {},
};
const draft = {
  title: 'Livres',
  description: 'Trois livres de poche',
  pickup: { city: 'Paris', countryCode: 'FR' },
  delivery: { city: 'Alger', countryCode: 'DZ' },
  weight: '2,5',
  size: 'medium',
  deadline: '2099-12-25',
  price: '',
  currency: 'EUR',
  contentDeclared: true,
  isFragile: false,
  hasElectronics: false,
};
type Draft = typeof draft;

/** The wizard as somebody finds it who has filled it before. */
function aFilledWizard(changed: Partial<Draft> = {}, me?: typeof karim, query = '') {
  localStorage.setItem('envoyage.draft.parcel', JSON.stringify({ ...draft, ...changed }));
  visitPage('/send-parcel', <SendParcelPage />, { address: `/send-parcel${query}`, ...(me && { me }) });
}
const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publier mon colis' }));
const address = () => screen.getByTestId('address').textContent;
const weight = () => screen.getByLabelText(/^Poids \(kg\)/);

test('an empty wizard says in one place and beside each field what is missing', async () => {
  fakeApi(noTrips);
  visitPage('/send-parcel', <SendParcelPage />);
  await goOn();
  expect(screen.getByText('Champs obligatoires manquants')).toBeVisible();
  const summary = screen.getByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Le titre du colis est requis',
    'La description est requise',
    'Le pays est requis',
    'La ville est requise',
    'Le pays est requis',
    'La ville est requise',
    'Le poids est requis',
    'La taille est requise',
    'La date limite est requise',
    'Déclarez le contenu de votre colis pour continuer',
  ]);
  expect(screen.getByLabelText(/Titre du colis/)).toBeInvalid();
  expect(address()).toBe('/send-parcel');
});

test('a missing date alone has its own toast', async () => {
  fakeApi(noTrips);
  aFilledWizard({ deadline: '' });
  await goOn();
  expect(screen.getByText('Date limite requise')).toBeVisible();
  expect(screen.getByText('Veuillez sélectionner une date limite pour votre envoi')).toBeVisible();
});

test.each(['2,5', '2.5', ' 3 '])('the weight %j goes on', async (typed) => {
  fakeApi(noTrips);
  aFilledWizard({ weight: '' });
  await userEvent.type(weight(), typed);
  await goOn();
  expect(await screen.findByRole('button', { name: 'Publier mon colis' })).toBeVisible();
});

test.each(['abc', '-1', '0', '2,5555'])('the weight %j is refused until it is right', async (typed) => {
  fakeApi(noTrips);
  aFilledWizard({ weight: '' });
  await userEvent.type(weight(), typed);
  await goOn();
  expect(weight()).toHaveAccessibleDescription(/Veuillez entrer un nombre valide/);
  await userEvent.clear(weight());
  await userEvent.type(weight(), '3');
  await waitFor(() => expect(weight()).toBeValid());
});

test('a deadline that has passed is refused', async () => {
  fakeApi(noTrips);
  aFilledWizard({ deadline: '2020-01-01' });
  await goOn();
  expect(screen.getByLabelText(/Date limite/)).toHaveAccessibleDescription(/ne peut pas être passée/);
});

test('going back keeps everything, and the step stands in the address', async () => {
  fakeApi(noTrips);
  aFilledWizard();
  await goOn();
  await waitFor(() => expect(address()).toBe('/send-parcel?etape=2'));
  expect(screen.getByText('Moyen (tient dans un sac à dos)')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Contenu fragile' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retour' }));
  expect(await screen.findByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(weight()).toHaveValue('2,5');
  await goOn();
  expect(await screen.findByRole('checkbox', { name: 'Contenu fragile' })).toBeChecked();
});

test('what is typed is kept on this device, and an address of step 2 over nothing opens step 1', async () => {
  fakeApi(noTrips);
  visitPage('/send-parcel', <SendParcelPage />, { address: '/send-parcel?etape=2' });
  await userEvent.type(await screen.findByLabelText(/Titre du colis/), 'Livres');
  expect(await screen.findByText('Brouillon enregistré')).toBeVisible();
  expect(localStorage.getItem('envoyage.draft.parcel')).toContain('Livres');
  expect(address()).toBe('/send-parcel');
});

test('a visitor fills everything and signs in to publish, with a way back to his draft', async () => {
  const asked = fakeApi(noTrips);
  aFilledWizard({}, undefined, '?etape=2');
  await publish();
  const dialog = screen.getByRole('dialog', { name: 'Connexion requise' });
  const back = encodeURIComponent('/send-parcel?etape=2');
  expect(within(dialog).getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', `/login?redirect=${back}`);
  expect(within(dialog).getByRole('link', { name: "S'inscrire" })).toHaveAttribute(
    'href',
    `/register?redirect=${back}`,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a member publishes: the same key until the file is checked, then the truth about when it shows', async () => {
  let looks = 0;
  const asked = fakeApi({
    ...noTrips,
    'POST /parcels': () => {
      looks += 1;
      return looks === 1 ? Response.json({ state: 'scanning' }, { status: 202 }) : published;
    },
  });
  aFilledWizard({ price: '12,5' }, karim, '?etape=2');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Publier mon colis' }));
  expect((await screen.findAllByText('Votre colis a été publié !', {}, { timeout: 3_000 }))[0]).toBeVisible();
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(posts[0]?.body).toMatchObject({
    weight: '2,5',
    price: { amount: 1250, currency: 'EUR' },
    pickup: { city: 'Paris', countryCode: 'FR' },
  });
  expect(screen.getAllByText(/après validation, sous 24 à 48 heures/)[0]).toBeVisible();
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
  await waitFor(() => expect(address()).toBe('/find-parcels'), { timeout: 4_000 });
});

test('a refusal of the server stands at its field of step 1, and nothing typed is lost', async () => {
  fakeApi({
    ...noTrips,
    'POST /parcels': () =>
      Response.json(
        {
          code: 'INVALID',
          title: 'Saisie à corriger',
          detail: 'À corriger',
          fields: { 'pickup.city': 'Ville inconnue' },
        },
        { status: 400 },
      ),
  });
  aFilledWizard({}, karim, '?etape=2');
  await publish();
  expect(await screen.findByText('Erreur lors de la publication')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/send-parcel'));
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveAccessibleDescription(
    'Ville inconnue',
  );
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
});

test('a file of the wrong type is refused before anything is sent', async () => {
  const asked = fakeApi(noTrips);
  aFilledWizard({}, karim);
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText(/Photo ou document/), new File(['x'], 'liste.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Format non supporté')).toBeVisible();
  expect(screen.getAllByText('Veuillez téléverser une image ou un document PDF.')[0]).toBeVisible();
  expect(asked).toEqual([]);
});

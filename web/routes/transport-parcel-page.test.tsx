import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Asked, fakeApi, karim, visitPage } from '#test/support/site.tsx';
import { TransportParcelPage } from './transport-parcel-page.tsx';

const draft = {
  depart: { city: 'Paris', countryCode: 'FR' },
  arrival: { city: 'Alger', countryCode: 'DZ' },
  stops: [
    { city: 'Lyon', countryCode: 'FR' },
    { city: 'Marseille', countryCode: 'FR' },
  ],
  transport: 'car',
  travelDate: '2099-12-25',
  maxWeightKg: 8,
  maxSize: 'medium',
  priceType: 'negotiable',
  amount: '',
  currency: 'EUR',
  notes: '',
  acceptsFragile: false,
  acceptsElectronics: false,
};
function aFilledForm(changed: Partial<typeof draft> = {}, me?: typeof karim) {
  localStorage.setItem('envoyage.draft.trip', JSON.stringify({ ...draft, ...changed }));
  visitPage('/transport-parcel', <TransportParcelPage />, me && { me });
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon trajet' }));
const saved = ({ body }: Asked) => {
  const { depart, arrival, stops, ...trip } = body as typeof draft;
  const named = (place: object) => ({ ...place, country: 'Pays' });
  return {
    ...trip,
    id: 't1',
    depart: named(depart),
    arrival: named(arrival),
    stops: stops.map(named),
    createdAt: '2026-11-01T10:00:00.000Z',
    ownerId: 'karim',
    actions: {},
    owner: { id: 'karim', firstName: 'Karim', lastName: 'Haddad', verified: true, reviewCount: 0 },
    status: 'active',
    version: 1,
  };
};

test('an empty form says what is missing', async () => {
  fakeApi({});
  visitPage('/transport-parcel', <TransportParcelPage />);
  await save();
  expect(screen.getByText('Champs manquants')).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Erreurs du formulaire' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Pays de départ : Le pays est requis',
    'Ville de départ : La ville est requise',
    "Pays d'arrivée : Le pays est requis",
    "Ville d'arrivée : La ville est requise",
    'Date de départ : La date de départ est requise',
    'Moyen de transport : Choisissez un moyen de transport',
    'Prix : Indiquez un prix, ou choisissez « Prix à convenir »',
  ]);
});

test('a price that is to be agreed now is not missed any more', async () => {
  fakeApi({});
  visitPage('/transport-parcel', <TransportParcelPage />);
  await save();
  const summary = screen.getByRole('region', { name: 'Erreurs du formulaire' });
  expect(within(summary).getByRole('link', { name: /^Prix/ })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Prix à convenir' }));
  await waitFor(() => expect(within(summary).queryByRole('link', { name: /^Prix/ })).toBeNull());
});

test('slider and number say the same weight, from 1 to 20 kilos', async () => {
  fakeApi({});
  visitPage('/transport-parcel', <TransportParcelPage />);
  const slider = screen.getByRole('slider');
  const number = screen.getByRole('spinbutton', { name: /Poids maximum/ });
  expect(number).toHaveValue(5);
  fireEvent.change(slider, { target: { value: '12' } });
  expect(number).toHaveValue(12);
  fireEvent.change(number, { target: { value: '7' } });
  expect(slider).toHaveValue('7');
  expect(slider).toHaveAttribute('aria-valuetext', '7 kilos');
  fireEvent.change(number, { target: { value: '21' } });
  await save();
  expect(number).toHaveAccessibleDescription('20 kg au maximum');
});

test('stops are moved by buttons, and the confirmation reads the trip as a sentence', async () => {
  const asked = fakeApi({ 'POST /trips': saved });
  aFilledForm({}, karim);
  await userEvent.click(screen.getByRole('button', { name: "Monter l'étape 2" }));
  await save();
  const dialog = screen.getByRole('alertdialog', { name: 'Confirmer votre trajet' });
  expect(dialog).toHaveTextContent(
    "Paris, France → Alger, Algérie, via Marseille, Lyon, voiture, vendredi 25 décembre 2099, jusqu'à 8 kg",
  );
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText('Trajet enregistré !')).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent('/my-trips');
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(1);
  expect(posts[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(posts[0]?.body).not.toHaveProperty('price');
  expect(localStorage.getItem('envoyage.draft.trip')).toBeNull();
});

test('a price is asked unless it is to be agreed', async () => {
  fakeApi({});
  aFilledForm({ priceType: 'per_kg' }, karim);
  await save();
  expect(screen.getByLabelText(/^Prix \*/)).toHaveAccessibleDescription(
    'Indiquez un prix, ou choisissez « Prix à convenir »',
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Prix à convenir' }));
  await save();
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

test('a draft that comes back says so, and one may begin anew', async () => {
  fakeApi({});
  aFilledForm({ notes: 'Matin' });
  expect(screen.getByText('Votre brouillon a été repris')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Recommencer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer mes saisies' }));
  expect(screen.getByLabelText(/Remarques/)).toHaveValue('');
  expect(localStorage.getItem('envoyage.draft.trip')).toBeNull();
});

test('a visitor signs in to publish and finds his draft again', async () => {
  fakeApi({});
  aFilledForm();
  await save();
  const dialog = screen.getByRole('dialog', { name: 'Connexion requise' });
  expect(dialog).toHaveTextContent('Vous devez être connecté pour créer un trajet');
  expect(within(dialog).getByRole('link', { name: 'Se connecter' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Ftransport-parcel',
  );
});

test('a failure keeps the form and says why', async () => {
  fakeApi({
    'POST /trips': () =>
      Response.json({ code: 'LIMIT', title: 'Limite', detail: 'Trop de trajets en attente.' }, { status: 409 }),
  });
  aFilledForm({}, karim);
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText("Une erreur est survenue lors de l'enregistrement du trajet.")).toBeVisible();
  await waitFor(() => expect(screen.getByText('Trop de trajets en attente.')).toBeVisible());
});

const own = {
  ...saved({
    body: { ...draft, stops: draft.stops, price: { amount: 500, currency: 'EUR' }, priceType: 'per_kg' },
  } as never),
  owner: { id: 'karim', firstName: 'Karim', lastName: 'Haddad', verified: true, reviewCount: 0 },
  travelDate: '2099-12-25',
  status: 'active',
  adminStatus: 'approved',
  version: 3,
  actions: { editTrip: { allowed: true }, cancelTrip: { allowed: true } },
};
const openOwn = (query: string) =>
  visitPage('/transport-parcel', <TransportParcelPage />, { address: `/transport-parcel?${query}`, me: karim });

test('one edits a trip as it stands; too late is said, and the next try goes through', async () => {
  const versions: (string | null)[] = [];
  fakeApi({
    'GET /trips/t1': () => own,
    'PATCH /trips/t1': ({ headers }) => {
      versions.push(headers.get('if-match'));
      return versions.length > 1
        ? { ...own, version: 9 }
        : Response.json(
            {
              code: 'STALE',
              title: 'Annonce modifiée',
              detail: 'Validée entre-temps.',
              current: { ...own, version: 8 },
            },
            { status: 412 },
          );
    },
  });
  openOwn('edit=t1');
  const change = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Confirmer votre trajet' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer le trajet' }));
  };
  await change();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(
    'Validée entre-temps.',
  );
  await change();
  expect(await screen.findByText('Trajet modifié')).toBeVisible();
  expect(versions).toEqual(['"3"', '"8"']);
  expect(screen.getByTestId('address')).toHaveTextContent('/my-trips?matches=t1');
});

test('the way back is the same way the other way round, on a day still to be said', async () => {
  fakeApi({ 'GET /trips/t1': () => own });
  openOwn('return=t1');
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Alger');
  expect(screen.getByRole('combobox', { name: /Ville d'arrivée/ })).toHaveValue('Paris');
  expect(screen.getByRole('combobox', { name: /Ville de l'étape 1/ })).toHaveValue('Marseille');
  expect(screen.getByLabelText(/Date de départ/)).toHaveValue('');
});

test('a stop that is an end of the trip is refused at its field', async () => {
  fakeApi({});
  aFilledForm({ stops: [{ city: 'paris', countryCode: 'FR' }] });
  await save();
  expect(await screen.findByRole('combobox', { name: /Ville de l'étape 1/ })).toHaveAccessibleDescription(
    'Cette ville est déjà sur votre trajet',
  );
});

test('a session that ended before the last button leads to sign in, and the draft waits', async () => {
  fakeApi({
    'POST /trips': () =>
      Response.json(
        { code: 'SESSION_REVOKED', title: 'Session terminée', detail: 'Reconnectez-vous.' },
        { status: 401 },
      ),
  });
  aFilledForm({ notes: 'Matin' }, karim);
  await userEvent.type(screen.getByLabelText(/Remarques/), ' tôt');
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText('Vous devez être connecté pour créer un trajet')).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent(`/login?redirect=${encodeURIComponent('/transport-parcel')}`);
  expect(localStorage.getItem('envoyage.draft.trip')).toContain('Matin tôt');
});

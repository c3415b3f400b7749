import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import type { Place } from '#shared/values/fields.ts';
import { aCard, aListedDelivery, alger, anOffer, aParcel, aTrip, karim, paris } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { keptDraft } from '#test/support/pages/kept-draft.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { keepDraft } from '#web/lib/drafts/draft.ts';
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
  keepDraft('trip', { ...draft, ...changed }, 'listing');
  return renderPage(<TransportParcelPage />, { at: '/transport-parcel', ...(me && { me }) });
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon trajet' }));
const named = (place: Pick<Place, 'city' | 'countryCode'>): Place => ({ ...place, country: 'Pays' });
/** The trip as the server has stored it. */
const saved: Answers['publishTrip'] = ({ body: { depart, arrival, stops = [], ...facts } }) =>
  aTrip({ ...facts, depart: named(depart), arrival: named(arrival), stops: stops.map(named) });

test('an empty form says what is missing', async () => {
  fakeApi({});
  renderPage(<TransportParcelPage />, { at: '/transport-parcel' });
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
    'Prix : Indiquez un prix, ou choisissez «\u00a0Prix à convenir\u00a0»',
  ]);
});

test('a price that is to be agreed now is not missed any more', async () => {
  fakeApi({});
  renderPage(<TransportParcelPage />, { at: '/transport-parcel' });
  await save();
  const summary = screen.getByRole('region', { name: 'Erreurs du formulaire' });
  expect(within(summary).getByRole('link', { name: /^Prix/ })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Prix à convenir' }));
  await waitFor(() => expect(within(summary).queryByRole('link', { name: /^Prix/ })).toBeNull());
});

test('slider and number say the same weight, from 1 to 20 kilos', async () => {
  fakeApi({});
  renderPage(<TransportParcelPage />, { at: '/transport-parcel' });
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
  const asked = fakeApi({ publishTrip: saved });
  const place = aFilledForm({}, karim);
  await userEvent.click(screen.getByRole('button', { name: "Monter l'étape 2" }));
  await save();
  const dialog = screen.getByRole('alertdialog', { name: 'Confirmer votre trajet' });
  expect(dialog).toHaveTextContent(
    "Paris, France → Alger, Algérie, via Marseille, Lyon, voiture, vendredi 25 décembre 2099, jusqu'à 8 kg",
  );
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText('Trajet enregistré !')).toBeVisible();
  await waitFor(() => expect(place.url).toContain('/my-trips'));
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(1);
  expect(posts[0]?.key).toBeTruthy();
  expect(posts[0]?.body).not.toHaveProperty('price');
  expect(keptDraft('trip')).toBeNull();
});

test('a price is asked unless it is to be agreed', async () => {
  fakeApi({});
  aFilledForm({ priceType: 'per_kg' }, karim);
  await save();
  expect(screen.getByLabelText(/^Prix \*/)).toHaveAccessibleDescription(
    'Indiquez un prix, ou choisissez «\u00a0Prix à convenir\u00a0»',
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Prix à convenir' }));
  await save();
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

test('a draft that comes back says so, and one may begin again', async () => {
  fakeApi({});
  aFilledForm({ notes: 'Matin' });
  expect(screen.getByText('Votre brouillon a été repris')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Recommencer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer mes saisies' }));
  expect(screen.getByLabelText(/Remarques/)).toHaveValue('');
  expect(keptDraft('trip')).toBeNull();
});

test('a visitor signs in to publish and finds their draft again', async () => {
  fakeApi({});
  aFilledForm();
  await save();
  const dialog = await screen.findByRole('dialog', { name: 'Connexion requise' });
  expect(dialog).toHaveTextContent('Vous devez être connecté pour créer un trajet');
  expect(within(dialog).getByRole('link', { name: 'Se connecter' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Ftransport-parcel',
  );
});

test('a failure keeps the form and says why', async () => {
  fakeApi({
    publishTrip: () => refusal('LIMIT', 'Trop de trajets en attente.'),
  });
  aFilledForm({}, karim);
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText("Une erreur est survenue lors de l'enregistrement du trajet.")).toBeVisible();
  await waitFor(() => expect(screen.getByText('Trop de trajets en attente.')).toBeVisible());
});

test.each([
  ['PROFILE_BLOCKED', 'Nous contacter', '/contact'],
  ['SUBSCRIPTION_NEEDED', 'Voir mon abonnement', '/payment-methods'],
  ['PROFILE_NOT_APPROVED', 'Voir ma vérification', '/confirm-email-success'],
] as const)('a member refused for %s gets a link to help', async (code, name, href) => {
  fakeApi({ publishTrip: () => new Refusal(code) });
  aFilledForm({}, karim);
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Confirmer votre trajet' }));
  expect(await question.findByText(new Refusal(code).sentence.detail)).toBeVisible();
  expect(question.getByRole('link', { name })).toHaveAttribute('href', href);
});

const own = aTrip({
  owner: aCard({ id: 'karim', firstName: 'Karim', lastName: 'Haddad' }),
  depart: named(draft.depart),
  arrival: named(draft.arrival),
  stops: draft.stops.map(named),
  transport: 'car',
  travelDate: '2099-12-25',
  priceType: 'per_kg',
  price: { amount: 500, currency: 'EUR' },
  adminStatus: 'approved',
  version: 3,
  actions: { editTrip: { allowed: true }, cancelTrip: { allowed: true } },
});
const openOwn = (query: string) => renderPage(<TransportParcelPage />, { at: `/transport-parcel?${query}`, me: karim });

test('one edits a trip as it stands; too late is said, and the next try goes through', async () => {
  const versions: unknown[] = [];
  fakeApi({
    readTrip: () => own,
    editTrip: ({ version }) => {
      versions.push(version);
      return versions.length > 1
        ? { ...own, version: 9 }
        : refusal('STALE', 'Validée entre-temps.', { current: { ...own, version: 8 } });
    },
  });
  const place = openOwn('edit=t1');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Confirmer votre trajet' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await dialog.findByText('Validée entre-temps.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText('Trajet modifié')).toBeVisible();
  expect(versions).toEqual([3, 8]);
  await waitFor(() => expect(place.url).toContain('/my-trips?matches=t1'));
});

test('the kilos of a trip begin at those that are booked, and its places are fixed', async () => {
  fakeApi({ readTrip: () => ({ ...own, bookedGrams: 3500 }) });
  openOwn('edit=t1');
  expect(await screen.findByRole('slider')).toHaveAttribute('min', '4');
  expect(screen.getByText('Des colis comptent sur ces villes : elles ne changent plus.')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /Ville/ })).toBeNull();
  expect(screen.getByLabelText(/Date de départ/)).toBeEnabled();
});

test('fewer kilos than those that are booked are refused at the field, before the question', async () => {
  fakeApi({ readTrip: () => ({ ...own, bookedGrams: 3500 }) });
  keepDraft('trip.t1', { ...draft, maxWeightKg: 2 }, 'listing');
  openOwn('edit=t1');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  expect(await screen.findByRole('spinbutton', { name: /Poids maximum/ })).toHaveAccessibleDescription(
    /3,5\skg sont déjà réservés sur ce trajet\./,
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('before a trip moves, the question names the parcels that count on it, and the day that is too late', async () => {
  const trip = { id: 't1', travelDate: own.travelDate, transport: own.transport, from: 'Paris', to: 'Alger' };
  const terms = { grams: 8000, trip };
  fakeApi({
    readTrip: () => ({ ...own, maxWeightKg: 8, bookedGrams: 8000 }),
    myDeliveries: ({ query }) => ({
      counts: { to_collect: 1, in_transit: 1, to_deliver: 0, completed: 0 },
      items:
        {
          to_collect: [aListedDelivery({ title: 'Jouets', deadline: '2099-12-31', terms })],
          in_transit: [
            aListedDelivery({ id: 'p2', title: 'Robe', status: 'in_transit', deadline: '2099-12-20', terms }),
          ],
        }[String(query.state)] ?? [],
    }),
    myRequests: ({ query }) => ({
      items:
        query.direction === 'received'
          ? [aListedDelivery({ id: 'p3', title: 'Vélo', status: 'carrier_chosen', deadline: '2099-12-22', terms })]
          : [],
    }),
    editTrip: () => ({ ...own, maxWeightKg: 8, bookedGrams: 8000, version: 4 }),
  });
  keepDraft('trip.t1', { ...draft, travelDate: '2099-12-24' }, 'listing');
  const place = openOwn('edit=t1');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirmer votre trajet' }));
  const lines = await question.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Jouets',
    'Robe : le nouveau jour est après sa date limite (20 déc. 2099)',
    'Vélo : le nouveau jour est après sa date limite (22 déc. 2099)',
  ]);
  expect(question.getByText('1 proposition avec ce trajet')).toBeVisible();
  expect(question.getByText(/Un oui reste impossible : le trajet n'a pas assez de place/)).toBeVisible();
  expect(question.queryByText(/ne sera plus possible/)).toBeNull();
  expect(question.getByText('Après la date limite du colis : 1 accord, 1 proposition.')).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Enregistrer le trajet' }));
  // A full trip has no parcels to suggest.
  await waitFor(() => expect(place.url).toBe('/my-trips'));
});

type Told = readonly [text: string | RegExp, titles: readonly string[]];
const edits: readonly (readonly [what: string, edit: object, told: readonly Told[]])[] = [
  [
    'a description',
    { notes: 'À la gare' },
    [['La réponse sera possible après la validation du trajet.', ['Vélo', 'Livres']]],
  ],
  [
    'other cities',
    { arrival: { city: 'Oran', countryCode: 'DZ' } },
    [
      [/^Le changement y est repris, .* La réponse sera possible/, ['Vélo', 'Livres']],
      [/^Le changement y est repris, .* Un oui reste impossible/, ['Piano']],
    ],
  ],
  [
    'fewer kilos',
    { maxWeightKg: 2 },
    [
      ['La réponse sera possible après la validation du trajet.', ['Livres']],
      ["Un oui ne sera plus possible : le trajet n'aura plus assez de place.", ['Vélo']],
      ["Il ne pourra plus être accepté : le trajet n'aura plus assez de place.", ['Thé']],
    ],
  ],
  [
    'more kilos',
    { maxWeightKg: 20 },
    [
      ['La réponse sera possible après la validation du trajet.', ['Vélo', 'Livres']],
      ['Il pourra de nouveau être accepté : le trajet aura assez de place.', ['Laine']],
    ],
  ],
];
test.each(edits)(
  'before an edit of %s, the question tells what becomes of the propositions',
  async (_what, edit, told) => {
    const trip = { id: 't1', travelDate: own.travelDate, transport: own.transport, from: 'Paris', to: 'Alger' };
    fakeApi({
      readTrip: () => own,
      myDeliveries: () => ({ counts: { to_collect: 0, in_transit: 0, to_deliver: 0, completed: 0 }, items: [] }),
      myRequests: ({ query }) => ({
        items:
          query.direction === 'received'
            ? [
                aListedDelivery({ id: 'p3', title: 'Vélo', status: 'carrier_chosen', terms: { grams: 4000, trip } }),
                // Too heavy for the trip as it is.
                aListedDelivery({ id: 'p8', title: 'Piano', status: 'carrier_chosen', terms: { grams: 9e4, trip } }),
                aListedDelivery({ id: 'p4', title: 'Livres', status: 'carrier_chosen', terms: { grams: 500, trip } }),
                // Changes of agreements: 3 kg more, half a kilo, 12 kg, far too much, none.
                ...(
                  [
                    ['p5', 'Thé', 3500],
                    ['p6', 'Café', 1000],
                    ['p10', 'Laine', 12_500],
                    ['p9', 'Sable', 9e4],
                    ['p7', 'Sel', undefined],
                  ] as const
                ).map(([id, title, grams]) =>
                  aListedDelivery({
                    id,
                    title,
                    status: 'pickup',
                    terms: { grams: 500, trip },
                    offer: anOffer({ isChange: true, price: undefined, grams }),
                  }),
                ),
              ]
            : [],
      }),
    });
    keepDraft('trip.t1', { ...draft, travelDate: own.travelDate, transport: own.transport, ...edit }, 'listing');
    openOwn('edit=t1');
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Confirmer votre trajet' }));
    for (const [text, titles] of told) {
      const box = (await question.findByText(text)).parentElement as HTMLElement;
      expect(
        within(box)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(titles);
    }
    const named = told.flatMap(([, titles]) => titles);
    expect(question.queryAllByText(/Piano|Sable/)).toHaveLength(named.includes('Piano') ? 1 : 0);
  },
);

test('the question tells that lists are longer than what it has read, and counts « au moins »', async () => {
  const trip = { id: 't1', travelDate: own.travelDate, transport: own.transport, from: 'Paris', to: 'Alger' };
  const half = aListedDelivery({ status: 'carrier_chosen', deadline: '2099-12-20', terms: { grams: 500, trip } });
  fakeApi({
    readTrip: () => own,
    myDeliveries: () => ({ counts: { to_collect: 0, in_transit: 0, to_deliver: 0, completed: 0 }, items: [] }),
    myRequests: ({ query }) => (query.direction === 'received' ? { items: [half], next: 'more' } : { items: [] }),
  });
  keepDraft('trip.t1', { ...draft, travelDate: '2099-12-24' }, 'listing');
  openOwn('edit=t1');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirmer votre trajet' }));
  expect(await question.findByText('Au moins 1 proposition avec ce trajet')).toBeVisible();
  expect(question.getByText('Après la date limite du colis : au moins 1 proposition.')).toBeVisible();
  expect(question.getByText(/d'autres colis ou propositions peuvent compter sur ce trajet/)).toBeVisible();
});

test('a trip that moves is confirmed once its parcels are read; if they cannot be, it can be saved all the same', async () => {
  const lists: ((answer: Refusal) => void)[] = [];
  const asked = fakeApi({
    readTrip: () => own,
    myDeliveries: () => new Promise((resolve) => void lists.push(resolve)),
    editTrip: () => ({ ...own, version: 4 }),
  });
  keepDraft('trip.t1', { ...draft, travelDate: '2099-12-24' }, 'listing');
  openOwn('edit=t1');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirmer votre trajet' }));
  const save = question.getByRole('button', { name: 'Enregistrer le trajet' });
  expect(question.getByText('Lecture des colis de ce trajet…')).toBeInTheDocument();
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(save);
  expect(asked.some(({ row }) => row === 'editTrip')).toBe(false);
  for (const answer of lists) answer(refusal('NOT_ALLOWED', 'Lecture refusée.'));
  expect(await question.findByText('Impossible de charger les colis de ce trajet.')).toBeVisible();
  expect(question.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(save).not.toHaveAttribute('aria-disabled');
  await userEvent.click(save);
  await waitFor(() => expect(asked.some(({ row }) => row === 'editTrip')).toBe(true));
});

test('a draft from before a booking gives its places up, and can be saved', async () => {
  const sent: unknown[] = [];
  fakeApi({
    readTrip: () => ({ ...own, bookedGrams: 3500 }),
    editTrip: ({ body }) => {
      sent.push(body);
      return { ...own, version: 4 };
    },
  });
  const typed = { ...draft, arrival: { city: 'Oran', countryCode: 'DZ' }, stops: [], notes: 'À la gare' };
  keepDraft('trip.t1', typed, 'listing');
  openOwn('edit=t1');
  expect(await screen.findByText('Alger')).toBeVisible();
  expect(screen.queryByText('Oran')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer les modifications' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  await waitFor(() => expect(sent).toMatchObject([{ arrival: draft.arrival, stops: draft.stops, notes: 'À la gare' }]));
});

test('the way back is the same way the other way round, on a day still to be said', async () => {
  fakeApi({ readTrip: () => own });
  openOwn('return=t1');
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Alger');
  expect(screen.getByRole('combobox', { name: /Ville d'arrivée/ })).toHaveValue('Paris');
  expect(screen.getByRole('combobox', { name: /Ville de l'étape 1/ })).toHaveValue('Marseille');
  expect(screen.getByLabelText(/Date de départ/)).toHaveValue('');
});

test('a carrier who has delivered a parcel starts the form with the return route', async () => {
  fakeApi({ readParcel: () => aParcel({ id: 'p1', pickup: paris, delivery: alger }) });
  renderPage(<TransportParcelPage />, { at: '/transport-parcel?parcel=p1', me: karim });
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Alger');
  expect(screen.getByRole('combobox', { name: /Ville d'arrivée/ })).toHaveValue('Paris');
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
    publishTrip: () => refusal('SESSION_REVOKED', 'Reconnectez-vous.'),
  });
  const place = aFilledForm({ notes: 'Matin' }, karim);
  await userEvent.type(screen.getByLabelText(/Remarques/), ' tôt');
  await save();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le trajet' }));
  expect(await screen.findByText('Vous devez être connecté pour créer un trajet')).toBeVisible();
  expect(place.url).toContain(`/login?redirect=${encodeURIComponent('/transport-parcel')}`);
  expect(keptDraft('trip')).toContain('Matin tôt');
});

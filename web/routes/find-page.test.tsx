import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aParcel, aParcelCard, aTrip, aTripCard, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { FindPage } from './find-page.tsx';

const owner = { firstName: 'Amel', verified: true, rating: 4.5, reviewCount: 12 };
const books = aParcelCard({ owner });
const trip = aTripCard({ owner, priceType: 'fixed', price: { amount: 1500, currency: 'EUR' } });
const theListings = {
  searchParcels: () => ({ items: [books] }),
  searchTrips: () => ({ items: [trip] }),
};
const open = (query = '', me?: typeof karim) =>
  renderPage(<FindPage />, { at: `/find-parcels${query}`, ...(me && { me }) });

/** A screen with room for the form; a phone has a pill and a sheet in its place. */
const openWide = (query = '') => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList,
  );
  return open(query);
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

test('the filters of the address fill the fields and the question', async () => {
  const asked = fakeApi(theListings);
  openWide('?fromCity=Paris&toCountry=DZ&date=2026-12-01');
  expect(await screen.findByRole('heading', { name: /^Livres/ })).toBeVisible();
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Paris');
  expect(screen.getByRole('combobox', { name: /Pays d'arrivée/ })).toHaveValue('Algérie');
  expect(screen.getByLabelText(/^Date/)).toHaveValue('01/12/2026');
  expect(asked[0]?.query).toEqual({
    fromCity: 'Paris',
    toCountry: 'Algérie',
    date: '2026-12-01',
  });
});

test('what is typed filters live and stands in the address', async () => {
  fakeApi(theListings);
  const place = openWide();
  await userEvent.type(await screen.findByRole('combobox', { name: /Ville d'arrivée/ }), 'oran');
  await waitFor(() => expect(place.url).toBe('/find-parcels?toCity=oran'));
  expect(screen.getByRole('button', { name: 'Retirer le filtre Arrivée : oran' })).toBeVisible();
});

test('a country filters while it is typed, and stands in the address as it is', async () => {
  const asked = fakeApi(theListings);
  const place = openWide();
  await userEvent.type(await screen.findByRole('combobox', { name: /Pays d'arrivée/ }), 'algé');
  await waitFor(() => expect(asked.at(-1)?.query['toCountry']).toBe('algé'));
  expect(place.url).toBe('/find-parcels?toCountry=alg%C3%A9');
  await userEvent.type(screen.getByRole('combobox', { name: /Ville d'arrivée/ }), 'or');
  expect(screen.getByRole('combobox', { name: /Pays d'arrivée/ })).toHaveValue('algé');
  await userEvent.click(screen.getByRole('button', { name: 'Retirer le filtre Arrivée : algé' }));
  expect(screen.getByRole('combobox', { name: /Pays d'arrivée/ })).toHaveValue('');
});

test('« Rechercher » writes the address at once, leads to the results, and back undoes it', async () => {
  fakeApi(theListings);
  const place = openWide();
  const city = await screen.findByRole('combobox', { name: /Ville de départ/ });
  await userEvent.type(city, 'lyon{Enter}');
  expect(place.url).toBe('/find-parcels?fromCity=lyon');
  expect(await screen.findByRole('heading', { level: 2, name: '1 colis' })).toHaveFocus();
  place.back();
  expect(place.url).toBe('/find-parcels');
  await waitFor(() => expect(city).toHaveValue(''));
});

test('a search without result differs from an empty site, and its filters can be cleared', async () => {
  fakeApi({ searchParcels: ({ query }) => ({ items: query['fromCity'] ? [] : [books] }) });
  const place = open('?fromCity=nowhere');
  expect(await screen.findByText('Aucun colis ne correspond à votre recherche')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Effacer les filtres' })[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: /^Livres/ })).toBeVisible();
  expect(place.url).toBe('/find-parcels');
});

const pill = () => screen.getByRole('button', { name: /^Rechercher :/ });
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Rechercher' }));

test('on a phone one pill says what is searched and opens a sheet; the back button closes it, and a search leads to the results', async () => {
  const asked = fakeApi(theListings);
  const place = open('?fromCity=Paris&toCountry=DZ');
  expect(await screen.findByRole('heading', { name: /^Livres/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /Ville de départ/ })).toBeNull();
  expect(pill()).toHaveTextContent('Rechercher : Paris → Algérie· Quand ?');
  await userEvent.click(pill());
  expect((await sheet()).getByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Paris');
  place.back();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(pill()).toHaveFocus();

  await userEvent.click(pill());
  await userEvent.click((await sheet()).getByRole('button', { name: 'Inverser départ et arrivée' }));
  // A change filters immediately, and the sheet stays.
  await waitFor(() => expect(place.url).toBe('/find-parcels?fromCountry=DZ&toCity=Paris'));
  await userEvent.click((await sheet()).getByRole('button', { name: 'Rechercher' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('heading', { level: 2, name: '1 colis' })).toHaveFocus();
  expect(asked.at(-1)?.query).toEqual({ fromCountry: 'Algérie', toCity: 'Paris' });
  place.back();
  expect(place.url).toBe('/find-parcels?fromCity=Paris&toCountry=DZ');
});

test('two presses open one sheet, and who goes elsewhere meanwhile is not called back', async () => {
  fakeApi(theListings);
  const place = open('?fromCity=Paris');
  await screen.findByRole('heading', { name: /^Livres/ });
  fireEvent.click(pill());
  fireEvent.click(pill());
  await sheet();
  place.back();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(place.url).toBe('/find-parcels?fromCity=Paris');

  fireEvent.click(pill());
  fireEvent.click(screen.getByRole('button', { name: 'Retirer le filtre Départ : Paris' }));
  await waitFor(() => expect(place.url).toBe('/find-parcels'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(place.url).toBe('/find-parcels');
});

test('the sheet offers recent searches of this device, and the routes of the listings', async () => {
  fakeApi(theListings);
  const place = open();
  await userEvent.click(pill());
  await userEvent.type((await sheet()).getByRole('combobox', { name: /Ville d'arrivée/ }), 'oran{Enter}');
  expect(place.url).toBe('/find-parcels?toCity=oran');
  await userEvent.click(pill());
  await userEvent.click(await (await sheet()).findByRole('button', { name: 'France → Algérie' }));
  expect(place.url).toBe('/find-parcels?fromCountry=FR&toCountry=DZ');
  await userEvent.click(pill());
  expect((await sheet()).getByRole('button', { name: 'France → Algérie' })).toBeVisible();
  await userEvent.click((await sheet()).getByRole('button', { name: 'Partout → oran' }));
  expect(place.url).toBe('/find-parcels?toCity=oran');
  await userEvent.click(pill());
  await userEvent.click((await sheet()).getByRole('button', { name: 'Effacer les recherches récentes' }));
  expect((await sheet()).queryByRole('heading', { name: 'Recherches récentes' })).toBeNull();
  expect(localStorage.getItem('envoyage.searches')).toBeNull();
});

test('each list has its order and filters, in the address and in the question, and keeps those of the other', async () => {
  const asked = fakeApi(theListings);
  const place = open('?filter=fragile.transport-boat');
  expect(await screen.findByRole('heading', { name: /^Livres/ })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ordre' }), 'Date limite la plus proche');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Poids du colis' }), '2 kg au plus');
  await userEvent.click(screen.getByRole('button', { name: 'Identité vérifiée', pressed: false }));
  expect(place.url).toBe('/find-parcels?filter=fragile.soonest.transport-boat.verified.weight-2');
  await waitFor(() => expect(asked.at(-1)?.row).toBe('searchTrips'));
  const questions = new Map(asked.map(({ row, query }) => [row, query]));
  expect(questions.get('searchParcels')).toEqual({ filter: 'soonest.verified.weight-2' });
  expect(questions.get('searchTrips')).toEqual({ filter: 'fragile.transport-boat.verified.weight-2' });
  await userEvent.click(screen.getByRole('tab', { name: /^Trajets/ }));
  expect(screen.getByRole('combobox', { name: 'Moyen de transport' })).toHaveValue('transport-boat');
  expect(screen.getByRole('combobox', { name: 'Ordre' })).toHaveDisplayValue('Départ le plus proche');
  await userEvent.click(screen.getByRole('button', { name: 'Accepte les objets fragiles', pressed: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
  expect(place.url).toBe('/find-parcels?filter=soonest&tab=trips');
});

test('a search that finds nothing says without which filter it finds something', async () => {
  fakeApi({
    ...theListings,
    searchParcels: ({ query }) => ({ items: query['filter'] === 'verified' ? [books] : [] }),
  });
  const place = open('?filter=size-large.verified');
  await userEvent.click(await screen.findByRole('button', { name: 'Sans « Taille du colis : Grand » (1)' }));
  expect(screen.queryByRole('button', { name: /^Sans « Identité/ })).toBeNull();
  expect(place.url).toBe('/find-parcels?filter=verified');
  expect(await screen.findByRole('heading', { name: /^Livres/ })).toBeVisible();
});

test('a search that is too wide for the server asks to be narrowed', async () => {
  fakeApi({ ...theListings, searchParcels: () => ({ items: [books], isCut: true }) });
  open('?filter=soonest');
  expect(await screen.findByText(/affinez votre recherche/)).toBeVisible();
});

test('nothing published yet is said in the words of product 2.2', async () => {
  fakeApi({ searchParcels: () => ({ items: [] }), searchTrips: () => ({ items: [] }) });
  const place = open();
  expect(await screen.findByText('Aucun colis disponible pour le moment')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Trajets disponibles (0)' }));
  expect(await screen.findByText('Aucun trajet disponible pour le moment')).toBeVisible();
  expect(place.url).toBe('/find-parcels?tab=trips');
});

test('after a publication the page says what happens next', async () => {
  fakeApi(theListings);
  renderPage(<FindPage />, { at: '/find-parcels', state: { published: true }, me: karim });
  const notice = await screen.findByText('Votre annonce est en cours de validation');
  expect(
    within(notice.parentElement as HTMLElement)
      .getAllByRole('listitem')
      .map(textOf),
  ).toEqual([
    expect.stringMatching(/^Envoyée le /),
    'Vérifiée sous 24 à 48 heures par notre équipe.',
    'Une fois validée, elle apparaît ici et les voyageurs qui font ce trajet peuvent vous écrire.',
  ]);
  expect(screen.getByRole('link', { name: 'Voir mes colis' })).toHaveAttribute('href', '/my-parcels');
});

test('a visitor who opens a parcel signs in and comes back to it', async () => {
  fakeApi(theListings);
  const place = open('?fromCity=Paris');
  await userEvent.click(await screen.findByRole('link', { name: /^Livres/ }));
  expect(place.url).toBe(`/login?redirect=${encodeURIComponent('/find-parcels?fromCity=Paris&parcel=p1')}`);
});

/** The facts about Amel that Karim may see. */
const reliability = {
  verifiedAt: '2026-09-24T10:00:00.000Z',
  memberSince: '2025-09-01T10:00:00.000Z',
  carriedCount: 3,
  answerMinutes: 125,
};
const textOf = ({ textContent }: HTMLElement) => textContent;

test('a member opens a parcel from its address, and closing leaves the list', async () => {
  fakeApi({
    ...theListings,
    readParcel: () => ({ ...amelsParcel, reliability }),
  });
  const place = open('?parcel=p1', karim);
  const dialog = await screen.findByRole('dialog', { name: 'Livres' });
  expect(within(dialog).getAllByRole('listitem').map(textOf)).toEqual([
    '3 × Papiers et livres',
    expect.stringContaining('La douane algérienne admet ce dont une famille a besoin.'),
    'Identité vérifiée le 24\u00a0sept.\u00a02026',
    'Membre depuis septembre 2025',
    '3 livraisons effectuées',
    'Répond en 2 h environ',
  ]);
  expect(within(dialog).getByText(/^Rencontrez-vous pour le colis et le paiement/)).toBeVisible();
  expect(within(dialog).getByText('Publié le 1er nov. 2026')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: "Voir le profil d'Amel" })).toHaveAttribute('href', '/profile/amel');
  expect(within(dialog).getByRole('link', { name: 'Proposer de livrer' })).toHaveAttribute(
    'href',
    '/messages/amel?parcel=p1',
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(place.url).toBe('/find-parcels');
});

test('a visitor who would contact a traveller is told why they must sign in', async () => {
  fakeApi(theListings);
  const place = open('?tab=trips');
  await userEvent.click(await screen.findByRole('button', { name: /^Contacter Amel, Avion de/ }));
  expect(screen.getByText('Connexion requise')).toBeVisible();
  expect(screen.getByText('Vous devez être connecté pour contacter un transporteur')).toBeVisible();
  const goesOn = '/find-parcels?tab=trips&trip=t1&wish=contact';
  expect(place.url).toBe(`/login?redirect=${encodeURIComponent(goesOn)}`);
});

test.each([
  ['contact', '/messages/amel?parcel='],
  ['profile', '/user/amel'],
])('who signed in for a traveller goes on to what they wanted: %s', async (wish, address) => {
  fakeApi({ ...theListings, readTrip: () => amelsTrip });
  const place = open(`?tab=trips&trip=t1&wish=${wish}`, karim);
  await waitFor(() => expect(place.url).toBe(address));
});

test.each([
  ['their own', aTrip({ ownerId: 'karim' }), 'Paris → Alger'],
  ['gone', new Refusal('NOT_FOUND'), 'Détail du trajet'],
])(
  'who signed in for a trip that is %s reads so in its dialog, and closing leaves the list',
  async (_, trip, title) => {
    fakeApi({ ...theListings, readTrip: () => trip });
    const place = open('?tab=trips&trip=t1&wish=contact', karim);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(await dialog.findByText(/^C'est votre annonce$|^Trajet non trouvé$/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
    expect(place.url).toBe('/find-parcels?tab=trips');
  },
);

test('my own trip and parcel lead to their page instead of to myself', async () => {
  fakeApi({
    ...theListings,
    searchTrips: () => ({ items: [aTripCard({ id: 't1' }), aTripCard({ id: 't2' })] }),
    searchParcels: () => ({ items: [aParcelCard({ id: 'p1', title: 'كتب 12' })] }),
    myTrips: () => ({ items: [aTrip({ ownerId: 'karim' })], counts: { upcoming: 1, past: 0 } }),
    myParcels: () => ({ items: [aParcel({ ownerId: 'karim' })], counts: { todo: 0, going: 1, over: 0 } }),
  });
  open('?tab=trips', karim);
  const own = await screen.findByRole('link', { name: /^Votre annonce/ });
  expect(own).toHaveAttribute('href', '/my-trips');
  expect(screen.getAllByRole('button', { name: /^Contacter/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('tab', { name: /^Colis disponibles/ }));
  const ownParcel = await screen.findByRole('link', { name: 'Votre annonce : \u2068كتب 12\u2069' });
  expect(ownParcel).toHaveAttribute('href', '/my-parcels?parcel=p1');
});

test('a visitor asks for nobody’s own listings', async () => {
  const asked = fakeApi(theListings);
  open('?tab=trips');
  await screen.findByRole('button', { name: /^Contacter Amel, Avion de/ });
  expect(asked.filter(({ row }) => row === 'myTrips' || row === 'myParcels')).toEqual([]);
});

test('a member reads who travels before they write to them', async () => {
  fakeApi({
    ...theListings,
    readTrip: () => amelsTrip,
  });
  const place = open('?tab=trips', karim);
  await userEvent.click(await screen.findByRole('button', { name: /^Contacter Amel, Avion de/ }));
  await waitFor(() => expect(place.url).toBe('/messages/amel?parcel='));
});

const amelsParcel = aParcel({
  owner: aCard({ rating: 4.5, reviewCount: 12 }),
  createdAt: '2026-11-01T10:00:00.000Z',
  viewer: 'karim',
});
const amelsTrip = aTrip({
  stops: [{ city: 'Lyon', country: 'France', countryCode: 'FR' }],
  notes: 'Rendez-vous à la gare',
});

test('the tabs count what is loaded, and say that there is more', async () => {
  const trips = Array.from({ length: 20 }, (_, index) => aTripCard({ id: `t${index}` }));
  fakeApi({ ...theListings, searchTrips: () => ({ items: trips, next: 'c1' }) });
  open();
  expect(await screen.findByRole('tab', { name: 'Colis disponibles (1)' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Trajets disponibles (20+)' })).toBeVisible();
});

test('a member opens a trip with its stops, remarks and traveller, and closing goes back to the list', async () => {
  const { verifiedAt: _none, answerMinutes: _unknown, ...fresh } = reliability;
  const owner = aCard({ verified: false });
  fakeApi({ ...theListings, readTrip: () => ({ ...amelsTrip, owner, reliability: { ...fresh, carriedCount: 0 } }) });
  const place = open('?tab=trips', karim);
  await userEvent.click(await screen.findByRole('link', { name: /^Avion, Paris vers Alger/ }));
  expect(place.url).toBe('/find-parcels?tab=trips&trip=t1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Paris → Alger' }));
  expect(dialog.getAllByRole('listitem').map(textOf)).toEqual([
    'Identité pas encore vérifiée',
    'Membre depuis septembre 2025',
  ]);
  expect(dialog.getByText('Étape 1').nextSibling).toHaveTextContent('Lyon, France');
  expect(dialog.getByText('Rendez-vous à la gare')).toBeVisible();
  expect(dialog.getByRole('link', { name: "Voir le profil d'Amel" })).toHaveAttribute('href', '/user/amel');
  expect(dialog.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=');
  await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
  expect(place.url).toBe('/find-parcels?tab=trips');
});

test('my own trip is mine to manage', async () => {
  fakeApi({ ...theListings, readTrip: () => ({ ...amelsTrip, ownerId: 'karim' }) });
  open('?trip=t1', karim);
  const dialog = within(await screen.findByRole('dialog', { name: 'Paris → Alger' }));
  expect(dialog.getByText("C'est votre annonce")).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Gérer' })).toHaveAttribute('href', '/my-trips');
  expect(dialog.queryByRole('link', { name: 'Contacter' })).toBeNull();
});

test('a trip that is gone says so', async () => {
  fakeApi(theListings);
  open('?trip=t9', karim);
  expect(await screen.findByText('Trajet non trouvé')).toBeVisible();
});

test('a visitor who opens a trip signs in and comes back to it', async () => {
  fakeApi(theListings);
  const place = open('?tab=trips&trip=t1');
  expect(place.url).toBe(`/login?redirect=${encodeURIComponent('/find-parcels?tab=trips&trip=t1')}`);
});

const bothPlaces = 'fromCity=Paris&fromPlace=2988507&toCity=Alger&toPlace=2507480';
const ids = 'fromPlace=2988507&toPlace=2507480';

test.each([
  [bothPlaces, 'Colis et trajets de Paris à Alger', `/colis/paris-alger?${ids}`],
  [`tab=trips&${bothPlaces}`, 'Colis et trajets de Paris à Alger', `/trajets/paris-alger?${ids}`],
])('a search between two places that finds nothing leads to the page of their route: %s', async (query, name, to) => {
  fakeApi({ searchParcels: () => ({ items: [] }), searchTrips: () => ({ items: [] }) });
  open(`?${query}`);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
});

test('a search from a typed place has no such page', async () => {
  fakeApi({ searchParcels: () => ({ items: [] }), searchTrips: () => ({ items: [] }) });
  open('?fromCity=Paris&toCity=Alger&toPlace=2507480');
  expect(await screen.findByText(/^Aucun de ces filtres n'est seul en cause/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Colis et trajets/ })).toBeNull();
});

test('a parcel leads to the others of its route', async () => {
  const place = (city: string, placeId: string) => ({ ...amelsParcel.pickup, city, placeId });
  const parcel = { ...amelsParcel, pickup: place('Paris', '2988507'), delivery: place('Alger', '2507480') };
  fakeApi({ ...theListings, readParcel: () => parcel });
  open('?parcel=p1', karim);
  expect(await screen.findByRole('link', { name: 'Autres colis de Paris à Alger' })).toHaveAttribute(
    'href',
    `/colis/paris-alger?${ids}`,
  );
});

test('a new parcel waits behind a pill within 5 seconds, and no card moves before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let items = [books];
  fakeApi({ searchParcels: () => ({ items }) });
  open();
  await screen.findByRole('heading', { name: /^Livres/ });
  items = [aParcelCard({ id: 'p2', title: 'Vêtements' }), books];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  const pill = await screen.findByRole('button', { name: '1 nouveau colis' });
  expect(screen.queryByRole('heading', { name: /^Vêtements/ })).toBeNull();
  act(() => pill.click());
  expect(await screen.findByRole('heading', { name: /^Vêtements/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: '1 nouveau colis' })).toBeNull();
});

test('one’s own parcel is shown in its situation: one badge, what comes next, the terms in force', async () => {
  const own = aParcel({
    owner: aCard({ id: 'karim', firstName: 'Karim' }),
    carrier: aCard(),
    status: 'accepted_for_delivery',
    price: { amount: 3000, currency: 'EUR' },
    terms: { price: { amount: 2800, currency: 'EUR' }, grams: 3500 },
  });
  fakeApi({ ...theListings, readParcel: () => own });
  open('?parcel=p1', karim);
  const dialog = within(await screen.findByRole('dialog', { name: 'Livres' }));
  expect(dialog.getByText('Un voyageur se propose')).toBeVisible();
  expect(dialog.getByText('Amel').parentElement).toHaveTextContent('Amel propose de le transporter');
  expect(dialog.getByText('Prix').nextElementSibling).toHaveTextContent(/^28\s€$/);
  expect(dialog.getByText('Poids').nextElementSibling).toHaveTextContent(/^3,5\skg$/);
  expect(dialog.getByRole('button', { name: 'Choisir comme transporteur' })).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Gérer' })).toHaveAttribute('href', '/my-parcels');
  expect(dialog.queryByRole('button', { name: /^Partager/ })).toBeNull();
});

test('a parcel that leaves the market stays where it is, says so, and opens to a way on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const toys = aParcelCard({ id: 'p2', title: 'Jouets' });
  let items = [toys, books];
  fakeApi({ ...theListings, searchParcels: () => ({ items }) });
  const place = open('', karim);
  await screen.findByRole('heading', { name: /^Livres/ });
  items = [books];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText("N'est plus disponible")).toBeVisible();
  const [first, second] = screen.getAllByRole('heading', { level: 3 });
  expect(first).toHaveAccessibleName(/^Jouets/);
  expect(second).toHaveAccessibleName(/^Livres/);
  expect(screen.getByRole('heading', { level: 2, name: '1 colis' })).toBeVisible();
  act(() => screen.getByRole('link', { name: /^Jouets/ }).click());
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Colis non trouvé')).toBeVisible();
  // True of a paused one, too.
  expect(dialog.getByText("Cette annonce n'existe plus, ou n'est pas disponible pour le moment.")).toBeVisible();
  act(() => dialog.getByRole('button', { name: 'Voir les autres annonces' }).click());
  expect(place.url).toBe('/find-parcels');
});

test('a parcel that was read before and is gone is not shown any more', async () => {
  let isThere = true;
  fakeApi({
    ...theListings,
    readParcel: () => (isThere ? amelsParcel : new Refusal('NOT_FOUND')),
  });
  open('', karim);
  const link = await screen.findByRole('link', { name: /^Livres/ });
  await userEvent.click(link);
  const dialog = await screen.findByRole('dialog', { name: 'Livres' });
  isThere = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fermer' }));
  await userEvent.click(link);
  expect(await screen.findByText('Colis non trouvé')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Proposer de livrer' })).toBeNull();
});

test('a picture whose link ran out is asked for again, once', async () => {
  let links = 0;
  fakeApi({
    ...theListings,
    readParcel: () => ({ ...amelsParcel, file: { kind: 'image' } }),
    parcelFile: () => ({ url: `/photo-${++links}`, kind: 'image', expiresAt: '2026-11-01T11:00:00.000Z' }),
  });
  open('?parcel=p1', karim);
  const picture = await screen.findByRole('img', { name: 'Colis : Livres' });
  expect(picture).toHaveAttribute('src', '/photo-1');
  fireEvent.error(picture);
  await waitFor(() => expect(screen.getByRole('img', { name: 'Colis : Livres' })).toHaveAttribute('src', '/photo-2'));
  fireEvent.error(screen.getByRole('img', { name: 'Colis : Livres' }));
  expect(await screen.findByText("Impossible de charger l'image")).toBeVisible();
  expect(links).toBe(2);
});

test('a parcel whose file was too old says so', async () => {
  fakeApi({ ...theListings, readParcel: () => ({ ...amelsParcel, fileErased: true }) });
  open('?parcel=p1', karim);
  expect(await screen.findByText(/^Photo ou document effacé/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Colis : Livres' })).toBeNull();
});

test('a visible page asks at most 13 times in a minute, a hidden one never', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = fakeApi(theListings);
  open();
  await screen.findByRole('heading', { name: /^Livres/ });
  // The list behind the other tab was read once, for its count.
  await act(() => vi.advanceTimersByTimeAsync(59_500));
  expect(asked.filter(({ row }) => row === 'searchTrips')).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.length).toBeLessThanOrEqual(13);
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked.length).toBe(before);
});

test('a failing look keeps the list and says so, and can be repeated', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isBroken = false;
  fakeApi({ searchParcels: () => (isBroken ? new Refusal('FAULT') : { items: [books] }) });
  open();
  await screen.findByRole('heading', { name: /^Livres/ });
  isBroken = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  const panel = await screen.findByRole('alert');
  expect(panel).toHaveTextContent('Impossible de charger les données');
  expect(screen.getByRole('heading', { name: /^Livres/ })).toBeVisible();
  isBroken = false;
  act(() => within(panel).getByRole('button', { name: 'Réessayer' }).click());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

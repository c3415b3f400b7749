import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TripMatch } from '#shared/matching/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import type { OpenOffers } from '#shared/situation/contract.ts';
import { aCard, aMessage, aParcel, aParcelDraft, aTrip, aTripCard, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { keptDraft } from '#test/support/pages/kept-draft.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { keepDraft } from '#web/lib/drafts/draft.ts';
import { SendParcelPage } from './send-parcel-page.tsx';

const noTrips = { searchTrips: () => ({ items: [] }) };
const published = aParcel({
  owner: aCard({ id: 'karim', firstName: 'Karim', lastName: 'Haddad' }),
  description: 'Trois livres de poche',
  deadline: '2099-12-25',
});
/** The wizard as somebody finds it who has filled it before. */
function aFilledWizard(changed: Parameters<typeof aParcelDraft>[0] = {}, me?: typeof karim, query = '') {
  keepDraft('parcel', aParcelDraft(changed), 'listing');
  return renderPage(<SendParcelPage />, { at: `/send-parcel${query}`, ...(me && { me }) });
}
const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publier mon colis' }));
const weight = () => screen.getByLabelText(/^Poids \(kg\)/);

test('an empty wizard says in one place and beside each field what is missing', async () => {
  fakeApi(noTrips);
  const place = renderPage(<SendParcelPage />, { at: '/send-parcel' });
  await screen.findByRole('group', { name: /^Ce que contient le colis/ });
  await goOn();
  expect(await screen.findByText('Champs obligatoires manquants')).toBeVisible();
  const summary = screen.getByRole('region', { name: 'Erreurs du formulaire' });
  await waitFor(() => expect(summary).toHaveFocus());
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Titre du colis : Le titre du colis est requis',
    'Description : La description est requise',
    'Pays de départ : Le pays est requis',
    'Ville de départ : La ville est requise',
    "Pays d'arrivée : Le pays est requis",
    "Ville d'arrivée : La ville est requise",
    'Ce que contient le colis : Déclarez ce que contient le colis.',
    'Poids (kg) : Le poids est requis',
    'Taille : La taille est requise',
    'Date limite : La date limite est requise',
    'Déclarez le contenu de votre colis pour continuer',
  ]);
  expect(screen.getByLabelText(/Titre du colis/)).toBeInvalid();
  expect(place.url).toBe('/send-parcel');
});

test('a missing date alone has its own title', async () => {
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

test.each([
  ['2 kg', '2'],
  ['500 g', '0,5'],
  ['2kg500', '2,5'],
  ['2kg5', '2,5'],
  ['3,500', '3,5'],
  ['２，５ ｋｇ', '2,5'],
  ['٢٫٥', '2,5'],
])('the weight %j is shown as %j when its field is left', async (typed, shown) => {
  fakeApi(noTrips);
  aFilledWizard({ weight: '' });
  await userEvent.type(weight(), typed);
  await userEvent.tab();
  expect(weight()).toHaveValue(shown);
  await goOn();
  await screen.findByRole('button', { name: 'Publier mon colis' });
  expect(screen.getByText(`${shown} kg`)).toBeVisible();
});

test('an amount is understood with its thousands and its currency, and chooses it', async () => {
  fakeApi(noTrips);
  aFilledWizard({ price: '' });
  const price = () => screen.getByLabelText(/^Prix proposé/);
  await userEvent.type(price(), '12000 DA');
  await userEvent.tab();
  expect((price() as HTMLInputElement).value.replaceAll(/\s/g, ' ')).toBe('12 000');
  expect(screen.getByRole('combobox', { name: 'Devise' })).toHaveValue('DZD');
  await goOn();
  expect(await screen.findByText('12 000 DA')).toBeVisible();
});

test.each([
  [/^Prix proposé/, '25,555', /Prix incorrect/],
  [/^Prix proposé/, '25.555 €', /Prix incorrect/],
  [/^Prix proposé/, '150000 DA', /Prix trop élevé : 100\s000 au maximum/],
  [/^Poids \(kg\)/, '1200 kg', /Le poids est trop élevé : 1\s000 kg au maximum/],
  [/^Date limite/, '12/12/2126', /Date trop lointaine : 31\/12\/2099 au plus tard/],
  [/^Date limite/, '31/02/2099', /Date incorrecte/],
])('at the field %s, %s is told at once with the limit', async (label, typed, sentence) => {
  fakeApi(noTrips);
  aFilledWizard();
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  await userEvent.tab();
  await waitFor(() => expect(field).toHaveAccessibleDescription(sentence));
});

test('a long title and description that are pasted stay whole, and the wizard does not go on', async () => {
  fakeApi(noTrips);
  aFilledWizard({ title: '', description: '' });
  const [title, description] = [screen.getByLabelText(/Titre du colis/), screen.getByLabelText(/^Description/)];
  await userEvent.click(title);
  await userEvent.paste('t'.repeat(120));
  await userEvent.click(description);
  await userEvent.paste('d'.repeat(2600));
  expect(title).toHaveValue('t'.repeat(120));
  expect(description).toHaveValue('d'.repeat(2600));
  expect(screen.getByText('120 sur 80 caractères, 40 de trop')).toBeVisible();
  expect(screen.getByText('2600 sur 2000 caractères, 600 de trop')).toBeVisible();
  await goOn();
  await waitFor(() => expect(title).toHaveAccessibleDescription(/trop long \(80 caractères au maximum\)/));
  expect(screen.queryByRole('button', { name: 'Publier mon colis' })).toBeNull();
});

test('a deadline that has passed is refused', async () => {
  fakeApi(noTrips);
  aFilledWizard({ deadline: '2020-01-01' });
  await goOn();
  expect(screen.getByLabelText(/Date limite/)).toHaveAccessibleDescription(/ne peut pas être passée/);
});

test('going back keeps everything, and the step stands in the address', async () => {
  fakeApi(noTrips);
  const place = aFilledWizard();
  await goOn();
  await waitFor(() => expect(place.url).toBe('/send-parcel?step=2'));
  expect(screen.getByText('Moyen (tient dans un sac à dos)')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Contenu fragile' }));
  // The second half of a double click on « Continuer », in whose place it has appeared.
  fireEvent.click(screen.getByRole('button', { name: 'Retour' }), { detail: 2 });
  expect(place.url).toBe('/send-parcel?step=2');
  await userEvent.click(screen.getByRole('button', { name: 'Retour' }));
  expect(await screen.findByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(weight()).toHaveValue('2,5');
  await goOn();
  expect(await screen.findByRole('checkbox', { name: 'Contenu fragile' })).toBeChecked();
});

test('what is typed is kept on this device, and an address of step 2 over nothing opens step 1', async () => {
  fakeApi(noTrips);
  const place = renderPage(<SendParcelPage />, { at: '/send-parcel?step=2' });
  await userEvent.type(await screen.findByLabelText(/Titre du colis/), 'Livres');
  expect(await screen.findByText('Brouillon enregistré')).toBeVisible();
  expect(keptDraft('parcel')).toContain('Livres');
  expect(place.url).toBe('/send-parcel');
});

test('a visitor fills everything and signs in to publish, with a way back to their draft', async () => {
  const asked = fakeApi(noTrips);
  aFilledWizard({}, undefined, '?step=2');
  await publish();
  const dialog = await screen.findByRole('dialog', { name: 'Connexion requise' });
  const back = encodeURIComponent('/send-parcel?step=2');
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
    publishParcel: () => {
      looks += 1;
      return looks === 1 ? { state: 'scanning' } : published;
    },
  });
  const place = aFilledWizard({ price: '12,5' }, karim, '?step=2');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Publier mon colis' }));
  expect((await screen.findAllByText('Votre colis a été publié !', {}, { timeout: 3_000 }))[0]).toBeVisible();
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  expect(posts[0]?.body).toMatchObject({
    weight: '2,5',
    price: { amount: 1250, currency: 'EUR' },
    pickup: { city: 'Paris', countryCode: 'FR' },
  });
  expect(screen.getAllByText(/après validation, sous 24 à 48 heures/)[0]).toBeVisible();
  expect(keptDraft('parcel')).toBeNull();
  await waitFor(() => expect(place.url).toBe('/find-parcels'), { timeout: 4_000 });
});

test('a refusal of the server stands at its field of step 1, and nothing typed is lost', async () => {
  fakeApi({
    ...noTrips,
    publishParcel: () => new Refusal('INVALID', undefined, { fields: { 'pickup.city': 'Ville inconnue' } }),
  });
  const place = aFilledWizard({}, karim, '?step=2');
  await publish();
  expect(await screen.findByText('Erreur lors de la publication')).toBeVisible();
  await waitFor(() => expect(place.url).toBe('/send-parcel'));
  expect(await screen.findByRole('combobox', { name: /Ville de départ/ })).toHaveAccessibleDescription(
    'Ville inconnue',
  );
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
});

test.each([
  ['PROFILE_BLOCKED', 'Nous contacter', '/contact'],
  ['SUBSCRIPTION_NEEDED', 'Voir mon abonnement', '/payment-methods'],
  ['PROFILE_NOT_APPROVED', 'Voir ma vérification', '/confirm-email-success'],
] as const)('a member refused for %s gets a link to help, and keeps the typed text', async (code, name, href) => {
  fakeApi({ ...noTrips, publishParcel: () => new Refusal(code) });
  aFilledWizard({}, karim, '?step=2');
  await publish();
  const summary = within(await screen.findByRole('region', { name: 'Erreurs du formulaire' }));
  expect(summary.getByText(new Refusal(code).sentence.detail)).toBeVisible();
  expect(summary.getByRole('link', { name })).toHaveAttribute('href', href);
  expect(keptDraft('parcel')).toContain('Livres');
});

test('a file of the wrong type is refused before anything is sent', async () => {
  const asked = fakeApi(noTrips);
  aFilledWizard({}, karim);
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(
    await screen.findByLabelText(/Photo ou document/),
    new File(['x'], 'liste.txt', { type: 'text/plain' }),
  );
  expect(await screen.findByText('Format non supporté')).toBeVisible();
  expect(screen.getAllByText('Veuillez téléverser une image ou un document PDF.')[0]).toBeVisible();
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

const own = aParcel({
  ...published,
  price: { amount: 1250, currency: 'EUR' },
  file: { kind: 'image' },
  version: 4,
});
const openOwn = (query: string) => renderPage(<SendParcelPage />, { at: `/send-parcel?${query}`, me: karim });

test('a file of 5 MB and a byte is refused before anything is sent, and the fields stay', async () => {
  const asked = fakeApi(noTrips);
  aFilledWizard({}, karim);
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'plan.pdf', { type: 'application/pdf' });
  await userEvent.upload(await screen.findByLabelText(/Photo ou document/), large);
  expect(await screen.findByText('Fichier trop volumineux')).toBeVisible();
  expect(screen.getAllByText('La taille du fichier ne doit pas dépasser 5 Mo.')[0]).toBeVisible();
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a file that the server refuses stands at its field, and the rest stays', async () => {
  fakeApi({
    ...noTrips,
    publishParcel: () => refusal('FILE_REFUSED', 'Ce PDF contient du code : choisissez un autre fichier.'),
  });
  const place = aFilledWizard({}, karim, '?step=2');
  await publish();
  await waitFor(() => expect(place.url).toBe('/send-parcel'));
  expect(await screen.findByLabelText(/Photo ou document/)).toHaveAccessibleDescription(/Ce PDF contient du code/);
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
});

test('one edits a parcel as it stands, at the version that was read, and its file stays', async () => {
  const asked = fakeApi({ readParcel: () => own, editParcel: () => ({ ...own, version: 5 }) });
  const place = openOwn('edit=p1');
  expect(await screen.findByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(weight()).toHaveValue('2,5');
  expect(screen.getByRole('checkbox', { name: /Conserver la photo actuelle/ })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: /Je déclare le contenu exact/ }));
  await goOn();
  expect(await screen.findByText('Fichier actuel conservé')).toBeVisible();
  await waitFor(() => expect(place.url).toBe('/send-parcel?edit=p1&step=2'));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer les modifications' }));
  expect(await screen.findByText('Annonce modifiée')).toBeVisible();
  await waitFor(() => expect(place.url).toBe('/my-parcels'));
  const patch = asked.find(({ method }) => method === 'PATCH');
  expect(patch).toMatchObject({ params: { parcelId: 'p1' }, version: 4 });
  expect(patch?.body).toMatchObject({
    keepsFile: true,
    weight: '2,5',
    price: { amount: 1250, currency: 'EUR' },
    pickup: { city: 'Paris', countryCode: 'FR', placeId: '2988507' },
  });
});

test('the list of a parcel that was not taken is corrected below the words of its carrier', async () => {
  const told = { by: aCard({ id: 'nadia', firstName: 'Nadia' }), reason: 'Un téléphone de plus', at: '2026-11-20' };
  const refused = aParcel({ ...published, adminStatus: 'pending', contentsRefused: told });
  const asked = fakeApi({ readParcel: () => refused, editParcel: () => ({ ...refused, version: 2 }) });
  openOwn('edit=p1');
  const said =
    "Nadia n'a pas pris le colis : « Un téléphone de plus ». Corrigez la liste, notre équipe la regarde ensuite.";
  const group = (await screen.findByRole('heading', { name: 'Contenu du colis' })).closest('section') as HTMLElement;
  await waitFor(() => expect(document.activeElement).toHaveTextContent(said));
  expect(group).toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(within(group).getByRole('button', { name: 'Téléphone ou tablette' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Je déclare le contenu exact/ }));
  await goOn();
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les modifications' }));
  expect(await screen.findByText(/de nouveau visible par les transporteurs après validation/)).toBeVisible();
  expect(asked.find(({ row }) => row === 'editParcel')?.body).toMatchObject({
    contents: [
      { category: 'papers', count: 3 },
      { category: 'phone', count: 1 },
    ],
  });
});

test.each<[Omit<OpenOffers, 'until'>, RegExp]>([
  [{ received: 1, sent: 0 }, /1 proposition en cours.*Elle prend fin quand vous enregistrez/],
  [{ received: 1, sent: 2 }, /3 propositions en cours.*Elles prennent fin quand vous enregistrez/],
  // Also those whose trip cannot be taken.
  [{ received: 1, sent: 0, stuck: [{ isSent: true, why: 'full' }] }, /2 propositions en cours/],
])('before an edit is stored its owner reads how many propositions end with it: %o', async (open, told) => {
  const { situation } = own;
  if (!situation) throw new Error('The owner reads the situation');
  const offers = { ...open, until: '2099-12-01T13:05:00.000Z' };
  fakeApi({ readParcel: () => ({ ...own, situation: { ...situation, stage: 'offered', offers } }) });
  // The step before is complete.
  keepDraft('parcel.p1', aParcelDraft({ title: 'Romans' }), 'listing');
  openOwn('edit=p1&step=2');
  await waitFor(() => expect(document.body).toHaveTextContent(told));
});

test('an edit that came too late says so, keeps what was typed, and goes through at the next try', async () => {
  const versions: unknown[] = [];
  fakeApi({
    readParcel: () => own,
    editParcel: ({ version }) => {
      versions.push(version);
      if (versions.length > 1) return { ...own, version: 10 };
      return refusal('STALE', "Votre annonce vient d'être validée.", { current: { ...own, version: 9 } });
    },
  });
  keepDraft('parcel.p1', aParcelDraft({ title: 'Romans' }), 'listing');
  openOwn('edit=p1&step=2');
  const save = await screen.findByRole('button', { name: 'Enregistrer les modifications' });
  await userEvent.click(save);
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(
    "Votre annonce vient d'être validée.",
  );
  expect(screen.getByText('Romans')).toBeVisible();
  await userEvent.click(save);
  expect(await screen.findByText('Annonce modifiée')).toBeVisible();
  expect(versions).toEqual([4, 9]);
});

test('an edit that was left comes back, and one may begin again', async () => {
  fakeApi({ readParcel: () => own });
  keepDraft('parcel.p1', aParcelDraft({ title: 'Romans' }), 'listing');
  openOwn('edit=p1');
  expect(await screen.findByLabelText(/Titre du colis/)).toHaveValue('Romans');
  await userEvent.click(screen.getByRole('button', { name: "Repartir de l'annonce actuelle" }));
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer mes saisies' }));
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(keptDraft('parcel.p1')).toBeNull();
});

test('a draft that comes back says so, and one may begin again', async () => {
  fakeApi(noTrips);
  aFilledWizard();
  expect(screen.getByText('Votre brouillon a été repris')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Recommencer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('Livres');
  await userEvent.click(screen.getByRole('button', { name: 'Recommencer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer mes saisies' }));
  expect(screen.getByLabelText(/Titre du colis/)).toHaveValue('');
  expect(screen.queryByText('Votre brouillon a été repris')).toBeNull();
  expect(keptDraft('parcel')).toBeNull();
});

test('what is typed is kept before one has time to leave', async () => {
  fakeApi(noTrips);
  renderPage(<SendParcelPage />, { at: '/send-parcel' });
  await userEvent.type(screen.getByLabelText(/Titre du colis/), 'L');
  expect(keptDraft('parcel')).toContain('"title":"L"');
});

test('what cannot be edited any more says why', async () => {
  fakeApi({ readParcel: () => aParcel({ ...own, status: 'pickup', carrier: aCard() }) });
  openOwn('edit=p1');
  expect(await screen.findByText(/^Un transporteur s'est engagé : retirez-le d'abord/)).toBeVisible();
  expect(screen.queryByLabelText(/Titre du colis/)).toBeNull();
});

test('a copy begins with what the parcel said and asks for the rest', async () => {
  fakeApi({ readParcel: () => ({ ...own, deadline: '2020-01-01' }) });
  openOwn('copy=p1');
  expect(await screen.findByLabelText(/Titre du colis/)).toHaveValue('Livres');
  expect(screen.getByLabelText(/Date limite/)).toHaveValue('');
  expect(screen.getByText(/La photo n'est pas copiée/)).toBeVisible();
});

test('a visitor who would edit signs in first and comes back to it', async () => {
  fakeApi({});
  const place = renderPage(<SendParcelPage />, { at: '/send-parcel?edit=p1' });
  expect(place.url).toBe(`/login?redirect=${encodeURIComponent('/send-parcel?edit=p1')}`);
});

test('one city for both ends is refused at its field', async () => {
  fakeApi(noTrips);
  aFilledWizard({ delivery: { city: ' PARIS', countryCode: 'FR' } });
  await goOn();
  expect(await screen.findByRole('combobox', { name: /Ville d'arrivée/ })).toHaveAccessibleDescription(
    'La ville de livraison doit être différente de la ville de récupération',
  );
});

test('what is wrong with both ends is told together with the rest', async () => {
  fakeApi(noTrips);
  aFilledWizard({ title: '', delivery: { city: 'Paris', countryCode: 'FR' } });
  await goOn();
  expect(
    within(screen.getByRole('region', { name: 'Erreurs du formulaire' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Titre du colis : Le titre du colis est requis',
    "Ville d'arrivée : La ville de livraison doit être différente de la ville de récupération",
  ]);
  const departure = screen.getByRole('combobox', { name: /Ville de départ/ });
  await userEvent.clear(departure);
  await userEvent.type(departure, 'Lyon');
  await waitFor(() => expect(screen.getByRole('combobox', { name: /Ville d'arrivée/ })).toBeValid());
});

test('a field says what it lacks once it is left, the other of a pair not yet, and stops when it is right', async () => {
  fakeApi(noTrips);
  renderPage(<SendParcelPage />, { at: '/send-parcel' });
  const title = screen.getByLabelText(/Titre du colis/);
  await userEvent.type(title, 'L{Backspace}');
  expect(title).toHaveAccessibleDescription('');
  await userEvent.tab();
  await waitFor(() => expect(title).toHaveAccessibleDescription('Le titre du colis est requis'));
  await userEvent.type(title, 'Livres');
  await waitFor(() => expect(title).toBeValid());
  const country = screen.getByRole('combobox', { name: /Pays de départ/ });
  await userEvent.click(country);
  await userEvent.tab();
  await waitFor(() => expect(country).toHaveAccessibleDescription('Le pays est requis'));
  expect(screen.getByRole('combobox', { name: /Ville de départ/ })).toHaveAccessibleDescription('');
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
});

test('countries of a listing are not filled in with those of the home', async () => {
  fakeApi(noTrips);
  renderPage(<SendParcelPage />, { at: '/send-parcel' });
  for (const field of screen.getAllByRole('combobox', { name: /^Pays/ })) {
    expect(field).toHaveAttribute('autocomplete', 'off');
  }
});

const aMatch = (id: string, firstName: string): TripMatch => ({
  ...aTripCard({ id, travelDate: '2099-12-10', owner: { firstName, verified: true, reviewCount: 0 } }),
  acceptsElectronics: true,
  closeness: 'exact',
});

test('marked travellers are written to once the parcel is published', async () => {
  const [nadia, parcelId] = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000'];
  const asked = fakeApi({
    matchingTrips: () => ({ items: [aMatch('t1', 'Amel'), aMatch('t2', 'Nadia')] }),
    publishParcel: () => ({ ...published, id: parcelId }),
    readTrip: ({ params }) => aTrip({ id: params.tripId, owner: aCard({ id: nadia, firstName: 'Nadia' }) }),
    sendMessage: () => aMessage({ senderId: 'karim', recipientId: nadia }),
  });
  aFilledWizard({}, karim, '?step=2');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Prévenir ce voyageur ?\(Nadia\)/ }));
  expect(asked.some(({ row }) => row === 'sendMessage')).toBe(false);
  await publish();
  expect(await screen.findByText(/Voyageur prévenu/)).toBeVisible();
  expect(asked.filter(({ row }) => row === 'readTrip').map(({ params }) => params)).toEqual([{ tripId: 't2' }]);
  expect(asked.find(({ row }) => row === 'sendMessage')?.body).toMatchObject({
    recipientId: nadia,
    parcelId,
    content: expect.stringContaining('« Livres »'),
  });
  expect(asked[0]?.query['weight']).toBe('2,5');
});

test('a visitor sees the travellers too, as far as the parcel suits them', async () => {
  const trip = aTripCard({ travelDate: '2099-12-10' });
  fakeApi({
    searchTrips: () => ({
      items: [trip, { ...trip, id: 't2', maxWeightKg: 1, owner: { ...trip.owner, firstName: 'Nadia' } }],
    }),
  });
  aFilledWizard({}, undefined, '?step=2');
  expect(await screen.findByText('Amel')).toBeVisible();
  expect(screen.queryByText('Nadia')).toBeNull();
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AdminParcel, AdminTrip } from '#shared/admin/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, anAdminParcel, aProof, aTrip, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ParcelsTab } from '#web/features/admin/listings/parcels-tab.tsx';
import { TripsTab } from '#web/features/admin/listings/trips-tab.tsx';

const parcel = anAdminParcel({ version: 3 });
const trip: AdminTrip = { ...aTrip({ version: 3 }), adminStatus: 'pending' };

test('a parcel is refused with a reason, at the version on the screen, and its card shows the outcome', async () => {
  const refused: AdminParcel = { ...parcel, adminStatus: 'rejected', rejectionReason: 'Photo illisible', version: 4 };
  const asked = fakeApi({
    adminParcels: () => ({ items: [parcel] }),
    rejectParcel: () => refused,
  });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Rejeter : Livres' }));
  expect(screen.getByRole('dialog', { name: 'Rejeter le colis « Livres » ?' })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Motif \*/), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(await screen.findByText('Colis rejeté')).toBeVisible();
  const sent = asked.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ reason: 'Photo illisible', term: 'publications' });
  expect(sent?.version).toBe(3);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rejeter : Livres' })).toBeNull();
});

test('the chapter of the terms follows the reason, until the administrator chooses another', async () => {
  const asked = fakeApi({
    adminTrips: () => ({ items: [trip] }),
    rejectTrip: () => ({ ...trip, adminStatus: 'rejected', version: 4 }),
  });
  const open = async () => {
    renderPage(<TripsTab />, { at: '/admin', me: karim });
    await userEvent.click(await screen.findByRole('button', { name: 'Rejeter : Paris → Alger' }));
    return screen.getByLabelText(/^Chapitre des conditions générales/);
  };
  const chapter = await open();
  expect(chapter).toHaveDisplayValue('3. Les colis et les trajets');
  const contacts = 'Les notes contiennent des coordonnées ou un contenu interdit.';
  await userEvent.selectOptions(screen.getByLabelText(/^Motif fréquent/), contacts);
  expect(chapter).toHaveDisplayValue('12. La conduite des membres');
  await userEvent.selectOptions(chapter, "4. Ce qu'il est interdit d'envoyer");
  cleanup();
  expect(await open()).toHaveDisplayValue("4. Ce qu'il est interdit d'envoyer");
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  await screen.findByText('Trajet rejeté');
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ reason: contacts, term: 'interdits' });
});

test.each([
  ['parcel', ParcelsTab, 'Livres', 'Colis'],
  ['trip', TripsTab, 'Paris → Alger', 'Trajet'],
] as const)('an approved %s goes back to its owner with a reason', async (_, Tab, name, label) => {
  const approved = { adminStatus: 'approved' } as const;
  const back = { adminStatus: 'rejected', rejectionReason: 'Photo illisible', version: 4 } as const;
  fakeApi({
    adminParcels: () => ({ items: [{ ...parcel, ...approved }] }),
    adminTrips: () => ({ items: [{ ...trip, ...approved }] }),
    rejectParcel: () => ({ ...parcel, ...back }),
    rejectTrip: () => ({ ...trip, ...back }),
  });
  renderPage(<Tab />, { at: '/admin', me: karim });
  const way = `Retirer de la recherche : ${name}`;
  await userEvent.click(await screen.findByRole('button', { name: way }));
  expect(screen.getByRole('dialog', { name: `Retirer « ${name} » de la recherche ?` })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Motif \*/), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Retirer de la recherche' }));
  expect(await screen.findByText(`${label} retiré de la recherche`)).toBeVisible();
  expect(screen.queryByRole('button', { name: way })).toBeNull();
});

test.each([
  ['parcel', ParcelsTab, 'Livres', 'Colis'],
  ['trip', TripsTab, 'Paris → Alger', 'Trajet'],
] as const)('a rejected %s comes back to the search, unless its day is over', async (_, Tab, name, label) => {
  const [rejected, approved] = [{ adminStatus: 'rejected' }, { adminStatus: 'approved', version: 4 }] as const;
  const past = '2020-01-01';
  fakeApi({
    adminParcels: () => ({
      items: [
        { ...parcel, ...rejected },
        { ...parcel, ...rejected, id: 'old', deadline: past },
      ],
    }),
    adminTrips: () => ({
      items: [
        { ...trip, ...rejected },
        { ...trip, ...rejected, id: 'old', travelDate: past },
      ],
    }),
    approveParcel: () => ({ ...parcel, ...approved }),
    approveTrip: () => ({ ...trip, ...approved }),
  });
  renderPage(<Tab />, { at: '/admin', me: karim });
  const ways = await screen.findAllByRole('button', { name: `Rétablir dans la recherche : ${name}` });
  expect(ways).toHaveLength(1);
  expect(screen.queryByRole('button', { name: `Rejeter : ${name}` })).toBeNull();
  await userEvent.click(ways[0]!);
  expect(await screen.findByText(`${label} rétabli dans la recherche`)).toBeVisible();
});

test('a trip is approved at once', async () => {
  fakeApi({
    adminTrips: () => ({ items: [trip] }),
    approveTrip: () => ({ ...trip, adminStatus: 'approved', version: 4 }),
  });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Approuver : Paris → Alger' }));
  expect(await screen.findByText('Trajet approuvé')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approuver : Paris → Alger' })).toBeNull();
});

test.each([
  ['parcel', ParcelsTab],
  ['trip', TripsTab],
] as const)('administrators do not decide about a %s of their own: the card says who does', async (_, Tab) => {
  const own = { ownerId: 'karim' };
  fakeApi({
    adminParcels: () => ({ items: [{ ...parcel, ...own }] }),
    adminTrips: () => ({ items: [{ ...trip, ...own }] }),
  });
  renderPage(<Tab />, { at: '/admin', me: karim });
  expect(await screen.findByText('Un autre administrateur décide de votre annonce.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approuver|Rejeter/ })).toBeNull();
});

test('a cancelled listing needs no decision', async () => {
  fakeApi({ adminTrips: () => ({ items: [{ ...trip, status: 'cancelled' }] }) });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  expect(await screen.findByText('Annonce annulée par son propriétaire.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approuver/ })).toBeNull();
});

test.each([
  ['Envoyé autrement', 'son propriétaire'],
  [undefined, 'notre équipe'],
])('a parcel that was cancelled with the reason « %s » was cancelled by %s', async (cancelReason, who) => {
  fakeApi({ adminParcels: () => ({ items: [{ ...parcel, status: 'cancelled', stage: 'cancelled', cancelReason }] }) });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  expect((await screen.findByText(/^Annonce annulée par/)).textContent).toBe(`Annonce annulée par ${who}.`);
});

const followed = anAdminParcel({
  status: 'in_transit',
  carrier: aCard({ id: 'sofiane', firstName: 'Sofiane' }),
  adminStatus: 'approved',
  price: { amount: 3000, currency: 'EUR' },
  terms: { price: { amount: 3500, currency: 'EUR' }, grams: 4500 },
  version: 5,
});

test('the state, the price and the weight of a parcel are those in force', async () => {
  fakeApi({ adminParcels: () => ({ items: [parcel, followed] }) });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  const fact = (name: string) => screen.getAllByText(name, { selector: 'dt' }).map((term) => term.nextElementSibling);
  expect(await screen.findByText('En transit')).toBeVisible();
  expect(fact('État du colis')[0]).toHaveTextContent('En attente de validation (24 à 48 h)');
  expect(fact('Prix')[1]).toHaveTextContent(/^35\s€$/);
  expect(fact('Poids')[1]).toHaveTextContent(/^4,5\skg$/);
});

test('the card of a parcel that was refused at the door tells who refused it, why, and whether it was changed since', async () => {
  const contentsRefused = {
    by: aCard({ firstName: 'Sofiane', lastName: 'M' }),
    reason: 'Un drone',
    at: followed.createdAt,
  };
  const corrected = { ...contentsRefused, correctedAt: followed.createdAt };
  const items = [
    { ...parcel, contentsRefused },
    { ...parcel, id: 'p2', contentsRefused: corrected },
  ];
  fakeApi({ adminParcels: () => ({ items }) });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  const told = await screen.findAllByText(/^Refusé à la porte/);
  expect(told.map((part) => part.closest('p')?.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    "Refusé à la porte : « Un drone », Sofiane M. L'expéditeur n'a pas encore modifié l'annonce.",
    "Refusé à la porte : « Un drone », Sofiane M. L'expéditeur a renvoyé l'annonce depuis.",
  ]);
});

test('each look at the history of a parcel is a new request, and shows the author of each act', async () => {
  const asked = fakeApi({
    adminParcels: () => ({ items: [followed] }),
    adminProofs: () => ({
      items: [aProof()],
      events: [
        { version: 4, type: 'position', at: '2026-11-20T10:00:00.000Z', by: 'sofiane', city: 'Lyon' },
        { version: 5, type: 'overridden', at: '2026-11-20T11:00:00.000Z', to: 'active', reason: 'Bloqué' },
        { version: 6, type: 'problemReported', at: '2026-11-21T11:00:00.000Z', by: 'sofiane', problem: 'damaged' },
        { version: 7, type: 'problemDecided', at: '2026-11-24T11:00:00.000Z', problem: 'damaged', reason: 'Trace' },
      ],
      people: [aCard({ id: 'sofiane', firstName: 'Sofiane', lastName: 'M' })],
    }),
  });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  const look = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Preuves et historique : Livres' }));
    return within(await screen.findByRole('dialog', { name: 'Historique : « Livres »' }));
  };
  const history = await look();
  expect(history.getByRole('button', { name: /^Agrandir : Photo 1 de la récupération/ })).toBeVisible();
  const lines = within(history.getAllByRole('list').at(-1) as HTMLElement).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/Position indiquée : Lyon.*par Sofiane M/);
  expect(lines[1]).toHaveTextContent(/Décision de notre équipe : Transporteur retiré.*Bloqué/);
  expect(lines[2]).toHaveTextContent(/Problème signalé : Colis abîmé ou incomplet.*par Sofiane M/);
  expect(lines[3]).toHaveTextContent(/Décision de notre équipe : la livraison ne change pas.*Trace.*par notre équipe/);
  await userEvent.click(history.getByRole('button', { name: 'Fermer' }));
  await look();
  expect(asked.filter(({ row }) => row === 'adminProofs')).toHaveLength(2);
});

test('only the root administrator settles a parcel, with an outcome and a reason', async () => {
  const asked = fakeApi({
    adminParcels: () => ({ items: [followed] }),
    overrideParcel: () => ({ ...followed, status: 'delivered', version: 6 }),
  });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  await screen.findByRole('button', { name: 'Preuves et historique : Livres' });
  expect(screen.queryByRole('button', { name: /^Débloquer/ })).toBeNull();
  cleanup();

  renderPage(<ParcelsTab />, { at: '/admin', me: { ...karim, isAdmin: true, isRootAdmin: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Débloquer la livraison : Livres' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Débloquer la livraison : « Livres » ?' }));
  expect(dialog.getByRole('option', { name: 'Choisir une issue', selected: true })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Débloquer la livraison' }));
  expect(await dialog.findByText("Choisissez l'issue")).toBeVisible();
  expect(dialog.getByLabelText(/Motif/)).toBeInvalid();
  await waitFor(() => expect(dialog.getByLabelText(/Issue/)).toHaveFocus());
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Photo vue');
  expect(asked.some(({ row }) => row === 'overrideParcel')).toBe(false);
  await userEvent.selectOptions(dialog.getByLabelText(/Issue/), 'Colis livré');
  expect(dialog.queryByText("Choisissez l'issue")).toBeNull();
  expect(dialog.getByLabelText(/Motif/)).toHaveValue('Photo vue');
  await userEvent.click(dialog.getByRole('button', { name: 'Débloquer la livraison' }));
  expect(await screen.findByText('Livraison débloquée')).toBeVisible();
  expect(asked.find(({ row }) => row === 'overrideParcel')).toMatchObject({
    version: 5,
    body: { to: 'delivered', reason: 'Photo vue' },
  });
  expect(screen.queryByRole('button', { name: /^Débloquer/ })).toBeNull();
});

const [parcelRow, tripRow] = [
  ['deleteParcel', <ParcelsTab key="tab" />, 'Livres', 'Supprimer le colis'],
  ['deleteTrip', <TripsTab key="tab" />, 'Paris → Alger', 'Supprimer le trajet'],
] as const;

test.each([parcelRow, tripRow])('%s asks for a reason first, and the card goes', async (row, tab, name, confirm) => {
  let items: unknown[] = [row === 'deleteParcel' ? parcel : trip];
  const asked = fakeApi({
    adminParcels: () => ({ items: items as AdminParcel[] }),
    adminTrips: () => ({ items: items as AdminTrip[] }),
    [row]: () => {
      items = [];
    },
  });
  renderPage(tab, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: `Supprimer : ${name}` }));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  expect(dialog.getByText(/disparaît définitivement/).closest('p')).toHaveTextContent(name);
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
  expect(asked.filter((call) => call.row === row)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Motif(?! fréquent)/), 'Publié deux fois');
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
  expect(await screen.findByText('Suppression réussie')).toBeVisible();
  expect(asked.find((call) => call.row === row)).toMatchObject({ version: 3, body: { reason: 'Publié deux fois' } });
  expect(screen.queryByRole('button', { name: `Supprimer : ${name}` })).toBeNull();
});

test('a deletion that is refused says why, and keeps the reason', async () => {
  fakeApi({ adminTrips: () => ({ items: [trip] }), deleteTrip: () => new Refusal('CONTENT_CHANGED') });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer : Paris → Alger' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  await userEvent.type(dialog.getByLabelText(/^Motif(?! fréquent)/), 'Publié deux fois');
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le trajet' }));
  expect(await dialog.findByText(/^Erreur lors de la suppression: Le contenu a changé/)).toBeVisible();
  expect(dialog.getByLabelText(/^Motif(?! fréquent)/)).toHaveValue('Publié deux fois');
});

test('a parcel in the hands of its carrier, and one of one’s own, cannot be deleted', async () => {
  const ended: AdminParcel = { ...followed, id: 'ended', title: 'Arrivé', status: 'delivered' };
  const mine: AdminParcel = { ...parcel, id: 'mine', title: 'À moi', ownerId: karim.id };
  fakeApi({ adminParcels: () => ({ items: [followed, ended, mine] }) });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  await screen.findByText('Arrivé');
  const offered = screen.getAllByRole('button', { name: /^Supprimer/ }).map((button) => button.ariaLabel);
  expect(offered).toEqual(['Supprimer : Arrivé']);
});

test('after a deletion the next card has the focus, though the list is not read again', async () => {
  const next: AdminTrip = { ...trip, id: 'next', arrival: { ...trip.arrival, city: 'Oran' } };
  const asked = fakeApi({ adminTrips: () => ({ items: [trip, next] }), deleteTrip: () => undefined });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer : Paris → Alger' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  await userEvent.type(dialog.getByLabelText(/^Motif(?! fréquent)/), 'Publié deux fois');
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le trajet' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Paris → Oran' })).toHaveFocus());
  expect(screen.queryByRole('heading', { name: 'Paris → Alger' })).toBeNull();
  expect(asked.filter(({ row }) => row === 'adminTrips')).toHaveLength(1);
});

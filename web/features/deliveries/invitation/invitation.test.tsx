import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCard, aListedDelivery, aMe, anOffer, aParcel, aTrip, oran } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { EntrustButton } from './entrust-button.tsx';
import { EntrustDialog } from './entrust-dialog.tsx';
import { Invitation } from './invitation.tsx';
import { TravellersDialog } from './travellers-dialog.tsx';

beforeEach(() => sessionStorage.clear());

const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const karim = aCard({ id: 'karim', firstName: 'Karim', lastName: 'Meziane' });
const facts = { travelDate: '2099-12-12', maxWeightKg: 8, priceType: 'per_kg', price: euros(8) } as const;
const trip = aTrip({ id: 'plane', owner: karim, adminStatus: 'approved', ...facts });
const own = { owner: aCard({ id: 'me' }), weightGrams: 3500, deadline: '2099-12-20' };
const parcel = aParcel({ id: 'p1', title: 'Valise de livres', ...own });
const heavy = aParcel({ id: 'p2', title: 'Malle', ...own, weightGrams: 9000 });
const far = aParcel({ id: 'p3', title: 'Tapis', ...own, delivery: oran, deadline: '2099-12-10' });
const never = () => undefined;
const { reliability: _own, ownerId: _hidden, ...card } = { reliability: undefined, ...trip };
const listed = { ...card, closeness: 'exact' };

const show = (dialog: React.ReactNode) =>
  renderPage(dialog, { at: '/', path: '/', me: aMe({ id: 'me', status: 'approved' }) });
const send = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Envoyer la proposition' }));

test('from a trip: own parcels on its way first, then its price for the weight, with the trip', async () => {
  const asked = fakeApi({
    myParcels: () => ({ items: [far, heavy, parcel], counts: { todo: 0, going: 3, over: 0 } }),
    readTrip: () => trip,
    makeOffer: () => anOffer({ price: euros(28) }),
  } as Answers);
  show(<EntrustDialog trip={trip} memberId="me" onClose={never} />);
  const list = within(await screen.findByRole('list'));
  const [first, ...others] = list.getAllByRole('button');
  expect(first).toHaveTextContent('Valise de livres');
  expect(others.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Tapis.*ce trajet ne passe pas par ces deux villes · part après la date limite du colis$/),
    expect.stringMatching(/^Malle.*Il ne reste que 8\skg$/),
  ]);
  expect(list.getByRole('button', { name: /Malle/ })).toBeDisabled();
  await userEvent.click(first as Element);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confier ce colis à Karim' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Valise de livres · Paris → AlgerÀ Karim Meziane');
  expect(dialog.getByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveProperty('value', '28');
  await send(dialog);
  expect(asked.findLast(({ row }) => row === 'makeOffer')).toMatchObject({
    params: { parcelId: 'p1' },
    body: { memberId: 'karim', price: euros(28), tripId: 'plane' },
  });
});

test('a price typed for one trip does not appear for another one', async () => {
  fakeApi({ readTrip: ({ params }) => ({ ...trip, id: String(params['tripId']) }) } as Answers);
  const invite = (tripId: string) => show(<Invitation parcel={parcel} tripId={tripId} memberId="me" onClose={never} />);
  const price = () => screen.findByRole('textbox', { name: 'Votre prix pour ce colis' });
  invite('plane');
  await userEvent.type(await price(), '5');
  cleanup();
  invite('boat');
  expect(await price()).toHaveProperty('value', '28');
});

test('only a verified member is asked to entrust a parcel', () => {
  const visit = { at: '/', path: '/' };
  renderPage(<EntrustButton trip={trip} />, { ...visit, me: aMe({ id: 'me', status: 'pending' }) });
  expect(screen.queryByRole('button', { name: 'Confier un colis' })).toBeNull();
  cleanup();
  renderPage(<EntrustButton trip={trip} />, { ...visit, me: aMe({ id: 'me', status: 'approved' }) });
  expect(screen.getByRole('button', { name: 'Confier un colis' })).toBeTruthy();
});

test('no own parcel goes with the trip: the member is told, and led to the publication', async () => {
  fakeApi({ myParcels: () => ({ items: [heavy], counts: { todo: 0, going: 1, over: 0 } }) } as Answers);
  show(<EntrustDialog trip={trip} memberId="me" onClose={never} />);
  expect(await screen.findByText('Aucun de vos colis en ligne ne va avec ce trajet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Publier un colis' })).toBeTruthy();
});

test('from an own parcel: the travellers who fit, and whose offer waits already', async () => {
  const offer = anOffer({ trip: { id: 'plane', travelDate: '2099-12-12', from: 'Paris', to: 'Alger' } });
  const other = { ...listed, id: 'boat' };
  fakeApi({
    matchingTrips: () => ({ items: [listed, other] }),
    myRequests: () => ({
      items: [aListedDelivery({ ...own, ownerId: 'me', carrierId: undefined, partner: karim, offer })],
    }),
    readTrip: () => refusal('NOT_FOUND', "Ce trajet n'existe plus."),
  } as unknown as Answers);
  show(<TravellersDialog parcel={parcel} onClose={never} />);
  expect(await screen.findByText('Proposition envoyée')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Confier ce colis/ }));
  expect(await screen.findByText("Ce trajet n'existe plus.")).toBeTruthy();
});

test('a member who is not verified sees the travellers, and when they can invite one', async () => {
  fakeApi({ matchingTrips: () => ({ items: [listed] }), myRequests: () => ({ items: [] }) } as unknown as Answers);
  const me = aMe({ id: 'me', status: 'pending' });
  renderPage(<TravellersDialog parcel={parcel} onClose={never} />, { at: '/', path: '/', me });
  expect(await screen.findByText(/dès que votre identité sera vérifiée/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confier ce colis/ })).toBeNull();
});

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Offer } from '#shared/deliveries/offer.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aMe, anOffer, aParcel, aTrip } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { applyLiveEvent } from '#web/lib/live/live-effects.ts';
import { DeliveryPage } from '#web/routes/delivery-page.tsx';

const ids = ['1', '2', '3', '4', '5'].map((digit) => `${digit}3e1c5d2-0000-4000-8000-000000000000`) as string[];
const [parcelId = '', amelId = '', karimId = '', offerId = '', tripId = ''] = ids;
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const amel = aCard({ id: amelId, firstName: 'Amel' });
const karim = aCard({ id: karimId, firstName: 'Karim' });
const trip = { id: tripId, travelDate: '2099-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
type Facts = Parameters<typeof aParcel>[0];
/** Amel's parcel, which Karim carries, as he reads it. */
const agreed = (facts: Facts = {}) =>
  aParcel({
    id: parcelId,
    owner: amel,
    carrier: karim,
    status: 'pickup',
    terms: { price: euros(25), grams: 3500, trip },
    viewer: karimId,
    ...facts,
  });

/** The delivery of Karim, who carries Amel's parcel, or as she sees it. */
function follow(facts: Facts = {}, answers: Answers = {}) {
  const { viewer: viewerId = karimId } = facts;
  const asked = fakeApi({
    readParcel: () => agreed(facts),
    tracking: () => ({ items: [] }),
    proofs: () => ({ items: [] }),
    conversation: () => ({ with: viewerId === karimId ? amel : karim, messages: [], lastSeq: 0, readUpTo: 0 }),
    myTrips: () => ({ items: [], counts: { upcoming: 0, past: 0 } }),
    ...answers,
  });
  const me = aMe({ id: viewerId, status: 'approved' });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: `/delivery/${parcelId}`, me });
  return asked;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('before the pickup a change is proposed, beginning with the present terms', async () => {
  const makeOffer = () => anOffer({ id: offerId, by: karimId, isChange: true });
  const asked = follow({ freeGrams: 1500, price: euros(30) }, { makeOffer });
  await userEvent.click((await region('Votre accord')).getByRole('button', { name: "Modifier l'accord" }));
  const dialog = within(await screen.findByRole('dialog', { name: "Modifier l'accord" }));
  expect(dialog.getByRole('textbox', { name: 'Prix' })).toHaveValue('25');
  expect(await dialog.findByRole('combobox', { name: 'Avec quel trajet ?' })).toHaveValue(tripId);
  expect(dialog.getByText(/^Aujourd'hui/)).toHaveTextContent(
    "Aujourd'hui : 25 € · 3,5 kg · trajet en avion du 12 déc. 2099",
  );
  const weight = dialog.getByRole('textbox', { name: 'Poids (kg)' });
  expect(weight).toHaveValue('3,5');
  expect(weight).toHaveAccessibleDescription(/^Jusqu'à 5\skg possibles sur ce trajet\.$/);
  await userEvent.clear(weight);
  await userEvent.type(weight, '4kg5');
  await userEvent.tab();
  expect(weight).toHaveValue('4,5');
  await userEvent.clear(weight);
  await userEvent.type(weight, '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Proposer ce changement' }));
  expect(await screen.findByText('Changement proposé')).toBeVisible();
  expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual({
    isChange: true,
    memberId: amelId,
    price: euros(25),
    weight: '5',
    tripId,
  });
});

test('an agreed trip that waits for its validation after an edit tells so, also where it is late', async () => {
  const edited = aTrip({ id: tripId, ownerId: karimId, adminStatus: 'pending', travelDate: '2099-12-22' });
  const late = { ...trip, travelDate: '2099-12-22', isLate: true } as const;
  follow(
    { deadline: '2099-12-20', terms: { price: euros(25), grams: 3500, trip: late } },
    { myTrips: () => ({ items: [edited], counts: { upcoming: 1, past: 0 } }) },
  );
  await userEvent.click((await region('Votre accord')).getByRole('button', { name: "Modifier l'accord" }));
  const choice = await screen.findByRole('combobox', { name: 'Avec quel trajet ?' });
  expect(choice).toHaveValue(tripId);
  expect(choice).toHaveDisplayValue(/ · En attente de validation · part après la date limite du colis$/);
});

test('a new price for an agreement without a trip adds none', async () => {
  const mine = aTrip({ id: tripId, ownerId: karimId, adminStatus: 'approved', travelDate: '2099-12-12' });
  const asked = follow(
    { deadline: '2099-12-20', terms: { price: euros(25), grams: 500 } },
    {
      myTrips: () => ({ items: [mine], counts: { upcoming: 1, past: 0 } }),
      makeOffer: () => anOffer({ id: offerId, by: karimId, isChange: true }),
    },
  );
  await userEvent.click((await region('Votre accord')).getByRole('button', { name: "Modifier l'accord" }));
  const dialog = within(await screen.findByRole('dialog', { name: "Modifier l'accord" }));
  const choice = await dialog.findByRole('combobox', { name: 'Avec quel trajet ?' });
  expect(choice).toHaveDisplayValue('Sans trajet publié');
  await userEvent.click(dialog.getByRole('button', { name: 'Proposer ce changement' }));
  const body = { isChange: true, memberId: amelId, price: euros(25), weight: '0,5' };
  await waitFor(() => expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual(body));
});

test.each([
  ['the carrier', karimId],
  ['the owner', amelId],
])('a weight for which the agreed trip has no room is refused at the weight, and stays typed: %s', async (_, who) => {
  const detail = 'Il ne reste que 1 kg sur ce trajet.';
  const makeOffer = () => new Refusal('TRIP_UNAVAILABLE', { title: 'Trajet indisponible', detail });
  follow({ viewer: who }, { makeOffer });
  await userEvent.click((await region('Votre accord')).getByRole('button', { name: "Modifier l'accord" }));
  const dialog = within(await screen.findByRole('dialog'));
  const weight = dialog.getByRole('textbox', { name: 'Poids (kg)' });
  if (who === karimId) await dialog.findByRole('combobox', { name: 'Avec quel trajet ?' });
  await userEvent.clear(weight);
  await userEvent.type(weight, '9');
  await userEvent.click(dialog.getByRole('button', { name: 'Proposer ce changement' }));
  await waitFor(() => expect(weight).toHaveAccessibleDescription(new RegExp(detail)));
  expect(weight).toHaveValue('9');
});

test('an open change is the main act, and the pickup says that it drops it', async () => {
  const change = anOffer({ id: offerId, by: amelId, isChange: true, price: euros(35), grams: 5000 });
  const asked = follow({ offer: change }, { takeOffer: () => agreed() });
  const step = await region('Prochaine étape');
  expect((await step.findByText(/propose/)).closest('p')).toHaveTextContent(
    "Amel propose 35 € au lieu de 25 €, 5 kg au lieu de 3,5 kg : répondez jusqu'au mar. 1er déc. à 08:05.",
  );
  const card = await region('Votre accord');
  expect(card.getByText('Prix convenu').nextSibling).toHaveTextContent('25 €');
  expect(card.getByText('Changement proposé').nextSibling).toHaveTextContent(
    '35 € au lieu de 25 € · 5 kg au lieu de 3,5 kg',
  );
  expect(await step.findByText(/il sera abandonné, et l'accord actuel reste valable/)).toBeVisible();
  expect(step.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    'Accepter ce changement',
    'Refuser',
    'Prendre une photo',
    "J'ai récupéré le colis",
    'Je ne prends pas ce colis',
    'Renoncer à ce colis',
  ]);
  expect(step.getByRole('button', { name: "J'ai récupéré le colis" }).className).not.toContain('primary');
  await userEvent.click(step.getByRole('button', { name: 'Accepter ce changement' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter ce changement ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Accepter ce changement' }));
  expect(await screen.findByText('Accord modifié')).toBeVisible();
  expect(asked.find(({ row }) => row === 'takeOffer')).toMatchObject({
    params: { parcelId, userId: amelId },
    body: { offerId },
  });
});

test('picked photos stay when a change arrives, and when it is withdrawn', async () => {
  readPictures();
  let offer: Offer | undefined;
  const live = () => act(() => applyLiveEvent(queryClient, { type: 'parcel.changed', at: '', data: { id: parcelId } }));
  follow({}, { readParcel: () => agreed({ offer }) });
  const step = await region('Prochaine étape');
  const photo = new File(['photo'], 'colis.jpg', { type: 'image/jpeg' });
  await userEvent.upload(await step.findByLabelText(/Choisir une photo/), photo);
  expect(await step.findByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
  offer = anOffer({ id: offerId, by: amelId, isChange: true, price: euros(35) });
  await live();
  expect(await step.findByRole('button', { name: 'Accepter ce changement' })).toBeVisible();
  expect(step.getByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
  offer = undefined;
  await live();
  await waitFor(() => expect(step.queryByRole('button', { name: 'Accepter ce changement' })).toBeNull());
  expect(step.getByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
});

test('an own open change can be withdrawn, and the pickup stays the main act with its sentence', async () => {
  follow({ offer: anOffer({ id: offerId, by: karimId, isChange: true, price: euros(35) }) });
  const step = await region('Prochaine étape');
  expect(await step.findByRole('button', { name: 'Retirer ce changement' })).toBeVisible();
  expect((await step.findByText(/Vous avez proposé/)).closest('p')).toHaveTextContent(
    /Amel a jusqu'au mar. 1er déc. à 08:05 pour répondre\.$/,
  );
  expect(await step.findByText(/il sera abandonné/)).toBeVisible();
  expect(step.getByRole('button', { name: "J'ai récupéré le colis" })).toBeVisible();
});

test('after the pickup the agreement says that it does not change any more', async () => {
  follow({ status: 'in_transit' });
  const card = await region('Votre accord');
  expect(card.getByText('Le poids et le prix ne changent plus.')).toBeVisible();
  expect(card.queryByRole('button')).toBeNull();
});

test('an agreement that cannot change says why in the place of its button', async () => {
  follow({ owner: aCard({ id: amelId, firstName: 'Amel', verified: false }) });
  const card = await region('Votre accord');
  expect(card.getByText(/ne peut pas changer pour le moment/)).toHaveTextContent(
    "L'accord ne peut pas changer pour le moment. L'identité de l'autre membre doit d'abord être vérifiée.",
  );
  expect(card.queryByRole('button', { name: "Modifier l'accord" })).toBeNull();
});

test('what a change needs first is offered beside the reason, and not as the next step', async () => {
  follow({ me: { isVerified: false } });
  const card = await region('Votre accord');
  expect(card.getByText(/Votre identité doit d'abord être vérifiée\./)).toBeVisible();
  expect(card.getByRole('link', { name: 'Compléter mon profil' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Compléter mon profil' })).toHaveLength(1);
});

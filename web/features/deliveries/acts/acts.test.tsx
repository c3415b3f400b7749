import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Proof } from '#shared/deliveries/contract.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { aCard, alger, anUpload, aParcel, aProof, aTrip, oran } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { WithActionBar } from '#web/features/deliveries/action-bar.tsx';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { NextStep } from '#web/features/deliveries/next-step.tsx';
import { queryClient, queryKey } from '#web/lib/api/query.ts';
import { toasts } from '#web/lib/toast.ts';

type Facts = Parameters<typeof aParcel>[0];
/** Amel's parcel as Karim, its carrier, reads it before the pickup. */
const parcelOf = (facts: Facts = {}) =>
  aParcel({
    carrier: aCard({ id: 'karim', firstName: 'Karim' }),
    status: 'pickup',
    version: 5,
    viewer: 'karim',
    ...facts,
  });
const parcel = parcelOf();
const proof = aProof();
const pickedUp: Answers = { validatePickup: () => parcelOf({ status: 'in_transit', version: 6 }) };

function Step({ parcel: shown, proofs }: { parcel: Parcel; proofs: Proof[] }) {
  const { situation, owner, carrier } = shown;
  const memberId = situation?.isOwner ? owner.id : 'karim';
  const acts = useActs({ parcel: shown, memberId });
  const other = situation?.isOwner ? carrier : owner;
  return <>{situation && <NextStep {...{ parcel: shown, situation, memberId, other, proofs, acts }} />}</>;
}
const show = (shown: Parcel, proofs: Proof[] = []) => renderPart(<Step parcel={shown} proofs={proofs} />);
const photo = () => new File(['photo'], 'colis.jpg', { type: 'image/jpeg' });
const chooser = () => screen.findByLabelText(/Choisir une photo/);
const tick = () => screen.findByRole('checkbox', { name: /^J'ai vu le contenu/ });
const see = async () => userEvent.click(await tick());
const pickUp = async () => userEvent.click(await screen.findByRole('button', { name: "J'ai récupéré le colis" }));

test('without a photo the camera opens instead of a validation', async () => {
  const asked = fakeApi(pickedUp);
  show(parcel);
  await see();
  await pickUp();
  expect(toasts.get()[0]).toMatchObject({
    title: 'Photo requise',
    description: 'Veuillez prendre une photo avant de valider',
  });
  expect(await screen.findByRole('dialog', { name: 'Photo du colis' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a question stays open while the device is turned', async () => {
  const screenOf = Object.assign(new EventTarget(), { matches: true, media: '' });
  vi.stubGlobal('matchMedia', () => screenOf);
  fakeApi({});
  renderPart(
    <WithActionBar>
      <Step parcel={parcelOf({ status: 'returned', viewer: 'amel' })} proofs={[]} />
    </WithActionBar>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /retour/i }));
  await screen.findByRole('alertdialog');
  screenOf.matches = false;
  act(() => void screenOf.dispatchEvent(new Event('change')));
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

test('photos are sent first, then the version on the screen is validated', async () => {
  readPictures();
  const files = fakeStorage();
  const asked = fakeApi({ requestProofUpload: () => anUpload(), addProof: () => proof, ...pickedUp });
  show(parcel);
  await userEvent.upload(await chooser(), photo());
  expect(await screen.findByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
  await see();
  await pickUp();
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ title: 'Action validée', description: 'Photos envoyées' }]),
  );
  expect(files.map(({ name }) => name)).toEqual(['colis.jpg']);
  expect(asked.map(({ row }) => row)).toEqual(['requestProofUpload', 'addProof', 'validatePickup']);
  expect(asked[1]?.body).toEqual({ uploadId: anUpload().uploadId });
  expect(asked[2]).toMatchObject({ params: { parcelId: 'p1' }, version: 5 });
});

test('after an act the two keep the ratings that the page has read', async () => {
  const rated = { rating: 4.5, reviewCount: 12 };
  const key = queryKey('parcels', 'readParcel', { params: { parcelId: parcel.id } });
  const known = { ...parcel, owner: { ...parcel.owner, ...rated } };
  fakeApi(pickedUp);
  renderPart(<Step parcel={known} proofs={[proof]} />);
  queryClient.setQueryData(key, known);
  await see();
  await pickUp();
  await waitFor(() => expect(queryClient.getQueryData(key)).toMatchObject({ version: 6, owner: rated }));
});

test('a photo that did not arrive stays with its reason, and nothing is validated', async () => {
  readPictures();
  fakeStorage();
  const asked = fakeApi({
    requestProofUpload: () => anUpload(),
    addProof: () => refusal('FILE_REFUSED', 'Fichier illisible.'),
    ...pickedUp,
  });
  show(parcel);
  await userEvent.upload(await chooser(), photo());
  await see();
  await pickUp();
  await waitFor(() => expect(toasts.get()[0]?.title).toBe("Impossible d'envoyer les photos"));
  const step = within(screen.getByRole('region', { name: 'Prochaine étape' }));
  expect(step.getByText('Fichier illisible.')).toBeVisible();
  expect(asked.some(({ row }) => row === 'validatePickup')).toBe(false);
});

test('a photo that is with the server already is enough', async () => {
  fakeApi(pickedUp);
  show(parcel, [proof]);
  await see();
  await pickUp();
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Action validée'));
});

test('an act that fails without a refusal by a rule has the title of the act', async () => {
  fakeApi({ startDelivery: () => new Refusal('TOO_MANY') });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Je pars livrer' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Je pars livrer' }));
  expect(await question.findByRole('alert')).toHaveTextContent('Impossible de mettre à jour le statut');
});

test('leaving for the hand-over needs no photo', async () => {
  fakeApi({ startDelivery: () => parcelOf({ status: 'delivery', version: 6 }) });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Je pars livrer' }));
  const question = await screen.findByRole('alertdialog', { name: 'Je pars livrer ?' });
  expect(question).toHaveTextContent('nous prévenons Amel.');
  await userEvent.click(within(question).getByRole('button', { name: 'Je pars livrer' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Statut mis à jour'));
});

test('a member who waits reads what they wait for, and sees their possible acts', () => {
  show(parcelOf({ viewer: 'amel' }));
  expect(screen.getByRole('region', { name: 'Prochaine étape' })).toHaveTextContent(
    'Donnez le colis à Karim, qui le photographie.',
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Retirer ce transporteur',
    'Annuler ce colis',
  ]);
});

const inTransit = parcelOf({ status: 'in_transit' });

test('a return needs a reason, and the typed reason survives a fault', async () => {
  const answers = [refusal('LIMIT', 'Réessayez.'), parcelOf({ status: 'returned', version: 6 })];
  const asked = fakeApi({ returnParcel: () => answers.shift() ?? refusal('FAULT', 'Trop') });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: "Retour à l'expéditeur" }));
  const question = await screen.findByRole('dialog', { name: "Rapporter ce colis à l'expéditeur ?" });
  await userEvent.click(within(question).getByRole('button', { name: 'Rapporter le colis' }));
  expect(within(question).getByText('Indiquez le motif')).toBeVisible();
  await userEvent.type(within(question).getByLabelText(/Motif/), 'Destinataire absent');
  await userEvent.click(within(question).getByRole('button', { name: 'Rapporter le colis' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('RefusRéessayez.');
  expect(within(question).getByLabelText(/Motif/)).toHaveValue('Destinataire absent');
  await userEvent.click(within(question).getByRole('button', { name: 'Rapporter le colis' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Statut mis à jour'));
  expect(asked.at(-1)).toMatchObject({ row: 'returnParcel', version: 5, body: { reason: 'Destinataire absent' } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the end of an agreement may have a reason, but needs none', async () => {
  const asked = fakeApi({ releaseCarrier: () => aParcel({ version: 6 }) });
  show(parcelOf({ viewer: 'amel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retirer ce transporteur' }));
  const question = await screen.findByRole('dialog', { name: 'Retirer ce transporteur ?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Retirer ce transporteur' }));
  await waitFor(() => expect(asked.find(({ row }) => row === 'releaseCarrier')?.body).toEqual({}));
});

test('an act that another member has made impossible says so in its dialog, which then offers no other try', async () => {
  const current = parcelOf({ status: 'cancelled', version: 9 });
  const title = 'Colis annulé';
  const detail = 'La situation a changé entre-temps.';
  fakeApi({ startDelivery: () => new Refusal('STATE_CHANGED', { title, detail }, { current }) });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Je pars livrer' }));
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Je pars livrer' }));
  const said = await within(question).findByRole('alert');
  expect(said).toHaveTextContent(`${title}${detail}`);
  expect(within(question).queryByRole('button', { name: 'Je pars livrer' })).toBeNull();
  await userEvent.click(within(question).getByText('Fermer'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a yes to a trip that is full offers no other try', async () => {
  fakeApi({ chooseCarrier: () => refusal('TRIP_UNAVAILABLE', 'Il ne reste que 1 kg.') });
  const karim = aCard({ id: '43e1c5d2-0000-4000-8000-000000000000', firstName: 'Karim' });
  show(parcelOf({ viewer: 'amel', status: 'accepted_for_delivery', carrier: karim }));
  await userEvent.click(screen.getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  expect(await question.findByRole('alert')).toHaveTextContent(/Il ne reste que 1\skg/);
  expect(question.queryByRole('button', { name: 'Choisir comme transporteur' })).toBeNull();
});

test('a position is sent with two touches', async () => {
  const asked = fakeApi({ recordPosition: () => ({ version: 5, type: 'position', at: 'now', city: 'Alger' }) });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Indiquer ma position' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Je suis ?à Alger$/ }));
  await waitFor(() => expect(toasts.get()[0]).toMatchObject({ title: 'Position enregistrée', description: 'Alger' }));
  expect(asked).toMatchObject([{ row: 'recordPosition', body: { city: 'Alger' } }]);
});

test('a position that is refused keeps the note that was typed', async () => {
  fakeApi({ recordPosition: () => refusal('TOO_MANY', 'Attendez une minute.') });
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Indiquer ma position' }));
  const form = within(await screen.findByRole('dialog', { name: 'Où est le colis ?' }));
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer la position' }));
  expect(form.getByText('La ville est requise')).toBeVisible();
  await userEvent.type(form.getByLabelText(/Note/), 'Vol retardé');
  await userEvent.type(form.getByRole('combobox', { name: /Une autre ville/ }), 'Lyon');
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer la position' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Attendez une minute.');
  expect(form.getByLabelText(/Note/)).toHaveValue('Vol retardé');
});

test('a position of a parcel that has arrived meanwhile is not asked for again', async () => {
  fakeApi({ recordPosition: () => refusal('STATE_CHANGED', 'La situation a changé entre-temps.') });
  const touched = vi.spyOn(queryClient, 'invalidateQueries');
  show(inTransit);
  await userEvent.click(screen.getByRole('button', { name: 'Indiquer ma position' }));
  const form = within(await screen.findByRole('dialog', { name: 'Où est le colis ?' }));
  await userEvent.click(form.getByRole('button', { name: /^Je suis ?à Alger$/ }));
  expect(await form.findByRole('alert')).toHaveTextContent('La situation a changé entre-temps.');
  expect(form.queryByRole('button', { name: /Je suis|Enregistrer/ })).toBeNull();
  await userEvent.click(form.getByText('Fermer'));
  expect(screen.queryByRole('dialog')).toBeNull();
  // A list behind the dialog would offer the same act again.
  const read = touched.mock.calls.map(([filters]) => filters?.queryKey);
  expect(read).toContainEqual(queryKey('deliveries', 'myDeliveries'));
});

test('the owner confirms that a parcel is back', async () => {
  const returned = { status: 'returned', viewer: 'amel' } as const;
  const asked = fakeApi({ confirmReturn: () => parcelOf({ ...returned, returnConfirmedAt: 'now' }) });
  show(parcelOf(returned));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer le retour' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirmer le retour du colis ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Confirmer le retour' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Action validée'));
  expect(asked[0]).toMatchObject({ row: 'confirmReturn', version: 5 });
});

test('an act that needs a subscription leads to it', async () => {
  fakeApi({ ...ownTrips(), acceptDelivery: () => new Refusal('SUBSCRIPTION_NEEDED') });
  show(parcelOf({ status: 'carrier_chosen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText(/Aucun de vos trajets n'est en ligne/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: /^Accepter/ }));
  expect(await question.findByRole('alert')).toHaveTextContent('demandent un abonnement en cours');
  expect(question.getByRole('link', { name: 'Voir mon abonnement' })).toHaveAttribute('href', '/payment-methods');
});

const ownTrips = (...items: Trip[]): Answers => ({
  myTrips: () => ({ items, counts: { upcoming: items.length, past: 0 } }),
});

/** The question before « Accepter de livrer ce colis », with these answers. */
async function askToAccept(answers: Answers) {
  const asked = fakeApi({ acceptDelivery: () => parcel, ...answers });
  show(aParcel({ viewer: 'karim', other: aCard(), price: { amount: 3000, currency: 'EUR' } }));
  await userEvent.click(screen.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog'));
  const accept = async () => {
    await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
    await waitFor(() => expect(asked.some(({ row }) => row === 'acceptDelivery')).toBe(true));
    return asked.find(({ row }) => row === 'acceptDelivery')?.body;
  };
  return { question, accept };
}

test('a carrier reads the announced price and names the trip that suits best, or another one', async () => {
  const best = aTrip({ adminStatus: 'approved' });
  const far = { ...best, id: 'far', arrival: oran, travelDate: '2026-12-01' };
  const late = { ...best, id: 'late', travelDate: '2026-12-31', bookedGrams: 4000 };
  const small = { ...best, id: 'small', transport: 'boat', bookedGrams: 6000 } as const;
  const hidden = { ...best, id: 'hidden', adminStatus: 'pending' } as const;
  const off = { ...best, id: 'off', status: 'cancelled' } as const;
  const full = { ...best, id: 'full', bookedGrams: 7800 };
  const { question, accept } = await askToAccept(ownTrips(far, hidden, off, full, small, best, late));
  const trips = await question.findByRole('combobox', { name: /^Avec quel trajet/ });
  expect(question.getByText(/au prix annoncé de 30\s€/)).toBeVisible();
  expect(trips).toHaveValue('t1');
  for (const name of [/^Bateau/, /En attente de validation$/, /Annulé$/, /Complet$/])
    expect(within(trips).getByRole('option', { name })).toBeDisabled();
  expect(
    within(trips)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Avion, 20 déc. 2026 · de Paris à Alger · En attente de validation',
    'Avion, 20 déc. 2026 · de Paris à Alger · Annulé',
    'Avion, 20 déc. 2026 · de Paris à Alger · Complet',
    'Bateau, 20 déc. 2026 · de Paris à Alger · Il ne reste que 2 kg',
    "Avion, 20 déc. 2026 · de Paris à Alger · Jusqu'à 8 kg",
    'Avion, 31 déc. 2026 · de Paris à Alger · Il reste 4 kg sur 8 · part après la date limite du colis',
    "Avion, 1er déc. 2026 · de Paris à Oran · Jusqu'à 8 kg",
    'Sans trajet publié',
  ]);
  await userEvent.selectOptions(trips, 'far');
  expect(await accept()).toEqual({ tripId: 'far' });
});

test('a trip that is announced for smaller parcels is named after one that takes it, with its limit', async () => {
  const small = aTrip({ id: 'small', adminStatus: 'approved', maxSize: 'small' });
  const { question } = await askToAccept(ownTrips(small, aTrip({ adminStatus: 'approved', maxSize: 'large' })));
  const trips = await question.findByRole('combobox', { name: /^Avec quel trajet/ });
  expect(trips).toHaveValue('t1');
  expect(within(trips).getByRole('option', { name: /colis jusqu'à/ })).toHaveValue('small');
});

test('a trip between other cities is a choice, but none that is made for the carrier', async () => {
  const far = aTrip({ adminStatus: 'approved', arrival: oran });
  const { question, accept } = await askToAccept(ownTrips(far));
  expect(await question.findByRole('combobox', { name: /^Avec quel trajet/ })).toHaveDisplayValue('Sans trajet publié');
  expect(await accept()).toEqual({});
});

test('a trip that passes both cities of the parcel is chosen first', async () => {
  const { accept } = await askToAccept(ownTrips(aTrip({ adminStatus: 'approved', arrival: oran, stops: [alger] })));
  await screen.findByRole('combobox', { name: /^Avec quel trajet/ });
  expect(await accept()).toEqual({ tripId: 't1' });
});

/** One page after the other, twenty trips each; while `isAway`, no page but the first can be read. */
function pagesOfTrips(trips: readonly Trip[], server = { isAway: false }): Answers {
  return {
    myTrips: ({ query }) => {
      const start = Number(query['cursor'] ?? 0);
      if (start > 0 && server.isAway) return new Refusal('UNAVAILABLE');
      const end = start + 20;
      const next = end < trips.length ? { next: String(end) } : {};
      return { items: trips.slice(start, end), counts: { upcoming: trips.length, past: 0 }, ...next };
    },
  };
}
const manyTrips = (count: number) =>
  Array.from({ length: count }, (_, index) => aTrip({ id: `t${index}`, adminStatus: 'approved' }));

test('a carrier with 45 listed trips may name each of them', async () => {
  const { question, accept } = await askToAccept(pagesOfTrips(manyTrips(45)));
  const trips = await question.findByRole('combobox', { name: /^Avec quel trajet/ });
  expect(within(trips).getAllByRole('option')).toHaveLength(46);
  await userEvent.selectOptions(trips, 't44');
  expect(await accept()).toEqual({ tripId: 't44' });
});

test('the rest of the trips can be asked for again', async () => {
  const server = { isAway: true };
  const { question } = await askToAccept(pagesOfTrips(manyTrips(45), server));
  const again = await question.findByRole('button', { name: 'Réessayer' });
  server.isAway = false;
  await userEvent.click(again);
  const trips = await question.findByRole('combobox', { name: /^Avec quel trajet/ });
  expect(within(trips).getAllByRole('option')).toHaveLength(46);
});

test('a carrier without a listed trip accepts without one', async () => {
  const none = await askToAccept(ownTrips());
  expect(await none.question.findByText(/Aucun de vos trajets n'est en ligne/)).toBeVisible();
  expect(await none.accept()).toEqual({});
});

test('trips that cannot be read stop no agreement', async () => {
  const failed = await askToAccept({ myTrips: () => new Refusal('UNAVAILABLE') });
  expect(await failed.question.findByText('Impossible de charger vos trajets.')).toBeVisible();
  expect(failed.question.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(await failed.accept()).toEqual({});
});

test('an agreement waits for the choice of a trip', async () => {
  const { promise: read, resolve: arrive } = Promise.withResolvers<void>();
  const list = { items: [aTrip({ adminStatus: 'approved' })], counts: { upcoming: 1, past: 0 } };
  const { question, accept } = await askToAccept({ myTrips: () => read.then(() => list) });
  const button = question.getByRole('button', { name: 'Accepter de livrer ce colis' });
  expect(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(button);
  arrive();
  expect(await question.findByRole('combobox', { name: /^Avec quel trajet/ })).toHaveValue('t1');
  expect(await accept()).toEqual({ tripId: 't1' });
});

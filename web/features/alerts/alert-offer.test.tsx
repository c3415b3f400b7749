import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { alger, anAlert, aParcel, aTrip, karim, paris } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { FindPage } from '#web/routes/find-page.tsx';
import { searchOf, wishForParcel, wishForTrip } from './wish.ts';

const nothing = { searchParcels: () => ({ items: [] }), searchTrips: () => ({ items: [] }) };
const search = 'tab=trips&fromCountry=FR&fromCity=Paris&fromPlace=2988507&toCountry=DZ&filter=newest.weight-5';
const open = (query = search, visit: { me?: typeof karim } = { me: karim }) =>
  renderPage(<FindPage />, { at: `/find-parcels?${query}`, ...visit });
const button = { name: 'Créer une alerte' };

test('from an empty result an alert takes two presses', async () => {
  const items: ReturnType<typeof anAlert>[] = [];
  const asked = fakeApi({
    ...nothing,
    myAlerts: () => ({ items }),
    addAlert: ({ body }) => {
      const alert = anAlert({ ...(body as object), from: paris, to: { countryCode: 'DZ', country: 'Algérie' } });
      items.push(alert);
      return alert;
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', button));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer une alerte' }));
  expect(dialog.getByText('Trajets Paris → Algérie, 5 kg au moins')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: "Créer l'alerte" }));
  expect(await screen.findByRole('dialog', { name: 'Alerte créée' })).toBeVisible();
  expect(asked.find(({ row }) => row === 'addAlert')?.body).toEqual({
    kind: 'trip',
    from: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
    to: { countryCode: 'DZ' },
    filter: 'weight-5',
    until: dayOf(Date.now() + 180 * dayMs),
    when: 'now',
  });
  await userEvent.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Fermer' }).at(-1) as Element,
  );
  expect(await screen.findByRole('link', { name: 'Alerte active' })).toHaveAttribute('href', '/alerts');
  expect(screen.queryByRole('button', button)).toBeNull();
});

test('a search without a side offers no alert', async () => {
  fakeApi({ ...nothing, myAlerts: () => ({ items: [] }) });
  open('tab=trips&filter=weight-5');
  expect(await screen.findByText('Aucun trajet ne correspond à votre recherche')).toBeVisible();
  expect(screen.queryByRole('button', button)).toBeNull();
});

test('a visitor signs in first and comes back to the open dialog', async () => {
  fakeApi(nothing);
  const place = open(search, {});
  await userEvent.click(await screen.findByRole('button', button));
  expect(place.url).toMatch(/^\/login\?redirect=/);
  const after = new URLSearchParams(place.url.split('?')[1]).get('redirect') ?? '';
  expect(after).toContain('alert=new');
});

test('the address of a new alert opens the dialog once', async () => {
  fakeApi({ ...nothing, myAlerts: () => ({ items: [] }) });
  const place = open(`${search}&alert=new`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer une alerte' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(place.url).not.toContain('alert=new');
});

test('a city that was typed and not chosen is asked for, and needs its country', async () => {
  const asked = fakeApi({ ...nothing, myAlerts: () => ({ items: [] }), addAlert: () => anAlert() });
  open('tab=trips&fromCity=Hameau-du-Lac');
  await userEvent.click(await screen.findByRole('button', button));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer une alerte' }));
  expect(dialog.getByText('Choisissez la ville dans la liste')).toBeVisible();
  expect(dialog.getByRole('combobox', { name: /Ville de départ/ })).toHaveValue('Hameau-du-Lac');
  await userEvent.click(dialog.getByRole('button', { name: "Créer l'alerte" }));
  expect((await dialog.findAllByText('Le pays est requis'))[0]).toBeVisible();
  await userEvent.type(dialog.getByRole('combobox', { name: /Pays de départ/ }), 'France');
  await userEvent.tab();
  await userEvent.click(dialog.getByRole('button', { name: "Créer l'alerte" }));
  expect(await screen.findByRole('dialog', { name: 'Alerte créée' })).toBeVisible();
  expect(asked.find(({ row }) => row === 'addAlert')?.body).toMatchObject({
    from: { countryCode: 'FR', city: 'Hameau-du-Lac' },
  });
});

test('with ten alerts the sentence leads to them, and what was chosen stays', async () => {
  const detail = 'Vous avez déjà 10 alertes. Supprimez-en une pour en créer une autre.';
  fakeApi({
    ...nothing,
    myAlerts: () => ({ items: [] }),
    addAlert: () => refusal('LIMIT', detail),
  });
  open();
  await userEvent.click(await screen.findByRole('button', button));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: /Une fois par jour/ }));
  await userEvent.click(dialog.getByRole('button', { name: "Créer l'alerte" }));
  expect(await dialog.findByText(detail)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Voir mes alertes' })).toHaveAttribute('href', '/alerts');
  expect(dialog.getByRole('radio', { name: /Une fois par jour/ })).toBeChecked();
});

test('without a network the step asks for one', async () => {
  fakeApi({ ...nothing, myAlerts: () => ({ items: [] }) });
  open();
  await userEvent.click(await screen.findByRole('button', button));
  const dialog = within(await screen.findByRole('dialog'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(dialog.getByRole('button', { name: "Créer l'alerte" }));
  expect(await dialog.findByText('Cette étape demande une connexion.')).toBeVisible();
});

test('a parcel looks for trips that take it until its last day, a trip for parcels that it can take', () => {
  const parcel = aParcel({ pickup: paris, delivery: alger, weightGrams: 2500, size: 'medium', isFragile: true });
  expect(searchOf(wishForParcel(parcel))).toMatchObject({ kind: 'trip', filter: 'fragile.size-medium.weight-5' });
  expect(wishForParcel(parcel).until).toBe(parcel.deadline);
  const trip = aTrip({ depart: paris, arrival: alger, maxWeightKg: 8, travelDate: '2026-12-12' });
  expect(searchOf(wishForTrip(trip))).toMatchObject({ kind: 'parcel', date: '2026-12-12', filter: 'weight-10' });
  expect(wishForTrip(trip).until).toBe('2026-12-12');
  expect(searchOf(wishForTrip({ ...trip, maxWeightKg: 40 }))).not.toHaveProperty('filter');
});

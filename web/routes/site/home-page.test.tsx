import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Corridor } from '#shared/corridors/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { hourMs } from '#shared/values/time.ts';
import { aMe, aParcelCard, aTripCard } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { meKey, queryClient } from '#web/lib/api/query.ts';
import { HomePage } from '#web/routes/site/home-page.tsx';

const open = (who: Parameters<typeof renderPage>[1] = {}) => {
  fakeApi({
    advertisements: () => ({ items: [] }),
    searchTrips: () => ({ items: [] }),
    searchParcels: () => ({ items: [] }),
    readCorridors: () => ({ items: [] }),
  });
  renderPage(<HomePage />, { at: '/', ...who });
};
const resume = () => screen.queryByRole('region', { name: 'Reprendre' });
const invitation = () => screen.queryByRole('link', { name: "S'inscrire gratuitement" });

test('a visitor finds three ways in, three steps and the invitation to sign up', () => {
  open();
  const entries = within(screen.getByRole('region', { name: 'Que souhaitez-vous faire ?' }));
  expect(entries.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/send-parcel',
    '/transport-parcel',
    '/find-parcels',
  ]);
  const steps = within(screen.getByRole('region', { name: 'Comment ça marche' }));
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  expect(invitation()).toHaveAttribute('href', '/register');
  expect(screen.getByRole('link', { name: 'En savoir plus' })).toHaveAttribute('href', '/how-it-works');
  expect(resume()).toBeNull();
});

test('while the session loads no invitation is shown', () => {
  open({ session: { status: 'loading' } });
  expect(invitation()).toBeNull();
  expect(resume()).toBeNull();
});

test('a member sees open matters: answers, corrections, returns, problems, messages and drafts', async () => {
  localStorage.setItem('envoyage.draft.parcel', '{}');
  const refused = { toCorrect: 1, tripsToCorrect: 1, toRevise: 2 };
  const unread = { messages: 3, requests: 1, ...refused, toConfirm: 2, ownProblems: 1, carriedProblems: 2 };
  open({ me: aMe({ unread }) });
  const tasks = within(await screen.findByRole('region', { name: 'Reprendre' })).getAllByRole('link');
  expect(tasks.map((task) => task.textContent)).toEqual([
    '1 demande attend votre réponse',
    '1 colis à corriger',
    '2 colis à revoir',
    '1 trajet à corriger',
    '2 colis à confirmer',
    '1 problème signalé sur vos colis',
    '2 problèmes signalés sur vos livraisons',
    '3 messages non lus',
    'Finir de publier votre colis',
  ]);
  expect(tasks[0]).toHaveAttribute('href', '/trip-requests');
  expect(tasks[1]).toHaveAttribute('href', '/my-parcels');
  expect(tasks[2]).toHaveAttribute('href', '/my-parcels');
  expect(tasks[3]).toHaveAttribute('href', '/my-trips');
  expect(tasks[4]).toHaveAttribute('href', '/my-parcels');
  expect(tasks[5]).toHaveAttribute('href', '/my-parcels?stage=problem');
  expect(tasks[6]).toHaveAttribute('href', '/my-parcels?tab=deliveries&stage=problem');
  expect(tasks[7]).toHaveAttribute('href', '/messaging');
  // Under the only heading of the page, and before everything else.
  const [heading, title, next] = screen.getAllByRole('heading');
  expect([heading, title]).toEqual([screen.getByRole('heading', { level: 1 }), within(resume()!).getByRole('heading')]);
  expect(heading).toHaveTextContent(/^Bonjour/);
  expect(next).toHaveTextContent('Prochains départs');
  expect(invitation()).toBeNull();
});

test('without a network open matters are told with their age', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  const me = aMe({ unread: { messages: 0, requests: 2 } });
  open({ me });
  queryClient.setQueryData(meKey, me, { updatedAt: Date.now() - 2 * hourMs });
  const part = within(await screen.findByRole('region', { name: 'Reprendre' }));
  isOnline.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(part.getByText('2 demandes attendent votre réponse')).toBeVisible();
  expect(await part.findByText('Vu il y a 2 h · hors connexion')).toBeVisible();
  isOnline.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
});

test('a member without open matters sees no such part', () => {
  open({ me: aMe() });
  expect(resume()).toBeNull();
});

/** A corridor from Paris. */
const corridor = (city: string, parcels: number, trips: number): Corridor => ({
  slug: `paris-${city.toLowerCase()}`,
  from: { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '1' },
  to: { city, country: 'Algérie', countryCode: 'DZ', placeId: '2' },
  parcels,
  trips,
});
const many = ['Annaba', 'Biskra', 'Blida', 'Batna', 'Tlemcen'].map((city) => corridor(city, 1, 0));

test('the market is asked as soon as the page opens, and is there with its routes', async () => {
  fakeApi({
    advertisements: () => ({ items: [] }),
    searchTrips: () => ({ items: [aTripCard()] }),
    searchParcels: () => ({ items: [aParcelCard()], next: 'c1' }),
    readCorridors: () => ({ items: [corridor('Alger', 25, 3), corridor('Oran', 0, 1), ...many] }),
  });
  renderPage(<HomePage />, { at: '/' });
  expect(screen.getByRole('link', { name: 'Tous les trajets' })).toHaveAttribute('href', '/find-parcels?tab=trips');
  const corridors = within(await screen.findByRole('region', { name: 'Les trajets du moment' }));
  expect(corridors.getByRole('link', { name: 'Paris vers Alger' })).toHaveAttribute('href', '/colis/paris-alger');
  expect(corridors.getByRole('link', { name: 'Paris vers Oran' })).toHaveAttribute('href', '/trajets/paris-oran');
  expect(corridors.getAllByRole('link')).toHaveLength(6);
  const departures = within(screen.getByRole('region', { name: 'Prochains départs' }));
  expect(departures.getByRole('link', { name: /^Avion, Paris vers Alger/ })).toHaveAttribute(
    'href',
    '/find-parcels?tab=trips&trip=t1',
  );
  const waiting = within(screen.getByRole('region', { name: 'Colis qui attendent' }));
  expect(waiting.getByRole('link', { name: /^Livres, Paris vers Alger, avant le/ })).toHaveAttribute(
    'href',
    '/find-parcels?parcel=p1',
  );
});

test('an empty market says so, and so does one that cannot be read', async () => {
  fakeApi({
    advertisements: () => ({ items: [] }),
    searchTrips: () => ({ items: [] }),
    searchParcels: () => new Refusal('INVALID'),
    readCorridors: () => ({ items: [] }),
  });
  renderPage(<HomePage />, { at: '/' });
  expect(await screen.findByText('Aucun départ annoncé pour le moment.')).toBeVisible();
  expect(await screen.findByText("Cette liste n'a pas pu être chargée.")).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Les trajets du moment' })).toBeNull();
});

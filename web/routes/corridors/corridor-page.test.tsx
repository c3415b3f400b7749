import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { patterns } from '#shared/site/paths.ts';
import { aParcelCard, aTripCard } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { PageFrame } from '#web/app/page-frame.tsx';
import { findPage, notFoundPage } from '#web/app/pages.ts';
import { describeDocument } from '#web/lib/document/document-head.ts';
import { CorridorPage } from '#web/routes/corridors/corridor-page.tsx';

const paris = { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '2988507' };
const algiers = { city: 'Alger', country: 'Algérie', countryCode: 'DZ', placeId: '2507480' };
const oran = { city: 'Oran', country: 'Algérie', countryCode: 'DZ', placeId: '2485926' };
const back = { slug: 'alger-paris', from: algiers, to: paris, parcels: 0, trips: 4 };
const beside = { slug: 'paris-oran', from: paris, to: oran, parcels: 2, trips: 1 };
const both = {
  readCorridor: () => ({ slug: 'paris-alger', from: paris, to: algiers, neighbours: [back, beside] }),
  searchParcels: () => ({ items: [aParcelCard({ id: 'p1' }), aParcelCard({ id: 'p2' })] }),
  searchTrips: () => ({ items: [aTripCard({ id: 't1' })], next: 'c1' }),
} satisfies Answers;

function open(at: string, answers: Answers = both) {
  const calls = fakeApi(answers);
  const path = at.startsWith('/trajets') ? patterns.tripCorridor : patterns.parcelCorridor;
  const page = findPage(path) ?? notFoundPage;
  const framed = (
    <PageFrame page={page}>
      <CorridorPage />
    </PageFrame>
  );
  return { calls, place: renderPage(framed, { at, path }) };
}
const titles = async () => {
  await screen.findByRole('heading', { level: 1, name: /Paris/ });
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
};
const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute('content');
const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute('href');

test('a page of parcels has both lists of its corridor, parcels first, and links to the rest of each', async () => {
  const { calls } = open('/colis/paris-alger');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Colis de Paris à Alger');
  const parcels = within(await screen.findByRole('region', { name: '2 colis' }));
  const trips = within(await screen.findByRole('region', { name: 'Plus de 1 trajet' }));
  expect(await titles()).toEqual(['2 colis', 'Plus de 1 trajet', 'Autres trajets', 'Comment ça marche']);
  expect(parcels.getAllByRole('link', { name: /^Livres, Paris vers Alger/ })[0]).toHaveAttribute(
    'href',
    '/find-parcels?parcel=p1',
  );
  expect(parcels.getByRole('link', { name: 'Tous les colis de Paris à Alger' })).toHaveAttribute(
    'href',
    '/find-parcels?fromCountry=FR&fromCity=Paris&fromPlace=2988507&toCountry=DZ&toCity=Alger&toPlace=2507480',
  );
  expect(trips.getByRole('link', { name: /^Avion, Paris vers Alger/ })).toHaveAttribute(
    'href',
    '/find-parcels?tab=trips&trip=t1',
  );
  expect(trips.getByRole('link', { name: 'Tous les trajets de Paris à Alger' })).toHaveAttribute(
    'href',
    '/trajets/paris-alger',
  );
  expect(calls.find(({ row }) => row === 'searchTrips')?.query).toEqual({
    fromCountry: 'France',
    fromCity: 'Paris',
    fromPlace: '2988507',
    toCountry: 'Algérie',
    toCity: 'Alger',
    toPlace: '2507480',
  });
});

test('a page of trips starts with them, and its head has their number', async () => {
  open('/trajets/paris-alger');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Trajets de Paris à Alger');
  await screen.findByRole('region', { name: 'Plus de 1 trajet' });
  expect((await titles()).slice(0, 2)).toEqual(['Plus de 1 trajet', '2 colis']);
  expect(screen.getByRole('link', { name: 'Tous les trajets de Paris à Alger' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/find-parcels\?tab=trips&fromCountry=FR/),
  );
  expect(document.title).toBe('Au moins 1 trajet de Paris à Alger – Envoyage');
  expect(robots()).toBe('index, follow');
  expect(canonical()).toBe(`${location.origin}/trajets/paris-alger`);
});

test('neighbours lead to the kind of the page, or to the other one where they have only that', async () => {
  open('/colis/paris-alger');
  const neighbours = within(await screen.findByRole('region', { name: 'Autres trajets' }));
  expect(neighbours.getByRole('link', { name: 'Alger vers Paris' })).toHaveAttribute('href', '/trajets/alger-paris');
  expect(neighbours.getByRole('link', { name: 'Paris vers Oran' })).toHaveAttribute('href', '/colis/paris-oran');
});

test('an empty corridor invites to publish, keeps its ways on, and is not offered to search engines', async () => {
  open('/colis/paris-alger', {
    ...both,
    searchParcels: () => ({ items: [] }),
    searchTrips: () => ({ items: [] }),
  });
  const parcels = within(await screen.findByRole('region', { name: 'Colis' }));
  expect(await parcels.findByText('Aucun colis de Paris à Alger pour le moment')).toBeVisible();
  expect(parcels.getByRole('link', { name: 'Envoyer un colis' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/send-parcel\?fromCountry=FR&fromCity=Paris&.*toPlace=/),
  );
  expect(await screen.findByText('Aucun trajet de Paris à Alger pour le moment.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Autres trajets' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Colis de Paris à Alger – Envoyage'));
  expect(robots()).toBe('noindex');
  expect(canonical()).toBeUndefined();
});

const never = () => new Promise<never>(() => {});
const fails = () => new Refusal('INVALID');
test.each([
  ['the corridor loads', { ...both, readCorridor: never }],
  ['its lists load', { ...both, searchParcels: never, searchTrips: never }],
  ['the corridor cannot be read', { ...both, readCorridor: fails }],
  ['a list cannot be read', { ...both, searchTrips: fails }],
] as [string, Answers][])('while %s, nobody is told that the page is not to be listed', async (_when, answers) => {
  for (const written of [undefined, 'index, follow', 'noindex']) {
    document.head.innerHTML = written
      ? `<meta name="robots" content="${written}"><link rel="canonical" href="/x">`
      : '';
    const { calls } = open('/colis/paris-alger', answers);
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    await screen.findAllByText(/Réessayer|Chargement/);
    expect([robots(), canonical()]).toEqual([written, written && '/x']);
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    cleanup();
  }
});

test('a page that the application leads to does not keep the tags of the page before', async () => {
  describeDocument({ path: '/profile', title: 'Mon profil', isListed: false });
  open('/colis/paris-alger', { ...both, readCorridor: never });
  expect([robots(), canonical()]).toEqual([undefined, undefined]);
});

test('another spelling, or ids in the query, are replaced by the canonical address without another question', async () => {
  for (const at of ['/colis/PARIS--Alg%C3%A9r', '/colis/paris-alger?fromPlace=2988507&toPlace=2507480']) {
    const { calls, place } = open(at);
    await waitFor(() => expect(place.url).toBe('/colis/paris-alger'));
    expect(await screen.findByRole('region', { name: '2 colis' })).toBeVisible();
    expect(calls.map(({ row }) => row)).toEqual(['readCorridor', 'searchParcels', 'searchTrips']);
    place.back();
    expect(place.url).toBe('/before');
  }
});

test('ids of the address go to the server, and what is no id does not', async () => {
  const { calls } = open('/colis/paris-alger?fromPlace=2988507&toPlace=%3Cb%3E');
  await screen.findByRole('region', { name: '2 colis' });
  expect(calls[0]).toMatchObject({ params: { corridor: 'paris-alger' }, query: { fromPlace: '2988507' } });
});

test('what names no two places is not found', async () => {
  open('/trajets/nulle-part', { readCorridor: () => new Refusal('NOT_FOUND') });
  expect(await screen.findByRole('heading', { name: 'Page non trouvée' })).toBeVisible();
  expect(document.title).toBe('Page non trouvée – Envoyage');
  expect(robots()).toBe('noindex');
});

test('a corridor that cannot be read is asked again', async () => {
  let isDown = true;
  open('/colis/paris-alger', {
    ...both,
    readCorridor: () => (isDown ? new Refusal('INVALID') : both.readCorridor()),
  });
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('region', { name: '2 colis' })).toBeVisible();
});

test('a list that cannot be read is asked again, beside the other one', async () => {
  let isDown = true;
  open('/colis/paris-alger', {
    ...both,
    searchTrips: () => (isDown ? new Refusal('INVALID') : both.searchTrips()),
  });
  expect(await screen.findByRole('region', { name: '2 colis' })).toBeVisible();
  const trips = within(screen.getByRole('region', { name: 'Trajets' }));
  const retry = await trips.findByRole('button', { name: 'Réessayer' });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Plus de 1 trajet' })).toBeVisible();
});

test('while the corridor loads, the page has its heading', () => {
  open('/trajets/paris-alger', { readCorridor: never });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Trajets entre deux villes');
  expect(screen.getByText('Chargement…')).toBeInTheDocument();
});

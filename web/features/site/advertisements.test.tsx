import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Refusal } from '#shared/refusal.ts';
import type { Advertisement } from '#shared/site/contract.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { Layout } from '#web/app/shell/layout.tsx';
import { Advertisements, HeaderAdvertisements, SidebarAdvertisements } from '#web/features/site/advertisements.tsx';
import { queryClient } from '#web/lib/api/query.ts';

const anAdvertisement = (id: string, facts: Partial<Advertisement> = {}): Advertisement => ({
  id,
  title: `Annonce ${id}`,
  ...facts,
});
const answer = (...items: Advertisement[]) => fakeApi({ advertisements: () => ({ items }) });
const open = () => renderPage(<Advertisements position="home" />, { at: '/' });
const region = () => screen.queryByRole('complementary', { name: /^Publicité/ });

test('an advertisement is marked as one and opens in a new tab', async () => {
  answer(anAdvertisement('1', { description: 'Valises', linkUrl: 'https://example.org/', imageUrl: '/media/a' }));
  open();
  const link = await screen.findByRole('link', { name: /^Annonce 1 ?\(nouvel onglet\)$/ });
  expect(link).toHaveAttribute('href', 'https://example.org/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener sponsored');
  expect(region()).toHaveTextContent('PublicitéAnnonce 1 (nouvel onglet)Valises');
});

test('without an address it is only text', async () => {
  answer(anAdvertisement('1'));
  open();
  expect(await screen.findByText('Annonce 1')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('only the first ones are shown, in the order of the answer', async () => {
  answer(...['1', '2', '3', '4'].map((id) => anAdvertisement(id)));
  open();
  await screen.findByText('Annonce 1');
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Annonce 1',
    'Annonce 2',
    'Annonce 3',
  ]);
});

/** An answer of another release: no list. */
const unreadable = () => ({ items: 'x' }) as unknown as { items: Advertisement[] };

test.each<[string, () => { items: Advertisement[] } | Refusal]>([
  ['none', () => ({ items: [] })],
  ['a fault', () => refusal('FAULT', 'Panne')],
  ['something unreadable', unreadable],
])('with %s the page shows nothing at all', async (_, respond) => {
  const calls = fakeApi({ advertisements: respond });
  open();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.query).toEqual({ position: 'home' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(region()).toBeNull();
  expect(document.body).not.toHaveTextContent(/Publicité|Panne/);
});

test('above the page nothing appears late: it is shown with the next page', async () => {
  const calls = answer(anAdvertisement('1'));
  const page = (
    <>
      <HeaderAdvertisements />
      <Link to="/faq">Questions</Link>
    </>
  );
  renderPage(page, { at: '/', path: '/*' });
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls[0]?.query).toEqual({ position: 'header' });
  expect(screen.queryByText('Annonce 1')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Questions' }));
  expect(screen.getByText('Annonce 1')).toBeVisible();
});

test.each([
  ['/', []],
  ['/find-parcels', [{ position: 'footer' }]],
  ['/send-parcel', []],
])('below %s the frame asks for %o, because the home page has a position of its own', async (at, positions) => {
  const calls = answer();
  renderPage(<Layout />, { at, path: '/*' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await screen.findByRole('contentinfo');
  const asked = calls.filter(({ row }) => row === 'advertisements').map(({ query }) => query);
  expect(asked.filter(({ position }) => position !== 'header')).toEqual(positions);
});

test('beside a list a screen without a margin loads nothing, and a wide one has its own position', async () => {
  const calls = answer(anAdvertisement('1'));
  const onScreenOf = (width: number) =>
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: Number(/\d+/.exec(query)) * 16 <= width }),
    );
  for (const width of [375, 1200, 1535]) {
    onScreenOf(width);
    renderPage(<SidebarAdvertisements />, { at: '/find-parcels' });
    expect(calls).toEqual([]);
  }
  onScreenOf(1536);
  renderPage(<SidebarAdvertisements />, { at: '/find-parcels' });
  expect(await screen.findByText('Annonce 1')).toBeVisible();
  expect(calls.map(({ query }) => query)).toEqual([{ position: 'sidebar' }]);
  vi.unstubAllGlobals();
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '#test/support/render-page.tsx';
import { CookiesPage } from '#web/routes/site/cookies-page.tsx';

const here = () => within(screen.getByRole('region', { name: 'Sur cet appareil, en ce moment' }));

test('drafts on this device are named and can be erased, the session stays', async () => {
  localStorage.setItem('envoyage.draft.parcel', '{}');
  sessionStorage.setItem('envoyage.message.a', 'Bonjour');
  sessionStorage.setItem('envoyage.message.b', 'Bonsoir');
  localStorage.setItem('envoyage.session', '1');
  renderPage(<CookiesPage />, { at: '/cookies' });
  expect(here().getByText("Brouillon d'un colis ou d'un trajet")).toBeVisible();
  expect(here().getByText("Brouillon d'un message (2)")).toBeVisible();
  await userEvent.click(here().getByRole('button', { name: 'Effacer mes brouillons' }));
  expect(
    here()
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(["Présence d'une session"]);
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
  expect(here().queryByRole('button')).toBeNull();
});

test('where nothing is kept, the page says so', () => {
  renderPage(<CookiesPage />, { at: '/cookies' });
  expect(here().getByText("Rien n'est gardé sur cet appareil.")).toBeVisible();
});

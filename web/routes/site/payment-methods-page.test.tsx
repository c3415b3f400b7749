import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Bank } from '#shared/banks/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { subscriptionOffer } from '#shared/subscriptions/offer.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { PaymentMethodsPage } from '#web/routes/site/payment-methods-page.tsx';

const bank: Bank = {
  id: 'b1',
  bankName: 'Banque de la rive',
  iban: 'FR7630006000011234567890189',
  accountHolder: 'La Rive',
};

function open({ banks = [bank], isFree = true }: { banks?: Bank[]; isFree?: boolean } = {}) {
  const calls = fakeApi({
    banks: () => ({ items: banks }),
    subscriptionInfo: () => ({ ...subscriptionOffer, isFree }),
  });
  renderPage(<PaymentMethodsPage />, { at: '/payment-methods' });
  return calls;
}

test('the price stands before any answer, and that nothing is due once it is known', async () => {
  open();
  expect(screen.getByText('5000 DA')).toBeVisible();
  expect(screen.queryByText('Gratuit pour le moment')).toBeNull();
  expect(await screen.findByText('Gratuit pour le moment')).toBeVisible();
});

test('with the guard on, the page no longer says that it is free', async () => {
  open({ isFree: false });
  expect(await screen.findByText("L'abonnement est en vigueur")).toBeVisible();
  expect(screen.queryByText('Gratuit pour le moment')).toBeNull();
});

test('an account is shown in groups and copied without blanks, each part by its own button', async () => {
  const user = userEvent.setup();
  open({ banks: [{ ...bank, bic: 'AGRIFRPP' }] });
  const card = within((await screen.findByText('La Rive')).closest<HTMLElement>('li.card') ?? document.body);
  expect(card.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeVisible();
  for (const [label, text] of [
    ['Copier le numéro de compte, Banque de la rive', 'FR7630006000011234567890189'],
    ['Copier le titulaire, Banque de la rive', 'La Rive'],
    ['Copier le BIC, Banque de la rive', 'AGRIFRPP'],
  ] as const) {
    await user.click(card.getByRole('button', { name: label }));
    expect(await navigator.clipboard.readText()).toBe(text);
  }
});

test('without accounts the page leads to the team, and offers nothing to copy', async () => {
  open({ banks: [] });
  expect(await screen.findByText('Coordonnées à venir, contactez-nous.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact?topic=payment');
  expect(screen.queryByRole('button')).toBeNull();
});

test('accounts that do not load say so and are asked again', async () => {
  let isDown = true;
  fakeApi({
    banks: () => (isDown ? new Refusal('NOT_ALLOWED') : { items: [bank] }),
    subscriptionInfo: () => ({ ...subscriptionOffer, isFree: true }),
  });
  renderPage(<PaymentMethodsPage />, { at: '/payment-methods' });
  expect(await screen.findByText('Impossible de charger les données')).toBeVisible();
  expect(screen.queryByText('Coordonnées à venir, contactez-nous.')).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('La Rive')).toBeVisible();
});

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Bank } from '#shared/banks/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage, renderPart } from '#test/support/render-page.tsx';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { SubscriptionPage } from '#web/routes/site/subscription-page.tsx';

const bank: Bank = {
  id: 'b1',
  bankName: 'Banque de la rive',
  iban: 'FR7630006000011234567890189',
  accountHolder: 'La Rive',
};

function open({ banks = [bank], ...offer }: { banks?: Bank[]; isFree?: boolean; from?: string } = {}) {
  const calls = fakeApi({
    banks: () => ({ items: banks }),
    subscriptionInfo: () => ({ ...yearlySubscription, isFree: true, ...offer }),
  });
  renderPage(<SubscriptionPage />, { at: '/payment-methods' });
  return calls;
}

test('the price stands before any answer, and that nothing is due once it is known', async () => {
  open();
  expect(screen.getByText('5000 DA')).toBeVisible();
  expect(screen.queryByText('Gratuit pour le moment')).toBeNull();
  expect(await screen.findByText('Gratuit pour le moment')).toBeVisible();
});

const offer = () => screen.getByRole('region', { name: "L'abonnement annuel" }).textContent ?? '';

test('while the service is free, nothing is said to depend on a payment, and a notice of 30 days is promised', async () => {
  open();
  await screen.findByText('Gratuit pour le moment');
  expect(offer()).toContain('Inutile de payer maintenant : vos 12 mois commenceraient tout de suite');
  expect(offer()).toContain('sans reconduction automatique');
  expect(offer()).toContain("cette page vous le dira au moins 30 jours à l'avance, et nous vous écrirons.");
  expect(offer()).toContain('Quand il est nécessaire, un abonnement en cours permet de :');
  expect(offer()).not.toMatch(/attendent|vous pouvez :/);
});

test('an announced day stands on the page, which is still free until then', async () => {
  open({ from: '2027-03-01' });
  await screen.findByText('Gratuit pour le moment');
  expect(offer()).toContain('Tous les membres en auront besoin à partir du lundi 1er mars 2027.');
  expect(offer()).not.toContain('30 jours');
});

test('from the day on the page says since when, and no longer that it is free', async () => {
  open({ from: '2027-03-01', isFree: false });
  expect(await screen.findByText("L'abonnement est nécessaire")).toBeVisible();
  expect(offer()).toContain('Depuis le lundi 1er mars 2027, tous les membres en ont besoin');
  // The sentence about a payment in a free time stays true.
  expect(screen.queryByText('Gratuit pour le moment')).toBeNull();
});

test('who was refused elsewhere finds the way back, who came by themselves none', async () => {
  fakeApi({ banks: () => ({ items: [] }), subscriptionInfo: () => ({ ...yearlySubscription, isFree: false }) });
  const refused = renderPart(<WayOutLink wayOut={{ to: '/payment-methods', text: 'Voir mon abonnement' }} />, {
    at: '/send-parcel?step=2',
  });
  await userEvent.click(screen.getByRole('link', { name: 'Voir mon abonnement' }));
  expect(refused.url).toBe('/payment-methods');
  cleanup();
  const place = renderPage(<SubscriptionPage />, { at: '/payment-methods', state: refused.state });
  await userEvent.click(screen.getByRole('link', { name: 'Revenir à la page précédente' }));
  expect(place.url).toBe('/send-parcel?step=2');
  cleanup();
  renderPage(<SubscriptionPage />, { at: '/payment-methods' });
  expect(screen.queryByRole('link', { name: 'Revenir à la page précédente' })).toBeNull();
});

test('an account is shown in groups and copied without blanks, each part by its own button', async () => {
  const user = userEvent.setup();
  open({ banks: [{ ...bank, bic: 'AGRIFRPP' }], from: '2027-03-01' });
  const card = within((await screen.findByText('La Rive')).closest<HTMLElement>('li.card') ?? document.body);
  expect(card.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeVisible();
  for (const [label, text] of [
    [`Copier le numéro de compte, ${isolated('Banque de la rive')}`, 'FR7630006000011234567890189'],
    [`Copier le titulaire, ${isolated('Banque de la rive')}`, 'La Rive'],
    [`Copier le BIC, ${isolated('Banque de la rive')}`, 'AGRIFRPP'],
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
    subscriptionInfo: () => ({ ...yearlySubscription, isFree: false }),
  });
  renderPage(<SubscriptionPage />, { at: '/payment-methods' });
  expect(await screen.findByText('Impossible de charger les données')).toBeVisible();
  expect(screen.queryByText('Coordonnées à venir, contactez-nous.')).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('La Rive')).toBeVisible();
});

test('while the service is free the accounts are folded, and a press shows them', async () => {
  open();
  expect(await screen.findByText('La Rive')).not.toBeVisible();
  await userEvent.click(screen.getByText('Voir les comptes, même si rien ne presse'));
  expect(screen.getByText('La Rive')).toBeVisible();
});

test.each([
  ['once a day is set', { from: '2027-03-01' }],
  ['once it is needed', { isFree: false }],
])('%s the accounts are unfolded', async (_, facts) => {
  open(facts);
  expect(await screen.findByText('La Rive')).toBeVisible();
});

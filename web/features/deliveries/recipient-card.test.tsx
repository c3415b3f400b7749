import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aCard, aMe, aParcel } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { keptText } from '#web/forms/use-kept-text.ts';
import { DeliveryPage } from '#web/routes/delivery-page.tsx';

afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

const card = { name: 'La personne qui reçoit le colis' };
const message = 'Suivez ici le colis que je vous envoie :\nلمتابعة الطرد الذي أرسلته إليك:';
const carrier = aCard({ id: 'karim', firstName: 'Karim' });
const open = (parcel: Parameters<typeof aParcel>[0], link = 'secret') => {
  fakeApi({
    readParcel: () => aParcel({ id: 'p1', ownerId: 'amel', carrierId: 'karim', carrier, viewer: 'amel', ...parcel }),
    tracking: () => ({ items: [], ...(link ? { link } : {}) }),
    proofs: () => ({ items: [] }),
    conversation: () => ({ messages: [], with: carrier, readUpTo: 0 }) as never,
  });
  return renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: aMe({ id: 'amel' }) });
};
const find = async () => within(await screen.findByRole('region', card));

test('the owner shares the link in both languages', async () => {
  const share = vi.fn<(given: ShareData) => Promise<void>>(async () => {});
  Object.assign(navigator, { canShare: () => true, share });
  open({ status: 'in_transit' });
  await userEvent.click((await find()).getByRole('button', { name: 'Envoyer le lien de suivi' }));
  expect(share).toHaveBeenCalledWith({
    title: 'Suivi de colis',
    text: message,
    url: `${location.origin}/follow#secret`,
  });
});

test('where the device shares nothing, the dialog shows both languages and copies the link', async () => {
  const user = userEvent.setup();
  open({ status: 'pickup' });
  await user.click((await find()).getByRole('button', { name: 'Envoyer le lien de suivi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Partager' }));
  expect(dialog.getByText('لمتابعة الطرد الذي أرسلته إليك:')).toHaveAttribute('dir', 'rtl');
  expect(decodeURIComponent(dialog.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href') ?? '')).toContain(
    `${message}\n${location.origin}/follow#secret`,
  );
  await user.click(dialog.getByRole('button', { name: 'Copier le lien' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/follow#secret`);
});

test('who receives it is a message to the carrier, begun once behind what was being written', async () => {
  const place = open({ status: 'pickup' });
  const name = 'amel.karim.p1';
  sessionStorage.setItem(`envoyage.message.${name}`, 'Bonjour');
  const begin = async () =>
    userEvent.click((await find()).getByRole('link', { name: /^Dire à\s*Karim\s*qui reçoit le colis$/ }));
  await begin();
  expect(place.url).toBe('/messages/karim?parcel=p1');
  const draft = 'Bonjour\nLe colis est pour … (nom), au … (téléphone), à … (adresse).';
  expect(keptText(name)).toBe(draft);
  place.back();
  await begin();
  expect(keptText(name)).toBe(draft);
});

test('without a link there is no card', async () => {
  open({ status: 'pickup' }, '');
  await screen.findByRole('region', { name: 'Suivi' });
  expect(screen.queryByRole('region', card)).toBeNull();
});

const declaredAt = '2026-11-20T10:00:00.000Z';
test.each([
  ['a declared delivery', { status: 'delivery', declaredAt }, false],
  ['a declared return', { status: 'returned', declaredAt }, false],
  ['a parcel that has arrived', { status: 'delivered', deliveredAt: declaredAt }, true],
  ['a parcel that waits for another decision', { status: 'cancelled', outcome: 'lost', annulled: true }, false],
  ['a lost parcel', { status: 'cancelled', outcome: 'lost' }, true],
] as const)(
  'of %s the owner still shares the link, and nobody is to be named to the carrier',
  async (_, parcel, isOver) => {
    open(parcel);
    const shown = await find();
    expect(shown.getByRole('button', { name: 'Envoyer le lien de suivi' })).toBeVisible();
    expect(shown.queryByRole('link', { name: /qui reçoit le colis$/ })).toBeNull();
    expect(shown.queryByText(/Le lien s'arrête 30 jours après la fin/) !== null).toBe(isOver);
  },
);

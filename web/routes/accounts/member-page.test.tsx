import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { reasonTemplates } from '#shared/admin/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs } from '#shared/values/time.ts';
import { aMember, aReview, aTripCard, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { toasts } from '#web/lib/toast.ts';
import { MemberPage } from '#web/routes/accounts/member-page.tsx';

const amel = aMember({
  verifiedAt: '2026-02-01T10:00:00.000Z',
  rating: 4.5,
  reviewCount: 2,
  parcelCount: 3,
  tripCount: 7,
  distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
});
const mine = { id: 'amel.karim', rating: 4, comment: 'Ponctuelle', version: 3 };
const visitMember = (userId = 'amel', at = `/user/${userId}`, me = karim) =>
  renderPage(<MemberPage />, { path: '/user/:userId', at, me });
const broken = () => new Refusal('FAULT');
const gone = () => undefined;

afterEach(() => void vi.useRealTimers());

test('a member is shown with what others may know, and can be written to', async () => {
  fakeApi({ readMember: () => amel });
  visitMember();
  expect(await screen.findByRole('heading', { name: 'Amel Benali' })).toBeVisible();
  expect(screen.getByText('Identité vérifiée le 1er févr. 2026')).toBeVisible();
  expect(screen.getAllByText('Note moyenne 4,5 sur 5, 2 avis')).toHaveLength(2);
  expect(screen.getAllByText('Visible pendant une livraison avec vous')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel');
  expect(screen.getByRole('tabpanel', { name: 'Activités' })).toHaveTextContent('Contact');
});

test('a member without names is « Utilisateur »', async () => {
  fakeApi({ readMember: () => ({ ...amel, firstName: '', lastName: '' }) });
  visitMember();
  expect(await screen.findByRole('heading', { name: 'Utilisateur' })).toBeVisible();
});

test.each([
  ['Nouveau membre', 29, { carriedCount: 0, parcelCount: 0 }],
  ["Pas encore d'avis", 31, { carriedCount: 0, parcelCount: 0 }],
  ["Pas encore d'avis", 29, { carriedCount: 1, parcelCount: 0 }],
  ["Pas encore d'avis", 29, { carriedCount: 0, parcelCount: 1 }],
])('without reviews a member is « %s » after %i days with %j', async (text, days, counts) => {
  const { rating: _rating, ...unrated } = amel;
  const memberSince = new Date(Date.now() - days * dayMs).toISOString();
  fakeApi({ readMember: () => ({ ...unrated, ...counts, memberSince, reviewCount: 0 }) });
  visitMember();
  expect(await screen.findByText(text)).toBeVisible();
});

test('what a member has not done yet is a 0', async () => {
  fakeApi({ readMember: () => ({ ...amel, parcelCount: 0, tripCount: 0 }) });
  visitMember();
  const sent = (await screen.findAllByText('Colis expédiés'))[0]?.parentElement;
  expect(sent).toHaveTextContent('Colis expédiés0');
  expect(screen.getAllByText('Trajets effectués')[0]?.parentElement).toHaveTextContent('Trajets effectués0');
});

test('my own id leads to my profile, and the query comes along', () => {
  fakeApi({});
  const place = visitMember('karim', '/user/karim?tab=reviews');
  expect(place.url).toContain('/profile?tab=reviews');
});

test('an unknown member is not asked for twice and has three ways out', async () => {
  const asked = fakeApi({});
  visitMember('0123456789');
  expect(await screen.findByRole('heading', { name: 'Profil introuvable' })).toBeVisible();
  expect(screen.getByText("Le profil que vous recherchez n'existe pas ou a été supprimé.")).toBeVisible();
  expect(screen.getByText('01234567')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retour' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Rechercher des colis' })).toHaveAttribute('href', '/find-parcels');
  expect(asked).toHaveLength(1);
});

/** Lets what is under way finish, then this much time pass. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a profile that cannot be read is asked for again after 2, 4 and 6 seconds; « Réessayer » starts over', async () => {
  vi.useFakeTimers();
  const asked = fakeApi({ readMember: broken });
  visitMember();
  await pass(1_000);
  expect(screen.getByText('Tentatives: 1/3')).toBeVisible();
  expect(toasts.get()).toEqual([]);
  expect(screen.getByRole('alert')).toHaveTextContent('Erreur de chargement');
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await pass(1_500);
  expect(asked).toHaveLength(2);
  expect(screen.getByText('Tentatives: 2/3')).toBeVisible();
  expect(toasts.get()).toMatchObject([
    { title: 'Problème de connexion', description: 'Nouvel essai dans un instant.' },
  ]);
  await pass(3_000);
  expect(asked).toHaveLength(2);
  await pass(1_500);
  expect(asked).toHaveLength(3);
  expect(screen.getByText('Tentatives: 3/3')).toBeVisible();
  await pass(6_000);
  expect(asked).toHaveLength(4);
  expect(screen.getByRole('alert')).toHaveTextContent('Erreur de chargement');
  expect(screen.getByRole('alert')).toHaveTextContent("Impossible de charger le profil de l'utilisateur.");
  await pass(20_000);
  expect(asked).toHaveLength(4);
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await pass(500);
  expect(asked).toHaveLength(5);
  expect(toasts.get()).toEqual([]);
  expect(screen.getByText('Tentatives: 1/3')).toBeVisible();
  await pass(2_000);
  expect(screen.getByText('Tentatives: 2/3')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await pass(500);
  expect(asked).toHaveLength(7);
  expect(screen.getByText('Tentatives: 1/3')).toBeVisible();
});

test('the toast of the second try goes with its cause, and without a network it says what to check', async () => {
  vi.useFakeTimers();
  let isOffline = true;
  fakeApi({
    readMember: () => {
      if (isOffline) throw new TypeError('Failed to fetch');
      return amel;
    },
  });
  visitMember();
  await pass(8_000);
  expect(toasts.get()).toMatchObject([
    { title: 'Problème de connexion', description: 'Veuillez vérifier votre connexion internet.' },
  ]);
  isOffline = false;
  await pass(8_000);
  expect(screen.getByRole('heading', { level: 1, name: /Amel/ })).toBeVisible();
  expect(toasts.get()).toEqual([]);
});

test('after 8 seconds without an answer the wait is over', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  visitMember();
  await pass(7_900);
  expect(screen.queryByText(/Délai dépassé pour le chargement du profil/)).toBeNull();
  await pass(200);
  expect(screen.getByText(/Délai dépassé pour le chargement du profil/)).toBeVisible();
  expect(screen.getByText('Tentatives: 1/3')).toBeVisible();
  await pass(60_000);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Problème de connexion. Veuillez vérifier votre connexion internet.',
  );
});

test('a member becomes a friend and is let go again', async () => {
  const asked = fakeApi({
    readMember: () => amel,
    addFriend: () => ({ isFriend: true }),
    removeFriend: gone,
  });
  visitMember();
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter en ami' }));
  expect(await screen.findByText("Cet utilisateur a été ajouté à votre liste d'amis")).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retirer de mes amis' }));
  expect(await screen.findByText("Cet utilisateur a été retiré de votre liste d'amis")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ajouter en ami' })).toBeVisible();
  expect(asked.map(({ row, params }) => [row, params])).toEqual([
    ['readMember', { userId: 'amel' }],
    ['memberReviews', { userId: 'amel' }],
    ['addFriend', { userId: 'amel' }],
    ['removeFriend', { userId: 'amel' }],
  ]);
});

test('a member is blocked from their profile, where « Débloquer » takes the place of writing and friendship', async () => {
  const asked = fakeApi({
    readMember: () => ({ ...amel, isFriend: true, isInHand: true }),
    blockMember: () => ({ isBlocked: true }),
    unblockMember: gone,
  });
  visitMember();
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquer ce membre' }));
  expect(screen.getByText(/Votre livraison en cours continue/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer' }));
  expect(await screen.findByText('Vous avez bloqué ce membre.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Bloquer ce membre' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Débloquer' }));
  expect(await screen.findByRole('link', { name: 'Contacter' })).toBeVisible();
  // The block has ended the friendship.
  expect(screen.getByRole('button', { name: 'Ajouter en ami' })).toBeVisible();
  expect(asked.slice(2).map(({ row, params }) => [row, params])).toEqual([
    ['blockMember', { userId: 'amel' }],
    ['unblockMember', { userId: 'amel' }],
  ]);
});

test.each([
  ['who has blocked the reader', { isHidden: true }],
  ['whom the reader has blocked', { isBlocked: true }],
] as const)('of a member %s, only the conversation about the delivery in hand is offered', async (_who, tie) => {
  fakeApi({ readMember: () => ({ ...amel, ...tie, isInHand: true, parcelInHand: 'livres' }) });
  visitMember();
  expect(await screen.findByRole('link', { name: 'Écrire au sujet de la livraison' })).toHaveAttribute(
    'href',
    '/messages/amel?parcel=livres',
  );
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ajouter en ami' })).toBeNull();
});

test.each([
  [403, 'NOT_ALLOWED', "Impossible d'ajouter cet utilisateur à votre liste d'amis"],
  [500, 'FAULT', "Une erreur s'est produite lors de l'ajout de cet ami"],
] as const)('a friend who cannot be added (%i) is said so', async (_status, code, sentence) => {
  fakeApi({ readMember: () => amel, addFriend: () => new Refusal(code) });
  visitMember();
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter en ami' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ajouter en ami' })).toBeVisible();
});

test('reviews are open beside the figures, and asked for once for both tabs; verified ones are marked, and bars say how they spread', async () => {
  const asked = fakeApi({
    readMember: () => amel,
    memberReviews: () => ({
      items: [aReview({ verified: true, comment: 'Très soigneuse' }), aReview({ id: 'amel.ines', rating: 4 })],
    }),
  });
  visitMember();
  expect(await screen.findByText('Très soigneuse')).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'Activités' })).toHaveTextContent('Avis reçus');
  await userEvent.click(await screen.findByRole('tab', { name: 'Avis (2)' }));
  expect(await screen.findByText('Très soigneuse')).toBeVisible();
  expect(screen.getAllByText('Avis vérifié')).toHaveLength(1);
  expect(screen.getByText('Note : 4 étoiles sur 5')).toBeInTheDocument();
  const bars = within(screen.getByRole('list', { name: 'Répartition des notes' })).getAllByRole('listitem');
  expect(bars.map((bar) => bar.textContent)).toEqual([
    '5 étoiles1 avis',
    '4 étoiles1 avis',
    '3 étoiles0 avis',
    '2 étoiles0 avis',
    '1 étoile0 avis',
  ]);
  expect(asked.map(({ row, params }) => [row, params])).toEqual([
    ['readMember', { userId: 'amel' }],
    ['memberReviews', { userId: 'amel' }],
  ]);
});

test('reviews that cannot be loaded are said so', async () => {
  fakeApi({ readMember: () => amel, memberReviews: broken });
  visitMember('amel', '/user/amel?tab=reviews');
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les avis');
});

test('a review starts at five stars, is chosen among five radio buttons, and counts at once', async () => {
  const asked = fakeApi({
    readMember: () => amel,
    memberReviews: () => ({ items: [] }),
    leaveReview: ({ body }) => aReview({ ...mine, ...body }),
  });
  visitMember('amel', '/user/amel?tab=reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
  const stars = within(await screen.findByRole('group', { name: 'Votre note' })).getAllByRole('radio');
  expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([
    '1 étoile',
    '2 étoiles',
    '3 étoiles',
    '4 étoiles',
    '5 étoiles',
  ]);
  expect(screen.getByRole('radio', { name: '5 étoiles' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: '3 étoiles' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Votre commentaire/ }), 'Bien');
  expect(screen.getByText('4 / 1000 caractères')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: "Publier l'avis" }));
  expect(await screen.findByRole('tab', { name: 'Avis (3)' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Modifier mon avis' })).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ rating: 3, comment: 'Bien' });
});

test('a comment of more than 1000 characters stays in the dialog with its reason', async () => {
  const asked = fakeApi({ readMember: () => amel, memberReviews: () => ({ items: [] }) });
  visitMember('amel', '/user/amel?tab=reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
  await userEvent.click(screen.getByRole('textbox', { name: /Votre commentaire/ }));
  await userEvent.paste('x'.repeat(1001));
  await userEvent.click(screen.getByRole('button', { name: "Publier l'avis" }));
  expect((await screen.findAllByText('Ce texte est trop long (1000 caractères au maximum)'))[0]).toBeVisible();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('a review that was begun is there again after a reload, until it is published or given up', async () => {
  const open = async () => {
    cleanup();
    fakeApi({ readMember: () => amel, memberReviews: () => ({ items: [] }) });
    visitMember('amel', '/user/amel?tab=reviews');
    await userEvent.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
    return screen.getByRole('textbox', { name: /Votre commentaire/ });
  };
  const comment = await open();
  await userEvent.click(screen.getByRole('radio', { name: '3 étoiles' }));
  await userEvent.type(comment, 'Bien');
  expect(await open()).toHaveValue('Bien');
  expect(screen.getByRole('radio', { name: '3 étoiles' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(await open()).toHaveValue('');
});

test('my review is changed at the version that I saw, and a refusal stays in the dialog', async () => {
  const detail = 'Le contenu a changé entre-temps. Rechargez-le avant de le modifier.';
  const asked = fakeApi({
    readMember: () => ({ ...amel, myReview: mine }),
    memberReviews: () => ({ items: [] }),
    editReview: () => refusal('STALE', detail),
  });
  visitMember('amel', '/user/amel?tab=reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Modifier mon avis' }));
  expect(screen.getByRole('radio', { name: '4 étoiles' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /Votre commentaire/ })).toHaveValue('Ponctuelle');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon avis' }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(asked.find(({ row }) => row === 'editReview')).toMatchObject({
    params: { reviewId: 'amel.karim' },
    version: 3,
  });
});

test('my review disappears only after a question', async () => {
  const asked = fakeApi({
    readMember: () => ({ ...amel, myReview: mine }),
    memberReviews: () => ({ items: [] }),
    deleteReview: gone,
  });
  visitMember('amel', '/user/amel?tab=reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Modifier mon avis' }));
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon avis' }));
  expect(asked.some(({ row }) => row === 'deleteReview')).toBe(false);
  const question = screen.getByRole('alertdialog', { name: 'Supprimer votre avis ?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Supprimer mon avis' }));
  expect(await screen.findByRole('tab', { name: 'Avis (1)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Laisser un avis' })).toHaveFocus();
});

test('a member who is not verified yet is told when they may leave a review', async () => {
  fakeApi({ readMember: () => amel, memberReviews: () => ({ items: [] }) });
  visitMember('amel', '/user/amel?tab=reviews', { ...karim, status: 'pending' });
  expect(await screen.findByText('Vous pourrez laisser un avis dès que votre identité sera vérifiée.')).toBeVisible();
});

test('trips are loaded when their tab is chosen, the past ones marked', async () => {
  fakeApi({
    readMember: () => amel,
    memberTrips: () => ({
      items: [
        aTripCard({ transport: 'train', travelDate: '2099-12-20' }),
        aTripCard({ id: 't2', transport: 'train', travelDate: '2020-01-01' }),
      ],
    }),
  });
  visitMember();
  await userEvent.click(await screen.findByRole('tab', { name: 'Trajets' }));
  const trips = await screen.findAllByRole('heading', { name: 'Train' });
  expect(trips).toHaveLength(2);
  expect(screen.getByText('Confirmé')).toBeVisible();
  expect(screen.getByText('Terminé')).toBeVisible();
});

const byNadia = aReview({
  id: 'amel.nadia',
  rating: 4,
  reviewer: { id: 'nadia', firstName: 'Nadia', lastName: 'B' },
  version: 2,
});

test('an administrator deletes a review with a reason, and its stars go at once', async () => {
  let items = [byNadia];
  const asked = fakeApi({
    readMember: () => amel,
    memberReviews: () => ({ items }),
    removeReview: () => {
      items = [];
    },
  });
  visitMember('amel', '/user/amel?tab=reviews', { ...karim, isAdmin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer : avis, Nadia B' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  await userEvent.selectOptions(dialog.getByLabelText(/Motif fréquent/), reasonTemplates.removeReview[0]);
  await userEvent.click(dialog.getByRole('button', { name: "Supprimer l'avis" }));
  expect(await screen.findByText('Suppression réussie')).toBeVisible();
  expect(asked.find(({ row }) => row === 'removeReview')).toMatchObject({
    params: { reviewId: 'amel.nadia' },
    version: 2,
    body: { reason: reasonTemplates.removeReview[0] },
  });
  expect(screen.getByRole('tab', { name: 'Avis (1)' })).toBeVisible();
  expect(screen.queryByText('Nadia B')).toBeNull();
});

test.each([
  ['a member', karim, byNadia],
  [
    'its author',
    { ...karim, isAdmin: true },
    aReview({ ...byNadia, reviewer: { id: karim.id, firstName: 'Karim', lastName: 'H' } }),
  ],
])('a review is not offered to %s for deletion', async (_, me, review) => {
  fakeApi({ readMember: () => amel, memberReviews: () => ({ items: [review, aReview({ id: 'amel.other' })] }) });
  visitMember('amel', '/user/amel?tab=reviews', me);
  await screen.findByText(`${review.reviewer.firstName} ${review.reviewer.lastName}`);
  if (me.isAdmin) await screen.findByRole('button', { name: /^Supprimer/ });
  expect(
    screen.queryByRole('button', {
      name: `Supprimer : avis, ${review.reviewer.firstName} ${review.reviewer.lastName}`,
    }),
  ).toBeNull();
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aCard, alger, aMessage, aParcel, paris } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ConversationView } from '#web/features/messaging/thread/conversation-view.tsx';
import type { Thread } from '#web/features/messaging/thread/thread.ts';
import { toasts } from '#web/lib/toast.ts';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  // With a keyboard, where Enter sends.
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: true, media }));
});
afterEach(() => vi.restoreAllMocks());

const amel = 'a3e1c5d2-0000-4000-8000-000000000000';
const owner = aCard({ id: amel });
/** Amel's parcel, as Karim reads it. */
const parcelOf = (facts: Parameters<typeof aParcel>[0] = {}) =>
  aParcel({
    id: '5af3e325-4e09-4516-8f1d-bb18672b787b',
    title: 'Valise de livres',
    version: 3,
    owner,
    viewer: 'karim',
    other: owner,
    ...facts,
  });
const parcel = parcelOf();

const fromAmel = (seq = 1) => aMessage({ seq, senderId: amel });

const answer = (facts: Partial<Thread> = {}): Thread => {
  const messages = facts.messages ?? [fromAmel()];
  return { with: owner, messages, lastSeq: messages.at(-1)?.seq ?? 0, readUpTo: 0, ...facts };
};

/** Karim's conversation with Amel, without anything newer than they have. */
function open(thread: Thread | Refusal, answers: Answers = {}) {
  const asked = fakeApi({
    conversation: ({ query }) =>
      query['after'] === undefined || thread instanceof Refusal ? thread : { ...thread, messages: [] },
    markRead: () => ({ unread: 0 }),
    ...answers,
  });
  renderPart(
    <main>
      <ConversationView memberId="karim" userId={amel} parcelId={parcel.id} />
    </main>,
  );
  return { sent: () => asked.filter(({ row }) => row === 'sendMessage'), asked };
}

test('what is known of the other member stands before the first message, and not before older ones', async () => {
  const reliability = {
    verifiedAt: '2026-09-24T10:00:00.000Z',
    memberSince: '2025-09-01T10:00:00.000Z',
    carriedCount: 1,
  };
  open(answer({ messages: [], reliability }));
  const log = within(await screen.findByRole('log'));
  expect(log.getByText('Identité vérifiée le 24 sept. 2026')).toBeVisible();
  expect(log.getByText('1 livraison effectuée')).toBeVisible();
  expect(log.getByText(/gardez vos échanges sur la messagerie/)).toBeVisible();
  cleanup();
  open(answer({ messages: [fromAmel(31)], previous: '31', reliability }));
  expect(await screen.findByRole('button', { name: 'Charger les messages précédents' })).toBeVisible();
  expect(screen.queryByText(/Membre depuis/)).toBeNull();
});

test('an address with no possible parcel says that the parcel is not there', async () => {
  open(new Refusal('INVALID', undefined, { fields: { parcel: 'Identifiant incorrect' } }));
  expect(await screen.findByText("Ce colis n'existe pas, ou son annonce n'est plus disponible.")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Écrire à ce membre' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

/** The browser knows that it has no network, so nothing is tried again by itself. */
const losesNetwork = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const noNetwork = () => {
  throw new TypeError('Failed to fetch');
};

const composer = () => screen.findByRole('textbox', { name: 'Votre message' });

test('a message that does not leave goes from the thread back into the composer', async () => {
  losesNetwork();
  open(answer(), { sendMessage: noNetwork });
  await userEvent.type(await composer(), 'Bonjour Amel{Enter}');
  await waitFor(() => expect(toasts.get()[0]?.title).toBe("Impossible d'envoyer votre message"));
  expect(await composer()).toHaveValue('Bonjour Amel');
  expect(within(screen.getByRole('log')).queryByText('Bonjour Amel')).toBeNull();
  expect(screen.getByText(/Votre texte est conservé/)).toBeVisible();
});

test('a first message that needs a subscription leads to it', async () => {
  open(answer({ messages: [] }), { sendMessage: () => new Refusal('SUBSCRIPTION_NEEDED') });
  await userEvent.type(await composer(), 'Bonjour Amel{Enter}');
  await screen.findByText(/demandent un abonnement en cours.*Votre texte est conservé/);
  expect(within(await screen.findByRole('alert')).getByRole('link', { name: 'Voir mon abonnement' })).toHaveAttribute(
    'href',
    '/payment-methods',
  );
  expect(toasts.get()[0]).toMatchObject({ link: { to: '/payment-methods' } });
});

test('the second try carries the key of the first, the next message another one', async () => {
  const network = losesNetwork();
  let tries = 0;
  const { sent } = open(answer(), {
    sendMessage: ({ body: { content } }) =>
      ++tries === 1 ? noNetwork() : aMessage({ seq: tries, senderId: 'karim', recipientId: amel, content }),
  });
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  const again = await screen.findByRole('button', { name: "Réessayer l'envoi" });
  network.mockRestore();
  await userEvent.click(again);
  expect(await within(screen.getByRole('log')).findAllByText('Bonjour')).toHaveLength(1);
  await waitFor(async () => expect(await composer()).toHaveValue(''));
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  await waitFor(() => expect(within(screen.getByRole('log')).getAllByText('Bonjour')).toHaveLength(2));
  const [first, second, third] = sent().map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('while a message is on its way it stands in the thread and nothing else can be sent', async () => {
  const { sent } = open(answer(), { sendMessage: () => new Promise(() => {}) });
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  expect(screen.getByText('envoi…', { exact: false })).toBeVisible();
  await userEvent.type(await composer(), 'Et encore{Enter}');
  expect(sent()).toHaveLength(1);
  expect(await composer()).toHaveValue('Et encore');
});

test('nothing is sent when only spaces were typed', async () => {
  const { sent } = open(answer());
  await userEvent.type(await composer(), '   {Enter}');
  expect(sent()).toEqual([]);
});

test('what the other wrote is marked as read, up to the last of it', async () => {
  const { asked } = open(answer({ messages: [fromAmel(), fromAmel(2)] }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'markRead')).toMatchObject({
      params: { userId: amel },
      body: { parcelId: parcel.id, upToSeq: 2 },
    }),
  );
});

test('an offer about the parcel is asked before it is made', async () => {
  open(answer({ parcel }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Vous proposez de transporter « Valise de livres »');
});

test('without a message there is nothing to agree on', async () => {
  open(answer({ messages: [], parcel: parcelOf({ hasWritten: false }) }));
  expect(await screen.findByText('Valise de livres')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accepter de livrer ce colis' })).toBeNull();
});

test('a closed conversation says why instead of offering to write', async () => {
  open(answer({ closed: "Ce membre n'est plus disponible." }));
  expect(await screen.findByText("Ce membre n'est plus disponible.")).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a member is blocked from the menu after a question; the composer gives way to « Débloquer », and comes back', async () => {
  let isBlocked = false;
  const blockedBy = (name: string) => ({ isBlocked: true as const, closed: name });
  const facts = () => (isBlocked ? blockedBy('Vous avez bloqué ce membre. Débloquez-le pour lui écrire.') : {});
  const asked = fakeApi({
    conversation: () => ({ ...answer(), ...facts() }),
    markRead: () => ({ unread: 0 }),
    blockMember: () => {
      isBlocked = true;
      return { isBlocked: true };
    },
    unblockMember: () => {
      isBlocked = false;
      return undefined;
    },
  });
  renderPart(
    <main>
      <ConversationView memberId="karim" userId={amel} parcelId={parcel.id} />
    </main>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions : Amel Benali' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer ce membre' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Bloquer ce membre ?' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    /Amel\s?ne pourra plus vous écrire, ni ouvrir votre profil et vos annonces. Nous ne l'en prévenons pas. Vous ne pourrez plus lui écrire./,
  );
  expect(question.queryByText(/Votre livraison en cours continue/)).toBeNull();
  expect(question.getByRole('button', { name: 'Annuler' })).toHaveFocus();
  await userEvent.click(question.getByRole('button', { name: 'Bloquer' }));
  expect(await screen.findByText('Vous avez bloqué ce membre.')).toBeVisible();
  expect(toasts.get()).toMatchObject([{ title: 'Membre bloqué' }]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Bloquer ce membre' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Débloquer' }));
  expect(await screen.findByRole('textbox')).toBeVisible();
  const acts = asked.filter(({ row }) => row.endsWith('blockMember'));
  expect(acts.map(({ row, params }) => [row, params])).toEqual([
    ['blockMember', { userId: amel }],
    ['unblockMember', { userId: amel }],
  ]);
});

test('with a delivery in hand the question says that it goes on', async () => {
  open(answer({ isInHand: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions : Amel Benali' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer ce membre' }));
  expect(
    await screen.findByText('Votre livraison en cours continue : vous pouvez encore vous écrire à son sujet.'),
  ).toBeVisible();
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent(/Amel\s?peut aussi ouvrir votre profil, avec votre numéro de téléphone/);
  expect(question).not.toHaveTextContent('ni ouvrir votre profil');
});

test('a block that fails leaves the question open with the reason', async () => {
  open(answer(), { blockMember: () => new Refusal('FAULT') });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions : Amel Benali' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer ce membre' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquer' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(await question.findByRole('alert')).toHaveTextContent('Impossible de bloquer ce membre');
});

test('who has blocked first can be reported and blocked; a deleted account can do nothing any more', async () => {
  const closed = "Ce membre n'est plus disponible.";
  const gone = (name: object) => answer({ with: aCard({ id: amel, unavailable: true, ...name }), closed });
  open(gone({}));
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  for (const name of ['Signaler ce membre', 'Signaler un message', 'Bloquer ce membre'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  cleanup();
  open(gone({ firstName: 'Ancien', lastName: 'membre' }));
  expect(await screen.findByRole('log')).toBeVisible();
  for (const name of [/^Actions/, 'Signaler ce message']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('of a parcel that is not theirs to see any more stands the title of the conversation and one sentence', async () => {
  open(
    answer({
      unseenParcel: {
        id: parcel.id,
        title: 'Valise de livres',
        sentence: 'Ce colis a déjà un transporteur.',
        route: { from: paris, to: alger },
      },
    }),
  );
  const card = within(await screen.findByRole('region', { name: 'Colis concerné' }));
  expect(card.getByRole('heading', { name: 'Valise de livres' })).toBeVisible();
  expect(card.getByText('Ce colis a déjà un transporteur.')).toBeVisible();
  expect(card.queryByRole('button')).toBeNull();
  expect(card.getByRole('link', { name: 'Trouver un colis sur ce trajet' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/find-parcels\?.*Paris.*Alger/),
  );
  expect(await composer()).toBeVisible();
});

const unavailable = new Refusal('PARCEL_UNAVAILABLE');

test('a parcel that is taken before the first word is told about as such, with a way on to the member', async () => {
  open(unavailable);
  expect(await screen.findByRole('heading', { name: 'Impossible de charger les données du colis' })).toBeVisible();
  expect(screen.getByText(unavailable.sentence.detail)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Écrire à ce membre' })).toHaveAttribute('href', `/messages/${amel}`);
  expect(screen.getByRole('link', { name: 'Rechercher des colis' })).toHaveAttribute('href', '/find-parcels');
});

test('what was typed about a parcel that is taken meanwhile goes along into the conversation without it', async () => {
  let isTaken = false;
  const thread = answer({ messages: [], parcel });
  open(thread, {
    conversation: () => (isTaken ? unavailable : thread),
    sendMessage: () => unavailable,
  });
  await userEvent.type(await composer(), 'Je passe par Alger');
  isTaken = true;
  await userEvent.type(await composer(), '{Enter}');
  await userEvent.click(await screen.findByRole('link', { name: 'Écrire à ce membre' }));
  expect(sessionStorage.getItem(`envoyage.message.karim.${amel}.-`)).toBe('Je passe par Alger');
  expect(sessionStorage.getItem(`envoyage.message.karim.${amel}.${parcel.id}`)).toBeNull();
});

test('nobody has this id', async () => {
  open(new Refusal('NOT_FOUND'));
  expect(await screen.findByRole('heading', { name: 'Profil introuvable' })).toBeVisible();
});

test('a conversation whose messages were too old says so, once its beginning is on the screen', async () => {
  open(answer({ messages: [fromAmel(8)], erased: true }));
  expect(await screen.findByText(/Les messages plus anciens de cette conversation ont été effacés/)).toBeVisible();
});

test('earlier messages that can still be loaded come before that sentence', async () => {
  open(answer({ messages: [fromAmel(8)], erased: true, previous: '8' }));
  expect(await screen.findByRole('button', { name: 'Charger les messages précédents' })).toBeVisible();
  expect(screen.queryByText(/ont été effacés/)).toBeNull();
});

test('a message whose page was closed before the server answered is sent on, under the same key', async () => {
  const { sent } = open(answer(), { sendMessage: () => new Promise(() => {}) });
  await userEvent.type(await composer(), 'À samedi !{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  const kept = Object.entries(sessionStorage).find(([name]) => name.endsWith('.sending'));
  expect(JSON.parse(kept?.[1] ?? 'null')).toMatchObject({ content: 'À samedi !' });
  cleanup();
  // The page is gone, and with it the answer. This browser of the tests has no database: the text is in the composer.
  open(answer());
  expect(await composer()).toHaveValue('À samedi !');
  expect(Object.keys(sessionStorage).filter((name) => name.endsWith('.sending'))).toEqual([]);
});

test('a message is reported in three presses: its flag, the reason, the sending', async () => {
  const older = aMessage({ seq: 1, senderId: amel, content: 'Un coupon !' });
  const messages = [older, aMessage({ seq: 2, senderId: 'karim', content: 'Non' }), fromAmel(3)];
  const { asked } = open(answer({ messages }), { reportMessage: () => ({ reference: 'SG-1A2B3C4D' }) });
  const flags = await screen.findAllByRole('button', { name: 'Signaler ce message' });
  // One's own message has none.
  expect(flags).toHaveLength(2);
  await userEvent.click(flags[0] as Element);
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un message' }));
  expect(dialog.getByRole('radio', { name: /Un coupon/ })).toBeChecked();
  await userEvent.click(dialog.getByRole('radio', { name: /^Escroquerie/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer le signalement' }));
  expect(await screen.findByText('SG-1A2B3C4D')).toBeVisible();
  expect(asked.find(({ row }) => row === 'reportMessage')).toMatchObject({ body: { seq: 1, reason: 'scam' } });
});

describe('a message that is held', () => {
  const held = () => new Refusal('CONTACT_WARNING');
  const type = async (text: string) => userEvent.type(await composer(), `${text}{Enter}`);
  const bodies = (sent: ReturnType<ReturnType<typeof open>['sent']>) =>
    sent.map(({ body }) => (body as { acknowledged?: string }).acknowledged);

  test('is back in the field with the reason, and goes when its author says so; then no number is asked about', async () => {
    const answers = [held(), aMessage({ seq: 2, senderId: 'karim' }), aMessage({ seq: 3, senderId: 'karim' })];
    const { sent } = open(answer(), { sendMessage: () => answers.shift() ?? held() });
    await type('06 12 34 56 78');
    const reason = await screen.findByRole('alert');
    expect(reason).toHaveTextContent('Coordonnées dans votre message');
    expect(await composer()).toHaveValue('06 12 34 56 78');
    // The same press again would be refused again.
    expect(screen.getByRole('button', { name: 'Envoyer le message' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(await composer(), '{Enter}');
    expect(sent()).toHaveLength(1);
    await userEvent.click(within(reason).getByRole('button', { name: 'Envoyer quand même' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(await composer()).toHaveValue('');
    await type('Ou au 07 12 34 56 78');
    await waitFor(() => expect(bodies(sent())).toEqual([undefined, 'contact', 'contact']));
  });

  test('is judged anew once it was changed', async () => {
    const answers = [held(), aMessage({ seq: 2, senderId: 'karim' })];
    const { sent } = open(answer(), { sendMessage: () => answers.shift() ?? held() });
    await type('06 12 34 56 78');
    await screen.findByRole('alert');
    await userEvent.clear(await composer());
    await type('Je vous appelle par le site');
    await waitFor(() => expect(bodies(sent())).toEqual([undefined, undefined]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('about money is asked about each time', async () => {
    const { sent } = open(answer(), { sendMessage: () => new Refusal('PAYMENT_WARNING') });
    await type('Un coupon PCS');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer quand même' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    await userEvent.clear(await composer());
    await type('Un coupon Neosurf');
    await waitFor(() => expect(bodies(sent())).toEqual([undefined, 'payment', undefined]));
  });
});

test('who is asked for money in advance reads a warning, and reports that message; its author does not', async () => {
  const asks = { asksPayment: true } as const;
  const messages = [
    aMessage({ seq: 1, senderId: amel, content: 'Un coupon', ...asks }),
    aMessage({ seq: 2, senderId: 'karim', content: 'Le mien', ...asks }),
  ];
  open(answer({ messages }));
  expect(await screen.findAllByText(/Ne payez pas d'avance/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Signaler ce message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un message' }));
  expect(dialog.getByRole('radio', { name: /Un coupon/ })).toBeChecked();
});

import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Parcel } from '#shared/parcels/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aListedDelivery, aParcel, aProof } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ActDialog } from '#web/features/deliveries/acts/act-dialog.tsx';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { NextStep } from '#web/features/deliveries/next-step.tsx';
import { enqueue, followQueue } from '#web/lib/offline/queue.ts';
import { auth } from '#web/lib/session/auth.ts';
import { toasts } from '#web/lib/toast.ts';

const parcel = aParcel({
  carrier: aCard({ id: 'karim', firstName: 'Karim' }),
  status: 'pickup',
  version: 5,
  viewer: 'karim',
  contents: [{ category: 'clothes', count: 6, what: "manteaux d'enfant" }],
});
const proof = aProof();
const released = aParcel({ version: 6 });

function Step({ shown }: { shown: Parcel }) {
  const { situation, owner } = shown;
  const acts = useActs({ parcel: shown, memberId: 'karim' });
  const about = { parcel: shown, memberId: 'karim', other: owner, proofs: [proof], acts };
  return <>{situation && <NextStep {...about} situation={situation} />}</>;
}
const show = (shown = parcel) => renderPart(<Step shown={shown} />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const tick = () => screen.findByRole('checkbox');
const refuse = 'Je ne prends pas ce colis';

test('a carrier opens the parcel with its list before them, and nothing is sent until they have seen it', async () => {
  const asked = fakeApi({ validatePickup: () => aParcel({ status: 'in_transit', version: 6 }) });
  show();
  expect(await screen.findByText("manteaux d'enfant")).toBeVisible();
  const box = await tick();
  expect(box).toHaveAccessibleName("J'ai vu le contenu : il correspond à la liste");
  await press("J'ai récupéré le colis");
  expect(box).toHaveFocus();
  expect(box).toHaveAccessibleDescription("Confirmez d'abord le contenu.");
  expect(asked).toEqual([]);
  await userEvent.click(box);
  expect(screen.queryByText("Confirmez d'abord le contenu.")).toBeNull();
  await press("J'ai récupéré le colis");
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Action validée'));
  expect(asked).toMatchObject([{ row: 'validatePickup', version: 5, body: { contentsSeen: true } }]);
});

test('where customs want a paper the carrier has it', async () => {
  fakeApi({});
  show({ ...parcel, contents: [{ category: 'phone', count: 1 }] });
  expect(await tick()).toHaveAccessibleName(
    "J'ai vu le contenu : il correspond à la liste et j'ai les papiers demandés",
  );
});

test('from a list the contents are read for the pickup', async () => {
  const asked = fakeApi({ readParcel: () => parcel, proofs: () => ({ items: [proof] }) });
  const listed = aListedDelivery({ id: 'p1', status: 'pickup', viewer: 'karim' });
  const { situation } = parcel;
  if (!situation) throw new Error('A party reads its situation.');
  const about = { situation, memberId: 'karim', other: aCard(), onClose: () => {} };
  renderPart(<ActDialog act="validatePickup" parcel={listed} {...about} />);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText("manteaux d'enfant")).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: "J'ai récupéré le colis" }));
  expect(dialog.getByRole('checkbox')).toHaveFocus();
  expect(asked.some(({ row }) => row === 'validatePickup')).toBe(false);
});

/** The question of the refusal, with these answers. */
async function askToRefuse(answers: Answers) {
  const asked = fakeApi(answers);
  show();
  await press(refuse);
  return { asked, question: within(await screen.findByRole('dialog', { name: `${refuse} ?` })) };
}
const confirm = 'Ne pas prendre le colis';

test('a carrier who does not take the parcel gives a reason, whose readers they know', async () => {
  const { asked, question } = await askToRefuse({ releaseCarrier: () => released });
  expect(question.getByLabelText(/^Motif/)).toHaveAccessibleDescription(
    "Amel et notre équipe liront ce motif. L'accord prend fin, sans conséquence pour vous.",
  );
  await userEvent.click(question.getByRole('button', { name: confirm }));
  expect(question.getByText('Indiquez le motif')).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.type(question.getByLabelText(/^Motif/), 'Un téléphone de plus');
  await userEvent.dblClick(question.getByRole('button', { name: confirm }));
  await waitFor(() =>
    expect(toasts.get()[0]).toMatchObject({
      title: 'Colis non pris',
      description: "L'accord a pris fin, sans conséquence pour vous.",
    }),
  );
  expect(asked).toMatchObject([
    { row: 'releaseCarrier', version: 5, body: { reason: 'Un téléphone de plus', contentsRefused: true } },
  ]);
});

test('without a network the carrier reads not to take it, and the reason is there at the next try', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { asked, question } = await askToRefuse({});
  const later = 'Ne prenez pas le colis. Ce refus demande une connexion : envoyez-le dès que possible.';
  expect(question.getByText(later)).toBeVisible();
  await userEvent.type(question.getByLabelText(/^Motif/), 'Autre contenu');
  await userEvent.click(question.getByRole('button', { name: confirm }));
  expect(await question.findByRole('alert')).toHaveTextContent(later);
  expect(asked).toEqual([]);
  await userEvent.click(question.getByText('Fermer'));
  await press(refuse);
  expect(await screen.findByLabelText(/^Motif/)).toHaveValue('Autre contenu');
  line.mockRestore();
});

test('a refusal that comes too late has the words of the server, and no other try', async () => {
  const current = aParcel({ status: 'cancelled', version: 9 });
  const told = { title: 'Colis annulé', detail: 'Amel a annulé ce colis.' };
  const { question } = await askToRefuse({ releaseCarrier: () => new Refusal('STATE_CHANGED', told, { current }) });
  await userEvent.type(question.getByLabelText(/^Motif/), 'Autre contenu');
  await userEvent.click(question.getByRole('button', { name: confirm }));
  expect(await question.findByRole('alert')).toHaveTextContent('Colis annuléAmel a annulé ce colis.');
  expect(question.queryByRole('button', { name: confirm })).toBeNull();
});

test('an owner, and a carrier on the way, are not offered to refuse the parcel', async () => {
  fakeApi({});
  show(aParcel({ carrier: aCard({ id: 'karim' }), status: 'in_transit', viewer: 'karim' }));
  expect(await screen.findByRole('button', { name: 'Je pars livrer' })).toBeVisible();
  expect(screen.queryByRole('button', { name: refuse })).toBeNull();
});

test('a declaration that is taken back from the queue shows its words, and gives them back to the form', async () => {
  fakeApi({});
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, act: () => unknown) => act() },
  });
  const before = auth.get();
  auth.set({ status: 'member', kind: 'tab', memberId: 'karim' });
  const stop = followQueue();
  const note = 'Remis à sa tante, Mme Haddad.';
  const validated = { version: 5, declared: true as const, note };
  await enqueue({ kind: 'handover', key: 'k', parcelId: parcel.id, stage: 'delivery', photos: [], validated });
  show(aParcel({ carrier: parcel.carrier, status: 'delivery', version: 5, viewer: 'karim', codeAsked: true }));
  expect(await screen.findByText(note)).toBeVisible();
  await press('Ne pas envoyer');
  expect(await screen.findByRole('textbox', { name: /^À qui l'avez-vous donné/ })).toHaveValue(note);
  expect(screen.getByRole('button', { name: 'Déclarer la livraison sans code' })).toBeVisible();
  stop();
  auth.set(before);
});

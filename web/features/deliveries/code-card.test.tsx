import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Parcel } from '#shared/parcels/contract.ts';
import { aCard, aParcel, aProof } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { WithActionBar } from '#web/features/deliveries/action-bar.tsx';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { CodeCard } from '#web/features/deliveries/code-card.tsx';
import { NextStep } from '#web/features/deliveries/next-step.tsx';
import { toasts } from '#web/lib/toast.ts';

afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

/** Amel's parcel that Karim carries, as one of the two reads it. */
const parcelOf = (viewer: 'amel' | 'karim', facts: Parameters<typeof aParcel>[0] = {}) =>
  aParcel({
    carrier: aCard({ id: 'karim', firstName: 'Karim' }),
    status: 'delivery',
    version: 5,
    codeAsked: true,
    viewer,
    ...facts,
  });
const declared = { declaredAt: '2030-11-20T10:00:00.000Z' };

function Delivery({ parcel, code }: { parcel: Parcel; code?: string }) {
  const { situation, owner, carrier } = parcel;
  const memberId = situation?.isOwner ? owner.id : 'karim';
  const acts = useActs({ parcel, memberId });
  const other = situation?.isOwner ? carrier : owner;
  if (!situation) return null;
  return (
    <WithActionBar>
      <NextStep
        {...{ parcel, situation, memberId, other, acts }}
        proofs={[aProof({ stage: 'delivery', by: 'karim' })]}
      />
      <CodeCard {...{ situation, other, acts, code }} />
    </WithActionBar>
  );
}
const show = (parcel: Parcel, code?: string) => renderPart(<Delivery parcel={parcel} {...(code ? { code } : {})} />);
const card = () => within(screen.getByRole('region', { name: 'Pour la livraison' }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('an owner asks for a code, after a question that names who must get it', async () => {
  const asked = fakeApi({ setCode: () => parcelOf('amel', { version: 6 }) });
  show(parcelOf('amel', { codeAsked: undefined }));
  expect(card().getByText(/^Vous préférez un code/)).toBeVisible();
  await press('Demander un code à la livraison');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Demander un code à la livraison' }));
  await waitFor(() => expect(asked[0]).toMatchObject({ row: 'setCode', body: { on: true }, version: 5 }));
});

test('an agreement whose carrier is gone before the pickup promises no code', () => {
  const gone = aCard({ id: 'karim', firstName: 'Karim', unavailable: true });
  show(parcelOf('amel', { status: 'pickup' }));
  expect(card().getByText(/^Vous lirez le code ici/)).toBeVisible();
  cleanup();
  show(parcelOf('amel', { status: 'pickup', carrier: gone }));
  expect(screen.queryByRole('region', { name: 'Pour la livraison' })).toBeNull();
});

test('the question keeps its words while its answer arrives', async () => {
  fakeApi({ setCode: () => new Promise(() => {}) });
  function Arriving() {
    const [parcel, setParcel] = useState(parcelOf('amel', { codeAsked: undefined }));
    return (
      <>
        <Delivery parcel={parcel} />
        <button type="button" onClick={() => setParcel(parcelOf('amel', { version: 6 }))}>
          Arriver
        </button>
      </>
    );
  }
  renderPart(<Arriving />);
  await press('Demander un code à la livraison');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Demander un code à la livraison' }));
  // Behind the dialog, where no finger reaches it.
  screen.getByText('Arriver').click();
  await screen.findByText('Ne plus demander de code', { selector: 'button' });
  expect(question.getByText('Demander un code à la livraison ?')).toBeVisible();
});

test('an owner reads the code, copies it and shares it without an address, and may take the demand back', async () => {
  const user = userEvent.setup();
  const share = vi.fn<Navigator['share']>(async () => {});
  Object.assign(navigator, { canShare: () => true, share });
  fakeApi({});
  show(parcelOf('amel'), '1234');
  expect(card().getByText('12 34')).toBeVisible();
  await user.click(card().getByRole('button', { name: 'Copier' }));
  expect(await navigator.clipboard.readText()).toBe('1234');
  await user.click(card().getByRole('button', { name: 'Envoyer le code' }));
  expect(share).toHaveBeenCalledWith({ title: 'Code de livraison', text: expect.stringContaining('1234') as string });
  await press('Ne plus demander de code');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/pourra livrer .* avec une photo seule/);
});

test('before the pickup the owner reads when the code comes, and the carrier that one will be asked', () => {
  fakeApi({});
  show(parcelOf('amel', { status: 'pickup' }));
  expect(card().getByText('Vous lirez le code ici dès que le colis sera en route.')).toBeVisible();
});

test('a carrier is told that a code will be asked', () => {
  fakeApi({});
  show(parcelOf('karim'));
  expect(card().getByText(/Un code vous sera demandé/)).toBeVisible();
});

test('where none is asked the carrier has neither card nor field', async () => {
  fakeApi({});
  show(parcelOf('karim', { codeAsked: undefined }));
  expect(await screen.findByRole('button', { name: "J'ai livré le colis" })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Pour la livraison' })).toBeNull();
  expect(screen.queryByLabelText(/^Code de livraison/)).toBeNull();
});

test('a missing code is asked for at its field, and one in Arabic digits is sent as four digits', async () => {
  const asked = fakeApi({ validateDelivery: () => parcelOf('karim', { status: 'delivered', version: 6 }) });
  show(parcelOf('karim'));
  await press("J'ai livré le colis");
  expect(await screen.findByText(/^Saisissez les quatre chiffres du code/)).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Code de livraison/), '١٢ ٣٤');
  await press("J'ai livré le colis");
  await waitFor(() => expect(asked[0]).toMatchObject({ row: 'validateDelivery', body: { code: '1234' }, version: 5 }));
});

test('a wrong code is told at its field with the tries that are left, and the way without it stays', async () => {
  const asked = fakeApi({
    validateDelivery: () => refusal('CODE_WRONG', "Ce code n'est pas le bon. Essais restants : 4."),
    declare: () => parcelOf('karim', { ...declared, version: 6 }),
  });
  show(parcelOf('karim'));
  await userEvent.type(await screen.findByLabelText(/^Code de livraison/), '0000');
  await press("J'ai livré le colis");
  expect(await screen.findByText(/Essais restants : 4/)).toBeVisible();
  expect(toasts.get()).toEqual([]);
  await press("Je n'ai pas le code");
  await userEvent.type(screen.getByLabelText(/^À qui l'avez-vous donné/), 'À la voisine');
  await press('Déclarer la livraison sans code');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ row: 'declare', body: { note: 'À la voisine' } }));
  expect(toasts.get()).toMatchObject([{ title: 'Livraison déclarée' }]);
});

const step = () => screen.getByRole('region', { name: 'Prochaine étape' });

test('a declared delivery waits for its owner', async () => {
  fakeApi({});
  show(parcelOf('amel', declared), '1234');
  expect(step()).toHaveTextContent(
    /dit avoir livré votre colis. Sans réponse de votre part, la livraison sera confirmée le/,
  );
  expect(await screen.findByRole('button', { name: 'Le colis est arrivé' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ne plus demander de code' })).toBeNull();
});

test('the carrier of a declared delivery waits, and may still bring the code', async () => {
  fakeApi({ proofs: () => ({ items: [] }) });
  show(parcelOf('karim', declared));
  expect(step()).toHaveTextContent(/doit confirmer. Sans réponse, la livraison sera confirmée le/);
  await press('Saisir le code');
  const dialog = within(await screen.findByRole('dialog', { name: 'Saisir le code' }));
  expect(dialog.getByLabelText(/^Code de livraison/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: "Je n'ai pas le code" })).toBeNull();
});

test('once five codes were wrong the carrier has the way without it alone, and the owner reads so', async () => {
  const spent = /^Cinq codes incorrects ont été saisis/;
  show(parcelOf('karim', { codeSpent: true }));
  expect(card().getByText(spent)).toBeVisible();
  expect(await screen.findByLabelText(/^À qui l'avez-vous donné/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Déclarer la livraison sans code' })).toBeVisible();
  expect(screen.queryByText(/saisissez le code/)).toBeNull();
  expect(screen.queryByRole('button', { name: "J'ai le code" })).toBeNull();
  cleanup();
  show(parcelOf('karim', { ...declared, codeSpent: true }));
  expect(screen.queryByRole('button', { name: 'Saisir le code' })).toBeNull();
  cleanup();
  show(parcelOf('amel', { codeSpent: true }));
  expect(card().getByText(spent)).toBeVisible();
});

test('a carrier declares a return after a question', async () => {
  const asked = fakeApi({ declare: () => parcelOf('karim', { ...declared, status: 'returned', version: 6 }) });
  show(parcelOf('karim', { status: 'returned', codeAsked: undefined }));
  await press("J'ai rendu le colis");
  const question = within(await screen.findByRole('alertdialog', { name: 'Vous avez rendu le colis ?' }));
  await userEvent.click(question.getByRole('button', { name: "J'ai rendu le colis" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ row: 'declare', body: {}, version: 5 }));
});

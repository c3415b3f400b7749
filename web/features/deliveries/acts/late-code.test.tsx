import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aCard, aParcel, aProof } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { PhotoAct, PhotoActDialog } from '#web/features/deliveries/acts/photo-act.tsx';
import { connectionTitle } from '#web/lib/api/problem.ts';
import { toasts } from '#web/lib/toast.ts';

vi.mock('#web/features/deliveries/acts/use-act.ts', () => {
  throw new Error('The network is gone.');
});

test('a pickup whose code does not come says so, sends nothing, and keeps what was ticked', async () => {
  const asked = fakeApi({});
  const parcel = aParcel({
    carrier: aCard({ id: 'karim' }),
    status: 'pickup',
    viewer: 'karim',
    contents: [{ category: 'clothes', count: 6 }],
  });
  const { situation } = parcel;
  if (!situation) throw new Error('A party reads its situation.');
  const about = { parcel, situation, memberId: 'karim', other: parcel.owner, proofs: [aProof()] };
  renderPart(<PhotoAct act="validatePickup" isMain={false} {...about} />);
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: "J'ai récupéré le colis" }));
  await waitFor(() => expect(toasts.get()[0]?.title).toContain(connectionTitle));
  expect(asked).toEqual([]);
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(screen.getByRole('button', { name: "J'ai récupéré le colis" })).toBeEnabled();
});

test('the dialog of a list declares a delivery whose code is of no use any more', async () => {
  fakeApi({ proofs: () => ({ items: [] }) });
  const facts = { codeAsked: true, codeSpent: true } as const;
  const parcel = aParcel({ carrier: aCard({ id: 'karim' }), status: 'delivery', viewer: 'karim', ...facts });
  const { situation } = parcel;
  if (!situation) throw new Error('A party reads its situation.');
  const about = { parcel, situation, memberId: 'karim', other: parcel.owner, onClose: () => {} };
  renderPart(<PhotoActDialog act="validateDelivery" startsWithout {...about} />);
  expect(await screen.findByRole('button', { name: 'Déclarer la livraison sans code' })).toBeVisible();
  expect(screen.queryByLabelText(/Code de livraison/)).toBeNull();
});

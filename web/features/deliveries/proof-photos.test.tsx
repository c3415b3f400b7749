import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { aProof } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';

/** The photos of a page that requests new links when it learns that its links have expired. */
function Page() {
  const [round, setRound] = useState(1);
  return <ProofPhotos proofs={[aProof({ url: `/proof-${round}.jpg` })]} onExpired={() => setRound(round + 1)} />;
}
const thumbnail = () => screen.getByRole('button', { name: /^Agrandir/ }).querySelector('img') as HTMLImageElement;

test('a photo with an expired link is requested again silently, and only a second failure shows it as missing', () => {
  renderPart(<Page />);
  fireEvent.error(thumbnail());
  expect(thumbnail()).toHaveAttribute('src', '/proof-2.jpg');
  fireEvent.error(thumbnail());
  expect(screen.getByText("Impossible de charger l'image")).toBeVisible();
});

test('a photo in full size with an expired link is requested again, too', async () => {
  renderPart(<Page />);
  await userEvent.click(screen.getByRole('button', { name: /^Agrandir/ }));
  const viewer = within(screen.getByRole('dialog', { name: 'Photo' }));
  fireEvent.error(viewer.getByRole('img'));
  expect(viewer.getByRole('img')).toHaveAttribute('src', '/proof-2.jpg');
  fireEvent.error(viewer.getByRole('img'));
  expect(viewer.getByText("Impossible de charger l'image")).toBeVisible();
});

test('photos that were too old leave a sentence, and the others their numbers', () => {
  const { url: _erased, ...old } = aProof({ id: 'old' });
  renderPart(<ProofPhotos proofs={[old, aProof({ id: 'new', stage: 'delivery' })]} onExpired={() => undefined} />);
  expect(screen.getAllByRole('button', { name: /^Agrandir : Photo/ })).toHaveLength(1);
  expect(screen.getByText('Photos effacées : elles sont gardées un an après la fin du colis.')).toBeVisible();
});

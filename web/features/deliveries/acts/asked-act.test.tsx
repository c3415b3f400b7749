import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aParcel } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import type { Acted } from '#web/features/deliveries/acts/acted.ts';
import { askedAct, type Question } from '#web/features/deliveries/acts/asked-act.tsx';
import { leaveQuestion } from '#web/features/deliveries/acts/use-acts.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

test('a question whose code is missing without a network leaves the page, and opens when it is back', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve(() => <p>La question</p>)];
  const Dialog = lazyPart<Question>(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  const { situation, ...parcel } = aParcel({ status: 'pickup', viewer: 'karim' });
  const about = { parcel, situation, memberId: 'karim', other: undefined } as Acted;
  const ask = () =>
    act(() => askedAct.set({ Dialog, onFault: leaveQuestion, name: 'refuseContents', place: '', about, now: about }));
  renderPart(<p>La page</p>);
  ask();
  expect(await screen.findByText('Pas de connexion')).toBeVisible();
  expect(screen.getByText('La page')).toBeVisible();
  expect(askedAct.get()).toBeUndefined();
  ask();
  expect(await screen.findByText('La question')).toBeVisible();
  reported.mockRestore();
  line.mockRestore();
});

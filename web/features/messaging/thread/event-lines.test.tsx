import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { aCard, aMessage } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { MessageLog } from '#web/features/messaging/thread/message-log.tsx';

const amel = 'a3e1c5d2-0000-4000-8000-000000000000';
const at = '2026-11-20T10:00:00.000Z';

function open(...events: TrackingEvent[]) {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const messages = [aMessage({ seq: 1, senderId: amel })];
  const thread = { with: aCard({ id: amel, firstName: 'Amel' }), messages, lastSeq: 1, readUpTo: 0, events };
  renderPart(
    <MessageLog
      {...{ thread, memberId: 'karim', outgoing: undefined, end: null }}
      older={{ load: () => undefined, busy: false }}
      onReport={() => undefined}
    />,
  );
  return within(screen.getByRole('log'));
}

test('the two read in their conversation who reported a problem, in which words, and that it is resolved', () => {
  const log = open(
    { version: 4, type: 'problemReported', at, by: amel, problem: 'damaged', reason: 'Le carton est ouvert.' },
    { version: 5, type: 'problemSettled', at, by: amel },
    { version: 6, type: 'problemReported', at, by: 'karim', problem: 'customs', reason: 'Un reçu manque.' },
    { version: 7, type: 'problemSettled', at, by: 'karim' },
  );
  expect(log.getByText(/^\u2068?Amel\u2069? signale un problème : Colis abîmé ou incomplet/)).toBeVisible();
  expect(log.getByText(/^\u2068?Amel\u2069? indique que le problème est résolu/)).toBeVisible();
  expect(log.getByText(/^Vous avez signalé un problème : Colis retenu par la douane/)).toBeVisible();
  expect(log.getByText(/^Vous avez indiqué que le problème est résolu/)).toBeVisible();
  // The words of a report are no motive of an act.
  expect(log.getByText('Le carton est ouvert.')).toBeVisible();
  expect(log.queryByText(/^Motif/)).toBeNull();
});

test('they read there that an unblocking ended the problem, and that a decision is annulled', () => {
  const log = open(
    { version: 5, type: 'overridden', at, to: 'returned', problem: 'lost' },
    { version: 6, type: 'overridden', at: '2026-11-20T11:00:00.000Z', to: 'delivered' },
    { version: 7, type: 'decisionAnnulled', at, problem: 'lost', reason: 'Le colis est retrouvé.' },
  );
  expect(log.getByText(/^Décision de notre équipe : .+ ; le problème signalé est terminé/)).toBeVisible();
  expect(log.getByText(/^Décision de notre équipe : [^;]+\s*·/)).toBeVisible();
  expect(log.getByText(/^Notre équipe a annulé sa décision/)).toBeVisible();
  expect(screen.getByRole('log')).toHaveTextContent('Motif : Le colis est retrouvé.');
});

test.each([
  ['the owner asks for it', { by: 'karim', carrierId: amel }, /^Vous avez demandé le retour du colis/],
  ['the other one, who owns it, asks for it', { by: amel }, /^\u2068?Amel\u2069? a demandé le retour du colis/],
  ['the carrier brings it back', { by: 'karim' }, /^Vous rapportez le colis/],
  ['the other one carries it back', { by: amel, carrierId: amel }, /^\u2068?Amel\u2069? rapporte le colis/],
])('a return is told by who began it: %s', (_, who, line) => {
  expect(
    open({ version: 5, type: 'returned', at, reason: 'Destinataire absent', ...who }).getByText(line),
  ).toBeVisible();
});

test.each([
  ['lost', /^Décision de notre équipe : Perdu/],
  [undefined, /^Décision de notre équipe : la livraison ne change pas/],
] as const)('the decision of a problem (%s) stands in the conversation with its reason', (end, line) => {
  const log = open({ version: 8, type: 'problemDecided', at, reason: 'La photo le montre.', ...(end ? { end } : {}) });
  expect(log.getByText(line)).toBeVisible();
  expect(screen.getByRole('log')).toHaveTextContent('Motif : La photo le montre.');
});

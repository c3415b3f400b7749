import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ProblemKind } from '#shared/deliveries/problem.ts';
import { Refusal } from '#shared/refusal.ts';
import { paths } from '#shared/site/paths.ts';
import { aCard, aParcel, aProof } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { DeliveryView } from '#web/features/deliveries/delivery-view.tsx';
import { draftNameOf } from '#web/features/messaging/thread/message-draft.ts';
import { keptText } from '#web/forms/use-kept-text.ts';

const at = '2026-11-20T10:00:00.000Z';

/** Amel's parcel that Karim carries, as one of the two reads it. */
const parcelOf = (viewer: 'amel' | 'karim', facts: Parameters<typeof aParcel>[0] = {}) =>
  aParcel({
    carrier: aCard({ id: 'karim', firstName: 'Karim' }),
    status: 'in_transit',
    deadline: '2026-11-20',
    version: 5,
    viewer,
    now: Date.parse(at),
    ...facts,
  });
const reported = (by: 'amel' | 'karim', kind: ProblemKind) => ({ problem: { reportId: 'r1', kind, by, at } });
const told: TrackingEvent = {
  version: 5,
  type: 'problemReported',
  at,
  by: 'karim',
  problem: 'lost',
  reason: 'On m’a volé ma valise à la gare.',
};

function show(parcel: ReturnType<typeof parcelOf>, events: readonly TrackingEvent[] = [], answers = {}) {
  const sent = fakeApi({
    tracking: () => ({ items: [...events] }),
    proofs: () => ({ items: [aProof({ stage: 'problem', by: 'karim', at })] }),
    conversation: () => ({ with: aCard({ id: 'other' }), messages: [], lastSeq: 0, readUpTo: 0 }),
    ...answers,
  });
  const { situation, owner } = parcel;
  if (!situation) throw new Error('A member of the two reads the situation');
  const memberId = situation.isOwner ? owner.id : 'karim';
  renderPart(<DeliveryView {...{ parcel, situation, memberId }} partnerId={undefined} />);
  return sent;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** The text of the page on paper. */
const sheet = () =>
  [...document.querySelectorAll('.delivery__printed')]
    .map((part) => {
      const copy = part.cloneNode(true) as HTMLElement;
      for (const tool of copy.querySelectorAll('.delivery__screen, a, button, summary, .tracking-code p'))
        tool.remove();
      return copy.textContent ?? '';
    })
    .join(' ');
const card = async () => within(await screen.findByRole('region', { name: 'Problème signalé' }));

test('an owner reports a problem in one choice and a few words; what is missing stands at its field', async () => {
  const sent = show(parcelOf('amel'), [], {
    reportProblem: () => parcelOf('amel', { version: 6, ...reported('amel', 'damaged') }),
  });
  await press('Signaler un problème');
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un problème' }));
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    "Le colis n'est pas arrivé",
    'Il est arrivé abîmé ou incomplet',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  expect(await dialog.findAllByText("Choisissez ce qui s'est passé")).not.toHaveLength(0);
  expect(dialog.getAllByText("Décrivez ce qui s'est passé")).not.toHaveLength(0);
  await userEvent.click(dialog.getByRole('radio', { name: 'Il est arrivé abîmé ou incomplet' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Que s'est-il passé/ }), 'Le carton est ouvert.');
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() =>
    expect(sent.find(({ row }) => row === 'reportProblem')).toMatchObject({
      body: { kind: 'damaged', text: 'Le carton est ouvert.' },
      version: 5,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('before its day the owner of a parcel in transit reports that it is lost, and reads until when to wait', async () => {
  show(parcelOf('amel', { deadline: '2026-11-25' }));
  await press('Signaler un problème');
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un problème' }));
  expect(dialog.queryByText(/est attendu le/)).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: "Il est perdu, ou je n'ai plus de nouvelles" }));
  expect(dialog.getByText(/^Le colis est attendu le 25 nov. 2026 : à partir de ce jour/)).toBeVisible();
});

test('of a parcel that comes back its owner reports in the words of a return', async () => {
  show(parcelOf('amel', { status: 'returned' }));
  await press('Signaler un problème');
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un problème' }));
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    "Le colis ne m'a pas été rendu",
    "Il m'a été rendu abîmé ou incomplet",
  ]);
});

test('who is in danger by the contents of a parcel reads first whom to call', async () => {
  show(parcelOf('karim'));
  await press('Signaler un problème');
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un problème' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Le contenu pose problème' }));
  expect(dialog.getByText(/Appelez d'abord la police/)).toBeVisible();
});

test('the other was faster: the words go along to the conversation', async () => {
  const current = parcelOf('amel', { version: 6, ...reported('karim', 'lost') });
  show(parcelOf('amel'), [], {
    reportProblem: () =>
      new Refusal(
        'STATE_CHANGED',
        { title: 'Problème déjà signalé', detail: 'Écrivez ce que vous savez dans votre conversation.' },
        { current },
      ),
  });
  await press('Signaler un problème');
  const dialog = within(await screen.findByRole('dialog', { name: 'Signaler un problème' }));
  await userEvent.click(dialog.getByRole('radio', { name: "Le colis n'est pas arrivé" }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Que s'est-il passé/ }), 'Rien reçu.');
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  expect(await dialog.findByText(/Problème déjà signalé/)).toBeVisible();
  expect(dialog.getByText('Écrivez ce que vous savez dans votre conversation.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Que s'est-il passé/ })).toHaveValue('Rien reçu.');
  expect(dialog.queryByRole('button', { name: 'Envoyer' })).toBeNull();
  const write = dialog.getByRole('link', { name: /^Écrire à .?Karim.?$/ });
  expect(write).toHaveAttribute('href', paths.conversation('karim', parcelOf('amel').id));
  await userEvent.click(write);
  expect(keptText(draftNameOf('amel', 'karim', parcelOf('amel').id))).toBe('Rien reçu.');
});

test('the other member reads the problem first, its photos, and until when to answer', async () => {
  show(parcelOf('amel', reported('karim', 'lost')), [told]);
  const problem = await card();
  expect(problem.getByText('On m’a volé ma valise à la gare.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Problème signalé' })).toHaveTextContent(
    /Colis perdu ou volé : répondez à Karim.* jusqu'au .*\. Ensuite, notre équipe décidera\./,
  );
  expect(problem.getByRole('button', { name: /^Agrandir : Photo 1 du problème/ })).toBeVisible();
  expect(problem.getByRole('link', { name: /^Écrire à .?Karim.?$/ })).toBeVisible();
  expect(problem.queryByRole('button', { name: 'Le problème est résolu' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Signaler un problème' })).toBeNull();
});

test('its author says that it is settled', async () => {
  const sent = show(parcelOf('karim', reported('karim', 'lost')), [told], {
    settleProblem: () => parcelOf('karim', { version: 6 }),
  });
  expect(within(await screen.findByRole('region', { name: 'Suivi' })).getByText('Problème signalé')).toBeVisible();
  await press('Le problème est résolu');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Le problème est résolu' }));
  await waitFor(() => expect(sent.find(({ row }) => row === 'settleProblem')).toMatchObject({ version: 5 }));
});

test('after the decision both read how the delivery ended, and why', async () => {
  const decided: TrackingEvent = {
    version: 6,
    type: 'problemDecided',
    at: '2026-11-24T10:00:00.000Z',
    end: 'lost',
    reason: 'La plainte est jointe.',
    contest: { sent: [], open: { until: '2027-05-24T10:00:00.000Z', token: 'report.r1@l1.amel.sign' } },
  };
  show(parcelOf('amel', { status: 'cancelled', outcome: 'lost' }), [told, decided]);
  const decision = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
  expect(decision.getByText('Décision : Perdu.')).toBeVisible();
  expect(decision.getByText('La plainte est jointe.')).toBeVisible();
  const link = decision.getByRole('link', { name: 'Contester cette décision' });
  expect(link).toHaveAttribute('href', paths.objection('report.r1@l1.amel.sign'));
  expect(link.closest('p')).toHaveTextContent(/jusqu'au 24 mai 2027/);
  const steps = within(screen.getByRole('region', { name: 'Suivi' }));
  expect(steps.getAllByText('Perdu')).toHaveLength(2);
  expect(steps.getByText(/par notre équipe/)).toBeVisible();
});

test.each([
  ['decisionAnnulled', { status: 'cancelled', outcome: 'lost' } as const, 'Décision annulée'],
  [
    'overridden',
    { status: 'delivered', deliveredAt: '2026-11-26T10:00:00.000Z' } as const,
    'Décision de notre équipe : Livré.',
  ],
] as const)(
  'a decision that our team has undone (%s) is told as a former one, with the reason',
  async (type, facts, label) => {
    const decided: TrackingEvent = { version: 6, type: 'problemDecided', at: '2026-11-24T10:00:00.000Z', end: 'lost' };
    const undone: TrackingEvent = {
      version: 7,
      type,
      at: '2026-11-26T10:00:00.000Z',
      ...(type === 'overridden' ? { to: 'delivered', end: 'delivered' } : { annuls: 6 }),
      reason: 'Le colis est retrouvé.',
    };
    show(parcelOf('amel', facts), [told, decided, undone]);
    const decision = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
    expect(decision.getByText('Ancienne décision : Perdu.')).toBeVisible();
    expect(decision.queryByText('Décision : Perdu.')).toBeNull();
    expect(decision.getByText(label)).toBeVisible();
    expect(decision.getByText('Le colis est retrouvé.')).toBeVisible();
    expect(decision.getAllByText(/par notre équipe$/).length).toBeGreaterThan(1);
  },
);

test('a granted objection and the annulment that follows it give their reason once', async () => {
  const at = '2026-11-26T10:00:00.000Z';
  const reason = 'Il est retrouvé.';
  const sent = [{ at, answerBy: at, answer: { at, outcome: 'acted' as const, reason } }];
  const decided: TrackingEvent = { ...told, version: 6, type: 'problemDecided', end: 'lost', contest: { sent } };
  const annulled: TrackingEvent = { version: 7, type: 'decisionAnnulled', at, annuls: 6, reason };
  show(parcelOf('amel', { status: 'cancelled', outcome: 'lost', annulled: true }), [told, decided, annulled]);
  const card = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
  expect(card.getByText(/^Contestation reçue le/)).toBeVisible();
  expect(card.getAllByText(reason)).toHaveLength(1);
});

test('an annulment that is annulled in its turn is told with the reasons of both', async () => {
  const decided: TrackingEvent = { version: 6, type: 'problemDecided', at: '2026-11-24T10:00:00.000Z', end: 'lost' };
  const annulled = (version: number, reason: string): TrackingEvent => ({
    version,
    type: 'decisionAnnulled',
    at: `2026-11-2${version - 1}T10:00:00.000Z`,
    annuls: version - 1,
    reason,
  });
  const facts = { status: 'cancelled', outcome: 'lost', annulled: true } as const;
  show(parcelOf('amel', facts), [told, decided, annulled(7, 'Il est retrouvé.'), annulled(8, 'Ce n’est pas lui.')]);
  const card = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
  for (const text of ['Ancienne décision : Perdu.', 'Il est retrouvé.', 'Ce n’est pas lui.'])
    expect(card.getByText(text)).toBeVisible();
});

test('the annulled decision of one problem leaves that of another one of its kind', async () => {
  const decided: TrackingEvent = { version: 6, type: 'problemDecided', at: '2026-11-21T10:00:00.000Z' };
  const again: TrackingEvent = { ...told, version: 7, at: '2026-11-22T10:00:00.000Z' };
  const second: TrackingEvent = { ...decided, version: 8, at: '2026-11-26T10:00:00.000Z' };
  const annulled: TrackingEvent = {
    version: 9,
    type: 'decisionAnnulled',
    at: '2026-11-27T10:00:00.000Z',
    problem: 'lost',
    annuls: 6,
  };
  show(parcelOf('amel'), [told, decided, again, second, annulled]);
  const card = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
  expect(card.getByText('Décision : la livraison ne change pas.')).toBeVisible();
  const past = within(screen.getByRole('region', { name: 'Problème signalé' }));
  expect(past.getByText('Ancienne décision : la livraison ne change pas.')).toBeVisible();
});

test('the printed sheet has every problem in order, with its answer, its decision and its annulment, and no tools', async () => {
  const settled: TrackingEvent = { version: 6, type: 'problemSettled', at: '2026-11-21T10:00:00.000Z', by: 'karim' };
  const again: TrackingEvent = { ...told, version: 7, at: '2026-11-22T10:00:00.000Z', problem: 'damaged' };
  const decided: TrackingEvent = {
    version: 8,
    type: 'problemDecided',
    at: '2026-11-26T10:00:00.000Z',
    problem: 'damaged',
    reason: 'Les photos montrent une trace ancienne.',
    contest: { sent: [], open: { token: 't', until: '2027-05-26T10:00:00.000Z' } },
  };
  const annulled: TrackingEvent = {
    version: 9,
    type: 'decisionAnnulled',
    at: '2026-11-27T10:00:00.000Z',
    annuls: 8,
    reason: 'Une photo manquait.',
  };
  show(parcelOf('amel'), [told, settled, again, decided, annulled]);
  await screen.findByRole('region', { name: 'Décision de notre équipe' });
  const printed = sheet();
  for (const text of [
    'Colis perdu ou volé',
    'Problème résolu',
    'Colis abîmé ou incomplet',
    'Ancienne décision : la livraison ne change pas.',
    'Les photos montrent une trace ancienne.',
    'Une photo manquait.',
  ])
    expect(printed).toContain(text);
  expect(printed).not.toContain('Contester');
  expect(printed).not.toContain("jusqu'au");
  // On paper the last problem follows those of the history.
  expect(screen.getByRole('region', { name: 'Décision de notre équipe' })).toHaveClass('delivery__last');
});

test('the printed sheet has an open problem with its answer, without the way to add photos', async () => {
  const open = reported('amel', 'not_arrived');
  const problem = { ...open.problem, answeredAt: '2026-11-20T12:00:00.000Z' };
  show(parcelOf('amel', { problem }), [{ ...told, by: 'amel', problem: 'not_arrived' }]);
  await card();
  const part = screen.getByRole('region', { name: 'Problème signalé' });
  expect(part).toHaveClass('delivery__printed', 'delivery__last');
  expect(sheet()).toMatch(/Colis non arrivé, réponse du 20\snov\.\s2026/);
  expect(
    within(part)
      .getByText(/^Photos de ce problème/)
      .closest('.delivery__screen'),
  ).not.toBeNull();
});

test.each([
  ['a delivered parcel', { status: 'delivered', deliveredAt: at }, []],
  ['an open problem', { problem: reported('karim', 'damaged').problem }, [{ ...told, by: 'amel' }]],
] as const)(
  'others read the printed sheet of %s: it names both members and speaks to neither',
  async (_what, facts, events) => {
    show(parcelOf('amel', facts), [{ version: 2, type: 'handshake', at, by: 'amel' }, ...events]);
    await screen.findByRole('region', { name: 'Suivi' });
    expect(sheet()).toContain('par Amel Benali');
    expect(sheet()).not.toMatch(/\bvo(us|tre|s)\b/i);
  },
);

test('a problem that an unblocking has ended tells its end', async () => {
  const unblocked: TrackingEvent = {
    version: 6,
    type: 'overridden',
    at: '2026-11-21T10:00:00.000Z',
    to: 'returned',
    problem: 'lost',
    reason: 'Convenu par téléphone.',
  };
  show(parcelOf('karim', { status: 'returned', returnConfirmedAt: unblocked.at }), [told, unblocked]);
  const history = within(await screen.findByRole('region', { name: 'Problème signalé' }));
  expect(history.getByText('Problème terminé : notre équipe a débloqué la livraison.')).toBeVisible();
  expect(history.getByText('Convenu par téléphone.')).toBeVisible();
});

test('in an ended delivery its owner reads that the unblocking has ended the problem', async () => {
  const unblocked: TrackingEvent = { version: 6, type: 'overridden', at, to: 'active', problem: 'lost' };
  show(aParcel({ viewer: 'amel', now: Date.parse(at), version: 6 }), [told, unblocked]);
  const ended = within(await screen.findByRole('region', { name: 'Livraison sans suite' }));
  expect(ended.getByText('Problème terminé : notre équipe a débloqué la livraison.')).toBeVisible();
});

test('a settled problem stays in the history of the delivery', async () => {
  const settled: TrackingEvent = { version: 6, type: 'problemSettled', at: '2026-11-21T10:00:00.000Z', by: 'karim' };
  show(parcelOf('amel'), [told, settled]);
  const history = within(await screen.findByRole('region', { name: 'Problème signalé' }));
  expect(history.getByText('Problème résolu')).toBeVisible();
  expect(history.getByRole('button', { name: /^Agrandir : Photo 1 du problème/ })).toBeVisible();
});

test.each([
  ['receiptConfirmed', 'customs', 'Problème terminé : le colis est arrivé.'],
  ['validateDelivery', 'lost', 'Problème terminé : le colis est arrivé.'],
  ['returnConfirmed', 'lost', 'Problème terminé : le colis est rendu.'],
] as const)('%s ends the problem « %s », and both read it', async (type, problem, text) => {
  const ended: TrackingEvent = { version: 6, type, at: '2026-11-21T10:00:00.000Z', by: 'amel' };
  const facts = type === 'returnConfirmed' ? { status: 'returned' as const, returnConfirmedAt: ended.at } : undefined;
  show(parcelOf('karim', facts ?? { status: 'delivered', deliveredAt: ended.at }), [{ ...told, problem }, ended]);
  const history = within(await screen.findByRole('region', { name: 'Problème signalé' }));
  expect(history.getByText(text)).toBeVisible();
});

test('while a problem is open a declaration is told with it, and nothing promises to confirm it', async () => {
  const facts = { status: 'delivery' as const, declaredAt: at, ...reported('amel', 'not_arrived') };
  show(parcelOf('amel', facts), [{ ...told, by: 'amel', problem: 'not_arrived' }]);
  await card();
  const page = screen.getByRole('region', { name: 'Problème signalé' });
  expect(page).toHaveTextContent(
    /Karim.* dit avoir livré votre colis\. Sans réponse, rien n'est confirmé tant que le problème est ouvert\./,
  );
  expect(document.body).not.toHaveTextContent('sera confirmée');
});

test('on a phone a problem beside a return leaves no empty card, and the return is told with the way to confirm it', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const facts = { status: 'returned' as const, declaredAt: at, ...reported('amel', 'damaged') };
  show(parcelOf('amel', facts), [{ ...told, by: 'amel', problem: 'damaged' }]);
  await card();
  expect(screen.getByRole('region', { name: 'Problème signalé' })).toHaveTextContent('dit vous avoir rendu le colis');
  expect(await screen.findByRole('button', { name: 'Confirmer le retour' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Prochaine étape' })).toBeNull();
});

test('a photo that was chosen when the other member settled the problem is told as not sent', async () => {
  readPictures();
  const user = userEvent.setup();
  fakeApi({
    tracking: () => ({ items: [told] }),
    proofs: () => ({ items: [] }),
    conversation: () => ({ with: aCard({ id: 'other' }), messages: [], lastSeq: 0, readUpTo: 0 }),
  });
  const Live = () => {
    const [parcel, setParcel] = useState(parcelOf('amel', reported('karim', 'lost')));
    if (!parcel.situation) throw new Error('The owner reads the situation');
    return (
      <>
        <button type="button" onClick={() => setParcel(parcelOf('amel', { version: 6 }))}>
          Karim règle
        </button>
        <DeliveryView {...{ parcel }} situation={parcel.situation} memberId="amel" partnerId={undefined} />
      </>
    );
  };
  renderPart(<Live />);
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  await user.upload(await (await card()).findByLabelText(/Choisir une photo/), file);
  expect(await screen.findByRole('button', { name: 'Envoyer les photos' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Karim règle' }));
  expect(await screen.findByText(/Votre photo n'est pas partie/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retirer la photo' }));
  expect(screen.queryByText(/n'est pas partie/)).toBeNull();
});

test.each([
  [{ type: 'problemSettled' }, 'Problème résolu'],
  [{ type: 'receiptConfirmed', by: 'amel' }, 'Problème terminé : le colis est arrivé.'],
] as const)('a problem that ended without our team is told first, with its moment: %o', async (facts, text) => {
  const end: TrackingEvent = { version: 6, at: '2026-11-24T10:00:00.000Z', ...facts };
  for (const viewer of ['amel', 'karim'] as const) {
    show(parcelOf(viewer), [told, end]);
    const [card] = await screen.findAllByRole('region', { name: 'Problème terminé' });
    expect(card).toHaveTextContent(text);
    expect(card).toHaveTextContent('Colis perdu ou volé');
    expect(card?.querySelector('time')).toHaveAttribute('datetime', end.at);
    expect(sheet()).toContain(text);
    cleanup();
  }
});

test.each([
  ['returned', { returnConfirmedAt: at }, /^Confirmé sans réponse, le .+ : le retour est terminé\.$/],
  ['delivered', { deliveredAt: at }, /^Confirmé sans réponse, le .+ : la livraison est terminée\.$/],
] as const)('an end (%s) that silence confirmed is told first to both', async (status, facts, text) => {
  const type = status === 'returned' ? 'returnDeclared' : 'deliveryDeclared';
  const declared: TrackingEvent = { version: 5, type, at, by: 'karim' };
  const closed: TrackingEvent = { version: 6, type: 'declarationClosed', at: '2026-11-24T10:00:00.000Z' };
  for (const viewer of ['amel', 'karim'] as const) {
    show(parcelOf(viewer, { status, ...facts }), [declared, closed]);
    expect(
      await screen.findByText((_, element) => element?.matches('p.card') === true && text.test(element.textContent)),
    ).toBeVisible();
    expect(sheet()).toContain('Confirmé sans réponse');
    cleanup();
  }
});

test('a delivery that our team has settled names its end, its reason and the way to contest it, also without a problem', async () => {
  const open = { until: '2027-05-24T10:00:00.000Z', token: 'parcel.p1@l1.amel.sign' };
  const settled: TrackingEvent = {
    version: 6,
    type: 'overridden',
    to: 'delivered',
    end: 'delivered',
    at: '2026-11-24T10:00:00.000Z',
    reason: 'La photo le montre.',
    contest: { sent: [], open },
  };
  const parcel = parcelOf('amel', { status: 'delivered', deliveredAt: settled.at });
  show(parcel, [settled]);
  const card = within(await screen.findByRole('region', { name: 'Décision de notre équipe' }));
  expect(card.getByText('Décision : Livré.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Décision de notre équipe' })).toHaveClass('delivery__printed');
  expect(card.getByText('La photo le montre.')).toBeVisible();
  expect(card.getByRole('link', { name: 'Contester cette décision' })).toHaveAttribute(
    'href',
    paths.objection(open.token),
  );
  cleanup();
  const objection = { at: '2026-11-25T10:00:00.000Z', answerBy: '2026-11-27T10:00:00.000Z' };
  show(parcel, [{ ...settled, contest: { sent: [objection] } }]);
  // Beside the other moments of the card, in the zone of the device.
  expect(await screen.findByRole('region', { name: 'Décision de notre équipe' })).toHaveTextContent(
    /Contestation reçue le 25.nov..2026 à 05:00 : .+ avant le 27.nov..2026 à 05:00\.$/,
  );
  expect(screen.queryByRole('link', { name: 'Contester cette décision' })).toBeNull();
  cleanup();
  const answer = { at: '2026-11-26T10:00:00.000Z', outcome: 'dismissed' as const, reason: 'La photo est nette.' };
  show(parcel, [{ ...settled, contest: { sent: [{ ...objection, answer }], open } }]);
  expect(await screen.findByRole('region', { name: 'Décision de notre équipe' })).toHaveTextContent(
    /maintenue le 26.nov..2026 à 05:00\./,
  );
  expect(screen.getByRole('link', { name: 'Contester cette réponse' })).toBeVisible();
  expect(screen.getByText('La photo est nette.')).toBeVisible();
});

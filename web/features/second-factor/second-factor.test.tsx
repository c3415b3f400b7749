import { useMutation, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aMe, anAdminStatistics } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage, renderPart } from '#test/support/render-page.tsx';
import { adminApi, adminQuery } from '#web/features/admin/api.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { SecondFactorQuestions } from '#web/features/second-factor/second-factor-questions.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { applyLiveEvent } from '#web/lib/live/live-effects.ts';
import { forgetSecondFactor, noteProvenUntil } from '#web/lib/session/second-factor.ts';
import { AdminPage } from '#web/routes/admin-page.tsx';

const until = '2100-01-01T10:00:00.000Z';
const counts = anAdminStatistics({
  pendingProfiles: 3,
  totalUsers: 9,
});
const title = "Confirmez que c'est bien vous";

beforeEach(forgetSecondFactor);

/** A page that reads and acts, below the question as the site shows it. */
function openDesk(answers: Answers = {}) {
  let proven = false;
  const asked = fakeApi({
    secondFactorStanding: () => ({ isSetUp: true, recoveryCodesLeft: 2 }),
    adminStatistics: () => (proven ? counts : new Refusal('SECOND_FACTOR')),
    deleteAdministrator: () => (proven ? undefined : new Refusal('SECOND_FACTOR')),
    proveSecondFactor: () => {
      proven = true;
      return { until };
    },
    ...answers,
  });
  renderPart(<Desk />, { me: aMe({ isAdmin: true }) });
  return { asked, expire: () => (proven = false) };
}

function Desk() {
  const reading = useQuery(adminQuery('adminStatistics'));
  const remove = useMutation({ mutationFn: () => adminApi.deleteAdministrator({ params: { administratorId: 'b1' } }) });
  return (
    <>
      <h1>Panel</h1>
      {reading.isError && <PanelLoadFailed error={reading.error} onRetry={() => void reading.refetch()} />}
      {reading.data && <p>{reading.data.pendingProfiles} profils</p>}
      <button type="button" onClick={() => remove.mutate()}>
        Supprimer
      </button>
      {remove.isSuccess && <p>Supprimé</p>}
      {remove.isError && <p>Refusé</p>}
      <SecondFactorQuestions />
    </>
  );
}

const question = () => screen.findByRole('dialog', { name: title });
const answer = async (code: string) => {
  await userEvent.type(await screen.findByLabelText(/^Code à 6 chiffres/), code);
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
};

test('a refused list opens the question, and shows itself after the code, typed with a blank', async () => {
  const { asked } = openDesk();
  const field = await within(await question()).findByLabelText(/^Code à 6 chiffres/);
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await answer('123 456');
  expect(await screen.findByText('3 profils')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ row }) => row === 'proveSecondFactor')?.body).toEqual({ code: '123456' });
});

test('a refused act goes on with its own key, and is done once', async () => {
  const { asked, expire } = openDesk();
  await answer('123456');
  await screen.findByText('3 profils');
  expire();
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  await answer('654321');
  await screen.findByText('Supprimé');
  const tries = asked.filter(({ row }) => row === 'deleteAdministrator');
  expect(tries).toHaveLength(2);
  expect(tries[0]?.key).toBeDefined();
  expect(tries[1]?.key).toBe(tries[0]?.key);
});

test('put off, the act is refused and the list shows the way to the question; the next act opens it again', async () => {
  openDesk();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Plus tard' }));
  expect(await screen.findByText(/Saisissez le code de votre application/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Fermer' }));
  expect(await screen.findByText('Refusé')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Saisir mon code' }));
  await answer('123456');
  expect(await screen.findByText('3 profils')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saisir mon code' })).toBeNull());
});

test('a wrong code stays to be corrected, with the sentence of the server', async () => {
  const fields = { code: "Ce code n'est pas le bon. Il vous reste 4 essais." };
  openDesk({ proveSecondFactor: () => new Refusal('INVALID', undefined, { fields }) });
  await question();
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmer' }));
  expect(await screen.findByText('Saisissez le code à 6 chiffres')).toBeVisible();
  await answer('000000');
  expect(await screen.findByText(fields.code)).toBeVisible();
  expect(screen.getByLabelText(/^Code à 6 chiffres/)).toHaveValue('000000');
  expect(screen.getByLabelText(/^Code à 6 chiffres/)).toHaveFocus();
});

test('who waits after too many wrong codes is told until when', async () => {
  openDesk({
    secondFactorStanding: () => ({ isSetUp: true, lockedUntil: '2026-11-20T10:15:00.000Z', recoveryCodesLeft: 2 }),
  });
  expect(await within(await question()).findByText(/aucun code n'est accepté jusqu'au/)).toBeVisible();
});

test('a recovery code opens too, and says how many are left', async () => {
  const { asked } = openDesk({
    useRecoveryCode: () => ({ until, recoveryCodesLeft: 1 }),
    adminStatistics: () => (asked.some(({ row }) => row === 'useRecoveryCode') ? counts : new Refusal('SECOND_FACTOR')),
  });
  await question();
  await userEvent.click(await screen.findByRole('button', { name: 'Utiliser un code de secours' }));
  expect(screen.getByText('Il vous reste 2 codes de secours.')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Code de secours/), 'abcd-efgh 2345 6789');
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
  expect(await screen.findByText('3 profils')).toBeVisible();
  expect(screen.getByText('Il vous reste 1 code de secours.')).toBeVisible();
  expect(asked.find(({ row }) => row === 'useRecoveryCode')?.body).toEqual({ code: 'ABCDEFGH23456789' });
});

test('where nothing is set up, the question leads to the set-up', async () => {
  openDesk({ secondFactorStanding: () => ({ isSetUp: false, recoveryCodesLeft: 0 }) });
  const link = await within(await question()).findByRole('link', { name: 'Configurer la validation en deux étapes' });
  expect(link).toHaveAttribute('href', '/admin');
  expect(screen.queryByRole('button', { name: 'Confirmer' })).toBeNull();
});

test('the proof of another tab closes the question here', async () => {
  const { asked } = openDesk({
    adminStatistics: () => (asked.length > 3 ? counts : new Refusal('SECOND_FACTOR')),
  });
  await within(await question()).findByLabelText(/^Code à 6 chiffres/);
  fakeApi({ adminStatistics: () => counts });
  const other = new BroadcastChannel('envoyage.second-factor');
  act(() => other.postMessage(until));
  expect(await screen.findByText('3 profils')).toBeVisible();
  other.close();
});

test('a moved queue is read again while the session is proven, and otherwise opens no question', async () => {
  const event = { type: 'admin.queue.changed', at: '2026-11-20T10:00:00.000Z', data: {} } as const;
  queryClient.setQueryData(['admin', 'adminStatistics'], counts);
  await applyLiveEvent(queryClient, event);
  expect(queryClient.getQueryState(['admin', 'adminStatistics'])?.isInvalidated).toBe(false);
  noteProvenUntil(until);
  await applyLiveEvent(queryClient, event);
  expect(queryClient.getQueryState(['admin', 'adminStatistics'])?.isInvalidated).toBe(true);
});

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DDD${index}`);

test('the first visit of the panel is the set-up: password, key, code, recovery codes, and then the panel', async () => {
  let isSetUp = false;
  const asked = fakeApi({
    secondFactorStanding: () => ({ isSetUp, recoveryCodesLeft: isSetUp ? 10 : 0 }),
    beginSecondFactor: ({ body }) =>
      body.password === 'Traversee-2026'
        ? { key, uri: `otpauth://totp/Envoyage:a?secret=${key}` }
        : new Refusal('INVALID', undefined, { fields: { password: 'Le mot de passe est incorrect' } }),
    finishSecondFactor: () => {
      isSetUp = true;
      return { codes, until };
    },
    adminStatistics: () => counts,
    adminQueues: () => ({ oldest: {} }),
  });
  renderPage(<AdminPage />, { at: '/admin', me: aMe({ isAdmin: true }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Protégez votre accès au panel' })).toBeVisible();
  expect(asked.map(({ row }) => row)).toEqual(['secondFactorStanding']);
  const password = screen.getByLabelText(/^Votre mot de passe/);
  await userEvent.click(screen.getByRole('button', { name: 'Commencer' }));
  expect(screen.getByText('Indiquez votre mot de passe')).toBeVisible();
  await userEvent.type(password, 'autre');
  await userEvent.click(screen.getByRole('button', { name: 'Commencer' }));
  expect(await screen.findByText('Le mot de passe est incorrect')).toBeVisible();
  await userEvent.clear(password);
  await userEvent.type(password, 'Traversee-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Commencer' }));

  expect(await screen.findByRole('heading', { name: "Ajoutez votre compte à l'application" })).toHaveFocus();
  expect(await screen.findByRole('img', { name: /^Code QR/ })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copier la clé' })).toBeVisible();
  expect(screen.getByRole('link', { name: "ouvrir dans l'application" })).toHaveAttribute(
    'href',
    expect.stringMatching(/^otpauth:/),
  );
  await userEvent.type(screen.getByLabelText(/^Code à 6 chiffres/), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Activer' }));

  expect(await screen.findByRole('heading', { name: 'Notez vos codes de secours' })).toHaveFocus();
  expect(within(screen.getByRole('list', { name: 'Codes de secours' })).getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le panel' }));
  expect(screen.getByText('Notez vos codes, puis cochez cette case')).toBeVisible();
  await userEvent.click(screen.getByLabelText(/J'ai noté mes codes/));
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le panel' }));
  expect(await screen.findByRole('heading', { name: 'Panel Admin' })).toBeVisible();
});

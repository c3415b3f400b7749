import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { ReasonDialog } from './reason-dialog.tsx';

test('a field gets the focus when its error is there to be heard and seen: the reason first, then the word', async () => {
  const confirmed: string[] = [];
  const ignore = () => {};
  render(
    <ReasonDialog
      title="Supprimer ce profil ?"
      draftName="reason.delete.amel"
      confirm="Supprimer"
      hint="Le membre lira ce texte."
      isWordAsked
      onConfirm={async (reason) => confirmed.push(reason)}
      onClose={ignore}
    />,
  );
  const heard: string[] = [];
  document.addEventListener('focusin', ({ target }) => {
    const ids = (target as Element).getAttribute('aria-describedby')?.split(' ') ?? [];
    heard.push(ids.map((id) => document.getElementById(id)?.textContent).join(' '));
  });
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  await send();
  expect(screen.getByLabelText(/^Motif/)).toHaveFocus();
  expect(heard.at(-1)).toContain('Indiquez le motif');
  await userEvent.type(screen.getByLabelText(/^Motif/), 'Faux documents');
  await send();
  expect(screen.getByLabelText(/^Tapez SUPPRIMER/)).toHaveFocus();
  expect(heard.at(-1)).toContain('Tapez SUPPRIMER');
  await userEvent.type(screen.getByLabelText(/^Tapez SUPPRIMER/), 'SUPPRIMER');
  await send();
  expect(confirmed).toEqual(['Faux documents']);
});

test('a reason that was begun is there again after a reload, for this act alone, until the act has happened', async () => {
  const open = (act: string) => {
    cleanup();
    const draftName = reasonDraft(act, 'amel');
    render(
      <ReasonDialog
        {...{ draftName }}
        title="Bloquer ?"
        confirm="Bloquer"
        hint="Le membre lira ce texte."
        onConfirm={async () => {}}
        onClose={() => {}}
      />,
    );
    return screen.getByLabelText(/^Motif/);
  };
  await userEvent.type(open('block'), 'Fausses annonces');
  expect(open('block')).toHaveValue('Fausses annonces');
  expect(open('delete')).toHaveValue('');
  dropReason('block', 'amel');
  expect(open('block')).toHaveValue('');
});

test('a failure stays in the dialog with the reason that was typed', async () => {
  let closed = 0;
  render(
    <ReasonDialog
      draftName={reasonDraft('reject', 'p1')}
      title="Rejeter ce colis ?"
      confirm="Rejeter"
      hint="Le membre lira ce texte."
      onConfirm={() => Promise.reject(new ActFailed({ title: 'Impossible de rejeter', detail: 'Réessayez.' }))}
      onClose={() => (closed += 1)}
    />,
  );
  await userEvent.type(screen.getByLabelText(/^Motif/), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de rejeterRéessayez.');
  expect(screen.getByLabelText(/^Motif/)).toHaveValue('Photo illisible');
  expect(screen.getByRole('button', { name: 'Rejeter' })).toBeVisible();
  expect(closed).toBe(0);
});

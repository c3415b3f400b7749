import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { karim } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { Banners } from '#web/app/shell/layout.tsx';
import { showNewVersion } from '#web/app/shell/new-version-bar.tsx';
import { laterBanners } from '#web/lib/later-banners.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';

const start = vi.fn<() => Promise<boolean>>();
beforeEach(() => {
  laterBanners.set({});
  start.mockReset().mockReturnValue(new Promise(() => {}));
  showNewVersion(start);
});

afterEach(() => void vi.useRealTimers());

const press = () => userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
const question = () => screen.findByRole('alertdialog', { name: 'Mettre à jour maintenant ?' });

test('the press of an update shows that it has begun', async () => {
  renderPart(<p>Une page</p>);
  await press();
  expect(start).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Mise à jour…' })).toHaveAttribute('aria-busy', 'true');
});

test('an update that cannot begin says so, and can be pressed again', async () => {
  start.mockResolvedValue(false);
  renderPart(<p>Une page</p>);
  await press();
  expect(await screen.findByText('Problème de connexion')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mettre à jour' })).not.toHaveAttribute('aria-busy');
});

test('an update asks before typed text is lost, which stays when it is put off', async () => {
  renderPart(<textarea aria-label="Avis" />);
  await userEvent.type(screen.getByRole('textbox'), 'Très bien');
  await press();
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Plus tard' }));
  expect(start).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox')).toHaveValue('Très bien');
});

test('an update does not ask about a draft, nor about a field that is empty again', async () => {
  renderPart(
    <>
      <form data-kept>
        <input aria-label="Titre" />
      </form>
      <input aria-label="Nom" />
    </>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Titre' }), 'Livres');
  await userEvent.type(screen.getByRole('textbox', { name: 'Nom' }), 'A{Backspace}');
  await press();
  expect(start).toHaveBeenCalledOnce();
});

function Photos() {
  useUnsaved(true);
  return <p>Deux photos</p>;
}

test('an update asks before chosen photos are lost', async () => {
  renderPart(<Photos />);
  await press();
  await question();
  expect(start).not.toHaveBeenCalled();
});

test('the news of an update hides no banner of the account', async () => {
  const mailRefused = { since: '2026-11-20T10:00:00.000Z', why: 'bounce' } as const;
  renderPart(<Banners />, { me: { ...karim, mailRefused } });
  expect(await screen.findByText(/Nos emails n'arrivent plus/)).toBeVisible();
  expect(screen.getByText('Une nouvelle version est disponible.')).toBeVisible();
});

test('the page has room for the news at its end, until it is closed', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(52);
  const room = () => document.documentElement.style.getPropertyValue('--new-version');
  renderPart(<p>Une page</p>);
  expect(room()).toBe('52px');
  await userEvent.click(screen.getByRole('button', { name: /^Fermer la notification : Une nouvelle version/ }));
  expect(room()).toBe('');
});

test('closed news come back after a quarter of an hour, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2099-01-01');
  const news = () => screen.queryByText('Une nouvelle version est disponible.');
  act(() => showNewVersion(start));
  renderPart(<p>Une page</p>);
  await userEvent.click(screen.getByRole('button', { name: /^Fermer la notification/ }));
  expect(news()).toBeNull();
  vi.setSystemTime('2099-01-01T00:14:00Z');
  act(() => showNewVersion(start));
  expect(news()).toBeNull();
  vi.setSystemTime('2099-01-01T00:15:00Z');
  act(() => showNewVersion(start));
  expect(news()).toBeVisible();
});

import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { translatePage } from '#test/support/pages/translator.ts';
import { MoreButton, SubmitButton } from '#web/ui/submit-button.tsx';

let stop = () => {};
afterEach(() => stop());

/** The next task, after the translator's mutation observer has run. */
const translated = () => new Promise((done) => setTimeout(done));

test('an element comes and goes beside a translated text, which changes visibly', async () => {
  const button = (busy: boolean) => (
    <SubmitButton busy={busy} busyText="Connexion…">
      Se connecter
    </SubmitButton>
  );
  const { rerender, container } = render(button(false));
  stop = translatePage();
  for (const [busy, text] of [
    [true, 'Connexion…'],
    [false, 'Se connecter'],
  ] as const) {
    rerender(button(busy));
    await translated();
    expect(container).toHaveTextContent(new RegExp(`^${text}$`));
  }
});

test('a translated count, list and label tell the new values', async () => {
  const part = (count: number, more: boolean) => (
    <section>
      {count} colis {more && <b>à remettre</b>}, dont {['un', <i key="new">nouveau</i>]}
      <p>
        {count} photos <b>en tout</b>
      </p>
      <MoreButton hasMore busy={more} onMore={() => {}} />
    </section>
  );
  const { rerender, container } = render(part(2, false));
  stop = translatePage();
  rerender(part(3, true));
  await translated();
  expect(container).toHaveTextContent('3 colis à remettre, dont unnouveau3 photos en toutChargement…');
  rerender(part(4, false));
  await translated();
  expect(container).toHaveTextContent('4 colis , dont unnouveau4 photos en toutAfficher plus');
});

test('a text that is alone stays alone, and no element comes into an option', () => {
  const count = 2;
  render(
    <>
      <p>
        {count} colis {null}
      </p>
      <select>
        <option>
          {count} – {'deux'}
        </option>
      </select>
    </>,
  );
  expect(screen.getByText('2 colis').innerHTML).toBe('2 colis ');
  expect(screen.getByRole('option').innerHTML).toBe('2 – deux');
});

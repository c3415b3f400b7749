import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '#test/support/render-page.tsx';
import { findPage } from '#web/app/pages.ts';
import { questionGroups } from '#web/features/site/faq-words.ts';
import { FaqPage } from '#web/routes/site/faq-page.tsx';

const questions = questionGroups.flatMap((group) => group.questions);
const search = (text: string) => userEvent.type(screen.getByRole('searchbox'), text);
const shown = () => screen.queryAllByRole('group').map((one) => one.querySelector('[id]')?.id);

test('every question stands in its group, closed, under an anchor of its own', () => {
  renderPage(<FaqPage />, { at: '/faq' });
  expect(shown()).toEqual(questions.map(({ id }) => id));
  const anchors = [...questionGroups, ...questions].map(({ id }) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  expect(document.querySelectorAll('details[open]')).toHaveLength(0);
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual(
    questionGroups.map(({ title }) => title),
  );
});

test('a search finds words of questions and answers, without regard to accents and case', async () => {
  renderPage(<FaqPage />, { at: '/faq' });
  await search('PIECE identite');
  expect(shown()).toContain('pourquoi-verifier');
  expect(shown()).not.toContain('comment-payer');
  expect(screen.getByText(/^\d+ questions?$/)).toBeVisible();
});

test.each(['Douanes', 'DOUANE', 'paiements'])('a search for « %s » finds the singular and the plural', async (word) => {
  renderPage(<FaqPage />, { at: '/faq' });
  await search(word);
  expect(shown().length).toBeGreaterThan(0);
});

test('a search without result leads to the contact form, and back when it is emptied', async () => {
  renderPage(<FaqPage />, { at: '/faq' });
  await search('girafe');
  expect(shown()).toEqual([]);
  expect(screen.getByText('Aucune question ne correspond')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Poser ma question' })).toHaveAttribute('href', '/contact');
  await userEvent.clear(screen.getByRole('searchbox'));
  expect(shown()).toHaveLength(questions.length);
});

test('the anchor of a question in the address opens this question only', async () => {
  renderPage(<FaqPage />, { at: '/faq#douane-responsable' });
  await waitFor(() => expect(document.querySelectorAll('details[open]')).toHaveLength(1));
  const asked = within(document.querySelector<HTMLElement>('details[open]') ?? document.body);
  expect(asked.getByRole('link', { name: /^Lien vers cette question/ })).toHaveAttribute('href', '#douane-responsable');
});

test('answers lead to pages that exist', () => {
  const targets = questions.flatMap(({ link }) => (link ? [link.to.replace(/#.*/, '')] : []));
  expect(targets.length).toBeGreaterThan(3);
  expect(targets.filter((to) => !findPage(to))).toEqual([]);
});

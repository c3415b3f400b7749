import { act } from '@testing-library/react';
import { type ReactNode, Suspense, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { RadioCards } from '#web/forms/radio-cards.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { typedEarly } from './typed-early.ts';

const said = vi.fn<(given: object) => void>();
const sizes = ['petit', 'grand'].map((value) => ({ value, label: value }));

/** Fields controlled by React, and fields of react-hook-form. */
function Form({ first = '' }: { first?: string }) {
  const [city, setCity] = useState(first);
  const [date, setDate] = useState('');
  const [kind, setKind] = useState('a');
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { title: first, size: 'petit', declared: false },
  });
  return (
    <form
      data-dirty={formState.isDirty}
      noValidate
      onSubmit={(event) => void handleSubmit((given) => said({ city, date, kind, ...given }))(event)}
    >
      <TextField label="Ville" name="city" value={city} onChange={({ target }) => setCity(target.value)} />
      <TextField label="Jour" name="date" value={date} onChange={({ target }) => setDate(target.value)} />
      <select aria-label="Sorte" value={kind} onChange={({ target }) => setKind(target.value)}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
      <TextField label="Titre" {...register('title')} />
      <RadioCards label="Taille" options={sizes} {...register('size')} />
      <CheckboxField label="Déclaré" {...register('declared')} />
      <button type="submit">Envoyer</button>
    </form>
  );
}

function built(page: ReactNode): HTMLElement {
  said.mockClear();
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`;
  return find('#root');
}

function find<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** The input of a person before any script runs. */
function typeIn(): void {
  find<HTMLInputElement>('#field-city').value = 'Lyon';
  find<HTMLInputElement>('#field-date').value = '24/12/2026';
  find<HTMLSelectElement>('select').value = 'b';
  find<HTMLInputElement>('#field-title').value = 'Une girafe';
  find<HTMLInputElement>('[value=grand]').checked = true;
  find<HTMLInputElement>('#field-declared').checked = true;
  find('#field-title').focus();
}

const typed = { city: 'Lyon', date: '24/12/2026', kind: 'b', title: 'Une girafe', size: 'grand', declared: true };

async function submitted(): Promise<unknown> {
  await act(async () => find('button').click());
  return said.mock.calls[0]?.[0];
}

test.each([
  ['at once', (page: ReactNode) => page],
  ['part by part', (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>],
])('a page that is taken over %s keeps the text typed before', async (_, within) => {
  const page = within(<Form />);
  const root = built(page);
  typeIn();
  const field = document.activeElement;
  const tell = typedEarly(root);
  await act(async () => hydrateRoot(root, page));
  await act(async () => tell());
  expect(document.activeElement).toBe(field);
  expect(await submitted()).toEqual(typed);
});

test('a page that replaces the built one keeps it too, and the focus stays in its field', async () => {
  const root = built(<Form />);
  typeIn();
  const tell = typedEarly(root);
  await act(async () => createRoot(root).render(<Form first="Ancien brouillon" />));
  await act(async () => tell());
  expect(document.activeElement).toBe(find('#field-title'));
  expect(await submitted()).toEqual(typed);
});

/** The browser's events while the person types. */
function sayTyped(): void {
  const fields = ['#field-city', '#field-date', 'select', '#field-title', '[value=grand]', '#field-declared'];
  for (const field of fields) find(field).dispatchEvent(new Event('input', { bubbles: true }));
}

test.each([
  ['taken over', (root: HTMLElement) => hydrateRoot(root, <Form />)],
  ['replaced', (root: HTMLElement) => createRoot(root).render(<Form first="Ancien brouillon" />)],
])('what is typed while the page is being %s is kept, and the focus stays in its field', async (_, render) => {
  const root = built(<Form />);
  const tell = typedEarly(root);
  typeIn();
  sayTyped();
  await act(async () => render(root));
  await act(async () => tell());
  expect(document.activeElement).toBe(find('#field-title'));
  expect(await submitted()).toEqual(typed);
});

test('of radio buttons the last one counts that was chosen while the page was being replaced', async () => {
  const root = built(<Form />);
  find<HTMLInputElement>('[value=grand]').checked = true;
  const tell = typedEarly(root);
  for (const size of ['petit', 'grand', 'petit']) find(`[value=${size}]`).click();
  await act(async () => createRoot(root).render(<Form />));
  await act(async () => tell());
  expect(await submitted()).toMatchObject({ size: 'petit' });
});

test('a form with only text typed before counts as changed', async () => {
  const root = built(<Form />);
  find<HTMLInputElement>('#field-title').value = 'Une girafe';
  const tell = typedEarly(root);
  await act(async () => hydrateRoot(root, <Form />));
  await act(async () => tell());
  expect(find('form').dataset['dirty']).toBe('true');
});

test('untouched fields keep the application’s values', async () => {
  const root = built(<Form />);
  const tell = typedEarly(root);
  await act(async () => createRoot(root).render(<Form first="Ancien brouillon" />));
  await act(async () => tell());
  expect(await submitted()).toMatchObject({ city: 'Ancien brouillon', title: 'Ancien brouillon', size: 'petit' });
});

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlaceValue } from './place-field.tsx';

const cities = [
  [2507480, 'Alger', 'DZ', '', 83, 'alger', 'algiers'],
  [2522001, 'Algajola', 'FR', 'Corse', 63, 'algajola'],
  [2522013, 'Algésiras', 'ES', 'Andalousie', 61, 'algesiras', 'algeciras'],
];

/** The site's files: one shard of the world, one country without cities. Each test has its own version. */
const files = (version: string): Record<string, unknown> => ({
  '/places/index.json': {
    version,
    branches: { world: { '': '01ab', a: 'l', '0': 'a', '1': '6' }, sounds: { '': 'z' }, FR: {}, MA: { '': 'z' } },
  },
  [`/places/${version}/world/_al.json`]: cities,
  [`/places/${version}/world/_0a.json`]: [[2507480, 'Alger', 'DZ', '', 83, '0aljzayr', '0jzayr']],
  [`/places/${version}/world/_16.json`]: [[2507480, 'Alger', 'DZ', '', 83, '16000']],
  [`/places/${version}/FR/_.json`]: [cities[1]],
});

const served = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  served.mockReset();
  served.mockImplementation(async (path) => {
    const data = files('v1')[path];
    return data ? Response.json(data) : new Response('', { status: 404 });
  });
  vi.stubGlobal('fetch', served);
});

/** Both fields of one end of a route, as in forms, with fresh modules. */
async function aForm(initial: PlaceValue = { city: '' }) {
  const { PlaceField } = await import('./place-field.tsx');
  const { CountryField } = await import('./country-field.tsx');
  const changed = vi.fn<(value: PlaceValue) => void>();
  const submitted = vi.fn<() => void>();
  function Form() {
    const [place, setPlace] = useState(initial);
    const change = (next: PlaceValue) => {
      setPlace(next);
      changed(next);
    };
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submitted();
        }}
      >
        <CountryField
          label="Pays"
          name="country"
          value={place.countryCode ?? ''}
          onChange={(countryCode) => change({ ...place, countryCode })}
        />
        <PlaceField
          label="Ville"
          name="city"
          value={place}
          onChange={change}
          error={place.city ? undefined : 'La ville est requise'}
        />
        <button type="submit">Rechercher</button>
      </form>
    );
  }
  render(<Form />);
  return {
    user: userEvent.setup(),
    value: () => changed.mock.lastCall?.[0],
    submitted,
    city: screen.getByRole('combobox', { name: /Ville/ }),
    country: screen.getByRole('combobox', { name: /Pays/ }),
  };
}

test('a city is chosen by keyboard alone and fills its country', async () => {
  const { user, value, city, country } = await aForm();
  await user.type(city, 'al');
  expect(await screen.findByRole('listbox', { name: 'Ville' })).toBeVisible();
  expect(city).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowDown}{End}');
  expect(screen.getByRole('option', { name: 'Algésiras, Andalousie, Espagne' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await user.keyboard('{Home}{Enter}');
  expect(value()).toEqual({ city: 'Alger', placeId: '2507480', countryCode: 'DZ' });
  expect(city).toHaveValue('Alger');
  expect(country).toHaveValue('Algérie');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});

test('fast typing causes one request, one letter none', async () => {
  const { user, city } = await aForm();
  await user.type(city, 'a');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.type(city, 'lger');
  await screen.findByRole('option', { name: 'Alger, Algérie' });
  await user.type(city, '{Backspace}{Backspace}');
  expect(screen.getAllByRole('option')).toHaveLength(3);
  expect(served.mock.calls.map(([path]) => path)).toEqual(['/places/index.json', '/places/v1/world/_al.json']);
});

test('the number of suggestions is announced', async () => {
  const { user, city } = await aForm();
  await user.type(city, 'alge');
  await screen.findByText('2 résultats');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 résultats');
});

test('an empty result is shown and free text stays', async () => {
  const { user, value, city } = await aForm();
  await user.type(city, 'Alzzz');
  expect(await screen.findByText('Aucun résultat trouvé')).toBeVisible();
  await user.tab();
  expect(value()).toEqual({ city: 'Alzzz', countryCode: undefined });
  expect(screen.queryByText('Aucun résultat trouvé')).not.toBeInTheDocument();
});

test.each(['16000', 'الجزائر', 'Algiers'])('« %s » becomes its place when the box is left', async (typed) => {
  const { user, value, city, country } = await aForm();
  await user.type(city, typed);
  await screen.findByRole('option', { name: 'Alger, Algérie' });
  await user.tab();
  expect(value()).toEqual({ city: 'Alger', placeId: '2507480', countryCode: 'DZ' });
  expect(country).toHaveValue('Algérie');
});

test('a beginning of a name stays as it was typed when the box is left', async () => {
  const { user, value, city } = await aForm();
  await user.type(city, 'algés');
  await screen.findByRole('option', { name: 'Algésiras, Andalousie, Espagne' });
  await user.tab();
  expect(value()).toEqual({ city: 'algés', countryCode: undefined });
});

test.each([
  ['Algeria', 'DZ', 'Algérie'],
  ['الجزائر', 'DZ', 'Algérie'],
  ['UK', 'GB', 'Royaume-Uni'],
])('the country « %s » is chosen when the box is left', async (typed, code, name) => {
  const { user, value, country } = await aForm();
  await user.type(country, typed);
  expect(screen.getAllByRole('option')[0]).toHaveTextContent(name);
  await user.tab();
  expect(value()?.countryCode).toBe(code);
  expect(country).toHaveValue(name);
});

test('Escape closes the list and keeps the text', async () => {
  const { user, city } = await aForm();
  await user.type(city, 'alg');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{Escape}');
  expect(city).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{Escape}');
  expect(city).toHaveValue('alg');
});

test('blur does not choose the marked suggestion', async () => {
  const { user, value, city } = await aForm();
  await user.type(city, 'alg');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}');
  await user.tab();
  expect(value()?.city).toBe('alg');
});

test('Enter sends the form while no suggestion is marked', async () => {
  const { user, submitted, city } = await aForm();
  await user.type(city, 'alg');
  await screen.findByRole('listbox');
  await user.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});

test('a suggestion can be clicked', async () => {
  const { user, value, city } = await aForm();
  await user.type(city, 'alg');
  await user.click(await screen.findByRole('option', { name: /Algésiras/ }));
  expect(value()).toMatchObject({ city: 'Algésiras', countryCode: 'ES' });
});

test('the chosen country filters the cities, unless it has no match', async () => {
  const { user, city } = await aForm({ city: '', countryCode: 'FR' });
  await user.type(city, 'alg');
  await screen.findByRole('option', { name: 'Algajola, Corse, France' });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.type(city, 'er');
  await screen.findByRole('option', { name: 'Alger, Algérie' });
});

test('without the data the field shows a message, and the common countries are still offered', async () => {
  served.mockRejectedValue(new TypeError('offline'));
  const { user, value, city, country } = await aForm();
  await user.type(city, 'alger');
  expect(await screen.findByText(/Suggestions indisponibles/)).toBeVisible();
  await user.click(country);
  expect(screen.getAllByRole('option')).toHaveLength(10);
  await user.click(screen.getByRole('option', { name: 'Tunisie' }));
  expect(value()).toMatchObject({ city: 'alger', countryCode: 'TN' });
});

test('data that failed to load is loaded again', async () => {
  served.mockRejectedValueOnce(new TypeError('offline'));
  const { user, city } = await aForm();
  await user.type(city, 'alg');
  await screen.findByText(/Suggestions indisponibles/);
  await user.type(city, 'e');
  expect(await screen.findByRole('option', { name: 'Alger, Algérie' })).toBeVisible();
});

test('a country is found without accents, at most ten are listed', async () => {
  const { user, value, country } = await aForm();
  await user.type(country, 'a');
  expect(screen.getAllByRole('option')).toHaveLength(10);
  await user.clear(country);
  await user.type(country, 'algerie');
  await user.tab();
  expect(value()?.countryCode).toBe('DZ');
  expect(country).toHaveValue('Algérie');
});

test('an unknown country gives no code', async () => {
  const { user, value, country } = await aForm({ city: '', countryCode: 'FR' });
  await user.clear(country);
  await user.type(country, 'Narnia');
  await user.tab();
  expect(value()?.countryCode).toBe('');
  expect(country).toHaveValue('Narnia');
});

test('the error is connected to the box', async () => {
  const { city } = await aForm();
  await waitFor(() => expect(city).toHaveAccessibleDescription('La ville est requise'));
  expect(city).toBeInvalid();
});

test('a form can focus the box with the error', async () => {
  const { PlaceField } = await import('./place-field.tsx');
  const ref = createRef<HTMLInputElement>();
  render(<PlaceField label="Ville" name="city" value={{ city: '' }} onChange={() => {}} ref={ref} />);
  ref.current?.focus();
  expect(screen.getByRole('combobox', { name: /Ville/ })).toHaveFocus();
});

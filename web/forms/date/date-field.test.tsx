import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { isDay } from '#shared/values/time.ts';
import { DateField } from '#web/forms/date/date-field.tsx';

function Form({ onValue, value: first = '' }: { onValue: (value: string) => void; value?: string }) {
  const [value, setValue] = useState(first);
  const change = (next: string) => {
    setValue(next);
    onValue(next);
  };
  return <DateField label="Date du voyage" name="travelDate" value={value} min="2027-03-10" onChange={change} />;
}

const typing = async (text: string) => {
  let value = '';
  render(<Form onValue={(next) => (value = next)} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Date du voyage' }), text);
  return value;
};

test.each([
  ['25/12/2026', '2026-12-25'],
  ['5/3/2027', '2027-03-05'],
  ['05.03.2027', '2027-03-05'],
  ['29/02/2028', '2028-02-29'],
  ['12122026', '2026-12-12'],
  ['12/12/26', '2026-12-12'],
  ['12 / 12 / 2026', '2026-12-12'],
  ['12 décembre 2026', '2026-12-12'],
])('typing %s means %s', async (text, day) => {
  expect(await typing(text)).toBe(day);
});

test.each(['31/02/2026', '29/02/2027', '12/25/2026', '25/12', 'demain'])(
  'typing %s gives no valid day',
  async (text) => {
    const value = await typing(text);
    expect(value).toBe(text);
    expect(isDay(value)).toBe(false);
  },
);

test('a day that is left is shown as the field understood it', async () => {
  await typing('12122026');
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveValue('12/12/2026');
});

test('the calendar is French, starts on Monday and refuses days before the minimum', async () => {
  let value = '';
  render(<Form onValue={(next) => (value = next)} value="2027-03-15" />);
  expect(screen.getByRole('textbox')).toHaveValue('15/03/2027');
  await userEvent.click(screen.getByRole('button', { name: 'Choisir une date, lundi 15 mars 2027' }));
  const grid = await screen.findByRole('grid', { name: 'mars 2027' }, { timeout: 10_000 });
  const days = within(grid).getAllByRole('columnheader', { hidden: true });
  expect(days[0]).toHaveAccessibleName('lundi');
  expect(within(grid).getByRole('button', { name: /mardi 9 mars 2027/ })).toBeDisabled();
  await userEvent.click(within(grid).getByRole('button', { name: /samedi 20 mars 2027/ }));
  expect(value).toBe('2027-03-20');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('textbox')).toHaveValue('20/03/2027');
}, 20_000);

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from '#web/ui/tabs/tabs.tsx';

const tabs = ['Colis', 'Trajets', 'Avis'].map((label) => ({
  value: label.toLowerCase(),
  label,
  content: <p>Contenu {label}</p>,
}));

function Page() {
  const [value, setValue] = useState('colis');
  return <Tabs label="Activité" tabs={tabs} value={value} onChange={setValue} />;
}

test('arrows, Home and End move between tabs and wrap around', async () => {
  render(<Page />);
  await userEvent.tab();
  const steps: [key: string, tab: string][] = [
    ['{ArrowRight}', 'Trajets'],
    ['{End}', 'Avis'],
    ['{ArrowRight}', 'Colis'],
    ['{ArrowLeft}', 'Avis'],
    ['{Home}', 'Colis'],
  ];
  for (const [key, tab] of steps) {
    await userEvent.keyboard(key);
    expect(screen.getByRole('tab', { name: tab, selected: true })).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: tab })).toHaveTextContent(`Contenu ${tab}`);
  }
});

test('the tabs are one stop for Tab, their panel the next', async () => {
  render(<Page />);
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'Colis' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});

test('what was typed in a panel stays when a chooser takes the place of the tabs', async () => {
  const shown = [{ value: 'colis', label: 'Colis', content: <input aria-label="Motif" /> }];
  const props = { label: 'Activité', tabs: shown, value: 'colis', onChange: () => {} };
  const { rerender } = render(<Tabs {...props} />);
  await userEvent.type(screen.getByRole('textbox'), 'Trop lourd');
  rerender(<Tabs {...props} chooser={<p>Rubrique</p>} />);
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  expect(screen.getByText('Rubrique')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Motif' })).toHaveValue('Trop lourd');
});

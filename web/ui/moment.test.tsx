import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { Moment } from './moment.tsx';

test.each([
  ['12 déc. 2026 à 14:05', '12\u00a0déc.\u00a02026 à 14:05'],
  ['1er févr. 2027', '1er\u00a0févr.\u00a02027'],
  ['14:05', '14:05'],
])('the day of « %s » stays on one line', (text, shown) => {
  renderPart(<Moment at="2026-12-12T13:05:00.000Z" text={text} />);
  expect(screen.getByText(text).textContent).toBe(shown);
});

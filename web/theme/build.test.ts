import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeStylesheet } from '#web/theme/build.ts';

const committed = readFileSync(`${import.meta.dirname}/theme.generated.css`, 'utf8');

test('the committed theme stylesheet matches the tokens', () => {
  expect(committed.trim()).toBe(themeStylesheet());
});

test('the theme changes Amplify where a member sees it', () => {
  expect(committed).toContain('--amplify-colors-primary-80: #0B5A6B;');
  expect(committed).toContain('--amplify-radii-small: 0.5rem;');
});

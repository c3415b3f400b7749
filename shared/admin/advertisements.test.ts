import { expect, test } from 'vitest';
import { safeLink } from '../admin/advertisements.ts';

test.each([
  ['https://example.org/cartons', 'https://example.org/cartons'],
  ['HTTPS://Example.org', 'https://example.org/'],
  ['https://exemple.fr/?q=été', 'https://exemple.fr/?q=%C3%A9t%C3%A9'],
  ['https:\\\\example.org', 'https://example.org/'],
])('%s leads to %s', (typed, href) => {
  expect(safeLink(typed)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.org/1',
  'http://example.org',
  '//example.org',
  '/faq',
  'example.org',
  'https://membre:secret@example.org',
  'https://example.org@evil.com',
  'https://localhost',
  'https://',
  'ftp://example.org',
  '',
])('%j leads nowhere', (typed) => {
  expect(safeLink(typed)).toBeUndefined();
});

// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderInbox } from './inbox.ts';

test('the inbox shows links and never lets a mail write into the page', () => {
  const page = renderInbox([
    {
      to: ['anna@example.com'],
      from: 'x@example.com',
      subject: '<script>alert(1)</script>',
      html: '<p onclick="x">"Bonjour"</p><script>alert(2)</script>',
      headers: { 'list-unsubscribe': '<https://envoyage.example/stop?token=a.b>' },
      text: 'Cliquez : https://envoyage.example/reset#type=recovery&token=a"b',
      at: '2026-01-01T00:00:00.000Z',
    },
  ]);
  const document = new DOMParser().parseFromString(page, 'text/html');
  expect(document.querySelectorAll('script')).toHaveLength(1);
  expect(document.querySelector('h2')?.textContent).toBe('<script>alert(1)</script>');
  expect(document.querySelector('pre a')?.getAttribute('href')).toBe(
    'https://envoyage.example/reset#type=recovery&token=a',
  );
  expect(document.querySelector('details')?.textContent).toContain(
    'list-unsubscribe: <https://envoyage.example/stop?token=a.b>',
  );
  expect(document.querySelector('iframe')?.getAttribute('sandbox')).not.toContain('allow-scripts');
  expect(document.querySelector('iframe')?.getAttribute('srcdoc')).toContain('<script>alert(2)</script>');
});

import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#test/support/render-page.tsx';
import { AboutPage } from '#web/routes/site/about-page.tsx';
import { ContactPage } from '#web/routes/site/contact-page.tsx';
import { PrivacyPage } from '#web/routes/site/privacy-page.tsx';
import { TermsPage } from '#web/routes/site/terms-page.tsx';

vi.hoisted(() => {
  vi.stubEnv('VITE_LEGAL_NAME', 'Traversée SAS');
  vi.stubEnv('VITE_LEGAL_ADDRESS', '1 quai du Port, 13002 Marseille');
  vi.stubEnv('VITE_LEGAL_EMAIL', 'bonjour@envoyage.test');
});

test.each([
  ['/about', AboutPage],
  ['/terms', TermsPage],
  ['/privacy', PrivacyPage],
  ['/contact', ContactPage],
])('%s names the operator of the settings', async (path, Page) => {
  renderPage(<Page />, { at: path });
  const address = (await screen.findAllByText(/Traversée SAS/))[0]?.closest('p, li, address');
  expect(address).toHaveTextContent('1 quai du Port, 13002 Marseille');
  expect(screen.getAllByRole('link', { name: 'bonjour@envoyage.test' })[0]).toHaveAttribute(
    'href',
    'mailto:bonjour@envoyage.test',
  );
});

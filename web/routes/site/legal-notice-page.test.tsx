import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#test/support/render-page.tsx';

const facts = {
  VITE_LEGAL_NAME: "L'Envoi d'Amel",
  VITE_LEGAL_ADDRESS: '1 quai du Port, 13002 Marseille',
  VITE_LEGAL_EMAIL: 'bonjour@envoyage.test',
  VITE_LEGAL_FORM: 'SAS au capital de 1 000 €',
  VITE_LEGAL_PHONE: '+33 4 91 00 00 00',
  VITE_LEGAL_REGISTRATION: 'RCS Marseille 123 456 789',
  VITE_LEGAL_VAT: 'FR00123456789',
  VITE_PUBLICATION_DIRECTOR: "Amel D'Or",
  VITE_HOST_PHONE: '+352 00 00 00',
  VITE_MEDIATOR_NAME: 'Médiation exemple',
  VITE_MEDIATOR_ADDRESS: '1 rue du Port, 75001 Paris',
  VITE_MEDIATOR_SITE: 'https://mediation.example',
};

/** The page of a deployment with these settings, which are read once. */
async function open(given: Partial<typeof facts>) {
  for (const name of Object.keys(facts) as (keyof typeof facts)[]) vi.stubEnv(name, given[name] ?? '');
  vi.resetModules();
  const { LegalNoticePage } = await import('#web/routes/site/legal-notice-page.tsx');
  renderPage(<LegalNoticePage />, { at: '/legal-notice' });
}

afterEach(cleanup);

test('every fact of the settings is on the page, with its host and mediator', async () => {
  await open(facts);
  for (const text of [...Object.values(facts), 'Amazon Web Services EMEA SARL'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: '+33 4 91 00 00 00' })).toHaveAttribute('href', 'tel:+33491000000');
  expect(screen.getByRole('link', { name: 'https://mediation.example' })).toBeVisible();
});

test('a fact that is not set has no line, and no mediator is promised', async () => {
  const { VITE_LEGAL_NAME, VITE_LEGAL_ADDRESS, VITE_LEGAL_EMAIL } = facts;
  await open({ VITE_LEGAL_NAME, VITE_LEGAL_ADDRESS, VITE_LEGAL_EMAIL });
  expect(screen.getByText("L'Envoi d'Amel")).toBeVisible();
  for (const label of [
    'Forme juridique',
    'Immatriculation',
    'Numéro de TVA',
    'Directeur de la publication',
    'Téléphone',
  ])
    expect(screen.queryByText(label)).toBeNull();
  expect(screen.queryByText(/saisir gratuitement/)).toBeNull();
});

test.each([
  ['clauses contractuelles types', /hors de l'Union européenne, encadré par : clauses contractuelles types\./],
  ['', /hors de l'Union européenne\. Les services/],
])('the privacy page names the contract for what is read in Algeria, if there is one: %s', async (safeguard, text) => {
  vi.stubEnv('VITE_ALGERIA_SAFEGUARD', safeguard);
  vi.resetModules();
  const { PrivacyPage } = await import('#web/routes/site/privacy-page.tsx');
  renderPage(<PrivacyPage />, { at: '/privacy' });
  expect(document.body).toHaveTextContent(text);
});

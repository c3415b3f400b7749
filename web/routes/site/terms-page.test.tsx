import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { termIds, termsVersion } from '#shared/site/terms.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { FindPage } from '#web/routes/find-page.tsx';
import { SendParcelPage } from '#web/routes/send-parcel-page.tsx';
import { PrivacyPage } from '#web/routes/site/privacy-page.tsx';
import { TermsPage } from '#web/routes/site/terms-page.tsx';
import { TransportParcelPage } from '#web/routes/transport-parcel-page.tsx';

const Reviews = () => <ReviewList userId="karim" />;

test.each([
  ['the results', FindPage, '/find-parcels', 'Comment les annonces sont classées', 'classement'],
  ['the parcel form', SendParcelPage, '/send-parcel', 'Ce que la loi prévoit entre particuliers', 'service'],
  ['the trip form', TransportParcelPage, '/transport-parcel', 'Ce que la loi prévoit entre particuliers', 'service'],
  ['reviews', Reviews, '/members/karim', 'Comment sont donnés les avis', 'avis'],
] as const)('%s lead to their chapter of the terms', async (_, Page, at, name, chapter) => {
  const nothing = () => ({ items: [] });
  fakeApi({ searchParcels: nothing, searchTrips: nothing, memberReviews: nothing });
  renderPage(<Page />, { at });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/terms#${chapter}`);
  expect(termIds).toContain(chapter);
});

/** After a change of words: today's `lastChanged` in `chapters.tsx`, then the digest that the failure shows. */
test.each([
  ['terms', TermsPage, 'd97468114580'],
  ['the privacy notice', PrivacyPage, 'ed6994342a96'],
] as const)('the day of the last change is that of the words: %s', (_, Page, digest) => {
  fakeApi({});
  renderPage(<Page />, { at: '/' });
  expect(screen.getByText(/Dernière modification : dimanche 29 novembre 2026/)).toBeVisible();
  const words = screen.getByRole('article').textContent;
  expect(createHash('sha256').update(words).digest('hex').slice(0, 12)).toBe(digest);
});

test('the terms that a member has accepted stay readable after later ones (rule 217)', () => {
  const former = Array.from({ length: termsVersion - 1 }, (_, index) => `web/public/terms-${index + 1}.html`);
  expect(former.filter((file) => !existsSync(file))).toEqual([]);
});

import { expect, test } from 'vitest';
import { termText } from '../site/terms.ts';
import { brokenTerm } from './broken-term.ts';
import { reasonTemplates } from './words.ts';

test.each([
  ['parcel', 'Photo floue', 'publications'],
  ['parcel', `${reasonTemplates.rejectParcel[0]} Retirez le couteau.`, 'interdits'],
  ['profile', reasonTemplates.rejectProfile[0], 'inscription'],
  ['profile', reasonTemplates.blockProfile[2], 'conduite'],
  ['review', 'Injures', 'avis'],
  ['message', 'Menaces', 'conduite'],
  ['profile', reasonTemplates.deleteProfile[0], undefined],
  ['page', 'Autre', undefined],
])('a decision about a %s for « %s » names the chapter %s', (kind, reason, term) => {
  expect(brokenTerm(kind, { reason })).toBe(term);
});

test('a chapter is named by its number and title', () => {
  expect(termText('interdits')).toBe("chapitre 4, « Ce qu'il est interdit d'envoyer »");
  expect(termText('unknown')).toBeUndefined();
});

test('an administrator names another chapter, or none', () => {
  const reason = 'Ce trajet propose de transporter un drone.';
  expect(brokenTerm('trip', { reason, term: 'interdits' })).toBe('interdits');
  expect(brokenTerm('trip', { reason, term: 'none' })).toBeUndefined();
});

import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { Category } from '#shared/parcels/contents.ts';
import { categoryLabels } from '#shared/parcels/contents-words.ts';
import { aCard, aParcel } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { arabicLabels, ContentsSheet } from './contents-sheet.tsx';

const amina = aCard({ firstName: 'أمينة', lastName: 'بن علي' });
const karim = aCard({ id: 'karim', firstName: 'Karim', lastName: 'Haddad' });
const parcel = aParcel({
  owner: amina,
  carrier: karim,
  createdAt: '2026-11-18T23:30:00.000Z',
  contents: [
    { category: 'clothes', count: 6, what: 'معاطف' },
    { category: 'phone', count: 1 },
  ],
});
const event = (type: TrackingEvent['type'], at: string, by?: string): TrackingEvent => ({ version: 1, type, at, by });
const show = (events: readonly TrackingEvent[], about = parcel) =>
  renderPart(<ContentsSheet parcel={about} events={events} onDrawn={() => {}} />);
const signature = (start: RegExp) => screen.queryByText(start)?.closest('p')?.textContent.replaceAll('\u00a0', ' ');

test('a customs officer reads each content by its number, its label, its words and in Arabic', () => {
  show([]);
  const table = within(screen.getByRole('table', { name: /^Contenu déclaré · ?المحتوى المصرّح به$/ }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['6', 'Vêtements, chaussures, tissus', 'معاطف', 'ملابس وأحذية وأقمشة'],
    ['1', 'Téléphone ou tablette', '', 'هاتف أو جهاز لوحي'],
  ]);
  const [label, typed] = [table.getByText('هاتف أو جهاز لوحي'), table.getByText('معاطف')];
  expect(label).toHaveAttribute('lang', 'ar');
  expect(label).toHaveAttribute('dir', 'rtl');
  expect(typed).toHaveAttribute('dir', 'auto');
  expect(screen.getByText(/ne remplace pas une déclaration/).closest('p')).toHaveTextContent(
    "Liste de l'expéditeur : elle ne remplace pas une déclaration en douane. · لا تغني هذه القائمة عن التصريح الجمركي",
  );
});

test('each category has an Arabic label of its own beside the French one', () => {
  for (const category of Category.options) expect(arabicLabels[category], category).toMatch(/^[\u0600-\u06ff ]+$/);
  expect(new Set(Object.values(arabicLabels)).size).toBe(Category.options.length);
  show([], aParcel({ contents: Category.options.map((category) => ({ category, count: 2 })) }));
  const table = within(screen.getByRole('table'));
  for (const category of Category.options)
    expect(table.getByRole('rowheader', { name: categoryLabels[category] }).closest('tr')).toHaveTextContent(
      arabicLabels[category],
    );
});

test('the list is signed by its sender on the day in Algiers when they wrote it last', () => {
  show([]);
  expect(signature(/^Déclaré par/)).toBe('Déclaré par أمينة بن علي le 19 nov. 2026 · صرّح به المُرسِل');
  expect(screen.getByText('أمينة بن علي').tagName).toBe('BDI');
  cleanup();
  show([event('published', '2026-11-19T10:00:00.000Z'), event('edited', '2026-11-21T10:00:00.000Z')]);
  expect(signature(/^Déclaré par/)).toContain('le 21 nov. 2026');
});

test('it is signed by its carrier from the pickup on, and not by one of before', () => {
  show([event('handshake', '2026-11-20T10:00:00.000Z')]);
  expect(signature(/^Vu par/)).toBeUndefined();
  cleanup();
  const picked = event('validatePickup', '2026-11-21T10:00:00.000Z', 'karim');
  show([picked]);
  expect(signature(/^Vu par/)).toMatch(/^Vu par Karim Haddad le 21 nov\. 2026 à \d\d:00 · عاينه الناقل$/);
  cleanup();
  const undone = { ...event('overridden', '2026-11-22T10:00:00.000Z'), to: 'active' } as const;
  show([picked, undone, event('handshake', '2026-11-23T10:00:00.000Z')]);
  expect(signature(/^Vu par/)).toBeUndefined();
});

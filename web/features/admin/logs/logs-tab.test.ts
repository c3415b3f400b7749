import { expect, test } from 'vitest';
import { logCsv } from './logs-tab.tsx';

test('each line of the log is a row, in French, and no cell is a formula or breaks its row', () => {
  const csv = logCsv([
    {
      id: 'l',
      at: '2026-11-20T10:05:00.000Z',
      admin: { id: 'a', name: '=HYPERLINK("x";"y")' },
      action: 'approveProfile',
      targetType: 'profile',
      targetId: '0f',
      details: { before: 'pending', after: 'approved' },
    },
  ]);
  expect(csv.split('\r\n')).toEqual([
    '\ufeff"Date";"Action";"Type";"Identifiant";"Par";"Détails"',
    '"20 nov. 2026 à 11:05 (heure d\'Alger)";"Profil approuvé";"Profil";"0f";"\'=HYPERLINK(""x"";""y"")";"Avant : En attente de validation, Après : Approuvé"',
    '',
  ]);
});

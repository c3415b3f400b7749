import { expect, test } from 'vitest';
import { algiersMoment } from '../values/time.ts';
import { decided, detailText } from './words.ts';

test.each([
  ['before', 'pending', 'Avant', 'En attente de validation'],
  ['statusAfter', 'active', 'Après', 'Actif'],
  ['document', 'face_photo', 'Document', 'Photo du visage'],
  ['reason', '2026-11-20', 'Motif', '2026-11-20'],
  ['until', '2026-11-20', 'until', '20\u00a0nov.\u00a02026'],
  ['until', '2026-11-20T10:05:00.000Z', 'until', "20 nov. 2026 à 11:05 (heure d'Alger)"],
  ['amount', '500000 DZD', 'amount', '5000\u00a0DA'],
  ['amount', '1250 EUR', 'amount', '12,50\u00a0€'],
  ['what', '2026-13-45', 'what', '2026-13-45'],
  ['what', '12 USD', 'what', '12 USD'],
])('the fact %s %s of a log line is said in French', (name, value, label, text) => {
  expect(detailText(name, value, algiersMoment)).toEqual([label, text]);
});

test.each([
  ['profile', 'approved', 'Profil approuvé', 'Le profil a été approuvé avec succès.'],
  ['profile', 'rejected', 'Profil rejeté', 'Le profil a été rejeté avec succès.'],
  ['trip', 'approved', 'Trajet approuvé', 'Le trajet a été approuvé avec succès.'],
  ['trip', 'rejected', 'Trajet rejeté', 'Le trajet a été rejeté avec succès.'],
  ['parcel', 'approved', 'Colis approuvé', 'Le colis a été approuvé avec succès.'],
  ['parcel', 'rejected', 'Colis rejeté', 'Le colis a été rejeté avec succès.'],
] as const)('a %s that was %s is announced as such', (target, decision, title, detail) => {
  expect(decided(target, decision)).toEqual({ title, detail });
});

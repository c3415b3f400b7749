import { expect, test } from 'vitest';
import { alertText } from './words.ts';

const france = { countryCode: 'FR', country: 'France' };
const paris = { ...france, city: 'Paris', placeId: '2988507' };
const algeria = { countryCode: 'DZ', country: 'Algérie' };
const oran = { ...algeria, city: 'Oran', placeId: '2485926' };

test.each([
  [
    { kind: 'trip', from: paris, to: oran, date: '2026-12-12', filter: 'weight-5' },
    'Trajets de Paris à Oran, à partir du 12\u00a0déc.\u00a02026, 5 kg au moins',
  ],
  [
    { kind: 'parcel', from: paris, to: oran, filter: 'size-small.weight-5' },
    'Colis de Paris à Oran, petite taille, 5 kg au plus',
  ],
  [{ kind: 'trip', from: paris }, 'Trajets au départ de Paris'],
  [{ kind: 'parcel', to: oran }, "Colis à destination d'Oran"],
  [{ kind: 'trip', from: paris, to: algeria }, 'Trajets Paris → Algérie'],
  [{ kind: 'trip', to: algeria }, 'Trajets partout → Algérie'],
  [
    { kind: 'trip', from: france, to: oran, filter: 'fragile.size-medium.transport-plane.verified' },
    'Trajets France → Oran, fragile accepté, avion, identité vérifiée, taille moyenne au moins',
  ],
] as const)('the search of an alert in one sentence: %o', (alert, sentence) => {
  expect(alertText(alert)).toBe(sentence);
});

import { expect, test } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { Category } from './contents.ts';
import { NewParcel } from './fields.ts';
import { editParcel, type ParcelFacts, publishParcel } from './publishing.ts';
import { type ParcelRecord, ParcelStatus } from './record.ts';
import { cancelParcel, listingActsOf, pauseParcel, resumeParcel } from './rules.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const { O: owner, C: carrier, M: stranger } = memberIds;
const facts: ParcelFacts = {
  title: 'Livres',
  description: 'Trois livres',
  contents: [{ category: 'papers', count: 3 }],
  weightGrams: 2000,
  size: 'medium',
  pickup: { city: 'Lyon', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Oran', country: 'Algérie', countryCode: 'DZ' },
  deadline: '2026-12-01',
  isFragile: true,
  hasElectronics: false,
};
const withCarrier = ['accepted_for_delivery', 'carrier_chosen', 'pickup', 'in_transit', 'delivery', 'delivered'];
const parcelIn = (status: ParcelStatus, change: Partial<ParcelRecord> = {}) =>
  aParcel(1, 'O', { status, version: 4, ...(withCarrier.includes(status) ? { carrierId: carrier } : {}), ...change });

test('an edited parcel keeps who and when it is, and waits for its validation again', () => {
  const before = parcelIn('active', {
    price: { amount: 500, currency: 'EUR' },
    adminStatus: 'rejected',
    rejectionReason: 'Photo floue',
    validatedAt: 'then',
    validatedBy: 'admin',
  });
  expect(editParcel(before, facts, now)).toEqual({
    ...facts,
    id: before.id,
    submittedAt: new Date(now).toISOString(),
    ownerId: owner,
    owner: before.owner,
    createdAt: before.createdAt,
    status: 'active',
    adminStatus: 'pending',
    version: 5,
  });
});

test.each(ParcelStatus.options.filter((status) => status !== 'active'))(
  'a parcel that is %s is not edited',
  (status) => {
    expect(() => editParcel(parcelIn(status), facts, now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  },
);

test('a past day and one place for both ends are told at their fields', () => {
  const wrong = { ...facts, deadline: '2026-11-19', delivery: { ...facts.pickup, city: 'LYON' } };
  const refusal = {
    code: 'INVALID',
    details: { fields: { deadline: expect.any(String), 'delivery.city': expect.any(String) } },
  };
  expect(() => editParcel(parcelIn('active'), wrong, now)).toThrow(expect.objectContaining(refusal));
  expect(() => publishParcel(wrong, parcelIn('active').owner, { id: 'new', now })).toThrow(
    expect.objectContaining(refusal),
  );
});

test('a content that customs refuse is told at its row, and may stay where they admit it', () => {
  const ofMedicine = { ...facts, contents: [...facts.contents, { category: 'medicine' as const, count: 2 }] };
  const refusal = {
    code: 'INVALID',
    details: { fields: { 'contents.1.category': expect.stringContaining('ministère de la Santé') } },
  };
  expect(() => editParcel(parcelIn('active'), ofMedicine, now)).toThrow(expect.objectContaining(refusal));
  expect(() => publishParcel(ofMedicine, parcelIn('active').owner, { id: 'new', now })).toThrow(
    expect.objectContaining(refusal),
  );
  const elsewhere = { ...ofMedicine, delivery: { city: 'Fès', country: 'Maroc', countryCode: 'MA' } };
  expect(editParcel(parcelIn('active'), elsewhere, now).contents).toEqual(ofMedicine.contents);
});

test.each(['phone', 'electronics', 'appliance'] as const)('a declared %s is an electronic device', (category) => {
  const listed = editParcel(parcelIn('active'), { ...facts, contents: [{ category, count: 1 }] }, now);
  expect(listed.hasElectronics).toBe(true);
  expect(editParcel(listed, facts, now).hasElectronics).toBe(false);
  expect(editParcel(listed, { ...facts, hasElectronics: true }, now).hasElectronics).toBe(true);
});

test('a parcel pauses and resumes under the validation that it had, until its last day', () => {
  const paused = pauseParcel(parcelIn('active'), now);
  expect(paused).toMatchObject({ status: 'pending', adminStatus: 'approved', version: 5 });
  expect(resumeParcel(paused, now)).toMatchObject({ status: 'active', adminStatus: 'approved', version: 6 });
  expect(() => resumeParcel({ ...paused, deadline: '2026-11-19' }, now)).toThrow('publiez de nouveau');
  expect(() => resumeParcel(parcelIn('active'), now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => pauseParcel(parcelIn('pickup'), now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
});

test('an edit brings back a paused parcel that was refused or is past its last day, and none of them pauses', () => {
  const paused = parcelIn('pending');
  for (const stuck of [
    { ...paused, adminStatus: 'rejected' as const },
    { ...paused, deadline: '2026-11-19' },
  ])
    expect(editParcel(stuck, facts, now)).toMatchObject({ status: 'active', adminStatus: 'pending' });
  expect(() => editParcel(paused, facts, now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => pauseParcel({ ...parcelIn('active'), deadline: '2026-11-19' }, now)).toThrow(
    expect.objectContaining({ code: 'STATE_CHANGED' }),
  );
});

test.each(ParcelStatus.options)('what the owner of a parcel that is %s is offered, they may do', (status) => {
  const parcel = parcelIn(status);
  const offers = listingActsOf(owner, parcel, now);
  const isOffered = (act: { reason?: string } | undefined) => act !== undefined && !act.reason;
  const can = (act: () => unknown) => {
    try {
      act();
      return true;
    } catch {
      return false;
    }
  };
  expect(isOffered(offers.editParcel)).toBe(can(() => editParcel(parcel, facts, now)));
  expect(isOffered(offers.pauseParcel)).toBe(can(() => pauseParcel(parcel, now)));
  expect(isOffered(offers.resumeParcel)).toBe(can(() => resumeParcel(parcel, now)));
  expect(listingActsOf(stranger, parcel, now)).toEqual({});
});

test('what is not possible for now says why', () => {
  expect(listingActsOf(owner, parcelIn('pickup'), now).editParcel?.reason).toMatch(/transporteur/);
  expect(listingActsOf(owner, parcelIn('in_transit'), now).cancelParcel?.reason).toMatch(/Demandez son retour/);
  const over = parcelIn('pending', { deadline: '2026-11-19' });
  expect(listingActsOf(owner, over, now).resumeParcel?.reason).toMatch(/autre date/);
});

const body = {
  title: 'Livres',
  description: 'Trois livres',
  contents: [{ category: 'papers', count: 3 }],
  pickup: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
  delivery: { countryCode: 'DZ', city: 'Alger' },
  weight: '2,5',
  size: 'small',
  deadline: '2026-12-01',
};
const problemsOf = (change: object) => {
  const { error } = NewParcel.safeParse({ ...body, ...change });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each([
  ['weight', '0', 'Veuillez entrer un nombre valide'],
  ['weight', '1e9', 'Veuillez entrer un nombre valide'],
  ['weight', '-2', 'Veuillez entrer un nombre valide'],
  ['weight', '1001', 'Le poids est trop élevé : 1\u00a0000 kg au maximum'],
  ['deadline', '2026-02-31', 'Date incorrecte'],
  ['title', 'x'.repeat(100_000), 'Ce texte est trop long (80 caractères au maximum)'],
  ['title', 'a\ud800b', 'Ce texte contient des caractères interdits'],
  ['description', 'a\ud800b', 'Ce texte contient des caractères interdits'],
] as const)('%s %.12j is refused in French', (field, value, sentence) => {
  expect(problemsOf({ [field]: value })).toEqual({ [field]: sentence });
});

test('a city without its country, a price below zero and the same place twice stand at their fields', () => {
  expect(problemsOf({ pickup: { city: 'Paris' } })).toEqual({ 'pickup.countryCode': 'Le pays est requis' });
  expect(problemsOf({ pickup: { countryCode: 'FR', city: ' ' } })).toEqual({ 'pickup.city': 'La ville est requise' });
  expect(problemsOf({ price: { amount: -1, currency: 'EUR' } })).toEqual({ 'price.amount': 'Prix incorrect' });
  expect(problemsOf({ delivery: { countryCode: 'FR', city: 'PARIS' } })).toEqual({
    'delivery.city': 'La ville de livraison doit être différente de la ville de récupération',
  });
});

const papers = { category: 'papers', count: 3 };

test.each([
  ['nothing', [], { contents: 'Déclarez ce que contient le colis.' }],
  ['no list', undefined, { contents: 'Déclarez ce que contient le colis.' }],
  ['no piece', [{ ...papers, count: 0 }], { 'contents.0.count': 'Indiquez un nombre de 1 à 99.' }],
  ['100 pieces', [{ ...papers, count: 100 }], { 'contents.0.count': 'Indiquez un nombre de 1 à 99.' }],
  ['half a piece', [{ ...papers, count: 1.5 }], { 'contents.0.count': 'Indiquez un nombre de 1 à 99.' }],
  ['an unknown category', [{ ...papers, category: 'gold' }], { 'contents.0.category': 'Contenu inconnu' }],
  ['a category of every object', [{ ...papers, category: '__proto__' }], { 'contents.0.category': 'Contenu inconnu' }],
  [
    'too many words',
    [{ ...papers, what: 'x'.repeat(61) }],
    { 'contents.0.what': 'Ce texte est trop long (60 caractères au maximum)' },
  ],
])('of contents, %s is refused at its row', (_name, contents, problems) => {
  expect(problemsOf({ contents })).toEqual(problems);
});

test('a category twice, and something else without a word, are refused at their rows', () => {
  const contents = [papers, papers, { category: 'other', count: 1 }] as ParcelFacts['contents'];
  expect(() => editParcel(parcelIn('active'), { ...facts, contents }, now)).toThrow(
    expect.objectContaining({
      code: 'INVALID',
      details: {
        fields: {
          'contents.1.category': 'Ce contenu est déjà dans votre liste.',
          'contents.2.what': 'Précisez ce contenu.',
        },
      },
    }),
  );
});

test('a hundred rows are refused', () => {
  const contents = Array.from({ length: 100 }, () => papers);
  expect(problemsOf({ contents })).toMatchObject({ contents: 'Déclarez 20 contenus au plus.' });
});

test('twenty categories are welcome, and a word about each', () => {
  const contents = Category.options.map((category) => ({ category, count: 99, what: `  ${category}  ` }));
  expect(NewParcel.parse({ ...body, contents }).contents).toEqual(
    contents.map(({ category, count }) => ({ category, count, what: category })),
  );
});

test('2,5 kg, Arabic and combining characters are welcome', () => {
  const title = 'e\u0301lan طرد';
  expect(NewParcel.parse({ ...body, title })).toMatchObject({ weight: 2500, title: title.normalize('NFC') });
});

const beforeItsWay: readonly ParcelStatus[] = [
  'active',
  'pending',
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
];

test.each(beforeItsWay)('the owner is offered to cancel a parcel that is %s, and can', (status) => {
  expect(listingActsOf(owner, parcelIn(status), now).cancelParcel).toEqual({});
  expect(cancelParcel(parcelIn(status), owner, 'Envoyé autrement')).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Envoyé autrement',
    version: 5,
  });
});

test.each(ParcelStatus.options.filter((status) => !beforeItsWay.includes(status)))(
  'a parcel that is %s is not cancelled any more',
  (status) => {
    expect(listingActsOf(owner, parcelIn(status), now).cancelParcel).not.toEqual({});
    const code = ['in_transit', 'delivery'].includes(status) ? 'USE_RETURN' : 'STATE_CHANGED';
    const cancel = () => cancelParcel(parcelIn(status), owner, 'Envoyé autrement');
    expect(cancel).toThrow(expect.objectContaining({ code }));
  },
);

test('nobody else cancels a parcel', () => {
  expect(() => cancelParcel(parcelIn('active'), carrier, 'Non')).toThrow(
    expect.objectContaining({ code: 'NOT_ALLOWED' }),
  );
});

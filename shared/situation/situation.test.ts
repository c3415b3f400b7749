import { expect, test } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import type { Offer } from '../deliveries/offer.ts';
import { carry, setCode } from '../deliveries/rules.ts';
import { formerMember } from '../messaging/words.ts';
import { type ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import { dayMs, hourMs } from '../values/time.ts';
import { actWordsOf } from './acts.ts';
import type { Situation } from './contract.ts';
import { labelOf } from './label-words.ts';
import { storedOffersOf } from './open-offers.ts';
import { stepStageOf } from './open-problem.ts';
import { askedActs, questionOf } from './questions.ts';
import { type Around, type Other, sectionOfRecord, situationOf, stageOf, waitingOf } from './situation.ts';
import { sectionOf, stepBeside } from './stages.ts';
import {
  badgeOf,
  carrierWord,
  plainText,
  sentenceOf,
  stageLabels,
  stateLabel,
  stepsReached,
  termsLine,
} from './words.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const { O: owner, C: carrier, M: other } = memberIds;
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const until = '2026-11-21T10:00:00.000Z';
const me = { isVerified: true, lacksSubscription: false };
const known: Omit<Other, 'id'> = { isVerified: true, isReachable: true, isBlocked: false, hasWritten: true };
const hasCarrier = new Set<ParcelStatus>([
  'accepted_for_delivery',
  'carrier_chosen',
  'pickup',
  'in_transit',
  'delivery',
  'delivered',
  'returned',
]);
const terms = { price: euros(30), grams: 3500 };
const parcelIn = (status: ParcelStatus, change: Partial<ParcelRecord> = {}) =>
  aParcel(1, 'O', {
    status,
    price: euros(30),
    weightGrams: 3500,
    deadline: '2026-12-20',
    ...(hasCarrier.has(status)
      ? { carrierId: carrier, carrier: aCard({ id: carrier }), assignedAt: '2026-11-20T09:00:00.000Z', terms }
      : {}),
    ...change,
  });
const offerBy = (by: string, facts: Partial<Offer> = {}): Offer => ({
  id: 'o',
  by,
  price: euros(28),
  at: '2026-11-19T10:00:00.000Z',
  until,
  ...facts,
});
const stored = (offer: Offer) => ({ ...offer, edition: 'e', seq: 1 });

type Facts = Partial<Other> & Pick<Around, 'offer' | 'freeGrams'> & { me?: Around['me'] };
function seen(
  parcel: ParcelRecord,
  viewerId: string,
  otherId?: string,
  { offer, freeGrams, me: own, ...facts }: Facts = {},
) {
  const around = { me: own ?? me, offer, freeGrams, other: otherId ? { ...known, ...facts, id: otherId } : undefined };
  return situationOf(parcel, viewerId, around, now);
}
const names = ({ acts }: Situation) => acts.filter(({ reason }) => !reason).map(({ name }) => name);
const people = { other: { firstName: 'Karim' }, partner: { firstName: 'Karim' } };
const told = (situation: Situation) => plainText(sentenceOf(situation, people)).replaceAll('\u00a0', ' ');

const end = Date.parse(until);

test('an offer that has run out counts no more, although the parcel still stores it', () => {
  const later = end + 60_000;
  const parcel = parcelIn('active', { openOffers: { received: [end, later], sent: [later] } });
  const at = (ms: number) => situationOf(parcel, owner, { me }, ms);
  expect(at(end - 1)).toMatchObject({ stage: 'offered', waitsFor: 'me', until, offers: { received: 2, sent: 1 } });
  expect(plainText(sentenceOf(at(end)))).toContain('1 proposition attend votre réponse');
  expect(at(end)).toMatchObject({ until: new Date(later).toISOString(), offers: { received: 1, sent: 1 } });
  expect(at(later)).toMatchObject({ stage: 'listed', waitsFor: 'nobody' });
  expect(at(later)).not.toHaveProperty('offers');
  expect([stageOf(parcel, later - 1), stageOf(parcel, later)]).toEqual(['offered', 'listed']);
});

test.each([
  ['unlisted', true, 'Le trajet de votre proposition attend une nouvelle validation'],
  ['cancelled', true, 'Le trajet de votre proposition est annulé'],
  ['full', false, "Le trajet de la proposition reçue n'a plus assez de place pour ce colis"],
] as const)('an offer whose trip is %s is told to the owner where no other member is named', (why, isSent, words) => {
  const parcel = parcelIn('active', { openOffers: { received: [], sent: [], stuck: [{ end, isSent, why }] } });
  const mine = seen(parcel, owner);
  const waitsFor = isSent && why !== 'unlisted' ? 'me' : 'other';
  expect(mine).toMatchObject({ stage: 'offered', waitsFor, main: 'answer' });
  expect(mine).not.toHaveProperty('until');
  expect(told({ ...mine })).not.toContain('attend une réponse');
  expect(plainText(sentenceOf(mine))).toContain(
    `${words} : proposez un prix sans ce trajet, ou écrivez à ce voyageur.`,
  );
  expect(seen({ ...parcel, status: 'pending' }, owner)).not.toHaveProperty('obstacle');
  expect(situationOf(parcel, owner, { me }, end)).toMatchObject({ stage: 'listed' });
});

test.each([
  [[{ end, isSent: true, why: 'away' }], 'Votre proposition ne peut pas être acceptée'],
  [[{ end, isSent: false, why: 'away' }], 'Une proposition reçue ne peut pas être acceptée'],
  [
    [
      { end, isSent: true, why: 'cancelled' },
      { end, isSent: false, why: 'away' },
    ],
    '2 propositions ne peuvent pas être acceptées',
  ],
] as const)('an offer whose other member is not there is told in the list of its owner too: %j', (stuck, words) => {
  const mine = seen(parcelIn('active', { openOffers: { received: [], sent: [], stuck: [...stuck] } }), owner);
  expect(plainText(sentenceOf(mine))).toBe(`${words} pour l'instant : « Demandes » montre pourquoi.`);
  expect(mine).toMatchObject({ stage: 'offered', main: 'answer', waitsFor: stuck.length > 1 ? 'me' : 'nobody' });
});

test('an offer that can be taken is told first, and those that cannot after it', () => {
  const stuck = [{ end, isSent: true, why: 'unlisted' as const }];
  const openOffers = { received: [end], sent: [], stuck };
  const text = plainText(sentenceOf(seen(parcelIn('active', { openOffers }), owner)));
  expect(text).toMatch(/^1 proposition attend votre réponse.*\. Le trajet d'une autre proposition attend/);
  const many = { received: [], sent: [], stuck: [...stuck, ...stuck] };
  expect(plainText(sentenceOf(seen(parcelIn('active', { openOffers: many }), owner)))).toContain(
    '2 propositions ne peuvent pas être acceptées avec leurs trajets',
  );
});

test('the one offer that waits is told as late, once its trip leaves after the last day', () => {
  const trip = { id: 't', travelDate: '2026-12-21', from: 'Paris', to: 'Alger', isLate: true as const };
  const textOf = (...offers: Offer[]) => {
    const openOffers = storedOffersOf(owner, offers);
    return plainText(sentenceOf(seen(parcelIn('active', { openOffers }), owner)));
  };
  expect(textOf(offerBy(owner, { trip }))).toMatch(
    /^Votre proposition \(trajet après la date limite\) attend une réponse, jusqu'au /,
  );
  expect(textOf(offerBy(carrier, { trip }))).toMatch(/^1 proposition \(trajet après la date limite\) attend votre/);
  expect(textOf(offerBy(owner))).toMatch(/^Votre proposition attend une réponse/);
  expect(textOf(offerBy(owner, { trip }), offerBy(owner))).toMatch(/^Vos 2 propositions attendent/);
  const waiting = { ...trip, obstacle: 'unlisted' as const };
  expect(textOf(offerBy(owner, { trip: waiting }))).toMatch(
    /^Le trajet de votre proposition \(après la date limite\) attend une nouvelle validation : proposez/,
  );
  expect(textOf(offerBy(carrier, { trip: waiting }))).toMatch(/^Le trajet de la proposition reçue \(après la date/);
  expect(textOf(offerBy(owner, { trip: { ...trip, obstacle: 'cancelled' } }))).toMatch(/proposition est annulé/);
});

const contentsRefused = {
  by: aCard({ id: carrier, firstName: 'Karim' }),
  reason: 'Un drone',
  at: '2026-11-20T08:00:00.000Z',
};
const corrected = { ...contentsRefused, correctedAt: '2026-11-20T09:00:00.000Z' };

test.each([
  ['waits for its validation', { adminStatus: 'pending' }, 'review', 'us'],
  ['was refused at the door', { adminStatus: 'pending', contentsRefused }, 'contentsRefused', 'me'],
  ['was corrected after that', { adminStatus: 'pending', contentsRefused: corrected }, 'review', 'us'],
  [
    'was refused at the door, and is paused',
    { status: 'pending', adminStatus: 'pending', contentsRefused },
    'paused',
    'nobody',
  ],
  ['was refused at the door, then by us', { adminStatus: 'rejected', contentsRefused }, 'refused', 'me'],
  ['was refused', { adminStatus: 'rejected' }, 'refused', 'me'],
  ['was refused, and is past its day', { adminStatus: 'rejected', deadline: '2026-11-19' }, 'refused', 'me'],
  [
    'was refused at the door, and is past its day',
    { adminStatus: 'pending', contentsRefused, deadline: '2026-11-19' },
    'contentsRefused',
    'me',
  ],
  ['is past its day', { deadline: '2026-11-19' }, 'overdue', 'nobody'],
  ['is paused', { status: 'pending' }, 'paused', 'nobody'],
  ['is listed', {}, 'listed', 'nobody'],
  ['has an offer of a traveller', { openOffers: { received: [end], sent: [] } }, 'offered', 'me'],
  ['has an offer of its owner', { openOffers: { received: [], sent: [end] } }, 'offered', 'other'],
  ['is paused with an offer', { status: 'pending', openOffers: { received: [end], sent: [] } }, 'paused', 'me'],
] satisfies [string, Partial<ParcelRecord>, string, string][])(
  'a listing that %s',
  (_what, change, stage, waitsFor) => {
    const parcel = parcelIn('active', change);
    const situation = seen(parcel, owner);
    expect(situation).toMatchObject({ stage, waitsFor, terms: { kind: 'announced', price: euros(30) } });
    expect(sectionOfRecord(parcel)).toBe(sectionOf(situation));
  },
);

test.each([
  ['accepted_for_delivery', 'proposed', 'me', 'other'],
  ['carrier_chosen', 'chosen', 'other', 'me'],
  ['pickup', 'agreed', 'other', 'me'],
  ['in_transit', 'collected', 'other', 'me'],
  ['delivery', 'delivering', 'other', 'me'],
  ['returned', 'returning', 'me', 'me'],
  ['delivered', 'delivered', 'nobody', 'nobody'],
] as const)('a parcel that is %s waits for one of the two', (status, stage, owners, carriers) => {
  const parcel = parcelIn(status);
  expect(seen(parcel, owner, carrier)).toMatchObject({ stage, waitsFor: owners });
  expect(seen(parcel, carrier, owner)).toMatchObject({ stage, waitsFor: carriers });
});

test('a half agreement and an offer each have an end, and the one that waits for the reader is told', () => {
  const half = parcelIn('accepted_for_delivery');
  expect(seen(half, owner, carrier).until).toBe('2026-11-22T09:00:00.000Z');
  expect(seen(half, carrier, owner, { offer: offerBy(owner) })).toMatchObject({
    until,
    waitsFor: 'me',
    main: 'takeOffer',
  });
  const mine = seen(half, owner, carrier, { offer: offerBy(owner) });
  // The traveller's yes still waits, and the author of a price has no main button.
  expect(mine).toMatchObject({ waitsFor: 'me', until: '2026-11-22T09:00:00.000Z' });
  expect(mine.main).toBeUndefined();
  expect(names(mine)).toEqual(expect.arrayContaining(['chooseCarrier', 'withdrawOffer', 'releaseCarrier']));
});

const dayBegins = (day: string) => Date.parse(`${day}T00:00:00.000Z`) - hourMs;
const seenAt = (ms: number, parcel: ParcelRecord, viewerId: string, facts: Partial<Around> = {}) =>
  situationOf(parcel, viewerId, { me, other: { ...known, id: viewerId === owner ? carrier : owner }, ...facts }, ms);

test('from the day after the agreed one, both read when an agreement without a pickup ends by itself', () => {
  const trip = { id: 't', travelDate: '2026-12-22', from: 'Paris', to: 'Alger', isLate: true as const };
  const agreed = parcelIn('pickup', { terms: { ...terms, trip } });
  for (const viewerId of [owner, carrier]) {
    expect(seenAt(dayBegins('2026-12-23') - 1, agreed, viewerId)).not.toHaveProperty('endsAt');
    const near = seenAt(dayBegins('2026-12-23'), agreed, viewerId);
    expect(near).toMatchObject({ stage: 'agreed', endsAt: '2026-12-26T07:00:00.000Z' });
    expect(near).not.toHaveProperty('isLate');
    expect(told(near)).toMatch(
      /\. La date est passée : l'accord prend fin le 26 déc\. 2026.*08:00 \(heure d'Alger\) si le colis n'est pas récupéré\.$/,
    );
  }
  // Without a trip the last day of the parcel counts.
  expect(seenAt(dayBegins('2026-12-21'), parcelIn('pickup'), owner).endsAt).toBe('2026-12-24T07:00:00.000Z');
});

test('the end of an agreement is told beside whatever else its sentence tells', () => {
  const change = offerBy(carrier, { isChange: true, price: euros(35), until: '2027-01-01T00:00:00.000Z' });
  const changing = parcelIn('pickup', { carrierOffer: stored(change) });
  const late = dayBegins('2026-12-22');
  expect(told(seenAt(late, changing, owner))).toMatch(/Karim propose 35 €.*La date est passée/);
  const gone = { ...known, id: carrier, isReachable: false };
  expect(told(seenAt(late, parcelIn('pickup'), owner, { other: gone }))).toMatch(/plus disponible.*La date est passée/);
  const elsewhere = seenAt(late, parcelIn('pickup'), owner, { other: { ...known, id: other } });
  expect(told(elsewhere)).toContain('La date est passée');
});

test.each(['in_transit', 'delivery'] as const)(
  'a parcel that is %s is late from the day after the agreed one',
  (status) => {
    const parcel = parcelIn(status);
    const [before, after] = [dayBegins('2026-12-21') - 1, dayBegins('2026-12-21')];
    for (const viewerId of [owner, carrier]) {
      expect(seenAt(before, parcel, viewerId)).not.toHaveProperty('isLate');
      expect(told(seenAt(before, parcel, viewerId))).not.toContain('retard');
      expect(seenAt(after, parcel, viewerId)).toMatchObject({ isLate: true });
      expect(seenAt(after, parcel, viewerId)).not.toHaveProperty('endsAt');
    }
    expect(told(seenAt(after, parcel, owner))).toMatch(
      /Le colis est en retard : s'il est arrivé, dites-le ; sinon, demandez à Karim ce qui se passe, ou signalez un problème\.$/,
    );
    expect(told(seenAt(after, parcel, carrier))).toMatch(
      /Le colis est en retard : livrez-le, ou dites à Karim ce qui se passe\.$/,
    );
    expect(names(seenAt(after, parcel, owner))).toContain('confirmReceipt');
  },
);

test.each(['delivered', 'returned', 'cancelled', 'active', 'accepted_for_delivery'] as const)(
  'a parcel that is %s has neither an end by the day nor a delay',
  (status) => {
    const seen = seenAt(dayBegins('2027-02-01'), parcelIn(status), owner);
    expect(seen).not.toHaveProperty('endsAt');
    expect(seen).not.toHaveProperty('isLate');
  },
);

test('the owner can always say that a parcel on its way has arrived, beside the act of its carrier', () => {
  for (const status of ['in_transit', 'delivery'] as const) {
    const mine = seen(parcelIn(status), owner, carrier);
    expect(names(mine)).toContain('confirmReceipt');
    expect(mine).toMatchObject({ waitsFor: 'other' });
    expect(mine.main).toBeUndefined();
    expect(names(seen(parcelIn(status), carrier, owner))).not.toContain('confirmReceipt');
  }
  for (const status of ['pickup', 'returned', 'delivered'] as const)
    expect(names(seen(parcelIn(status), owner, carrier))).not.toContain('confirmReceipt');
});

test('the second yes says that the agreement is made, the first one only what was chosen', () => {
  const toldAfter = (status: ParcelStatus) => actWordsOf('chooseCarrier', seen(parcelIn(status), owner, carrier)).done;
  expect(toldAfter('accepted_for_delivery')).toBe('Accord conclu');
  expect(toldAfter('active')).toBe('Transporteur choisi');
  const replaced = seen(parcelIn('accepted_for_delivery'), owner, other);
  expect(actWordsOf('chooseCarrier', replaced).done).toBe('Transporteur choisi');
});

test('in the conversation with another traveller the sentence tells whose proposition waits, and what a yes ends', () => {
  const others = { other: { firstName: 'Bilal' }, partner: { firstName: 'Tarik' } };
  const toldOf = (parcel: ParcelRecord) => {
    const situation = seen(parcel, owner, other);
    expect(situation.main).toBe('chooseCarrier');
    return plainText(sentenceOf(situation, others)).replaceAll('\u00a0', ' ');
  };
  expect(toldOf(parcelIn('accepted_for_delivery'))).toMatch(
    /^Tarik propose de le transporter\. Si vous choisissez Bilal, sa proposition prend fin\.$/,
  );
  expect(toldOf(parcelIn('active', { openOffers: { received: [end], sent: [] } }))).toMatch(
    /^La proposition d'un autre voyageur attend votre réponse, jusqu'au/,
  );
});

test('beside the yes of a traveller, the offer of the owner to another one keeps its own end', () => {
  const half = parcelIn('accepted_for_delivery');
  expect(seen(half, owner, other, { offer: offerBy(owner) }).until).toBe(until);
  expect(seen(half, owner, other).until).not.toBe(until);
});

test('only the yes of this traveller can be accepted beside an own price, not what another one proposes', () => {
  const mine = { offer: offerBy(owner) };
  expect(told(seen(parcelIn('accepted_for_delivery', { terms }), owner, carrier, mine))).toContain('Vous pouvez aussi');
  const openOffers = { received: [end], sent: [end] };
  expect(told(seen(parcelIn('active', { openOffers }), owner, other, mine))).not.toContain('Vous pouvez aussi');
  expect(told(seen(parcelIn('accepted_for_delivery', { terms }), owner, other, mine))).not.toContain('Vous pouvez');
});

test('an offer that has run out is no offer any more', () => {
  const parcel = parcelIn('active');
  expect(
    seen(parcel, owner, other, { offer: offerBy(other, { until: '2026-11-20T09:59:59.000Z' }) }).offer,
  ).toBeUndefined();
});

test('a first contact of a traveller proposes the announced price, and a yes needs a message', () => {
  const parcel = parcelIn('active');
  const first = seen(parcel, other, owner, { hasWritten: false });
  expect([first.main, labelOf('makeOffer', first).replaceAll('\u00a0', ' ')]).toEqual([
    'makeOffer',
    'Proposer de livrer à 30 €',
  ]);
  expect(names(first)).not.toContain('acceptDelivery');
  const later = seen(parcel, other, owner);
  expect([later.main, labelOf('makeOffer', later)]).toEqual(['acceptDelivery', 'Proposer un autre prix']);
});

test.each([
  ['blocked', { isBlocked: true }, 'unblock'],
  ['unavailable', { isReachable: false }, 'declineOffer'],
  ['unverified', { me: { ...me, isVerified: false } }, 'verify'],
  ['otherUnverified', { isVerified: false }, 'declineOffer'],
  ['noSubscription', { me: { ...me, lacksSubscription: true } }, 'subscribe'],
  ['otherNoSubscription', { lacksSubscription: true }, 'declineOffer'],
] as const)('%s: the offer can be refused, not taken, and the act that helps is offered', (obstacle, facts, help) => {
  const situation = seen(parcelIn('active'), owner, other, { offer: offerBy(other), ...facts });
  const isOwn = ['unverified', 'noSubscription', 'otherNoSubscription'].includes(obstacle);
  expect(situation).toMatchObject({ obstacle, waitsFor: isOwn ? 'me' : 'nobody' });
  expect(situation.main).toBe(help);
  expect(names(situation)).toContain('declineOffer');
  for (const act of ['takeOffer', 'makeOffer', 'chooseCarrier'] as const) expect(names(situation)).not.toContain(act);
  expect(told(situation)).toMatch(/^\p{Lu}.*\.$/u);
});

test.each([
  ['refused', { adminStatus: 'rejected' }, 'editParcel'],
  ['refused at the door', { adminStatus: 'pending', contentsRefused }, 'editParcel'],
  ['past its day', { deadline: '2026-11-19' }, 'editParcel'],
  ['paused', { status: 'pending' }, 'resumeParcel'],
] satisfies [string, Partial<ParcelRecord>, string][])(
  'without a subscription the owner of a parcel that is %s is led to it, not to a refusal',
  (_what, change, act) => {
    const parcel = parcelIn('active', change);
    expect(situationOf(parcel, owner, { me }, now).main).toBe(act);
    const unpaid = situationOf(parcel, owner, { me: { ...me, lacksSubscription: true } }, now);
    expect(unpaid.main).toBe('subscribe');
    expect(names(unpaid)).not.toContain(act);
    expect(unpaid.acts.find(({ name }) => name === act)?.reason).toMatch(/abonnement/);
  },
);

test.each([
  [contentsRefused, "Karim n'a pas pris le colis : « Un drone ». Corrigez la liste, notre équipe la regarde ensuite."],
  [
    { ...contentsRefused, by: { ...aCard({ id: carrier }), ...formerMember, unavailable: true as const }, reason: '' },
    "Ancien membre n'a pas pris le colis. Corrigez la liste, notre équipe la regarde ensuite.",
  ],
])('its owner alone reads who did not take the parcel, and why, everywhere', (refusal, sentence) => {
  const parcel = parcelIn('active', { adminStatus: 'pending', contentsRefused: refusal });
  for (const situation of [seen(parcel, owner), seen(parcel, owner, carrier)]) {
    expect(told(situation)).toBe(sentence);
    expect(situation.main).toBe('editParcel');
    expect(labelOf('editParcel', situation)).toBe('Corriger la liste');
  }
  expect([parcel, { ...parcel, contentsRefused: corrected }].map(sectionOfRecord)).toEqual(['todo', 'going']);
  const theirs = seen(parcel, carrier, owner);
  expect(theirs).toMatchObject({ stage: 'unavailable', waitsFor: 'nobody' });
  expect(theirs).not.toHaveProperty('contentsRefused');
  expect(told(theirs)).toBe("Cette annonce n'est pas disponible pour le moment.");
});

test('a reason with a full stop of its own ends the quotation without a second one', () => {
  const sentence = (reason: string) =>
    told(seen(parcelIn('active', { adminStatus: 'pending', contentsRefused: { ...contentsRefused, reason } }), owner));
  expect(sentence('Un drone')).toContain(' : « Un drone ». Corrigez');
  for (const reason of ['Un drone.', 'Un drone ?', 'Un drone…'])
    expect(sentence(reason)).toContain(`« ${reason} » Corrigez`);
});

test('without a subscription a paused owner is led to it from a conversation, too', () => {
  const parcel = parcelIn('pending', { openOffers: { received: [end], sent: [] } });
  const unpaid = { offer: offerBy(other), me: { ...me, lacksSubscription: true } };
  expect(seen(parcel, owner, other, unpaid)).toMatchObject({ obstacle: 'paused', main: 'subscribe' });
});

test('a paused listing is resumed to answer, and a traveller only reads that it is not available', () => {
  const parcel = parcelIn('pending', { openOffers: { received: [end, end], sent: [] } });
  const mine = seen(parcel, owner);
  expect(mine).toMatchObject({ obstacle: 'paused', main: 'resumeParcel', waitsFor: 'me', offers: { received: 2 } });
  expect(told(mine)).toContain(
    "reprenez-la pour conclure un accord. 2 propositions d'autres voyageurs attendent votre réponse",
  );
  const theirs = seen(parcel, other, owner, { offer: offerBy(other) });
  expect(theirs).toMatchObject({ stage: 'unavailable', obstacle: 'unlisted' });
  expect(theirs).not.toHaveProperty('offers');
  expect(names(theirs)).toEqual(['withdrawOffer']);
});

test('an invitation about a paused parcel waits for its owner, and its traveller reads what is left to do', () => {
  const parcel = parcelIn('pending', { openOffers: { received: [], sent: [end] } });
  const invited = seen(parcel, other, owner, { offer: offerBy(owner) });
  expect(invited).toMatchObject({ stage: 'unavailable', obstacle: 'unlisted', waitsFor: 'other', until });
  expect(told(invited)).toBe(
    "Cette annonce n'est pas disponible pour le moment : vous pouvez refuser cette proposition.",
  );
  const own = seen(parcel, other, owner, { offer: offerBy(other) });
  expect(told(own)).toBe("Cette annonce n'est pas disponible pour le moment : vous pouvez retirer votre proposition.");
});

test('a paused owner is not asked for an answer that belongs to another conversation', () => {
  const parcel = parcelIn('pending', { openOffers: { received: [end], sent: [] } });
  expect(told(seen(parcel, owner, other))).toContain("La proposition d'un autre voyageur attend votre réponse");
  expect(told(seen(parcel, owner, other, { offer: offerBy(other) }))).toContain('1 proposition attend votre réponse');
});

test('a paused owner reads the end of their own offer where its row lists no other one', () => {
  const mine = seen(parcelIn('pending'), owner, other, { offer: offerBy(owner) });
  expect(told(mine)).toMatch(/^Votre annonce est en pause : reprenez-la, et votre proposition pourra être acceptée/);
});

test('the author of an offer reads why its trip cannot be taken, and proposes again', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'full' as const };
  const theirs = seen(parcelIn('active'), other, owner, { offer: offerBy(other, { trip }) });
  expect(theirs).toMatchObject({ obstacle: 'tripFull', main: 'makeOffer' });
  expect(told(theirs)).toBe(
    "Vous avez proposé 28 € (annoncé : 30 €), trajet du 12 déc. 2026. Votre trajet n'a plus assez de place pour ce colis : changez votre proposition.",
  );
  expect(labelOf('makeOffer', theirs)).toBe('Changer ma proposition');
  // A plain yes to the owner's choice names no trip.
  const chosen = parcelIn('carrier_chosen', { terms });
  expect(names(seen(chosen, carrier, owner, { offer: offerBy(carrier, { trip }) }))).toContain('acceptDelivery');
});

test('an own offer with a full trip beside another half agreement can be withdrawn, and says so', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'full' as const };
  const half = parcelIn('accepted_for_delivery', { terms });
  const mine = seen(half, owner, other, { offer: offerBy(owner, { trip }) });
  expect(told(mine)).toContain('écrivez à ce voyageur, ou retirez votre proposition.');
  expect(names(mine)).toContain('withdrawOffer');
  expect(mine.main).toBeUndefined();
  // Half an agreement with somebody else is no matter of this conversation.
  expect(mine.terms.kind).toBe('announced');
});

test('a cancelled trip is named as one wherever a collected parcel tells its terms', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'cancelled' as const };
  const situation = seen(parcelIn('in_transit', { terms: { ...terms, trip } }), owner, carrier);
  expect(termsLine(situation.terms)).toContain('trajet du 12\u00a0déc.\u00a02026 (annulé)');
});

test('a late trip says so wherever its offer is told', () => {
  const trip = { id: 't', travelDate: '2026-12-22', from: 'Paris', to: 'Alger', isLate: true as const };
  const situation = seen(parcelIn('active'), owner, other, { offer: offerBy(other, { trip }) });
  const asked = questionOf('takeOffer', { situation, title: 'Livres', other: people.other });
  for (const text of [told(situation), asked.paragraphs.map(plainText).join(' ')])
    expect(text).toMatch(/trajet du 22\sdéc\.\s2026 \(après la date limite\)/);
});

test('a full trip, or one that waits for its validation, stops the second yes and leaves another offer possible', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' };
  for (const [why, obstacle] of [
    ['full', 'tripFull'],
    ['unlisted', 'tripUnlisted'],
  ] as const) {
    const half = parcelIn('accepted_for_delivery', { terms: { ...terms, trip: { ...trip, obstacle: why } } });
    const situation = seen(half, owner, carrier);
    expect(situation).toMatchObject({ obstacle, waitsFor: 'nobody' });
    expect(names(situation)).toContain('releaseCarrier');
    expect(names(situation)).not.toContain('makeOffer');
    expect(told(situation)).toContain('écrivez à ce voyageur, ou refusez sa proposition');
    expect(names(situation)).not.toContain('chooseCarrier');
    const offered = seen(parcelIn('active'), owner, other, {
      offer: offerBy(other, { trip: { ...trip, obstacle: why } }),
    });
    expect(names(offered)).not.toContain('takeOffer');
  }
});

test('beside an offer whose trip cannot be taken, a plain yes stays possible, and another price comes first', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'unlisted' as const };
  const listed = parcelIn('active');
  const mine = seen(listed, owner, other, { offer: offerBy(other, { trip }) });
  expect(mine).toMatchObject({ obstacle: 'tripUnlisted', main: 'makeOffer' });
  expect(names(mine)).toContain('chooseCarrier');
  const theirs = seen(listed, other, owner, { offer: offerBy(owner, { trip }) });
  expect(theirs).toMatchObject({ obstacle: 'tripUnlisted', main: 'makeOffer' });
  expect(names(theirs)).toContain('acceptDelivery');
});

test('an offer without a trip cannot be taken while the trip of the half agreement cannot', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'unlisted' as const };
  const half = parcelIn('accepted_for_delivery', { terms: { ...terms, trip } });
  const theirs = seen(half, carrier, owner, { offer: offerBy(owner) });
  expect(theirs).toMatchObject({ obstacle: 'tripUnlisted', until });
  expect(names(theirs)).not.toContain('takeOffer');
  expect(names(theirs)).toContain('declineOffer');
});

test('a choice beside the half agreement with another one is a first yes, and ends the other one', () => {
  const text = (parcel: ParcelRecord, act: 'chooseCarrier' | 'takeOffer', facts?: Facts) => {
    const situation = seen(parcel, owner, other, facts);
    expect(names(situation)).toContain(act);
    const { paragraphs } = questionOf(act, { situation, title: 'Livres', other: { firstName: 'Lina' } });
    return paragraphs.map(plainText).join(' ').replaceAll('\u00a0', ' ');
  };
  const proposed = parcelIn('accepted_for_delivery', { terms });
  expect(text(proposed, 'chooseCarrier')).toContain('aura 48 heures pour accepter');
  expect(text(proposed, 'chooseCarrier')).toContain("La proposition de l'autre voyageur prend alors fin");
  const taking = text(proposed, 'takeOffer', { offer: offerBy(other) });
  expect(taking).toMatch(/transportera .* La proposition de l'autre voyageur prend alors fin/);
  const chosen = parcelIn('carrier_chosen', { terms });
  expect(text(chosen, 'chooseCarrier')).toContain("Votre proposition à l'autre voyageur prend alors fin");
  const theirs = questionOf('chooseCarrier', {
    situation: seen(proposed, owner, carrier),
    title: 'Livres',
    other: people.other,
  });
  expect(theirs.paragraphs.map(plainText).join(' ')).toMatch(/transportera .*C'est alors d'accord/);
});

test('a heavier change can be declined, and not taken while its trip has no room for it', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' };
  const agreed = parcelIn('pickup', { terms: { ...terms, trip } });
  const change = { isChange: true as const, grams: 5000, obstacle: 'full' as const };
  const mine = seen(agreed, owner, carrier, { offer: offerBy(carrier, change) });
  expect(mine).toMatchObject({ obstacle: 'tripFull', until });
  expect(told(mine)).toContain("Le trajet de Karim n'a plus assez de place pour ce changement.");
  expect(names(mine)).toContain('declineOffer');
  expect(names(mine)).not.toContain('takeOffer');
  const theirs = seen(agreed, carrier, owner, { offer: offerBy(carrier, change) });
  expect(names(theirs)).toEqual(expect.arrayContaining(['makeOffer', 'withdrawOffer']));
  expect(theirs).toMatchObject({ obstacle: 'tripFull', main: 'validatePickup' });
  expect(told(theirs)).toContain(
    "Votre trajet n'a plus assez de place pour ce changement : modifiez ou retirez votre changement.",
  );
});

test('what no longer fits a trip waits for its author, with a way out in its conversation', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' };
  const agreed = parcelIn('pickup', { terms: { ...terms, trip } });
  const change = { isChange: true as const, grams: 5000, obstacle: 'full' as const };
  // The owner's own heavier change.
  const own = seen(agreed, owner, carrier, { offer: offerBy(owner, change) });
  expect(own).toMatchObject({ waitsFor: 'me', main: 'makeOffer' });
  expect(told(own)).toContain("n'a plus assez de place pour ce changement : modifiez ou retirez votre changement.");
  expect(sectionOfRecord({ ...agreed, carrierOffer: stored(offerBy(owner, change)) })).toBe('todo');
  // The carrier's: the owner can refuse it.
  const theirs = seen(agreed, owner, carrier, { offer: offerBy(carrier, change) });
  expect(theirs).toMatchObject({ waitsFor: 'other', main: 'declineOffer' });
  // Half an agreement: its author gives it up, the other one refuses it.
  const half = parcelIn('accepted_for_delivery', { terms: { ...terms, trip: { ...trip, obstacle: 'full' } } });
  const author = seen(half, carrier, owner);
  expect(author).toMatchObject({ waitsFor: 'me', main: 'releaseCarrier' });
  expect(told(author)).toContain(
    "n'a plus assez de place pour ce colis : renoncez à ce colis pour proposer autrement.",
  );
  expect(seen(half, owner, carrier)).toMatchObject({ waitsFor: 'nobody', main: 'releaseCarrier' });
  // A proposition: its author changes it.
  const full = offerBy(carrier, { trip: { ...trip, obstacle: 'full' } });
  expect(seen(parcelIn('active'), carrier, owner, { offer: full })).toMatchObject({
    waitsFor: 'me',
    main: 'makeOffer',
  });
  const waiting = offerBy(carrier, { trip: { ...trip, obstacle: 'unlisted' } });
  expect(seen(parcelIn('active'), carrier, owner, { offer: waiting }).waitsFor).toBe('other');
});

test.each([
  [{ isVerified: false }, "L'identité de l'autre membre doit d'abord être vérifiée."],
  [{ isReachable: false }, "L'autre membre n'est plus disponible."],
  [{ me: { ...me, isVerified: false } }, "Votre identité doit d'abord être vérifiée.", 'verify'],
  [{ me: { ...me, lacksSubscription: true } }, "Il vous faut d'abord un abonnement en cours.", 'subscribe'],
  [{ me: { ...me, isVerified: false }, isReachable: false }, "L'autre membre n'est plus disponible."],
  [
    { me: { ...me, lacksSubscription: true }, isVerified: false },
    "L'identité de l'autre membre doit d'abord être vérifiée.",
  ],
] as const)(
  'an agreement that cannot change now keeps its act, with the reason and the act that helps: %o',
  (facts, reason, help?: string) => {
    const mine = seen(parcelIn('pickup'), owner, carrier, facts);
    expect(mine.acts).toContainEqual({ name: 'makeOffer', reason });
    expect(names(mine).filter((name) => name === 'verify' || name === 'subscribe')).toEqual(help ? [help] : []);
    expect(mine.main).not.toBe('makeOffer');
  },
);

test('a change is taken, and made, between verified members alone', () => {
  const agreed = parcelIn('pickup');
  const offer = offerBy(carrier, { isChange: true, price: euros(35) });
  const mine = seen(agreed, owner, carrier, { offer, isVerified: false });
  expect(mine).toMatchObject({ obstacle: 'otherUnverified', waitsFor: 'other', until });
  expect(names(mine)).toContain('declineOffer');
  expect(names(mine)).not.toContain('takeOffer');
  expect(told(mine)).toContain(
    "L'identité de Karim n'est pas encore vérifiée : ce changement pourra être accepté ensuite.",
  );
  const own = seen(agreed, owner, carrier, { offer, me: { ...me, isVerified: false } });
  expect(own).toMatchObject({ obstacle: 'unverified', main: 'verify' });
  expect(names(own)).not.toContain('takeOffer');
  expect(names(seen(agreed, owner, carrier))).toContain('makeOffer');
  expect(names(seen(agreed, owner, carrier, { isVerified: false }))).not.toContain('makeOffer');
});

test.each(['full', 'unlisted', 'cancelled'] as const)(
  'a change whose trip is %s is told by its trip, whoever is not verified',
  (obstacle) => {
    const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle };
    const words = { full: "n'a plus assez de place pour ce changement", unlisted: 'attend', cancelled: 'est annulé' };
    for (const facts of [{ isVerified: false }, { me: { ...me, isVerified: false } }]) {
      const by = (author: string, reader: string) =>
        seen(parcelIn('pickup'), reader, reader === owner ? carrier : owner, {
          ...facts,
          offer: offerBy(author, { isChange: true, trip }),
        });
      const read = by(carrier, owner);
      expect(read.main).toBe('declineOffer');
      expect(told(read)).toMatch(new RegExp(`Le trajet de Karim ${words[obstacle]}.*\\.$`));
      expect(told(read)).not.toMatch(/vérifiée/);
      const own = by(carrier, carrier);
      expect(told(own)).toMatch(new RegExp(`Votre trajet ${words[obstacle]}.* : retirez votre changement\\.$`));
      expect(names(own)).toContain('withdrawOffer');
      expect(names(own)).not.toContain('makeOffer');
    }
  },
);

const full = { grams: 5000, obstacle: 'full' as const };
const notVerified = { isVerified: false };
test.each([
  ['carrier', 'owner', {}, {}, {}, 'Accepter ce changement', 'me'],
  ['carrier', 'owner', full, {}, {}, "J'ai récupéré le colis", 'nobody'],
  ['carrier', 'owner', {}, notVerified, {}, "J'ai récupéré le colis", 'me'],
  ['carrier', 'owner', {}, {}, notVerified, "J'ai récupéré le colis", 'nobody'],
  ['carrier', 'carrier', {}, {}, {}, "J'ai récupéré le colis", 'other'],
  ['carrier', 'carrier', full, {}, {}, "J'ai récupéré le colis", 'me'],
  ['carrier', 'carrier', {}, notVerified, {}, "J'ai récupéré le colis", 'other'],
  ['carrier', 'owner', full, notVerified, {}, "J'ai récupéré le colis", 'nobody'],
  ['carrier', 'carrier', full, notVerified, {}, "J'ai récupéré le colis", 'me'],
  ['owner', 'carrier', {}, {}, {}, 'Accepter ce changement', 'me'],
  ['owner', 'carrier', full, {}, {}, 'Refuser', 'nobody'],
  ['owner', 'carrier', {}, notVerified, {}, 'Compléter mon profil', 'me'],
  ['owner', 'carrier', {}, {}, notVerified, 'Refuser', 'nobody'],
  ['owner', 'owner', {}, {}, {}, undefined, 'other'],
  ['owner', 'owner', full, {}, {}, "Modifier l'accord", 'me'],
  ['owner', 'owner', {}, notVerified, {}, 'Compléter mon profil', 'other'],
  ['owner', 'owner', {}, {}, notVerified, undefined, 'nobody'],
  ['owner', 'carrier', full, notVerified, {}, 'Refuser', 'nobody'],
  ['owner', 'carrier', full, {}, notVerified, 'Refuser', 'nobody'],
  ['owner', 'owner', full, notVerified, {}, 'Retirer ce changement', 'me'],
  ['owner', 'owner', full, {}, notVerified, 'Retirer ce changement', 'me'],
] as const)(
  'the %s and a change by the %s %o, me %o, the other one %o: in each place « %s » comes first',
  (who, by, facts, own, theirs, label, waits) => {
    const [meId, otherId] = who === 'owner' ? [owner, carrier] : [carrier, owner];
    const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger' };
    const offer = offerBy(by === 'owner' ? owner : carrier, { isChange: true, price: euros(35), ...facts });
    const agreed = parcelIn('pickup', { terms: { ...terms, trip }, carrierOffer: stored(offer) });
    const around = { me: { ...me, ...own }, other: { ...known, ...theirs, id: otherId } };
    const row = situationOf(agreed, meId, { ...around, offer, isOffers: true }, now);
    const places = [situationOf(agreed, meId, around, now), situationOf(agreed, meId, { ...around, offer }, now), row];
    expect(places.map((told) => told.main && labelOf(told.main, told))).toEqual([label, label, label]);
    expect(new Set(places.map(({ acts }) => JSON.stringify(acts))).size).toBe(1);
    // A stuck change is not to do in its row, although the carrier picks the parcel up next.
    expect(row.waitsFor).toBe(waits);
  },
);

test('a change to a trip that is no longer listed can be declined, and not taken', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'unlisted' as const };
  const mine = seen(parcelIn('pickup'), owner, carrier, { offer: offerBy(carrier, { isChange: true, trip }) });
  expect(mine).toMatchObject({ obstacle: 'tripUnlisted', until });
  expect(names(mine)).toContain('declineOffer');
  expect(names(mine)).not.toContain('takeOffer');
  expect(told(mine)).toContain('attend une nouvelle validation.');
});

test('an agreement shows its terms, how heavy it may become, and a late trip; an open change is answered first', () => {
  const trip = { id: 't', travelDate: '2026-12-21', from: 'Paris', to: 'Alger', isLate: true as const };
  const parcel = parcelIn('pickup', {
    terms: { ...terms, trip },
    carrierOffer: stored(offerBy(carrier, { isChange: true, price: euros(35) })),
  });
  const mine = seen(parcel, owner, carrier, { freeGrams: 1500 });
  expect(mine.terms).toMatchObject({ kind: 'agreed', grams: 3500, mostGrams: 5000, trip: { isLate: true } });
  expect(mine).toMatchObject({ waitsFor: 'me', main: 'takeOffer', offer: { price: euros(35) } });
  expect(names(mine)).not.toContain('makeOffer');
  expect(told(mine)).toContain('Karim propose 35 € au lieu de 30 €');
  const theirs = seen(parcel, carrier, owner);
  expect(theirs).toMatchObject({ waitsFor: 'me', main: 'validatePickup' });
  expect(names(theirs)).toContain('withdrawOffer');
});

test('an owner who has chosen is led to the other offers that wait, and to none where there is none', () => {
  const openOffers = { received: [end], sent: [] };
  const mine = seen(parcelIn('carrier_chosen', { openOffers }), owner, carrier);
  expect(mine).toMatchObject({ stage: 'chosen', waitsFor: 'me', main: 'answer' });
  expect(told(mine)).toContain('attend votre réponse');
  const counter = offerBy(carrier);
  expect(seen(parcelIn('carrier_chosen', { openOffers }), owner, carrier, { offer: counter }).main).toBe('takeOffer');
  expect(seen(parcelIn('carrier_chosen'), owner, carrier)).not.toHaveProperty('main');
});

test('another member than the carrier is offered no step of the delivery, and the owner is led to what waits', () => {
  const half = parcelIn('accepted_for_delivery');
  const third = seen(half, owner, other);
  expect(third).toMatchObject({ stage: 'proposed', waitsFor: 'me', main: 'chooseCarrier' });
  expect(names(third)).toContain('answer');
  expect(names(third)).not.toContain('releaseCarrier');
  expect(seen(half, other, owner)).toMatchObject({ stage: 'unavailable', obstacle: 'promised' });
});

const partners = (status: ParcelStatus) => (hasCarrier.has(status) ? [carrier, other] : [undefined, other]);
const variants: readonly Partial<ParcelRecord>[] = [
  {},
  { adminStatus: 'pending' },
  { adminStatus: 'rejected' },
  { deadline: '2026-11-19' },
  { openOffers: { received: [end], sent: [end] } },
  { returnConfirmedAt: '2026-11-20T09:30:00.000Z' },
];
const cases = ParcelStatus.options.flatMap((status) =>
  variants.flatMap((change) =>
    [owner, carrier, other].flatMap((viewer) =>
      (viewer === owner ? partners(status) : [owner]).flatMap((otherId) =>
        [undefined, offerBy(viewer), offerBy(otherId ?? carrier)].map((offer) => ({
          status,
          change,
          viewer,
          otherId,
          offer,
        })),
      ),
    ),
  ),
);

test('whatever the state: a sentence, labels, questions, and a main act that is offered', () => {
  for (const { status, change, viewer, otherId, offer } of cases) {
    const parcel = parcelIn(status, change);
    const situation = seen(parcel, viewer, otherId, { offer: otherId ? offer : undefined });
    const about = JSON.stringify({ status, change, viewer, otherId, by: offer?.by, situation });
    expect(told(situation), about).toMatch(/^[\p{Lu}\d].*\.$/u);
    expect(stageLabels[situation.stage]).not.toBe('');
    const offered = names(situation);
    expect(new Set(offered).size, about).toBe(offered.length);
    expect([undefined, offered[0]], about).toContain(situation.main);
    for (const act of offered) expect(labelOf(act, situation), about).toMatch(/^\p{Lu}/u);
    // A member who is waited for has an act, or an end. A return has none in the conversation with a third member.
    const isElsewhere = viewer === owner && otherId !== parcel.carrierId && situation.stage === 'returning';
    const hasWay = isElsewhere || offered.length > 0 || situation.until !== undefined;
    expect(situation.waitsFor !== 'me' || hasWay, about).toBe(true);
    const asked = offered.includes('takeOffer')
      ? questionOf('takeOffer', { situation, title: 'Livres', other: people.other }).paragraphs
      : [['28']];
    expect(asked.map(plainText).join(' ')).toMatch(/28|au lieu de/);
  }
});

test.each([
  [owner, carrier, 'damaged'],
  [carrier, owner, 'lost'],
] as const)(
  'a problem waits for the member who has not reported it, then for us, whatever the state',
  (by, answers, kind) => {
    for (const status of ['in_transit', 'delivered'] as const) {
      const problem = { reportId: 'report', kind, by, at: new Date(now).toISOString() };
      const parcel = parcelIn(status, { problem });
      const [author, reader] = [seen(parcel, by, answers), seen(parcel, answers, by)];
      expect([author.waitsFor, reader.waitsFor]).toEqual(['other', 'me']);
      expect([told(author), told(reader)]).toEqual([
        expect.stringMatching(/ : Karim peut répondre jusqu'au .+ Ensuite, notre équipe décidera\./),
        expect.stringMatching(/ : répondez à Karim jusqu'au .+ Ensuite, notre équipe décidera\./),
      ]);
      expect([badgeOf(author), badgeOf(seen(parcelIn(status), by, answers))]).toEqual([
        'Problème signalé',
        stageLabels[author.stage],
      ]);
      expect([names(author).includes('settleProblem'), names(reader).includes('settleProblem')]).toEqual([true, false]);
      expect(sectionOfRecord(parcel)).toBe(by === owner ? 'going' : 'todo');
      const later = situationOf(parcel, answers, { me }, now + 3 * dayMs);
      expect([later.waitsFor, told(later)]).toEqual([
        'us',
        expect.stringContaining('notre équipe décidera de la suite'),
      ]);
    }
  },
);

test.each([
  ['delivery', { declaredAt: '2026-11-20T09:30:00.000Z' }, 'me', 'todo', 'dit avoir livré votre colis. Sans réponse'],
  ['returned', {}, 'me', 'todo', "vous rapporte le colis : confirmez dès que vous l'avez."],
  ['returned', { declaredAt: '2026-11-20T09:30:00.000Z' }, 'me', 'todo', 'dit vous avoir rendu le colis. Sans réponse'],
  ['returned', { returnConfirmedAt: '2026-11-20T09:30:00.000Z' }, 'other', 'going', 'Votre colis vous a été rendu.'],
  ['delivered', {}, 'other', 'going', 'Votre colis est livré.'],
] as const)(
  '%s %o with a problem of its owner: who has the word, and where the parcel is',
  (status, facts, waitsFor, section, text) => {
    const problem = { reportId: 'report', kind: 'damaged' as const, by: owner, at: new Date(now).toISOString() };
    const parcel = parcelIn(status, { problem, ...facts });
    const situation = seen(parcel, owner, carrier);
    expect([situation.waitsFor, sectionOf(situation), sectionOfRecord(parcel)]).toEqual([waitsFor, section, section]);
    expect(told(situation)).toContain("peut répondre jusqu'au");
    expect(told(situation)).toContain(text);
    expect(names(situation).some((name) => name === 'confirmReceipt' || name === 'confirmReturn')).toBe(
      waitsFor === 'me',
    );
  },
);

test.each([
  ['in_transit', {}, true],
  ['delivery', {}, true],
  ['delivered', {}, false],
  ['returned', {}, false],
  ['returned', { returnConfirmedAt: '2026-11-20T09:30:00.000Z' }, false],
] as const)('a settled problem of a parcel that is %s %o lets the delivery go on: %s', (status, facts, goesOn) => {
  const problem = { reportId: 'report', kind: 'damaged' as const, by: owner, at: new Date(now).toISOString() };
  const situation = seen(parcelIn(status, { problem, ...facts }), owner, carrier);
  const { paragraphs } = questionOf('settleProblem', { situation, title: 'Livres', other: { firstName: 'Lina' } });
  const text = paragraphs.map(plainText).join(' ');
  expect(text).toContain('Notre équipe ne décidera pas de la suite');
  expect(text.includes('la livraison continue')).toBe(goesOn);
});

test('an answered problem tells both who answered and when, what comes next, and no more to answer', () => {
  const answeredAt = '2026-11-20T09:30:00.000Z';
  const problem = {
    reportId: 'report',
    kind: 'lost' as const,
    by: carrier,
    at: '2026-11-20T09:00:00.000Z',
    answeredAt,
  };
  const parcel = parcelIn('in_transit', { problem });
  const [author, answerer] = [seen(parcel, carrier, owner), seen(parcel, owner, carrier)];
  expect([author.waitsFor, answerer.waitsFor, sectionOfRecord(parcel)]).toEqual(['me', 'other', 'going']);
  expect(told(author)).toMatch(
    /Karim a répondu le 20 nov.+ Si c'est réglé, dites que le problème est résolu ; sinon, notre équipe décidera à partir du 23 nov/,
  );
  expect(told(answerer)).toMatch(/vous avez répondu le 20 nov.+ Karim peut dire .+ à partir du 23 nov/);
  for (const later of [situationOf(parcel, owner, { me }, now + 3 * dayMs)]) {
    expect(later.waitsFor).toBe('us');
    expect(told(later)).toMatch(/vous avez répondu le .+ Notre équipe décidera de la suite de la livraison\./);
  }
});

test.each(
  (['in_transit', 'delivery', 'returned'] as const).flatMap((status) => [
    [status, 'customs' as const, 'Colis retenu par la douane', "Si la douane l'a rendu"] as const,
    [status, 'lost' as const, 'Colis perdu ou volé', "Si vous l'avez retrouvé"] as const,
  ]),
)(
  'a parcel that its carrier does not have any more has no next step for them (%s, %s), and every question tells it',
  (status, kind, label, back) => {
    const problem = { reportId: 'report', kind, by: carrier, at: new Date(now).toISOString() };
    const [free, held] = [parcelIn(status), parcelIn(status, { problem })].map((one) => seen(one, carrier, owner));
    if (!free || !held) throw new Error('no situation');
    expect([free.main !== undefined, held.main]).toEqual([true, undefined]);
    // Lists and conversations offer the step beside it, as its page does.
    expect([stepBeside(free), stepBeside(held)]).toEqual([undefined, free.main]);
    // Its owner answers, before a return that nothing announces.
    expect(seen(parcelIn(status, { problem }), owner, carrier).main).toBeUndefined();
    // Nothing is frozen: customs may have given it back.
    expect(names(held)).toEqual(expect.arrayContaining(names(free).filter((name) => name !== 'reportProblem')));
    expect(told(held)).toContain(label);
    for (const act of ['startDelivery', 'validateDelivery', 'returnParcel'] as const)
      expect(
        questionOf(act, { situation: held, title: 'Livres', other: undefined }).paragraphs.map(plainText).join(' '),
      ).toContain(
        `toujours ouvert : « ${label} ».${act === 'validateDelivery' ? '' : ` ${back}, dites aussi que le problème est résolu.`}`,
      );
    // A photo alone settles nothing, the right code does.
    const coded = seen(parcelIn(status, { problem, codeAsked: true }), carrier, owner);
    const asked = questionOf('validateDelivery', { situation: coded, title: 'Livres', other: undefined });
    expect(asked.paragraphs.map(plainText).join(' ')).toMatch(coded.codeAsked ? /alors résolu/ : /toujours ouvert/);
    const settle = questionOf('settleProblem', { situation: held, title: 'Livres', other: undefined });
    expect(settle.paragraphs.map(plainText).join(' ')).toContain('qui pourra signaler le contraire');
  },
);

test('a delivery that its carrier begins while a problem is open tells both what comes next', () => {
  const problem = { reportId: 'report', kind: 'customs' as const, by: carrier, at: new Date(now).toISOString() };
  const held = parcelIn('in_transit', { problem, carrierId: carrier, carrier: aCard({ id: carrier }) });
  const begun = carry('startDelivery', held, carrier, now).parcel;
  expect(told(seen(begun, owner, carrier))).toMatch(/^Colis retenu par la douane : .+ va livrer votre colis\.$/);
  expect(told(seen(begun, carrier, owner))).toMatch(/ Livrez le colis à son destinataire et photographiez-le\.$/);
  expect(seen(begun, carrier, owner).main).toBe('validateDelivery');
  // Reported on the way to the recipient, it comes before the delivery.
  expect(told(seen({ ...held, status: 'delivery' }, owner, carrier))).not.toContain('va livrer');
});

test('an owner whose code is spent reads in every place that it does not count, and that they confirm', () => {
  const spent = { codeAsked: true, codeSpent: true } as const;
  expect(told(seen(parcelIn('delivery', spent), owner, carrier))).toMatch(
    /va livrer votre colis\. Le code ne sert plus : confirmez la livraison quand elle est déclarée\.$/,
  );
  expect(told(seen(parcelIn('delivery', { codeAsked: true }), owner, carrier))).not.toContain('ne sert plus');
});

test('a third member reads nothing of a problem', () => {
  const problem = { reportId: 'report', kind: 'lost' as const, by: carrier, at: new Date(now).toISOString() };
  expect(seen(parcelIn('in_transit', { problem }), 'third', owner)).not.toHaveProperty('problem');
});

test.each([
  ['lost', 'Perdu', 'Notre équipe a décidé : le colis est perdu.'],
  ['seized', 'Saisi par la douane', 'Notre équipe a décidé : la douane a gardé le colis.'],
  ['cancelled by our team', 'Annulé', 'Notre équipe a décidé : le colis est annulé.'],
] as const)('a parcel that is %s reads « %s » to both, and is over', (end, badge, sentence) => {
  const ended = end === 'cancelled by our team' ? { settledAt: '2026-11-20T10:00:00.000Z' } : { outcome: end };
  const parcel = parcelIn('cancelled', { ...ended, carrierId: carrier, carrier: aCard({ id: carrier }) });
  for (const [viewer, other] of [
    [owner, carrier],
    [carrier, owner],
  ] as const) {
    const situation = seen(parcel, viewer, other);
    expect([badgeOf(situation), told(situation), situation.waitsFor]).toEqual([badge, sentence, 'nobody']);
    expect(carrierWord(situation)).toBe('Transporteur');
  }
});

test('half an agreement of two who cannot reach each other names its end to both', () => {
  const half = parcelIn('carrier_chosen');
  const end = / La proposition prend fin le .+\.$/;
  expect(told(seen(half, owner, carrier, { isBlocked: true }))).toMatch(end);
  expect(told(seen(half, carrier, owner, { isReachable: false }))).toMatch(end);
  const offered = { isBlocked: true, offer: offerBy(owner) };
  expect(told(seen(parcelIn('active'), owner, other, offered))).toMatch(end);
  expect(told(seen(half, owner, other, { isBlocked: true }))).not.toMatch(end);
});

test('a late parcel with an open problem is told as late beside it', () => {
  const problem = { kind: 'damaged' as const, by: owner, at: '2026-11-19T10:00:00.000Z', reportId: 'r' };
  const late = parcelIn('in_transit', { deadline: '2026-11-18', problem });
  for (const [id, otherId] of [
    [owner, carrier],
    [carrier, owner],
  ] as const)
    expect(told(seen(late, id, otherId))).toMatch(/ Le colis est en retard\.$/);
  expect(told(seen({ ...late, deadline: '2026-12-20' }, owner, carrier))).not.toContain('en retard');
});

test('a traveller whose trip cannot be taken is told the act that is offered', () => {
  const trip = { id: 't', travelDate: '2026-12-12', from: 'Paris', to: 'Alger', obstacle: 'unlisted' as const };
  const theirs = seen(parcelIn('active'), other, owner, { offer: offerBy(owner, { trip }) });
  expect(labelOf('makeOffer', theirs)).toBe('Proposer un autre prix');
  expect(told(theirs)).toMatch(/ : proposez un prix sans ce trajet\.$/);
  const mine = seen(parcelIn('active'), other, owner, { offer: offerBy(other, { trip }) });
  expect(labelOf('makeOffer', mine)).toBe('Changer ma proposition');
  expect(told(mine)).toMatch(/ : changez votre proposition\.$/);
});

test('a carrier whose owner is away before the pickup is led out of the agreement, as the sentence says', () => {
  const [there, away] = [true, false].map((isReachable) =>
    seenAt(now, parcelIn('pickup'), carrier, { other: { ...known, id: owner, isReachable } }),
  );
  expect([there?.main, away?.main]).toEqual(['validatePickup', 'releaseCarrier']);
});

test.each(['carrier_chosen', 'pickup'] as const)(
  'an owner whose carrier is away while %s is asked to take them out, in a row too',
  (status) => {
    const away = seenAt(now, parcelIn(status), owner, { other: { ...known, id: carrier, isReachable: false } });
    expect(away).toMatchObject({ waitsFor: 'me', main: 'releaseCarrier', obstacle: 'unavailable' });
    expect(told(away)).toContain(
      " n'est plus disponible : retirez ce transporteur, pour proposer de nouveau votre colis.",
    );
    const card = { ...aCard({ id: carrier }), unavailable: true as const };
    expect(sectionOfRecord(parcelIn(status, { carrier: card }))).toBe('todo');
  },
);

test.each(['pickup', 'in_transit'] as const)(
  'the owner of a parcel that is %s asks no carrier for a code who is not there',
  (status) => {
    const gone = { isReachable: false, hasNoAccount: true };
    expect(names(seen(parcelIn(status), owner, carrier))).toContain('setCode');
    expect(names(seen(parcelIn(status), owner, carrier, gone))).not.toContain('setCode');
    const card = { ...aCard({ id: carrier }), unavailable: true as const };
    expect(() => setCode(parcelIn(status, { carrier: card }), owner, true)).toThrow('STATE_CHANGED');
  },
);

test.each([
  ['pickup', { carrier: aCard({ id: carrier, verified: false }) }, { isVerified: false }, 'going'],
  ['carrier_chosen', { carrierTie: 'blocked' }, { isBlocked: true }, 'going'],
  ['carrier_chosen', { carrierTie: 'hidden' }, { isReachable: false }, 'todo'],
  ['accepted_for_delivery', { carrierTie: 'hidden' }, { isReachable: false }, 'going'],
] as const)('the counted place of a parcel that is %s is that of its list: %o', (status, facts, other, at) => {
  const offer = offerBy(carrier, { isChange: status === 'pickup' ? true : undefined });
  const parcel = parcelIn(status, { ...facts, carrierOffer: stored(offer) });
  expect([sectionOf(seen(parcel, owner, carrier, other)), sectionOfRecord(parcel)]).toEqual([at, at]);
});

test('what waits for its owner under « À faire », and for no answer, correction or problem, is to revise', () => {
  const revise = (parcel: ParcelRecord) => waitingOf(parcel, me, now);
  const away = { carrier: { ...aCard({ id: carrier }), unavailable: true as const } };
  const stuck = [{ end, isSent: true, why: 'full' as const }];
  expect(revise(parcelIn('pickup', away))).toBe('revise');
  expect(revise(parcelIn('carrier_chosen', away))).toBe('revise');
  expect(revise(parcelIn('active', { openOffers: { received: [], sent: [], stuck } }))).toBe('revise');
  expect(revise(parcelIn('active', { openOffers: { received: [end], sent: [], stuck } }))).toBe('answer');
  expect(revise(parcelIn('pickup'))).toBeUndefined();
});

test('no question promises to tell a member who is not there, or that they read or answer', () => {
  const gone = { firstName: 'Amel', unavailable: true as const };
  const promise = /prévenons|Amel lira|Amel pourra|qui pourra/;
  const asked = (named: { firstName: string }) =>
    (['pickup', 'in_transit', 'delivery', 'returned'] as const).flatMap((status) =>
      [owner, carrier].flatMap((viewer) => {
        const situation = seen(parcelIn(status), viewer, viewer === owner ? carrier : owner);
        return askedActs
          .filter((act) => names(situation).includes(act))
          .map((act) => {
            const { paragraphs, reason } = questionOf(act, { situation, title: 'Livres', other: named });
            const text = [...paragraphs.map(plainText), reason?.hint ?? ''].join(' ');
            expect(text).not.toMatch(/ {2,}|\. ?\.| \.|, ?\./);
            return [act, promise.test(text.replaceAll(/[\u2066-\u2069]/g, ''))] as const;
          });
      }),
    );
  const left = { situation: seen(parcelIn('pickup'), carrier, owner), title: 'Livres', other: gone };
  expect(questionOf('releaseCarrier', left).paragraphs.map(plainText)).toEqual([
    expect.stringMatching(/^Vous ne transporterez pas « .*Livres.* »\.$/),
  ]);
  expect(asked(gone).filter(([, promises]) => promises)).toEqual([]);
  expect(asked({ firstName: 'Amel' }).filter(([, promises]) => promises).length).toBeGreaterThan(10);
});

const unverified = { me: { isVerified: false, lacksSubscription: false } };

test.each([
  ['owner', 'accepted_for_delivery', { isVerified: false }, undefined, 'Refuser'],
  ['carrier', 'carrier_chosen', { isVerified: false }, undefined, 'Refuser'],
  ['owner', 'carrier_chosen', { isVerified: false }, undefined, undefined],
  ['owner', 'accepted_for_delivery', { isReachable: false }, undefined, 'Refuser'],
  ['owner', 'carrier_chosen', { isReachable: false }, undefined, 'Retirer ce transporteur'],
  ['owner', 'active', { isReachable: false }, 'carrier', 'Refuser'],
  ['owner', 'active', { isVerified: false }, 'carrier', 'Refuser'],
  ['owner', 'active', { isReachable: false }, 'owner', 'Retirer ma proposition'],
  ['owner', 'active', { isVerified: false }, 'owner', undefined],
] as const)('the %s of a parcel that is %s, whose other member is %o: main act', (who, status, facts, by, label) => {
  const [meId, otherId] = who === 'owner' ? [owner, carrier] : [carrier, owner];
  const offer = by && offerBy(by === 'owner' ? owner : carrier);
  const situation = seen(parcelIn(status), meId, otherId, { ...facts, ...(offer ? { offer } : {}) });
  expect(situation.main && labelOf(situation.main, situation)).toBe(label);
  expect(told(situation)).toContain('La proposition prend fin le ');
});

test('a member who is not verified reads when the proposition ends', () => {
  expect(told(seen(parcelIn('active'), owner, carrier, { ...unverified, offer: offerBy(carrier) }))).toBe(
    "Pour conclure un accord, votre identité doit d'abord être vérifiée. La proposition prend fin le 21 nov. 2026 à 11:00 (heure d'Alger).",
  );
});

test('a change that waits for the verification of the carrier leaves the pickup as the next step, and is told', () => {
  const change = offerBy(carrier, { isChange: true });
  const own = seen(parcelIn('pickup'), carrier, owner, { ...unverified, offer: change });
  expect(own.main).toBe('validatePickup');
  expect(names(own)).toEqual(expect.arrayContaining(['verify', 'withdrawOffer']));
  expect(told(own)).toMatch(
    /^Vous avez proposé 28.€ au lieu de 30.€\. Pour modifier un accord, votre identité doit d'abord être vérifiée\. Vous pouvez aussi retirer ce changement\. Le changement proposé prend fin le /,
  );
  const asked = seen(parcelIn('pickup'), owner, carrier, { ...unverified, offer: change });
  expect(asked.main).toBe('verify');
  expect(told(asked)).toContain('Vous pouvez aussi refuser ce changement.');
});

test('without a subscription a change can be refused, and the two are led to it before they change their agreement', () => {
  const unpaid = { me: { ...me, lacksSubscription: true } };
  const agreed = seen(parcelIn('pickup'), carrier, owner, unpaid);
  expect(agreed.main).toBe('validatePickup');
  expect(names(agreed)).toContain('subscribe');
  expect(agreed.acts).toContainEqual({ name: 'makeOffer', reason: "Il vous faut d'abord un abonnement en cours." });
  const asked = seen(parcelIn('pickup'), owner, carrier, { ...unpaid, offer: offerBy(carrier, { isChange: true }) });
  expect(asked).toMatchObject({ waitsFor: 'me', main: 'subscribe', obstacle: 'noSubscription' });
  expect(names(asked)).toContain('declineOffer');
  expect(told(asked)).toContain(
    'Pour modifier un accord, il vous faut un abonnement en cours. Vous pouvez aussi refuser ce changement.',
  );
});

test.each([
  ['delivered', {}, 'not_arrived', /La livraison, notée comme faite, est en doute tant que le problème est ouvert\.$/],
  ['delivered', {}, 'missing', /La livraison, notée comme faite, est en doute/],
  [
    'returned',
    { returnConfirmedAt: '2026-11-20T09:30:00.000Z' },
    'not_returned',
    /Le retour, noté comme fait, est en doute tant que le problème est ouvert\.$/,
  ],
] as const)('an end (%s %o) that its owner denies (%s) is told by nothing as a fact', (status, facts, kind, doubt) => {
  const problem = { reportId: 'report', kind, by: owner, at: new Date(now).toISOString() };
  const parcel = parcelIn(status, { problem, ...facts });
  for (const [viewer, otherId] of [
    [owner, carrier],
    [carrier, owner],
  ] as const) {
    const situation = seen(parcel, viewer, otherId);
    expect(told(situation)).toMatch(doubt);
    expect(told(situation)).not.toMatch(/est livré|avez livré|a été rendu|de retour chez/);
    expect(stateLabel(situation)).toMatch(/en doute$/);
    expect([situation.main, stepsReached[stepStageOf(situation)]]).toEqual([
      undefined,
      status === 'delivered' ? 4 : undefined,
    ]);
  }
  const damaged = seen(parcelIn('delivered', { problem: { ...problem, kind: 'damaged' } }), owner, carrier);
  expect([told(damaged), stepsReached[stepStageOf(damaged)]]).toEqual([
    expect.stringContaining('Votre colis est livré.'),
    5,
  ]);
});

test('an answered problem asks its author, in rows too, whether it is resolved; an end to confirm comes first', () => {
  const of = (by: string, kind: 'lost' | 'damaged' | 'customs') => ({
    reportId: 'report',
    kind,
    by,
    at: '2026-11-20T09:00:00.000Z',
    answeredAt: '2026-11-20T09:30:00.000Z',
  });
  const mainOf = (status: ParcelStatus, problem: ReturnType<typeof of>, viewer: string) =>
    seen(parcelIn(status, { problem }), viewer, viewer === owner ? carrier : owner).main;
  expect(mainOf('in_transit', of(carrier, 'lost'), carrier)).toBe('settleProblem');
  expect(mainOf('in_transit', of(carrier, 'customs'), carrier)).toBe('settleProblem');
  expect(mainOf('delivered', of(owner, 'damaged'), owner)).toBe('settleProblem');
  expect(mainOf('in_transit', of(owner, 'damaged'), carrier)).toBe('startDelivery');
  expect(mainOf('returned', of(owner, 'damaged'), owner)).toBe('confirmReturn');
  const later = situationOf(parcelIn('in_transit', { problem: of(carrier, 'lost') }), carrier, { me }, now + 3 * dayMs);
  expect(later.main).not.toBe('settleProblem');
});

test('a delivered parcel leads to its note, and asks for none: the reader may have given it', () => {
  const mine = seen(parcelIn('delivered', { deliveredAt: '2026-11-20T09:30:00.000Z' }), owner, carrier);
  expect(names(mine)).toContain('rate');
  expect(mine).not.toHaveProperty('main');
});

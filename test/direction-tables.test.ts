import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compose } from '#functions/mail/compose.ts';
import { type MailName, mails } from '#functions/mail/mails.ts';
import { queueNames } from '#shared/admin/queues.ts';

const name = 'محمد';
const isolates = /\u2068[^\u2068\u2069]*\u2069/g;

const day = '2026-12-12';
const at = '2026-12-01T10:00:00.000Z';
const price = { amount: 2800, currency: 'EUR' };
const place = { city: name, country: 'Algérie', countryCode: 'DZ' };
const trip = { id: 't', from: name, to: name, transport: 'plane', travelDate: day };
const terms = { kind: 'agreed', price, grams: 3500, trip };
const ends = { pickup: { city: 'Paris' }, delivery: { city: 'Alger' } };
const person = { id: 'other', firstName: name, lastName: name };
const offer = { id: 'o', by: 'other', price, grams: 5000, trip, until: at, isChange: true };
const listing = { kind: 'trip', id: 't', from: place, to: place, day, facts: { transport: 'plane', size: 'small' } };
const alert = { kind: 'trip', from: place, to: place, date: day };
/** The facts of a member, a parcel, a trip, an offer and a situation: most sentences are made of them. */
const anything = {
  ...person,
  ...terms,
  ...trip,
  terms,
  offer,
  isOwner: true,
  stage: 'proposed',
  waitsFor: 'me',
  acts: [{ name: 'makeOffer' }],
  title: name,
  pickup: place,
  delivery: place,
  depart: place,
  arrival: place,
  stops: [],
  deadline: day,
  size: 'small',
  maxSize: 'small',
  maxWeightKg: 5,
  priceType: 'fixed',
  weightGrams: 500,
  day,
  left: 3,
  why: 'bounce',
  reason: name,
  note: name,
};

/** Arguments of the sentences that need others than these. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  callPoliceFirst: ['+33612345678'],
  outcomeLabel: ['decision', 'acted'],
  refusalLabel: [true],
  foundFacts: [listing, alert, [place, place]],
  leavingText: [day],
  detailText: ['title', name, String],
  motiveLabel: [{ about: { kind: 'parcel' }, reason: 'other', problem: { kind: 'lost' } }],
  verdictLabel: ['parcel', { outcome: 'acted', end: 'lost' }],
  logTexts: [{ action: 'approveParcel', targetType: 'parcel', details: { title: name } }, String],
  decided: ['parcel', 'approved'],
  takenBack: ['parcel'],
  tripRemark: [{ ...trip, obstacle: 'cancelled' }],
  otherDecides: ['signalement'],
  deletionFailed: ['Veuillez réessayer.'],
  operationFailed: ['Veuillez réessayer.'],
  sidesText: [place, place],
  alertName: [alert],
  alertText: [alert],
  eventText: [{ type: 'problemReported', problem: 'lost' }],
  decidedEnd: [{ to: 'cancelled' }],
  eventLine: [{ type: 'position', by: 'other', city: name, at }, 'me', name],
  plainText: [[{ name }, ' propose 25 €']],
  labelOf: ['makeOffer', anything],
  insteadOf: ['trajet'],
  offerEndLabel: ['taken'],
  weightText: [500],
  unreadText: [3],
  shortId: ['0f3e4567-e89b'],
  verifiedText: [day],
  carriedText: [3],
  answerTimeText: [90],
  mailsLostText: [{ why: 'bounce' }, 'a@exemple.fr'],
  mailRefusedText: [{ why: 'bounce' }, day],
  stuckSentence: [{ received: 0, sent: 0, until: at, stuck: [{ isSent: true, why: 'cancelled' }] }],
  afterTheDay: [{ ...anything, endsAt: at }, { name }],
  startSentence: [day, 3],
  endSentence: [day, 3],
  tooLate: [day],
  yearPrice: ['33'],
  subscriptionTerms: ['5000 DA'],
  transportText: ['plane'],
  signInReason: ['/send-parcel'],
  capital: ['colis'],
  maskEmail: ['a@exemple.fr'],
  countText: ['parcel', { items: [{}, {}] }],
  tripCountText: [{ items: [trip, trip] }],
  roomyCountText: [{ items: [trip, trip] }],
  partText: ['trip', 'transport-plane'],
  'web/features/accounts/words.ts sentenceOf': ['documents', new Error('no')],
  subscriptionState: [{ isFree: false, from: day }],
  otherRoute: [trip, ends],
  tripChange: [trip, trip, ends],
};
/** They make no text, or it is asked in `direction.test.ts` because its names are parts. */
const wordless = new Set([
  'functions/deliveries/agreement/trip-words.ts inTripWords',
  'shared/deliveries/words.ts isByTeam',
  'shared/deliveries/words.ts isDecision',
  'shared/messaging/words.ts isFormer',
  'shared/situation/label-words.ts firstPrice',
  'shared/situation/words.ts nameIn',
  'shared/situation/words.ts sentenceOf',
  'web/features/accounts/words.ts deadLinkOf',
]);

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  // A name in a sentence of parts is shown isolated.
  if (typeof value !== 'object' || value === null || Object.keys(value).join() === 'name') return [];
  return Object.values(value).flatMap(textsIn);
};

type Make = (...given: readonly unknown[]) => unknown;
/** The functions of a table, also those inside of its objects. */
const functionsIn = (value: unknown, path: string): [string, Make][] => {
  if (typeof value === 'function') return [[path, value as Make]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => functionsIn(part, key));
};

const usual = [anything, { ...anything, other: person, partner: person, ends }, name];

function madeBy(make: Make, given: readonly unknown[]): string[] {
  try {
    return textsIn(make(...given));
  } catch {
    return [];
  }
}

/** Words of ours behind Arabic ones that are not isolated: the sentence turns, or its figures move. */
const isTurned = (text: string) =>
  text
    .replaceAll(isolates, '…')
    .split('\n')
    .some((line) => /[\u0590-\u08ff].*[a-z0-9]/i.test(line));

/** The mails have their words in a room of their own, and are asked as a whole below. */
const tables = globSync('{shared,functions,web}/**/*words*.ts').filter(
  (file) => !/\.test\.|common-passwords/.test(file),
);

test.each(tables)('every sentence of %s reads from left to right with Arabic names', async (file) => {
  const table = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>;
  const made = Object.entries(table)
    .flatMap(([key, value]) => functionsIn(value, key))
    .filter(([key]) => !wordless.has(`${file} ${key}`))
    .map(([key, make]) => ({ key, texts: madeBy(make, samples[`${file} ${key}`] ?? samples[key] ?? usual) }));
  expect(
    made.filter(({ texts }) => texts.length === 0).map(({ key }) => key),
    'need a sample',
  ).toEqual([]);
  expect([...textsIn(table), ...made.flatMap(({ texts }) => texts)].filter(isTurned)).toEqual([]);
});

const theirs = [
  'firstName',
  'otherName',
  'otherFirstName',
  'adminName',
  'name',
  'title',
  'route',
  'reason',
  'message',
  'before',
  'after',
];
const found = {
  kind: 'parcel',
  alert: `Colis Paris → ${name}`,
  when: 'now',
  facts: '2,5 kg · petite taille',
  leg: name,
};
const mailFacts = {
  ...Object.fromEntries(theirs.map((fact) => [fact, name])),
  ...found,
  ...Object.fromEntries(['parcel', 'trip', 'other', 'listing', 'report'].map((thing) => [`${thing}Id`, 'x'])),
  ...Object.fromEntries(
    queueNames.flatMap((queue) => [
      [`${queue}Count`, '2'],
      [`${queue}Age`, '3 jours'],
    ]),
  ),
  terms: '25 €',
  offer: '25 €',
  travel: 'le 13 déc. 2026',
  was: 'le 12 déc. 2026',
  until: at,
  day: 'samedi 12 décembre 2026',
  end: 'samedi 12 décembre 2026',
  left: '3',
  why: 'expired',
  isAuthor: 'yes',
  isTraveller: '',
  answers: '',
  isChange: '',
  isCarrier: '',
  isOwner: 'yes',
  isHalf: '',
  hasWaited: 'yes',
  isListed: '',
  verified: '',
  status: 'active',
  outcome: 'acted',
  origin: 'report',
  about: 'x',
  change: 'addBank',
  count: '2',
  more: '1',
  title0: `Votre alerte : colis Paris → ${name}`,
  kind0: 'parcel',
  listing0Id: 'x',
  waiting: '2',
  by: 'rootAdmin',
  email: 'a@exemple.fr',
  topic: 'Question générale',
  parcelNumber: 'EN-1',
  reference: 'CT-1',
};

/** Programs that guess the direction look at the first letter, also inside of an isolate. */
const startsOurs = (text: string) => /^(?:\u200e|[^\u0590-\u08ff]*[a-z]|[^\u0590-\u08ff]*$)/i.test(text);

test.each(Object.keys(mails) as MailName[])('the mail %s reads from left to right with Arabic names', (mail) => {
  const { subject, text } = compose(mail, mailFacts, { site: 'https://s', email: 'e@s.fr' });
  expect([subject, ...text.split('\n')].filter((line) => isTurned(line) || !startsOurs(line))).toEqual([]);
});

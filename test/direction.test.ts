import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { alertText } from '#shared/alerts/words.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventTermsText, offerMessage } from '#shared/deliveries/offer-words.ts';
import { eventLabels } from '#shared/deliveries/words.ts';
import { eventLine } from '#shared/messaging/words.ts';
import { parcelShareWords, tripShareWords } from '#shared/share/words.ts';
import { Obstacle, type Situation, Stage } from '#shared/situation/contract.ts';
import { askedActs, questionOf } from '#shared/situation/questions.ts';
import type { Sentence } from '#shared/situation/sentence.ts';
import { plainText, sentenceOf, termsLine } from '#shared/situation/words.ts';
import { tripName } from '#shared/trips/words.ts';
import { routeText } from '#shared/values/french.ts';
import { routeChipsOf } from '#web/features/search/chips.ts';
import { emptyTrip, tripSentence } from '#web/features/trips/trip-form.ts';
import { documentTitle } from '#web/lib/document/document-head.ts';

const arabic = { name: 'محمد', title: 'كتب 12', city: 'بوسعادة', reason: 'سبب 3' };
const letters = /[\u0590-\u08ff]/;
/** The sentence without its isolated words. */
const around = (text: string) => text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '…');
const isOurs = (text: string) => !letters.test(around(text));
/** Programs that guess the direction of a text look at its first letter, also inside an isolate. */
const startsOurs = (text: string) => /^(?:\u200e|[^\u0590-\u08ff]*[a-z])/i.test(text);

const place = { city: arabic.city, country: 'Algérie', countryCode: 'DZ' } as const;
const trip = { id: 't', from: arabic.city, to: arabic.city, transport: 'plane', travelDate: '2026-12-12' } as const;
const price = { amount: 2800, currency: 'EUR' } as const;
const terms = { price, grams: 3500, trip };
const ends = { pickup: { city: 'Paris' }, delivery: { city: 'Alger' } };
const offer = { id: 'o', price, grams: 5000, trip, until: '2026-12-01T10:00:00.000Z' };
const member = { firstName: arabic.name, lastName: arabic.name };

/** Every situation that has a sentence of its own. */
const situations = [true, false].flatMap((isOwner) =>
  Stage.options.flatMap((stage) =>
    [undefined, ...Obstacle.options].flatMap((obstacle) =>
      [undefined, { ...offer }, { ...offer, isChange: true }].map(
        (open) =>
          ({
            stage,
            isOwner,
            obstacle,
            offer: open,
            waitsFor: 'me',
            acts: [{ name: 'makeOffer' }, { name: 'withdrawOffer' }],
            terms: { ...terms, kind: 'agreed' },
          }) as unknown as Situation,
      ),
    ),
  ),
);

const plainParts = (sentence: Sentence) => sentence.filter((part) => typeof part === 'string').join('');

test('an Arabic name is isolated in each sentence about a parcel, and in each question', () => {
  const sentences = situations.flatMap((situation) => [
    sentenceOf(situation, { other: member, partner: member, ends }),
    ...askedActs.flatMap((act) => {
      const question = questionOf(act, { situation, title: arabic.title, other: member, ends });
      return [[question.title], [question.reason?.hint ?? ''], ...question.paragraphs];
    }),
  ]);
  expect(sentences.some((sentence) => sentence.some((part) => typeof part === 'object'))).toBe(true);
  expect(sentences.filter((sentence) => !isOurs(plainParts(sentence)) || !isOurs(plainText(sentence)))).toEqual([]);
});

test('an Arabic name is isolated in each line of a conversation', () => {
  const lines = Object.keys(eventLabels).flatMap((type) =>
    ['me', 'other'].flatMap((by) => {
      const event = { type, by, city: arabic.city, at: offer.until } as TrackingEvent;
      return eventLine(event, 'me', arabic.name) ?? [];
    }),
  );
  expect(lines.filter((line) => letters.test(line)).length).toBeGreaterThan(10);
  expect(lines.filter((line) => !isOurs(line))).toEqual([]);
});

test.each(
  Object.entries({
    terms: termsLine({ ...terms, kind: 'agreed' }, ends),
    'an offer': offerMessage({ ...offer, isChange: true }, { isOwner: true, terms, note: undefined }),
    'terms of an event': eventTermsText({ terms, was: { ...terms, grams: 1000 } }) + routeText(place, place),
    'a shared parcel': parcelShareWords({
      title: arabic.title,
      pickup: place,
      delivery: place,
      deadline: '2026-12-12',
      size: 'small',
      weightGrams: 500,
    }).message,
    'the title of a shared parcel': parcelShareWords({
      title: arabic.title,
      pickup: place,
      delivery: place,
      deadline: '2026-12-12',
      size: 'small',
      weightGrams: 500,
    }).title,
    'a shared trip': tripShareWords({
      depart: place,
      arrival: place,
      travelDate: '2026-12-12',
      transport: 'plane',
      maxWeightKg: 5,
      bookedGrams: 0,
      maxSize: 'small',
      priceType: 'negotiable',
    }).message,
    'a trip': tripName({ ...trip, depart: place, arrival: place }),
    'a trip before it is published': tripSentence({
      ...emptyTrip,
      transport: 'plane',
      travelDate: '2026-12-12',
      depart: place,
      arrival: place,
      stops: [place],
    }),
    'an alert': alertText({ kind: 'trip', from: place, to: place }),
    'an alert from a place': alertText({ kind: 'trip', from: place }),
    'an alert to a country': alertText({ kind: 'trip', from: place, to: { country: 'France', countryCode: 'FR' } }),
    'a filter': routeChipsOf({ from: { city: arabic.city }, to: { city: '' }, date: '', parts: [] })[0]?.label ?? '',
  }),
)('Arabic words are isolated in the sentence of %s', (_, text) => {
  expect(text).not.toBe('');
  expect(around(text)).not.toMatch(letters);
});

test('a text that leaves the page begins from the left', () => {
  const { title, message } = parcelShareWords({
    title: arabic.title,
    pickup: place,
    delivery: place,
    deadline: '2026-12-12',
    size: 'small',
    weightGrams: 500,
  });
  expect([documentTitle(arabic.name), title, message].filter((text) => !startsOurs(text))).toEqual([]);
});

/** Words of members, by the names that our sources give them. */
const typed = /\$\{(?:[\w.]+\.)?(?:title|[fF]irstName|lastName|fileName|bankName|city|name|q|wanted)(?:\.trim\(\))?\}/;
/** Templates that are no sentence. */
const technical =
  /key=|fieldId|draftName|kept|`setting-|<use |<title>|\.(?:city|countryCode)`|\$\{name\}\.|brand\.name|property|\$\{name\} \(/;
/** Files in which these names are words of ours. */
const own = [
  'app/shell/toaster.tsx',
  'features/admin/logs/logs-tab.tsx',
  'features/deliveries/acts/act-dialog.tsx',
  'features/parcels/summary-step.tsx',
  'features/profiles/profile-settings.tsx',
  'features/second-factor/recovery-codes.tsx',
  'features/site/retention-words.ts',
  'features/trips/own-trips.tsx',
  'forms/field.tsx',
  'forms/error-summary.tsx',
];

test('a title, a label or a toast isolates the words of members', async () => {
  const files = (await readdir('web', { recursive: true })).filter(
    (file) =>
      /^(features|routes|ui|forms|app)\/.*\.tsx?$/.test(file) && !file.includes('.test.') && !own.includes(file),
  );
  const raw: string[] = [];
  for (const file of files)
    for (const line of (await readFile(`web/${file}`, 'utf8')).split('\n'))
      if (typed.test(line) && !technical.test(line)) raw.push(`${file}: ${line.trim()}`);
  expect(raw).toEqual([]);
});

test('only what a member wrote chooses its own direction', async () => {
  const files = (await readdir('web', { recursive: true })).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  );
  const ours: string[] = [];
  for (const file of files) {
    const code = await readFile(`web/${file}`, 'utf8');
    for (const [, text = ''] of code.matchAll(/<(?:bdi|\w+[^<>]*dir="auto")[^<>/]*>\s*(?:<\w+>)?\{([^<\n]*)\}/g))
      if (/(?<!end|item)(?:Text|Sentence|Line|Words)\(|^(?:sentence|search|message|detail)$|^`|^routeText/.test(text))
        ours.push(`${file}: ${text}`);
  }
  expect(ours).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacters } from '#test/support/chance/any-characters.ts';
import { foldPlace } from '../places.ts';
import { lengthOf, plainDigits, tidy, tidyCode, tidyLine } from './characters.ts';
import { readDay } from './days.ts';
import { readGrams } from './numbers.ts';

test.each([
  ['كتب\u200f مدرسية', 'كتب مدرسية'],
  ['Livres\u200b scolaires', 'Livres scolaires'],
  ['Cahiers\u00adscolaires', 'Cahiersscolaires'],
  ['\u202bبن علي\u202c', 'بن علي'],
  ['\u200eBenali\ufeff', 'Benali'],
  ['\u2066Amel\u2069\u2060', 'Amel'],
  ['Livres\u3164\u115f', 'Livres'],
  ['a\u0001b\u0007\u009b', 'ab'],
  ['A\u00a0b\u202fc\u2009d\u3000e\u2800f\tg', 'A b c d e f g'],
  ['un\r\ndeux\rtrois\u2028quatre\u000bcinq', 'un\ndeux\ntrois\nquatre\ncinq'],
  ['E\u0301te\u0301', 'Été'],
  ['e\u200b\u0301', 'é'],
])('%j reads %j', (typed, read) => {
  expect(tidy(typed)).toBe(read);
});

test.each([
  'Ordinateur 👨‍💻',
  '👩🏽‍🔧 👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 🏴‍☠️ 👨‍🦰 🏃‍♀️‍➡️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 1\ufe0f\u20e3 ☎︎ 👍🏽 🇩🇿',
  'می\u200cخواهم',
  'علی\u200cرضا',
  '١٤٤٦ ه\u200d',
  'क्\u200dष',
])('%j keeps its joiners', (typed) => {
  expect(tidy(typed)).toBe(typed.normalize('NFC'));
});

test.each([
  ['Am\u200del', 'Amel'],
  ['Am\u200cel', 'Amel'],
  ['كتب\u200c جديدة', 'كتب جديدة'],
  ['می\u200c\u200b\u200dخ', 'می\u200cخ'],
  ['👨\u200d et', '👨 et'],
  ['Amel\ufe0f', 'Amel'],
  ['12\ufe0f3', '123'],
  ['👨\u200d\u200b\u200d💻', '👨\u200d💻'],
  ['Amel\u{e0041}\u{e007f}', 'Amel'],
])('a joiner that joins nothing leaves %j', (typed, read) => {
  expect(tidy(typed)).toBe(read);
});

const anyText = fc.oneof(
  anyCharacters,
  fc.string({
    unit: fc.constantFrom(
      'a',
      'ل',
      '👨',
      '💻',
      '🏴',
      '1',
      '\u20e3',
      ' ',
      '\u200b',
      '\u200c',
      '\u200d',
      '\ufe0f',
      '\u0301',
      '\u202e',
      '\u{e0067}',
      '\u{e007f}',
      '\n',
      '\u00a0',
    ),
  }),
);

test('what is in form once is in form, and hides nothing', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      const read = tidy(typed);
      expect(tidy(read)).toBe(read);
      expect(read).toBe(read.normalize('NFC'));
      expect(read).not.toMatch(
        /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u2028\u2029\u00a0\u3164]/,
      );
      expect(read.replaceAll(/[\n\0]/g, '')).not.toMatch(/\p{Cc}/u);
      expect(tidyLine(typed)).not.toMatch(/^\s|\s$| {2}/);
    }),
  );
});

test('marks that a phone or a chat puts around and into a text change nothing', () => {
  const mark = fc.constantFrom(
    '\u200b',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202c',
    '\u2066',
    '\u2069',
    '\u00ad',
    '\ufeff',
    '\u2060',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(mark, fc.constantFrom('A', 'é', 'ل', '7', '🚚')), { maxLength: 20 }), (parts) => {
      const clean = parts.map(([, letter]) => letter).join('');
      expect(tidy(`${parts.flat().join('')}\u202c`)).toBe(clean);
    }),
  );
});

test('digits of every keyboard are read where a digit is meant', () => {
  expect(plainDigits('٠٦ ١٢ ۳۴ ۵۶ ７８')).toBe('06 12 34 56 78');
  expect(plainDigits('＋３３（０）６－１２．３４，５６：ｋｇ＠')).toBe('+33(0)6-12.34,56:kg@');
  expect(plainDigits('﹢3﹒4﹐5﹣6')).toBe('+3.4,5-6');
  expect(plainDigits('1／2⁄3∕4')).toBe('1/2/3/4');
  expect(tidyCode('\u200eFR76\u20133000\u00a06000−0112')).toBe('FR76-30006000-0112');
});

test('a limit counts the characters that are kept', () => {
  expect(lengthOf('  Amel\u200b\u200e ')).toBe(4);
  expect(lengthOf('🚚🚚')).toBe(2);
});

test.each([
  ['text', tidy],
  ['day', readDay],
  ['weight', readGrams],
  ['place', foldPlace],
])('marks in a pile of any height cost a typed %s no time', (_kind, read) => {
  const startedAt = performance.now();
  read(`a${'\u0301\u0316'.repeat(100_000)}`);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(tidy(`e\u0301${'\u0316'.repeat(20)}`)).toBe(`é${'\u0316'.repeat(20)}`.normalize('NFC'));
});

import { plainDigits, tidyLine } from './characters.ts';

/**
 * Parses numbers as people write them (decision 048): « 12 000 », « 1.500,50 », « 12,000.50 », « ٥٠٠٠ », with a unit
 * before or after.
 */

/** Blank, apostrophe or Arabic mark between thousands: unambiguous. */
const grouped = /^(\d{1,3}(?:([ '’٬])\d{3})(?:\2\d{3})*)(?:[.,٫](\d+))?$/;
/** A dot or comma between thousands and the other one before decimals. */
const groupedByDots = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/;
const groupedByCommas = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/;
const plain = /^(\d*)(?:[.,٫](\d*))?$/;

/**
 * The digits of a number multiplied by 10 ^ `decimals`: « 12,5 » with 2 is 1250. One dot or comma is the decimal mark
 * unless more digits follow than there are decimals. Undefined for other texts.
 */
function scaled(text: string, decimals: number): number | undefined {
  const one = plain.exec(text);
  const found =
    one && (one[2] ?? '').length <= decimals
      ? one
      : (take(grouped.exec(text), 1, 3) ??
        take(groupedByDots.exec(text), 1, 2) ??
        take(groupedByCommas.exec(text), 1, 2));
  const [, whole = '', fraction = ''] = found ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  if (digits + fraction === '' || fraction.length > decimals) return undefined;
  return Number(digits + fraction.padEnd(decimals, '0'));
}

const take = (found: RegExpExecArray | null, whole: number, fraction: number) =>
  found && ['', found[whole] ?? '', found[fraction] ?? ''];

/** The longest number with its unit, in UTF-16 units. */
const longest = 60;

interface Measured {
  readonly number: string;
  readonly unit: string;
}

/** « 50 € », « EUR 50 » and « 50,- »: the number, and its unit in small letters without dots and blanks. */
function measured(typed: string): Measured | undefined {
  if (typed.length > longest) return undefined;
  const text = plainDigits(tidyLine(typed)).toLowerCase();
  const [, before = '', number = '', after = ''] = /^(\D*?)([.,٫]?\d(?:[\d .,٫'’٬]*\d)?[.,]?)(\D*)$/.exec(text) ?? [];
  const unit = [before, after.replace(/^-$/, '')].map((part) => part.replaceAll(/[. ]/g, '')).filter(Boolean);
  return number === '' || unit.length > 1 ? undefined : { number, unit: unit[0] ?? '' };
}

const currencyUnits = {
  EUR: /^(?:€|eur|euros?|يورو|أورو|اورو)$/,
  DZD: /^(?:da|dz|dzd|dinars?|dinars?algériens?|دج|دينار|دنانير)$/,
} as const;

/** An amount in minor units, with the currency if the text names one; undefined for other texts. */
export interface Amount {
  readonly amount: number;
  readonly currency?: 'EUR' | 'DZD';
}

export function readAmount(typed: string): Amount | undefined {
  if (typed.length > longest) return undefined;
  const [, euros, cents] = eurosAndCents.exec(plainDigits(tidyLine(typed)).toLowerCase()) ?? [];
  const { number, unit } = measured(euros ? `${euros},${cents} €` : typed) ?? {};
  const currency = unit ? (['EUR', 'DZD'] as const).find((code) => currencyUnits[code].test(unit)) : undefined;
  if (number === undefined || (unit && !currency) || hasThreeDecimals(number, currency)) return undefined;
  const amount = scaled(number, 2);
  return amount === undefined ? undefined : { amount, ...(currency && { currency }) };
}

/** « 12€50 »: the unit in the place of the decimal mark. */
const eurosAndCents = /^(\d+)\s?(?:€|euros?)\s?(\d{1,2})$/;

/** « 25,555 »: one mark before three digits is between thousands only in « 12,000 », « 12.500 » and « 12.555 DA ». */
function hasThreeDecimals(number: string, currency: Amount['currency']): boolean {
  const [, mark, digits = ''] = /^\d+([.,])(\d{3})$/.exec(number) ?? [];
  return mark === '.' ? currency !== 'DZD' && !digits.endsWith('00') : mark === ',' && digits !== '000';
}

const kilos = 'kgs?|kilos?|kilogrammes?|كغ|كلغ|كجم|كيلو|كيلوغرام|كيلوجرام';
const grams = 'g|grs?|grammes?|غ|غرام|جرام|جم';
const [isKilos, isGrams] = [new RegExp(`^(?:${kilos})?$`), new RegExp(`^(?:${grams})$`)];
const both = new RegExp(`^(\\d+)\\s?(?:${kilos})\\s?(\\d{1,3})(\\s?(?:${grams}))?$`);

/** A weight in grams, from kilos unless grams are named (« 2 kg 500 », « 2kg5 »); undefined for other texts. */
export function readGrams(typed: string): number | undefined {
  if (typed.length > longest) return undefined;
  const [, whole, rest = '', unitOfRest] = both.exec(plainDigits(tidyLine(typed)).toLowerCase()) ?? [];
  if (whole !== undefined) return Number(whole) * 1000 + Number(unitOfRest ? rest : rest.padEnd(3, '0'));
  const { number = '', unit = '' } = measured(typed) ?? {};
  if (isKilos.test(unit)) return scaled(number, 3);
  return isGrams.test(unit) ? scaled(number, 0) : undefined;
}

/** Grams as a field shows them, in kilos: « 3,5 ». `readGrams` reads them back. */
export const typedKilos = (grams: number): string => String(grams / 1000).replace('.', ',');

export function readWhole(typed: string): number | undefined {
  const { number, unit } = measured(typed) ?? {};
  return number === undefined || unit ? undefined : scaled(number, 0);
}

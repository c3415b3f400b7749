import {
  type CountryCode,
  type MetadataJson,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/core/es6';
import { packedMetadata } from './phone-metadata.generated.ts';
import { invalidPhone } from './tidy-phone.ts';

/*
 * Parses a typed telephone number (decision 049) with the data of the world's numbers: 20 kB that a browser loads for
 * the first number. Other modules call `phone.ts`.
 */

const metadata = JSON.parse(packedMetadata) as MetadataJson;

/** A number as stored and as shown, or the reason of its refusal. */
export type PhoneRead =
  | { readonly phone: string; readonly shown: string; readonly country: CountryCode | undefined }
  | { readonly problem: string };

const refused = (reason: string): PhoneRead => ({ problem: `${invalidPhone} : ${reason}` });

/** « Tél. : », `tel:`: copied with the number. */
const introduction = /^t[ée]l(?:[ée]phone)?[ .:]*(?=[+(\d])/i;
/** « poste 12 », « ext. 12 », « x12 », « #12 », `;ext=12`. */
const extension = /(?:;? ?ext(?:ension|n)?|;? ?poste|[x#])[ .:=]*\d+$/i;
const separators = /[,;|/]| (?:ou|et|or|and) /i;
/** The longest number of the world has 15 digits, and people add a code and zeros in front. */
const mostDigits = 20;
/** Product 1.9. */
const shortest = 10;
const paid = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL']);

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length;

const parse = (text: string, defaultCallingCode?: string) =>
  parsePhoneNumberFromString(text, { extract: false, ...(defaultCallingCode && { defaultCallingCode }) }, metadata);

/**
 * Parses a number in form (`tidyPhone`): with a country code of its own, or behind the chosen code and a blank, `+33 06
 * 12 34 56 78`.
 */
export function readPhone(text: string): PhoneRead {
  const typed = text
    .replace(introduction, '')
    .replace(/^\((?=\+|00)/, '')
    .replace(/^00\s?/, '+');
  if (extension.test(typed)) return refused('indiquez un numéro direct, sans numéro de poste');
  if (typed.split(separators).filter((part) => digitsIn(part) >= 8).length > 1 || digitsIn(typed) > mostDigits)
    return refused('indiquez un seul numéro');
  if (/[^\d+() ./-]/.test(typed)) return refused("n'écrivez que des chiffres");
  if (!typed.startsWith('+')) return refused("commencez par l'indicatif du pays, par exemple +33 ou +213");

  const found = meanings(typed).find((number) => number?.isValid());
  if (!found) return refused(reasonOf(typed));
  if (paid.has(found.getType() ?? '')) return refused('les numéros spéciaux ou surtaxés ne sont pas acceptés');
  if (found.number.length < shortest) return refused('il manque des chiffres');
  return { phone: found.number, shown: found.formatInternational(), country: found.country };
}

/** The possible readings, the likeliest first; at most one of them exists. */
function meanings(typed: string) {
  const [, code, national] = /^\+(\d{1,3}) (.*)$/.exec(typed) ?? [];
  return [
    parse(typed),
    parse(typed.replace(/\(0\)/, '')),
    // The country code was both chosen and typed: « 33612345678 ».
    code && national && code in metadata.country_calling_codes ? parse(national, code) : undefined,
  ];
}

const reasons: Readonly<Record<string, string>> = {
  TOO_SHORT: 'il manque des chiffres',
  TOO_LONG: 'il a trop de chiffres',
  INVALID_COUNTRY: "cet indicatif de pays n'existe pas",
};

const reasonOf = (typed: string): string =>
  reasons[validatePhoneNumberLength(typed, metadata) ?? ''] ?? 'vérifiez ses chiffres et son pays';

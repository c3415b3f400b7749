import { plainDashes, plainDigits, tidyCode, tidyLine } from '../values/typed/characters.ts';

/** `FR76` and the rest, with or without blanks. */
const looksLikeIban = /^[A-Z]{2}\d{2}/;
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Words that banks print before a number: « IBAN FR76 … », « RIB : 007 … », « N° de compte CCP : … ». */
const ownName = /^(?:(?:n°|(?:no|numéro|de|compte|iban|rib|ccp|rip)\b)\s*:?\s*)+(?=[A-Z]{2}\d|\d)/i;

/**
 * An account number as stored. An IBAN has no blanks and no word in front; a number has only its digits.
 * Other texts (« 1234567 clé 89 ») keep their words.
 */
export function accountNumber(typed: string): string {
  const plain = plainDashes(plainDigits(tidyLine(typed)));
  const compact = tidyCode(plain.replace(ownName, '')).replaceAll(/[.-]/g, '').toUpperCase();
  return looksLikeIban.test(compact) || /^\d+$/.test(compact) ? compact : plain;
}

export function isPlausible(number: string): boolean {
  if (looksLikeIban.test(number)) return iban.test(number) && remainder(number.slice(4) + number.slice(0, 4)) === 1n;
  return /\d/.test(number);
}

/** Letters count as 10 to 35. */
const remainder = (text: string) =>
  BigInt(Array.from(text, (character) => Number.parseInt(character, 36)).join('')) % 97n;

/** A stored number in groups that are easy to compare: an IBAN in fours, a RIB of 20 digits in its parts. */
export function accountNumberText(number: string): string {
  if (iban.test(number)) return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return number.replace(/^(\d{3})(\d{5})(\d{10})(\d{2})$/, '$1 $2 $3 $4');
}

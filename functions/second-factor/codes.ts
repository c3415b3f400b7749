import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { recoveryCodeCount, stepMs, stepsAround } from '#shared/second-factor/rules.ts';
import { brand } from '#shared/values/brand.ts';

/** Bytes of a key, as RFC 4226 recommends. */
const keySize = 20;

/** A new key in base32, as typed into an application. */
export const newKey = (): string => new Secret({ size: keySize }).base32;

/** The content of the QR code: the key, with the name that applications show beside its codes. */
export const uriOf = (key: string, email: string): string =>
  new TOTP({ issuer: brand.name, label: email, secret: key }).toString();

export const codeOf = (key: string, step: number): string =>
  new TOTP({ secret: key }).generate({ timestamp: step * stepMs });

/** The steps around `now` with this code; none for a wrong code. */
export const stepsOf = (code: string, key: string, now: number): number[] =>
  stepsAround(now).filter((step) => timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)));

/** 32 characters that are hard to confuse; 16 of them are 80 random bits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 16;

const newCode = (): string => Array.from({ length }, () => signs[randomInt(signs.length)]).join('');

/** Ten new codes in groups of four, as they are shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => newCode().replaceAll(/(.{4})(?=.)/g, '$1-'));

/** The stored form of a code. 80 bits cannot be guessed, so a plain hash reveals nothing (rule 103). */
export const hashOf = (memberId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code ${memberId} ${code.replaceAll('-', '')}`)
    .digest('base64url');

/** The index of the code in the list of hashes, -1 if it is not there. Each hash is compared in constant time. */
export function indexOfCode(memberId: string, code: string, hashes: readonly string[]): number {
  const given = Buffer.from(hashOf(memberId, code));
  const equal = hashes.map((hash) => timingSafeEqual(given, Buffer.from(hash)));
  return equal.indexOf(true);
}

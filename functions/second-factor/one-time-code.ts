import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { stepMs, stepsAround } from '#shared/second-factor/rules.ts';
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

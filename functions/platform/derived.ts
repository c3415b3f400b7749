import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { env } from './env.ts';

/** Uses of the one secret. Keys of different labels reveal nothing about each other. */
type Label = 'stop';

const keyOf = (label: Label) => Buffer.from(hkdfSync('sha256', env('DERIVED_SECRET'), '', label, 32));

const signatureBytes = 16;

function signatureOf(label: Label, subject: string): Buffer {
  const hmac = createHmac('sha256', keyOf(label)).update(`${label} ${subject}`).digest();
  return Buffer.from(hmac.subarray(0, signatureBytes).toString('base64url'));
}

/**
 * The token of a link without a session: `<subject>.<22 characters>`. Nothing of it is stored, and it does not expire
 * unless its subject does.
 */
export const linkToken = (label: Label, subject: string): string =>
  `${subject}.${signatureOf(label, subject).toString()}`;

/** The subject of a token that `linkToken` made with this label; undefined for any other text. */
export function subjectOf(label: Label, token: string): string | undefined {
  const dot = token.lastIndexOf('.');
  const subject = token.slice(0, Math.max(dot, 0));
  // Compared as text: the last character of base64url has bits that decoding would ignore.
  const sent = Buffer.from(token.slice(dot + 1));
  const expected = signatureOf(label, subject);
  return subject && sent.length === expected.length && timingSafeEqual(sent, expected) ? subject : undefined;
}

import { createECDH, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { env } from './env.ts';

/** Uses of the one secret. Keys of different labels reveal nothing about each other. */
type Label = 'push' | 'stop' | 'objection' | 'report' | 'follow' | 'code';

/** The present secret, and during a rotation the one before (rule 112). */
function secrets(): [present: string, ...before: string[]] {
  const before = process.env['DERIVED_SECRET_BEFORE'];
  return [env('DERIVED_SECRET'), ...(before ? [before] : [])];
}

const keyOf = (label: Label, secret: string, bytes = 32) => Buffer.from(hkdfSync('sha256', secret, '', label, bytes));

/** The number of points of P-256. */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key pair with which browsers subscribe, base64url. */
export const vapidKeys = (): KeyPair => pairOf(secrets()[0]);

/** The pair of a subscription, during a rotation also one of the secret before; undefined when its secret has ended. */
export const vapidKeysOf = (publicKey: string | undefined): KeyPair | undefined =>
  publicKey === undefined
    ? vapidKeys()
    : secrets()
        .map(pairOf)
        .find((pair) => pair.publicKey === publicKey);

/** Of 64 bits more than the order has, the rest of the division is evenly distributed (FIPS 186-5, A.2.1). */
function pairOf(secret: string): KeyPair {
  const number = (BigInt(`0x${keyOf('push', secret, 40).toString('hex')}`) % (curveOrder - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(number.toString(16).padStart(64, '0'), 'hex');
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

const signatureBytes = 16;

function signatureOf(label: Label, subject: string, secret: string): Buffer {
  const hmac = createHmac('sha256', keyOf(label, secret)).update(`${label} ${subject}`).digest();
  return Buffer.from(hmac.subarray(0, signatureBytes).toString('base64url'));
}

/**
 * The token of a link without a session: `<subject>.<22 characters>`. Nothing of it is stored, and it does not expire
 * unless its subject does.
 */
export const linkToken = (label: Label, subject: string): string =>
  `${subject}.${signatureOf(label, subject, secrets()[0]).toString()}`;

/** The subject of a token that `linkToken` made with this label; undefined for any other text. */
export function subjectOf(label: Label, token: string): string | undefined {
  const dot = token.lastIndexOf('.');
  const subject = token.slice(0, Math.max(dot, 0));
  // Compared as text: the last character of base64url has bits that decoding would ignore.
  const sent = Buffer.from(token.slice(dot + 1));
  // Compares with each of them, so that the duration reveals nothing.
  const matches = secrets().map((secret) => {
    const expected = signatureOf(label, subject, secret);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  return subject && matches.includes(true) ? subject : undefined;
}

/** The id of a subject, in the form of a UUID. Without the secret, no guess of the subject can be tested. */
export function derivedId(label: Label, subject: string): string {
  const hex = createHmac('sha256', keyOf(label, secrets()[0])).update(`${label} ${subject}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The four digits of a subject (rule 154). */
function digitsOf(subject: string, secret: string): string {
  const hmac = createHmac('sha256', keyOf('code', secret)).update(`code ${subject}`).digest();
  return String(hmac.readUInt32BE() % 10_000).padStart(4, '0');
}

/** The code of a subject, as its owner reads it. */
export const codeOf = (subject: string): string => digitsOf(subject, secrets()[0]);

/** The code of the secret before is right, too, during a rotation: somebody may have written it down. */
export const isCodeOf = (subject: string, code: string): boolean =>
  secrets()
    .map((secret) => digitsOf(subject, secret) === code)
    .includes(true);

/** The trace recognises a code that was tried before. Without the secret, it does not say which one. */
export const traceOfCode = (subject: string, code: string): string =>
  createHmac('sha256', keyOf('code', secrets()[0])).update(`tried ${subject} ${code}`).digest('base64url');

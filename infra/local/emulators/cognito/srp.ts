import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/*
 * The server's half of the Secure Remote Password protocol in Cognito's form: SRP-6a over the 3072-bit group of RFC
 * 5054 with SHA-256. The user is written as <pool name><sub>, and HKDF derives the session key.
 */

const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const G = 2n;
const K = number(sha256(bytes(N), bytes(G)));

/** Stored instead of a password: enough to check a claim, useless for a sign-in. Hexadecimal. */
export const Verifier = z.object({ salt: z.string(), verifier: z.string() });
export type Verifier = z.infer<typeof Verifier>;

/** `user` is the pool's name (the part of its id after `_`) followed by the sub. */
export function verifierOf(user: string, password: string, salt = number(randomBytes(16))): Verifier {
  const x = number(sha256(bytes(salt), sha256(`${user}:${password}`)));
  return { salt: salt.toString(16), verifier: power(G, x).toString(16) };
}

export function passwordMatches(user: string, password: string, kept: Verifier): boolean {
  return verifierOf(user, password, BigInt(`0x${kept.salt}`)).verifier === kept.verifier;
}

export interface SrpExchange {
  A: bigint;
  B: bigint;
  b: bigint;
  v: bigint;
  secretBlock: string;
}

/**
 * The server's answer to the client's public value.
 * @param srpA hexadecimal
 * @returns undefined when the value would make the password irrelevant
 */
export function beginExchange(srpA: string, kept: Verifier): SrpExchange | undefined {
  if (!/^[0-9a-f]+$/i.test(srpA)) return undefined;
  const A = BigInt(`0x${srpA}`);
  if (A % N === 0n) return undefined;
  const b = number(randomBytes(32));
  const v = BigInt(`0x${kept.verifier}`);
  const B = (K * v + power(G, b)) % N;
  return { A, B, b, v, secretBlock: randomBytes(64).toString('base64') };
}

export function provesPassword(
  exchange: SrpExchange,
  claim: { poolName: string; sub: string; timestamp: string; signature: string },
): boolean {
  const u = number(sha256(bytes(exchange.A), bytes(exchange.B)));
  const shared = power(exchange.A * power(exchange.v, u), exchange.b);
  const extracted = hmac(bytes(u), bytes(shared));
  const key = hmac(extracted, 'Caldera Derived Key\u0001').subarray(0, 16);
  const block = Buffer.from(exchange.secretBlock, 'base64');
  const expected = hmac(key, claim.poolName, claim.sub, block, claim.timestamp);
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/** Big-endian bytes of a positive number, with a leading zero byte where the sign bit would be set. */
function bytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function number(value: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(value).toString('hex')}`);
}

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function hmac(key: Uint8Array, ...parts: (string | Uint8Array)[]): Buffer {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
}

/** The client's half, for programs that sign in without a browser (the seed and the tests). */
export function openExchange() {
  const a = number(randomBytes(32));
  const A = power(G, a);
  return {
    srpA: A.toString(16),
    /** Signs the server's challenge: base64 of the claim that the password is known. */
    prove(challenge: {
      poolName: string;
      sub: string;
      password: string;
      salt: string;
      srpB: string;
      secretBlock: string;
      timestamp: string;
    }): string {
      const { poolName, sub, password, secretBlock, timestamp } = challenge;
      const B = BigInt(`0x${challenge.srpB}`);
      const u = number(sha256(bytes(A), bytes(B)));
      const x = number(sha256(bytes(BigInt(`0x${challenge.salt}`)), sha256(`${poolName}${sub}:${password}`)));
      const base = (((B - K * power(G, x)) % N) + N) % N;
      const shared = power(base, a + u * x);
      const key = hmac(hmac(bytes(u), bytes(shared)), 'Caldera Derived Key\u0001').subarray(0, 16);
      return hmac(key, poolName, sub, Buffer.from(secretBlock, 'base64'), timestamp).toString('base64');
    },
  };
}

import { createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expression } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';
import { keys, sha256 } from '../keys.ts';
import type { Condition, Item, Table, Write } from '../table.ts';
import { originSecrets } from './request.ts';

/** Seconds for which finished answers are stored. */
const lifetimeSeconds = 86_400;

/**
 * The caller's `Idempotency-Key`, 16 to 64 characters of a UUID's alphabet; IDEMPOTENCY_KEY_REQUIRED if absent or
 * malformed.
 */
export function idempotencyKey(event: APIGatewayProxyEventV2): string {
  const key = event.headers['idempotency-key'] ?? '';
  if (!/^[0-9A-Za-z-]{16,64}$/.test(key)) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED');
  return key;
}

/**
 * Two requests are the same with the same row, path parameters, seen version and body as sent. Bodies contain
 * passwords, so the hash uses a secret outside the table, and a reader of the table cannot guess them. During a
 * rotation of the secret (rule 112) a second hash matches earlier records. The first one is stored.
 */
export function requestHashes(event: APIGatewayProxyEventV2): string[] {
  const { routeKey, pathParameters = {}, headers, body = '' } = event;
  const request = JSON.stringify([routeKey, pathParameters, headers['if-match'] ?? '', body]);
  return originSecrets().map((secret) =>
    createHmac('sha256', `idempotency ${secret}`).update(request).digest('base64url'),
  );
}

/** Names a request of this key: the same for its repeats, another one for any other body. */
export const callIdOf = (key: string, [hash]: readonly string[]): string => sha256(`${key} ${hash}`).slice(0, 11);

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** The stored answer of this key; KEY_REUSED when it belongs to another request. */
export function storedAnswer(
  record: Item | undefined,
  hashes: readonly string[],
  now: number,
): StoredAnswer | undefined {
  if (!record || Number(record['ttl']) * 1000 <= now) return undefined;
  if (!hashes.includes(String(record['hash']))) throw new Refusal('KEY_REUSED');
  return { status: Number(record['status']), body: bodyOf(record) };
}

export const bodyOf = ({ packed, body }: Item): string =>
  packed instanceof Uint8Array ? inflateRawSync(packed).toString() : String(body);

const packedFrom = 700;

/** Every act stores its answer, often more than a kilobyte of JSON, which deflates to less than half. */
const stored = ({ status, body }: StoredAnswer) =>
  body.length < packedFrom ? { status, body } : { status, packed: deflateRawSync(body) };

/** This act is in progress already, such as another sign-up with the address. */
export const underway = () => new Refusal('IN_PROGRESS', undefined, { retryAfterSeconds: 1 });

/** No answer of the key is stored, or only an expired one. */
const isFree = (seconds: number): Condition => expression`attribute_not_exists(pk) OR #ttl <= ${seconds}`;

/** Stores the answer in the transaction of the effect, so that both exist or none. */
export function recordOf(
  table: Table,
  memberId: string,
  key: string,
  facts: { hashes: readonly string[]; now: number; answer: StoredAnswer },
): Write {
  const seconds = Math.floor(facts.now / 1000);
  return table.put(
    {
      ...keys.idempotency(memberId, key),
      hash: facts.hashes[0],
      ...stored(facts.answer),
      ttl: seconds + lifetimeSeconds,
    },
    isFree(seconds),
    underway,
  );
}

/** A refused call must store nothing once the same request was answered. Both calls then get that answer. */
export const mustBeUnanswered = (table: Table, memberId: string, key: string, now: number): Write =>
  table.check(keys.idempotency(memberId, key), isFree(Math.floor(now / 1000)), underway);

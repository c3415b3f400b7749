import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { Refusal } from '#shared/refusal.ts';
import { env } from '../env.ts';

/** Maximum bytes of a decoded body. */
const maxBodyBytes = 64 * 1024;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** The JSON object in the request, not yet parsed by a schema; undefined when there is no body. */
export function jsonBody(event: APIGatewayProxyEventV2): unknown {
  const raw = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
  if (Buffer.byteLength(raw) > maxBodyBytes) throw new Refusal('TOO_LARGE');
  if (raw.trim() === '') return undefined;
  if (!/^application\/json(;|$)/i.test(event.headers['content-type'] ?? '')) throw new Refusal('WRONG_TYPE');
  let value: unknown;
  try {
    value = JSON.parse(raw, (key, part: unknown) => {
      if (forbiddenKeys.has(key)) throw new SyntaxError('forbidden key');
      return part;
    });
  } catch {
    throw new Refusal('INVALID', { title: 'Page à recharger', detail: 'Rechargez la page, puis réessayez.' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('INVALID', { title: 'Page à recharger', detail: 'Rechargez la page, puis réessayez.' });
  }
  return value;
}

/**
 * The value as its schema parses it, or INVALID with a French sentence for each field. An unknown field is
 * OTHER_RELEASE without the fields, because a member cannot correct what a page of another release sends.
 */
export async function parse<S extends z.ZodMiniType>(schema: S, value: unknown): Promise<z.output<S>> {
  const result = await schema.safeParseAsync(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') throw new Refusal('OTHER_RELEASE');
    fields[issue.path.join('.')] ??= sentence(issue.message);
  }
  throw new Refusal('INVALID', undefined, { fields });
}

/** Schemas have their own French sentences; other issues must not show zod's English. */
const sentence = (message: string) =>
  message === '' || message.startsWith('Invalid ') ? 'Valeur incorrecte' : message;

/**
 * The caller's network address, stamped by the edge and trusted only because the origin secret matched. For IPv6 it is
 * the network, because a household has 2^64 addresses and limits would count each of them separately.
 */
export function clientAddress(event: APIGatewayProxyEventV2): string {
  const address = event.headers['true-client-ip'] ?? 'unknown';
  // An IPv4 address, even when written as IPv6, is one caller.
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = address.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** `If-Match: "<version>"` as a number; VERSION_REQUIRED if it is absent or no version. */
export function seenVersion(event: APIGatewayProxyEventV2): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(event.headers['if-match'] ?? '');
  if (!match) throw new Refusal('VERSION_REQUIRED');
  return Number(match[1]);
}

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const idShape = new RegExp(`^${uuid}(\\.${uuid})?$`);

/**
 * Ids are UUIDs; a review's id consists of two. Any other text finds nothing and must not become a key of the table.
 */
export const isId = (text: string) => idShape.test(text);

/** The secrets of the edge: the current one, and during a rotation the previous one (rule 112). */
export function originSecrets(): string[] {
  const before = process.env['ORIGIN_SECRET_BEFORE'];
  return [env('ORIGIN_SECRET'), ...(before ? [before] : [])];
}

export function isFromEdge(sent = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  // Compares each of them, so that the duration reveals nothing.
  const matches = originSecrets().map((secret) => timingSafeEqual(digest(sent), digest(secret)));
  return matches.includes(true);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { S3Error } from './store.ts';

const CorsConfiguration = z.object({
  CorsRules: z.array(
    z.object({
      AllowedOrigins: z.array(z.string()),
      AllowedMethods: z.array(z.string()),
      AllowedHeaders: z._default(z.array(z.string()), []),
      ExposedHeaders: z._default(z.array(z.string()), []),
      MaxAge: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
});

/** `CorsConfiguration` of an AWS::S3::Bucket, as the template spells it. */
export type CorsConfiguration = z.input<typeof CorsConfiguration>;

export type CorsRule = z.infer<typeof CorsConfiguration>['CorsRules'][number];

/** The rules of a bucket; none without a configuration. */
export function corsRulesOf(configuration: CorsConfiguration | undefined): CorsRule[] {
  return CorsConfiguration.parse(configuration ?? { CorsRules: [] }).CorsRules;
}

function admits(rule: CorsRule, origin: string, method: string): boolean {
  return matchesAny(rule.AllowedOrigins, origin) && rule.AllowedMethods.includes(method);
}

/** A pattern may contain one `*`; header names and origins are compared without case. */
function matchesAny(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) => {
    const [start = '', ...rest] = pattern.toLowerCase().split('*');
    const end = rest[0];
    const text = value.toLowerCase();
    if (end === undefined) return text === start;
    return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
  });
}

/** Sets the CORS headers of an answer, refusals included: without them a browser could not read why it was refused. */
export function allowOrigin(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin;
  const rule = origin && rules.find((candidate) => admits(candidate, origin, request.method ?? ''));
  if (rule) setOriginHeaders(rule, origin, response);
}

/** Answers a preflight by the first rule that allows its origin, its method and every requested header. */
export function answerPreflight(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin ?? '';
  const method = request.headers['access-control-request-method'] ?? '';
  const asked = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = rules.find(
    (candidate) =>
      admits(candidate, origin, method) && asked.every((name) => matchesAny(candidate.AllowedHeaders, name)),
  );
  if (!rule) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  setOriginHeaders(rule, origin, response);
  response.setHeader('access-control-allow-methods', rule.AllowedMethods.join(', '));
  if (asked.length > 0) response.setHeader('access-control-allow-headers', asked.join(', '));
  if (rule.MaxAge !== undefined) response.setHeader('access-control-max-age', String(rule.MaxAge));
  response.end();
}

function setOriginHeaders(rule: CorsRule, origin: string, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', rule.AllowedOrigins.includes('*') ? '*' : origin);
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  if (rule.ExposedHeaders.length > 0) {
    response.setHeader('access-control-expose-headers', rule.ExposedHeaders.join(', '));
  }
}

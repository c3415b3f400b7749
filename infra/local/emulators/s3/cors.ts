import type { IncomingMessage, ServerResponse } from 'node:http';
import { admits, type CorsRule, matchesAny } from './cors-rules.ts';
import { S3Error } from './error.ts';

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

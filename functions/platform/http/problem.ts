import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Problem, Refusal, refusals } from '#shared/refusal.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';

/**
 * A refusal as the browser gets it: application/problem+json with a stable code and French sentences, without
 * internals.
 */
export function problemAnswer(refusal: Refusal): APIGatewayProxyStructuredResultV2 {
  const { code, sentence, details } = refusal;
  const { fields, current, retryAfterSeconds } = details;
  const problem: Problem = {
    type: 'about:blank',
    status: refusals[code],
    code,
    title: withNoBreaks(sentence.title),
    detail: withNoBreaks(sentence.detail),
    ...(fields
      ? { fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, withNoBreaks(text)])) }
      : {}),
    ...(current === undefined ? {} : { current }),
  };
  return {
    statusCode: refusals[code],
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(problem),
  };
}

/** The refusal for any thrown value. Everything except a refusal is a fault of ours. */
export const refusalOf = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('FAULT'));

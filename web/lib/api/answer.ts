import type * as z from 'zod/mini';
import { readReply } from '#shared/read-reply.ts';
import type { RouteSpec } from '#shared/route.ts';
import { markOtherRelease } from '../other-release.ts';
import { type ApiProblem, fromOtherRelease, problemOf } from './problem.ts';

/** The JSON of an answer; undefined if it was cut off or is not JSON, which counts as no answer. */
export const received = async (response: Response, { reply }: RouteSpec): Promise<{ value?: unknown } | undefined> =>
  reply
    ? response.json().then(
        (value: unknown) => ({ value }),
        () => undefined,
      )
    : {};

/**
 * A row's reply, as far as this page can read it. A finished act stays done with an unreadable reply, so its caller
 * goes on with the readable part. For a query, an unreadable answer is a problem.
 */
export function readAnswer({ reply, method }: RouteSpec, value: unknown): unknown {
  if (!reply) return undefined;
  const read = readReply(reply, value);
  if (!read?.isWhole) markOtherRelease();
  if (read) return read.data;
  if (method === 'GET') throw fromOtherRelease();
  return value;
}

/** Codes that a page of the server's own release never gets. */
const ofOtherRelease = new Set<ApiProblem['code']>(['OTHER_RELEASE', 'VERSION_REQUIRED', 'IDEMPOTENCY_KEY_REQUIRED']);

/** The reason of a refusal. It has its own sentence when the server requires something that this page cannot send. */
export async function refusedBy(response: Response, { body, method }: RouteSpec): Promise<ApiProblem> {
  const problem = await problemOf(response, method !== 'GET');
  const isForeign =
    ofOtherRelease.has(problem.code) ||
    (body !== undefined &&
      problem.code === 'INVALID' &&
      Object.keys(problem.fields).some((path) => !knows(body, path.split('.'))));
  if (!isForeign) return problem;
  markOtherRelease();
  return fromOtherRelease();
}

function knows(schema: z.core.$ZodType, [name = '', ...rest]: readonly string[]): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (name === '') return true;
  if (def.type === 'optional' || def.type === 'default') return knows(def.innerType, [name, ...rest]);
  if (def.type === 'array') return knows(def.element, rest);
  if (def.type !== 'object') return true;
  const field = def.shape[name];
  return field !== undefined && knows(field, rest);
}

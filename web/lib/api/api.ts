import { useCallback, useRef } from 'react';
import type * as z from 'zod/mini';
import { readReply } from '#shared/read-reply.ts';
import { type AnyCall, type CallArguments, fillPath, type Reply, type RouteSpec, type Routes } from '#shared/route.ts';
import { markOtherRelease } from '../other-release.ts';
import { auth, during, getAccessToken, lapse } from '../session/auth.ts';
import { type ApiProblem, fromOtherRelease, offline, problemOf, sessionOver, unanswered } from './problem.ts';
import { accountRefusals, wayOutOf } from './way-out.ts';

/** The JSON of an answer; undefined if it was cut off or is not JSON, which counts as no answer. */
const received = async (response: Response, { reply }: RouteSpec): Promise<{ value?: unknown } | undefined> =>
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
function readAnswer({ reply, method }: RouteSpec, value: unknown): unknown {
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
async function refusedBy(response: Response, { body, method }: RouteSpec): Promise<ApiProblem> {
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

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string;
}

/** A slice's rows as functions: same names, typed by the contract, replies parsed by it. */
export type Client<T extends Routes> = {
  readonly [K in keyof T]: (...given: CallArguments<T[K], CallOptions>) => Promise<Reply<T[K]>>;
};

/** One key for one act: sending the same body again repeats the act, another body is another act. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}

const timeoutMs = 10_000;
const tries = 3;

/** The client of one slice. Slices load one by one, so visitors never download the administrators' schemas. */
export function clientOf<const T extends Routes>(table: T): Client<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [
      name,
      (call: AnyCall = {}, options: CallOptions = {}) =>
        spec.endsSession ? during(send(spec, call, options)) : send(spec, call, options),
    ]),
  ) as unknown as Client<T>;
}

async function send(spec: RouteSpec, call: AnyCall, options: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = {
    ...(spec.body ? { 'content-type': 'application/json' } : {}),
    ...(spec.idempotency ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(call.version === undefined ? {} : { 'if-match': `"${call.version}"` }),
  };
  const body = spec.body ? JSON.stringify(call.body ?? {}) : undefined;
  const needsToken = spec.access !== 'anyone';
  const ends = spec.endsSession ?? false;
  // A call is safe to repeat when it changes nothing, or when its key identifies the act.
  const canRepeat = spec.method === 'GET' || spec.idempotency !== undefined;
  let hasLeft = false;
  const noAnswer = () => (hasLeft ? unanswered() : offline());
  for (let attempt = 1, fresh = false; ; attempt++) {
    // A token that could not be renewed offline also counts as no answer.
    const token = needsToken
      ? await getAccessToken({ fresh, asks: spec.method !== 'GET', ends }).catch(() => {
          throw noAnswer();
        })
      : undefined;
    const session = auth.get();
    const calledAt = Date.now();
    if (needsToken && !token && session.status === 'member') throw sessionOver();
    hasLeft ||= spec.method !== 'GET' && navigator.onLine;
    const response = await fetch(address(spec, call), {
      method: spec.method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body }),
      signal: options.signal
        ? AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)])
        : AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      return undefined;
    });
    const answer = response?.ok ? await received(response, spec) : undefined;
    if (answer) return readAnswer(spec, answer.value);
    options.signal?.throwIfAborted();
    if (response?.status === 401 && token) {
      // The newest token is refused too; this call continues after a new sign-in.
      if (fresh) lapse(session, { ends });
      fresh = !fresh;
      attempt = 0;
      continue;
    }
    const isLost = response === undefined || response.ok;
    const passing = isLost || response.status === 503;
    if (passing && canRepeat && attempt < tries && navigator.onLine) {
      await pauseBefore(attempt);
      continue;
    }
    const problem = isLost ? noAnswer() : await refusedBy(response, spec);
    if (problem.code === 'IN_PROGRESS' && canRepeat && attempt < tries) {
      await pauseBefore(attempt + tries);
      continue;
    }
    // This call continues once the administrator has entered their code.
    if (problem.code === 'SECOND_FACTOR') {
      const { isProvenAnew } = await import('../session/second-factor.ts');
      if (await isProvenAnew(calledAt, { asks: spec.method !== 'GET' })) {
        attempt = 0;
        continue;
      }
    }
    if (wayOutOf(problem)) accountRefusals.set(accountRefusals.get() + 1);
    throw problem;
  }
}

const pauseBefore = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 300 * attempt * (1 + Math.random())));

/** Parameters are in the contract's order without empty ones, so that the edge can share its cache. */
function address(spec: RouteSpec, call: AnyCall): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(spec.query?.shape ?? {})) {
    const value = call.query?.[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return `/api${fillPath(spec.path, call.params)}${search}`;
}

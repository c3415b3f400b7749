import type middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Access, Party } from '#shared/access.ts';
import { requireTrust } from '#shared/accounts/rules.ts';
import { type Problem, Refusal, refusals } from '#shared/refusal.ts';
import type { RateLimit, RouteSpec } from '#shared/route.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
import type { Actor, CallerSession } from './actor.ts';
import { type Answer, answerOf, type Event, type FinalAnswer, replayed, respond } from './answer.ts';
import type { Authentication } from './authentication.ts';
import type { Outcome } from './outcome.ts';
import { subscriptionFrom } from './platform/env.ts';
import {
  storedAnswer as answerIn,
  callIdOf,
  idempotencyKey,
  recordOf,
  requestHashes,
  type StoredAnswer,
} from './platform/http/idempotency.ts';
import { countAct, countCall, mailboxOf } from './platform/http/rate-limit.ts';
import { clientAddress, isFromEdge, isId, jsonBody, parse, seenVersion } from './platform/http/request.ts';
import { type Key, keys } from './platform/keys.ts';
import { logger } from './platform/log.ts';
import { jitter } from './platform/retry.ts';
import type { Item, Table, Write } from './platform/table.ts';

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
const refusalOf = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('FAULT'));

interface Deps {
  readonly table: Table;
  /** Milliseconds. */
  readonly now: () => number;
}

export type AnyHandler = (call: Record<string, unknown>) => Promise<Outcome<unknown>>;

export interface Row {
  readonly name: string;
  readonly spec: RouteSpec;
  readonly handler: AnyHandler;
  /** Set on every row that needs a session. */
  readonly authentication: Authentication | undefined;
}

/** The facts of one call that each middleware finds for the next ones. */
export interface Facts extends Record<string, unknown> {
  row: Row;
  /** Milliseconds: one moment for the whole call. */
  now: number;
  event: Event;
  session: CallerSession | undefined;
  /** The caller's key; a refusal until their access is checked. */
  key: string | Refusal | undefined;
  hashes: ReturnType<typeof requestHashes>;
  /** Names the request among its repeats. */
  callId: string | undefined;
  actor: Actor | undefined;
  /** Where the answer to the key is kept, and what is there. */
  stored: Key | undefined;
  storedItem: Item | undefined;
  /** The refusal of a session that its own act has ended. */
  ended: unknown;
  input: { version: number | undefined; body: unknown; query: unknown };
  params: Record<string, string>;
  resource: unknown;
  /** No answer is kept for the key. */
  isNew: boolean;
}

export type Middleware = middy.MiddlewareObj<Event, Answer | Outcome<unknown>, Error, Context, Facts>;

/** Makes an answer of each error, and logs faults. */
export const problem: Middleware = {
  onError: ({ error, internal, context }) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'FAULT')
      logger.error('fault', { operation: internal.row?.name, requestId: context.awsRequestId, error: error as Error });
    return problemAnswer(refusal);
  },
};

/** The default is to refuse: a route without a row is not found. */
export const route = (rows: ReadonlyMap<string, Row>, { now }: Deps): Middleware => ({
  before: ({ event, internal }) => {
    const row = rows.get(event.routeKey);
    if (!row) throw new Refusal('NOT_FOUND');
    Object.assign(internal, { row, now: now() });
  },
});

/** Every request must come through the edge, which alone has the secret. */
export const originSecret: Middleware = {
  before: ({ event }) => {
    if (!isFromEdge(event.headers['x-origin-secret'])) throw new Refusal('NOT_ALLOWED');
  },
};

export const session: Middleware = {
  before: ({ event, internal }) => {
    const { spec, authentication } = internal.row;
    internal.session = authentication?.sessionOf(event);
    internal.key = spec.idempotency ? readKey(event) : undefined;
    internal.hashes = requestHashes(event);
    internal.callId = typeof internal.key === 'string' ? callIdOf(internal.key, internal.hashes) : undefined;
  },
};

/** Counts the call for its member and its address; its repeats are not counted again. */
export const rate = ({ table }: Deps): Middleware => ({
  before: ({ event, internal }) =>
    count(table, internal, { member: internal.session?.sub, address: clientAddress(event) }),
});

/** Reads the caller and the stored answer of their key in one batch, and checks the role that the row requires. */
export const actor = ({ table }: Deps): Middleware => ({
  before: async ({ internal }) => {
    const { row, session: caller, key, now } = internal;
    const { spec, authentication } = row;
    if (spec.idempotency === 'required' && caller && typeof key === 'string')
      internal.stored = keys.idempotency(caller.sub, key);
    const own = authentication && caller ? authentication.actorKeys(caller) : [];
    const wanted = [...own, ...(internal.stored ? [internal.stored] : [])];
    const items = await table.getMany(wanted, { consistent: true });
    internal.storedItem = internal.stored && items.at(-1);
    try {
      internal.actor = authentication && caller && authentication.actorOf(caller, items.slice(0, own.length), now);
      if (authentication && internal.actor) authentication.requireRole(spec, internal.actor);
    } catch (error) {
      if (!spec.endsSession || !internal.storedItem || !(error instanceof Refusal)) throw error;
      internal.actor = undefined;
      internal.ended = error;
    }
    if (key instanceof Refusal) throw key;
  },
});

/** Version, body and query by the row's schemas. Calls that name an address are limited by it. */
export const input = ({ table }: Deps): Middleware => ({
  before: async ({ event, internal }) => {
    const { spec } = internal.row;
    const version = spec.ifMatch ? seenVersion(event) : undefined;
    const raw = spec.page ? undefined : jsonBody(event);
    const body = spec.body ? await parse(spec.body, raw ?? {}) : requireNoBody(raw);
    const query = spec.query && (await parse(spec.query, event.queryStringParameters ?? {}));
    if (spec.limits?.some(({ by }) => by === 'email' || by === 'emailFromAddress')) {
      const { email: typed } = body as { email?: string };
      const email = typed && mailboxOf(typed);
      await count(table, internal, { email, emailFromAddress: `${email} ${clientAddress(event)}` });
    }
    internal.input = { version, body, query };
  },
});

/**
 * A repeat gets the answer of the first call, whatever its act has changed since. When the same request was sent twice
 * concurrently, the other call won, and its answer is the answer of both.
 */
export const storedAnswer = ({ table }: Deps): Middleware => ({
  before: ({ internal }) => {
    const { stored, storedItem, hashes, now, ended } = internal;
    const replay = stored && answerIn(storedItem, hashes, now);
    if (replay) return replayed(replay);
    if (ended) throw ended;
    internal.isNew = true;
  },
  onError: async (request) => {
    const { isNew, stored, hashes, now } = request.internal;
    if (!isNew || !stored || !(request.error instanceof Refusal)) return;
    try {
      const twin = answerIn(await table.get(stored, { consistent: true }), hashes, now);
      if (twin) return replayed(twin);
    } catch (unknown) {
      // It is unknown who won, so `problem` answers this call.
      request.error = unknown as Error;
    }
  },
});

/** Loads the resource that the path names, and checks the caller's relation to it. */
export const resource = ({ table }: Deps): Middleware => ({
  before: async ({ event, internal }) => {
    const { row, actor: caller, now } = internal;
    internal.params = paramsOf(event, row.spec);
    if (row.authentication && caller && isParty(row.spec.access))
      internal.resource = await row.authentication.authorize(table, row.spec.access, caller, internal.params, now);
  },
});

export const trust: Middleware = {
  before: ({ internal: { row, actor: caller, now } }) => {
    if (caller) requireTrust(row.spec.trust, caller.profile, now, subscriptionFrom());
  },
};

/** Hands the row's handler everything that the middlewares found, in place of the event. */
export const call: Middleware = {
  before: (request) => {
    const { event, internal } = request;
    const { row, input: read, params, actor: caller, resource: found, key, callId } = internal;
    const address = clientAddress(event);
    const given = { ...read, params, actor: caller, resource: found, idempotencyKey: key, callId, address };
    internal.event = event;
    Object.assign(request, { event: { handle: row.handler, given } satisfies Prepared });
  },
};

/** The event of the innermost handler. */
export interface Prepared {
  readonly handle: AnyHandler;
  readonly given: Record<string, unknown>;
}

/** Stores the outcome of the row's handler in one transaction, with its answer and the count of the row's quota. */
export const transaction = ({ table }: Deps): Middleware => ({
  after: async ({ internal, response }) => {
    const final = await persist(response as Outcome<unknown>, (outcome) => storeOutcome(internal, outcome, table));
    return respond(internal.event, internal.row.spec, final);
  },
});

const isParty = (access: Access): access is { party: Party; of: string } => typeof access === 'object';

/** Stores the outcome in one transaction with its answer and the count of the row's quota. */
async function storeOutcome(
  { row: { name, spec }, actor: caller, stored, key, hashes, now }: Facts,
  outcome: Outcome<unknown>,
  table: Table,
): Promise<FinalAnswer> {
  const final = answerOf(spec, outcome);
  const record = (answer: StoredAnswer): Write[] =>
    caller && typeof key === 'string' && stored ? [recordOf(table, caller.id, key, { hashes, now, answer })] : [];
  const isDone = outcome.writes.length > 0;
  const counted = caller && spec.quota && isDone ? countAct(table, name, caller.id, spec.quota, now) : [];
  const writes = [...(outcome.status === 202 ? [] : record(final)), ...outcome.writes, ...counted];
  if (writes.length > 0) await table.transact(writes);
  return final;
}

/** Milliseconds for recomputing an act that lost races, well below the 10 s of a function. */
const raceBudgetMs = 7000;

/** Stores the outcome. An outcome with `again` is recomputed after a lost race. */
async function persist(
  first: Outcome<unknown>,
  store: (outcome: Outcome<unknown>) => Promise<FinalAnswer>,
): Promise<FinalAnswer> {
  const started = performance.now();
  let outcome = first;
  for (let attempt = 0; ; attempt++) {
    try {
      return await store(outcome);
    } catch (error) {
      const isLate = error instanceof Refusal && error.code === 'UNAVAILABLE';
      if (!outcome.again || !isLate || performance.now() - started > raceBudgetMs) throw error;
      await jitter(attempt, 800);
      outcome = await outcome.again();
    }
  }
}

/**
 * The path parameters. A resource is looked up by its own id; product 1.8 has the sentence for its absence. A page
 * shows itself that it found nothing.
 */
function paramsOf(event: Event, { access, page }: RouteSpec): Record<string, string> {
  const params = (event.pathParameters ?? {}) as Record<string, string>;
  const isOdd = Object.entries(params).some(([name, value]) => name.endsWith('Id') && !isId(value));
  if (isOdd && !isParty(access) && !page) throw new Refusal('NOT_FOUND');
  return params;
}

/** A missing key is refused only after the caller's access was checked. */
function readKey(event: Event): string | Refusal {
  try {
    return idempotencyKey(event);
  } catch (error) {
    return refusalOf(error);
  }
}

type Callers = { readonly [By in RateLimit['by']]?: string | undefined };

/** Counts the call for each of its callers; its repeats are not counted again. */
async function count(table: Table, { row: { name, spec }, now, callId }: Facts, callers: Callers): Promise<void> {
  for (const rule of spec.limits ?? []) {
    const caller = callers[rule.by];
    if (caller !== undefined) await countCall(table, rule.shared ?? name, caller, rule, now, callId);
  }
}

function requireNoBody(raw: unknown): undefined {
  if (Object.keys((raw as object | undefined) ?? {}).length > 0) throw new Refusal('OTHER_RELEASE');
  return undefined;
}

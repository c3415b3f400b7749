import { createHash } from 'node:crypto';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type Access, type Party, roleOf } from '#shared/access.ts';
import { requireTrust } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  type Body,
  type Params,
  type Query,
  type RateLimit,
  type Reply,
  type RouteSpec,
  type Routes,
  routeKeys,
} from '#shared/route.ts';
import type { Actor, CallerSession } from './actor.ts';
import type { Authentication } from './authentication.ts';
import type { Outcome } from './outcome.ts';
import { subscriptionFrom } from './platform/env.ts';
import {
  callIdOf,
  idempotencyKey,
  recordOf,
  requestHashes,
  type StoredAnswer,
  storedAnswer,
} from './platform/http/idempotency.ts';
import { isFromEdge } from './platform/http/origin.ts';
import { problemAnswer, refusalOf } from './platform/http/problem.ts';
import { countAct, countCall, mailboxOf } from './platform/http/rate-limit.ts';
import { clientAddress, isId, jsonBody, parse, seenVersion } from './platform/http/request.ts';
import { keys } from './platform/keys.ts';
import { logger } from './platform/log.ts';
import { jitter } from './platform/retry.ts';
import type { Table, Write } from './platform/table.ts';
import type { ResourceOf } from './relations.ts';

export interface Deps {
  readonly table: Table;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * A handler's input: everything parsed, the caller identified, the resource loaded and the caller's right to it
 * checked.
 */
interface Received<R extends RouteSpec> {
  readonly params: Params<R>;
  readonly body: Body<R>;
  readonly query: Query<R>;
  readonly address: string;
  readonly actor: R['access'] extends 'anyone' ? undefined : Actor;
  readonly resource: ResourceOf<R['access']>;
  /** The version that the caller saw, on rows with `ifMatch`. */
  readonly version: R extends { ifMatch: true } ? number : undefined;
  /** The caller's key, on rows that keep their own record. */
  readonly idempotencyKey: R extends { idempotency: 'own' | 'required' } ? string : undefined;
  /** Names the request among repeats, for limits (`countCall`). */
  readonly callId: R extends { idempotency: 'own' | 'required' } ? string : undefined;
}

export type Handler<R extends RouteSpec> = (call: Received<R>) => Promise<Outcome<Reply<R>>>;
/** One handler for each row; a missing or wrongly typed one does not compile. */
export type Handlers<T extends Routes> = { readonly [K in keyof T]: Handler<T[K]> };

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Answer = APIGatewayProxyStructuredResultV2;
type AnyHandler = (call: Record<string, unknown>) => Promise<Outcome<unknown>>;

interface Row {
  readonly name: string;
  readonly spec: RouteSpec;
  readonly handler: AnyHandler;
  readonly authentication: Authentication | undefined;
}

const isParty = (access: Access): access is { party: Party; of: string } => typeof access === 'object';

/**
 * Joins a slice's rows to its handlers. The order of checks is fixed: origin secret → session → rate → blocked →
 * leaving → administrator → second factor → body → stored answer → resource and relation → trust → the rule's own
 * refusals. The default is to refuse: a route without a row is not found, and a row's access is checked only here.
 * Without `authentication` every row must be open to anyone.
 */
export function serve<T extends Routes>(table: T, handlers: Handlers<T>, deps: Deps, authentication?: Authentication) {
  const rows = new Map(
    Object.entries(table).flatMap(([name, spec]): [string, Row][] => {
      const isOpen = roleOf(spec.access) === 'anyone';
      if (!isOpen && !authentication)
        throw new Error(`${name} is a row for members, and its function authenticates nobody`);
      const handler = handlers[name] as unknown as AnyHandler;
      const row = { name, spec, handler, authentication: isOpen ? undefined : authentication };
      return routeKeys(spec).map((key) => [key, row]);
    }),
  );
  const metrics = new Metrics();

  return middy(async (event: Event, context: Context): Promise<Answer> => {
    const started = Date.now();
    const row = rows.get(event.routeKey);
    const result = await (row ? run(row, event, deps) : Promise.reject(new Refusal('NOT_FOUND'))).catch(
      (error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.code === 'FAULT')
          logger.error('fault', { operation: row?.name, requestId: context.awsRequestId, error: error as Error });
        return problemAnswer(refusal);
      },
    );
    const milliseconds = Date.now() - started;
    metrics.addMetric('Latency', MetricUnit.Milliseconds, milliseconds);
    if ((result.statusCode ?? 200) >= 500) metrics.addMetric('Faults', MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
    logger.info('served', {
      operation: row?.name,
      status: result.statusCode,
      milliseconds,
      requestId: context.awsRequestId,
    });
    return result;
  });
}

async function run(row: Row, event: Event, deps: Deps): Promise<Answer> {
  const { spec, handler, authentication } = row;
  requireOriginSecret(event);
  const now = deps.now();
  const session = authentication?.sessionOf(event);
  const key = spec.idempotency ? readKey(event) : undefined;
  const hashes = requestHashes(event);
  const callId = typeof key === 'string' ? callIdOf(key, hashes) : undefined;
  const count = (callers: Callers) => limit(deps.table, row, now, callers, callId);
  await count({ member: session?.sub, address: clientAddress(event) });
  const { actor, stored, storedItem, ended } = await identify(row, session, key, deps.table, now);
  if (key instanceof Refusal) throw key;
  const input = await readInput(row, event, count);

  const replay = stored && storedAnswer(storedItem, hashes, now);
  if (replay) return replayed(replay);
  if (ended) throw ended;

  const params = paramsOf(event, spec);
  const record = (answer: StoredAnswer): Write[] =>
    actor && typeof key === 'string' && stored ? [recordOf(deps.table, actor.id, key, { hashes, now, answer })] : [];
  try {
    const resource =
      authentication && actor && isParty(spec.access)
        ? await authentication.authorize(deps.table, spec.access, actor, params, now)
        : undefined;
    if (actor) requireTrust(spec.trust, actor.profile, now, subscriptionFrom());
    const call = { ...input, params, actor, resource, idempotencyKey: key, callId, address: clientAddress(event) };
    const store = (outcome: Outcome<unknown>) => storeOutcome(row, outcome, { actor, record, table: deps.table, now });
    return respond(event, spec, await persist(await handler(call), store));
  } catch (error) {
    // The request was sent twice concurrently. The other call won, and its answer is the answer of both.
    const twin =
      stored && error instanceof Refusal
        ? storedAnswer(await deps.table.get(stored, { consistent: true }), hashes, now)
        : undefined;
    if (twin) return replayed(twin);
    throw error;
  }
}

/** Reads the caller and the stored answer of their key in one batch, and checks the role that the row requires. */
async function identify(
  { spec, authentication }: Row,
  session: CallerSession | undefined,
  key: string | Refusal | undefined,
  table: Table,
  now: number,
) {
  const stored =
    spec.idempotency === 'required' && session && typeof key === 'string'
      ? keys.idempotency(session.sub, key)
      : undefined;
  const own = authentication && session ? authentication.actorKeys(session) : [];
  const items = await table.getMany([...own, ...(stored ? [stored] : [])], { consistent: true });
  const storedItem = stored && items.at(-1);
  try {
    const actor = authentication && session && authentication.actorOf(session, items.slice(0, own.length), now);
    if (authentication && actor) authentication.requireRole(spec, actor);
    return { actor, stored, storedItem };
  } catch (error) {
    if (!spec.endsSession || !storedItem || !(error instanceof Refusal)) throw error;
    return { stored, storedItem, ended: error };
  }
}

/** Version, body and query by the row's schemas. Calls that name an address are limited by it. */
async function readInput({ spec }: Row, event: Event, count: (callers: Callers) => Promise<void>) {
  const version = spec.ifMatch ? seenVersion(event) : undefined;
  const raw = spec.page ? undefined : jsonBody(event);
  const body = spec.body ? await parse(spec.body, raw ?? {}) : requireNoBody(raw);
  const query = spec.query && (await parse(spec.query, event.queryStringParameters ?? {}));
  if (spec.limits?.some(({ by }) => by === 'email' || by === 'emailFromAddress')) {
    const { email: typed } = body as { email?: string };
    const email = typed && mailboxOf(typed);
    await count({ email, emailFromAddress: `${email} ${clientAddress(event)}` });
  }
  return { version, body, query };
}

interface Storing {
  readonly actor: Actor | undefined;
  readonly record: (answer: StoredAnswer) => Write[];
  readonly table: Table;
  readonly now: number;
}

/** Stores the outcome in one transaction with its answer and the count of the row's quota. */
async function storeOutcome(
  { name, spec }: Row,
  outcome: Outcome<unknown>,
  { actor, record, table, now }: Storing,
): Promise<FinalAnswer> {
  const final = answerOf(spec, outcome);
  const isDone = outcome.writes.length > 0;
  const counted = actor && spec.quota && isDone ? countAct(table, name, actor.id, spec.quota, now) : [];
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

/** An answer to its caller; only members' answers are stored, and none of them leads elsewhere. */
interface FinalAnswer extends StoredAnswer {
  readonly location?: string;
}

/** Every request must come through the edge, which alone has the secret. */
function requireOriginSecret(event: Event): void {
  if (!isFromEdge(event.headers['x-origin-secret'])) throw new Refusal('NOT_ALLOWED');
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

async function limit(
  table: Table,
  { name, spec }: Row,
  now: number,
  callers: Callers,
  callId: string | undefined,
): Promise<void> {
  for (const rule of spec.limits ?? []) {
    const caller = callers[rule.by];
    if (caller !== undefined) await countCall(table, rule.shared ?? name, caller, rule, now, callId);
  }
}

function requireNoBody(raw: unknown): undefined {
  if (Object.keys((raw as object | undefined) ?? {}).length > 0) throw new Refusal('OTHER_RELEASE');
  return undefined;
}

/** The answer with only the fields of the row's reply schema. */
function answerOf(spec: RouteSpec, outcome: Outcome<unknown>): FinalAnswer {
  const status = outcome.status ?? spec.status ?? (spec.reply ? 200 : 204);
  const reply = spec.reply?.parse(outcome.reply);
  const body = spec.page ? String(reply) : spec.reply ? JSON.stringify(reply) : '';
  return outcome.location === undefined ? { status, body } : { status, body, location: outcome.location };
}

const headers = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const replayed = ({ status, body }: StoredAnswer): Answer => ({
  statusCode: status,
  headers: { ...headers, 'idempotency-replayed': 'true' },
  body,
});

/** The row sets how long a page is cached. 410 responses are not cached. */
function pageAnswer(
  event: Event,
  { type = 'text/html; charset=utf-8', edgeSeconds, staleSeconds }: NonNullable<RouteSpec['page']>,
  page: FinalAnswer,
): Answer {
  const { status, body, location } = page;
  const typed = { ...headers, 'content-type': type };
  if (location !== undefined) return { statusCode: status, headers: { ...typed, location }, body };
  if (status !== 200 || edgeSeconds === undefined) return { statusCode: status, headers: typed, body };
  const stale = staleSeconds === undefined ? '' : `, stale-while-revalidate=${staleSeconds}`;
  return unlessKnown(event, body, { ...typed, 'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}${stale}` });
}

/** The answer with its ETag, or 304 to a caller that has it. */
function unlessKnown(event: Event, body: string, more: Record<string, string>): Answer {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = (event.headers['if-none-match'] ?? '').split(',').some((tag) => weak(tag) === weak(etag));
  const tagged = { ...more, etag };
  return known ? { statusCode: 304, headers: tagged } : { statusCode: 200, headers: tagged, body };
}

/** Rows under `/public/` may be cached at the edge for a second and revalidated by ETag (rule 11). */
function respond(event: Event, spec: RouteSpec, answer: FinalAnswer): Answer {
  const { status, body } = answer;
  if (spec.page) return pageAnswer(event, spec.page, answer);
  if (!spec.path.startsWith('/public/')) return { statusCode: status, headers, body };
  return unlessKnown(event, body, { ...headers, 'cache-control': 'public, max-age=0, s-maxage=1' });
}

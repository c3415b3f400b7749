import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import middy from '@middy/core';
import { roleOf } from '#shared/access.ts';
import {
  type Body,
  type Params,
  type Query,
  type Reply,
  type RouteSpec,
  type Routes,
  routeKeys,
} from '#shared/route.ts';
import type { Actor } from './actor.ts';
import type { Answer, Event } from './answer.ts';
import type { Authentication } from './authentication.ts';
import {
  type AnyHandler,
  actor,
  call,
  input,
  originSecret,
  type Prepared,
  problem,
  type Row,
  rate,
  resource,
  route,
  session,
  storedAnswer,
  transaction,
  trust,
} from './middlewares.ts';
import type { Outcome } from './outcome.ts';
import { logger } from './platform/log.ts';
import type { Table } from './platform/table.ts';
import type { ResourceOf } from './relations.ts';

/** Dependencies of every handler; a slice adds its own (identity, mail, files). */
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
  /** The caller's network address, which many may share. */
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

/**
 * The checks of every call in their fixed order, which decides what a caller without rights can find out. Before the
 * handler each may refuse; `storedAnswer` may answer. Its own refusals come last, in the handler.
 */
export const pipeline = (rows: ReadonlyMap<string, Row>, deps: Deps) => ({
  problem,
  route: route(rows, deps),
  originSecret,
  session,
  rate: rate(deps),
  actor: actor(deps),
  input: input(deps),
  storedAnswer: storedAnswer(deps),
  resource: resource(deps),
  trust,
  call,
  transaction: transaction(deps),
});

/**
 * Joins a slice's rows to its handlers. A row's access is checked only in the pipeline. Without `authentication` every
 * row must be open to anyone.
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
  /** One line and two figures for each call. */
  const tell = ({ internal, response, context }: middy.Request) => {
    const { row, started } = internal as { row?: Row; started: number };
    const { statusCode: status = 200 } = response as Answer;
    const milliseconds = Date.now() - started;
    metrics.addMetric('Latency', MetricUnit.Milliseconds, milliseconds);
    if (status >= 500) metrics.addMetric('Faults', MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
    logger.info('served', { operation: row?.name, status, milliseconds, requestId: context.awsRequestId });
  };

  // A plugin and no middleware, because a repeat is answered before the middlewares that come after the handler.
  const chain = middy<Event, Answer>({
    requestStart: ({ internal }) => void Object.assign(internal, { started: Date.now() }),
    requestEnd: tell,
  });
  for (const middleware of Object.values(pipeline(rows, deps))) chain.use(middleware as middy.MiddlewareObj);
  chain.handler((({ handle, given }: Prepared) => handle(given)) as never);
  return chain;
}

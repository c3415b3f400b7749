import type * as z from 'zod/mini';
import type { Access, Trust } from './access.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A token bucket of `count` calls in `seconds`. It counts for each member, client address or e-mail address of the
 * body, or for the last two together: the calls of one client about one mailbox.
 */
export interface RateLimit {
  readonly by: 'member' | 'address' | 'email' | 'emailFromAddress';
  readonly count: number;
  readonly seconds: number;
  /** Rows with the same word share the bucket; without it, each row has its own. */
  readonly shared?: string;
}

interface PageSpec {
  /** An HTML page by default. */
  readonly type?: string;
  /** Edge caches keep it for so long; without it no cache does. */
  readonly edgeSeconds?: number;
  readonly staleSeconds?: number;
}

/** One row of the contract: an act, declared once. Its key in the table is the name of the act everywhere. */
export interface RouteSpec {
  readonly method: Method;
  /** Unprefixed: stages are named `api` and `ws`, so Lambda matches on `routeKey`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly trust?: Trust;
  /** Schema of the query; under `/public/` its keys are the edge's allow-list, in this order. */
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Both ends parse the reply with it, so an undeclared field never leaves the server. `undefined` means 204. */
  readonly reply?: z.ZodMiniType;
  /**
   * A browser or crawler navigates here by GET or HEAD, or a form by POST, whose body is not read. `reply` is the whole
   * document, also of a 410 (decision 043).
   */
  readonly page?: PageSpec;
  /** Success status, 200 (or 204 without reply) by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /**
   * `required`: the caller sends an `Idempotency-Key`, and the finished answer is stored with the effect for 24 h.
   * `own`: also required, but the operation keeps its own record, because its effect is outside the table.
   */
  readonly idempotency?: 'required' | 'own';
  /** The act ends the session of its caller, whose repeats still get its stored answer. */
  readonly endsSession?: true;
  /** The caller sends the version they saw (`If-Match`). */
  readonly ifMatch?: true;
  /** Counts every call, successful or not. On rows with a key, the repeats of a request are one call. */
  readonly limits?: readonly RateLimit[];
  /** A member who is about to leave may call it too; every other row for members refuses them (rule 110). */
  readonly whileLeaving?: true;
  /** How often a member may do it. Only successful calls count, in the transaction of the effect. */
  readonly quota?: Pick<RateLimit, 'count' | 'seconds'>;
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type Params<R extends RouteSpec> = { readonly [K in ParamNames<R['path']>]: string };
export type Body<R extends RouteSpec> = Out<R['body']>;
export type Query<R extends RouteSpec> = Out<R['query']>;
export type Reply<R extends RouteSpec> = Out<R['reply']>;

export type Call<R extends RouteSpec> = ([ParamNames<R['path']>] extends [never] ? unknown : { params: Params<R> }) &
  (R extends { body: z.ZodMiniType } ? { body: In<R['body']> } : unknown) &
  (R extends { query: z.ZodMiniType } ? { query?: In<R['query']> } : unknown) &
  (R extends { ifMatch: true } ? { version: number } : unknown);

export interface AnyCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly version?: number;
}

/** Parameters of a client's function for a row: the call, optional where the row needs nothing, and options. */
export type CallArguments<R extends RouteSpec, Options> =
  Record<string, never> extends Call<R> ? [call?: Call<R>, options?: Options] : [call: Call<R>, options?: Options];

export type Routes = Readonly<Record<string, RouteSpec>>;

/** Keeps each row's exact types. */
export const routes = <const T extends Routes>(table: T): T => table;

/** The row as API Gateway names it: `GET /parcels/{parcelId}`. */
export const routeKey = (spec: Pick<RouteSpec, 'method' | 'path'>) => `${spec.method} ${spec.path}`;

export const answersHead = ({ method, page }: Pick<RouteSpec, 'method' | 'page'>): boolean =>
  page !== undefined && method === 'GET';

/** All keys of the row: link previews may send HEAD first. */
export const routeKeys = (spec: Pick<RouteSpec, 'method' | 'path' | 'page'>) => [
  routeKey(spec),
  ...(answersHead(spec) ? [`HEAD ${spec.path}`] : []),
];

/** The row's path with its parameters filled in and encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { authentication } from '#functions/authentication.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { type Deps, type Handlers, serve } from '#functions/serve.ts';
import type { Routes } from '#shared/route.ts';
import { looseSentences, withOrdinarySpaces } from '#test/support/readable.ts';
import { claimsFor, gatewayEvent, gatewaySettings } from './gateway-event.ts';
import { withRightsOf } from './memory/rights.ts';
import { aProof, provenSession } from './proven-session.ts';
import { freshTable } from './table.ts';

/** When every session of a test began, in seconds. */
export const authTime = 1_700_000_000;

const settings = {
  ...gatewaySettings,
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  RATE_LIMITS: 'off',
};

export interface Request {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** The version that the caller saw, for `If-Match`. */
  readonly version?: number;
  /** The caller's Idempotency-Key; a new one by default. */
  readonly key?: string;
  /** The caller's network address, as set by the edge. */
  readonly address?: string;
  /** The caller is in the group of administrators, and their session is proven by the second factor. */
  readonly asAdmin?: true;
  /**
   * The caller is in the group of administrators; the table decides whether their session (`origin_jti`) is verified.
   */
  readonly asAdminIn?: string;
}

export interface PipelineAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The product's table, holding `items`, on DynamoDB Local. */
export async function tableWith(items: readonly Item[], accessKeyId?: string): Promise<Table> {
  const { name, client } = await freshTable({ accessKeyId });
  const table = openTable(name, client);
  await Promise.all(items.map((item) => put(table, item)));
  return table;
}

export async function put(table: Table, item: Item): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item: item }));
}

/** A slice behind its whole pipeline: calls a row as a member and reads the answer like a browser. */
export function pipelineOf<T extends Routes>(routes: T, handlers: Handlers<T>, deps: Deps) {
  Object.assign(process.env, settings);
  const handler = serve(routes, handlers, deps, authentication);
  return async (name: keyof T & string, memberId: string, request: Request = {}): Promise<PipelineAnswer> => {
    const spec = routes[name];
    if (!spec) throw new Error(`No row ${name}`);
    const { params, query, body, version, key = randomUUID(), address, asAdmin, asAdminIn } = request;
    if (asAdmin) await put(deps.table, aProof(memberId));
    const session = asAdmin ? provenSession : asAdminIn;
    const event = gatewayEvent(spec, {
      claims: claimsFor(
        memberId,
        authTime,
        session === undefined ? {} : { 'cognito:groups': '[admin]', origin_jti: session },
      ),
      params,
      query,
      body,
      headers: {
        'idempotency-key': key,
        ...(address ? { 'true-client-ip': address } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
    });
    const answer = await withRightsOf(name, deps.table, () => handler(event, { awsRequestId: 'test' } as Context));
    const { statusCode: status = 200, headers = {} } = answer;
    if (!String(headers['content-type']).includes('json')) return { status, body: { page: answer.body }, headers };
    const reply = JSON.parse(answer.body || '{}') as Record<string, unknown>;
    const loose = looseSentences(reply);
    if (loose.length > 0) throw new Error(`${name} replies ordinary spaces (decision 047): ${loose.join(' | ')}`);
    return { status, body: withOrdinarySpaces(reply), headers };
  };
}

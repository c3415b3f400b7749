import { vi } from 'vitest';
import { problemAnswer } from '#functions/middlewares.ts';
import { parse } from '#functions/platform/http/request.ts';
import type { SiteRow } from '#infra/local/seed/site-client.ts';
import type { RowName } from '#shared/contract.ts';
import { Refusal, type RefusalCode, type RefusalDetails } from '#shared/refusal.ts';
import type { Call, Params, Reply, RouteSpec } from '#shared/route.ts';
import { responseOf, rowAt } from './row-at.ts';

/** One call of the page, as sent. */
export interface Asked {
  readonly row: RowName;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The token of its `authorization`. */
  readonly token: string | undefined;
  /** Its `Idempotency-Key`. */
  readonly key: string | undefined;
  /** The version of its `If-Match`. */
  readonly version: number | undefined;
}

type BodyOf<N extends RowName> = Call<SiteRow<N>> extends { body: infer B } ? B : undefined;
type AskedFor<N extends RowName> = Omit<Asked, 'row' | 'params' | 'body'> & {
  readonly row: N;
  readonly params: Params<SiteRow<N>>;
  readonly body: BodyOf<N>;
};
type Given<N extends RowName> = Reply<SiteRow<N>> | Refusal;

/** A refusal with its own sentence; `new Refusal(code)` has the product's. */
export const refusal = (code: RefusalCode, detail: string, details?: RefusalDetails) =>
  new Refusal(code, { title: 'Refus', detail }, details);

/**
 * Answers of the contract's rows: the row's reply, or a refusal. An answer that throws stands for a network that is
 * down.
 */
export type Answers = { readonly [N in RowName]?: (asked: AskedFor<N>) => Given<N> | Promise<Given<N>> };

/**
 * The API for the page: `fetch` answers by the contract's rows, and every call is recorded in order. A call that the
 * row's schemas do not accept is refused as by the server. A row without an answer returns NOT_FOUND, and so does every
 * other address of the site.
 */
export function fakeApi(answers: Answers): Asked[] {
  const calls: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'https://site.invalid');
    const row = pathname.startsWith('/api/') ? rowAt(method, pathname.slice('/api'.length)) : undefined;
    if (!row) return responseOf(problemAnswer(new Refusal('NOT_FOUND')));
    const sent = new Headers(headers);
    const asked: Asked = {
      row: row.name as RowName,
      method,
      params: row.params,
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      token: sent.get('authorization')?.replace('Bearer ', ''),
      key: sent.get('idempotency-key') ?? undefined,
      version: versionOf(sent.get('if-match')),
    };
    calls.push(asked);
    // Rows are found by name here, and their types are known only where the answers are written.
    const answer = answers[asked.row] as ((asked: Asked) => unknown) | undefined;
    const given = (await refusalOf(row.spec, asked)) ?? (answer ? await answer(asked) : new Refusal('NOT_FOUND'));
    if (given instanceof Refusal) return responseOf(problemAnswer(given));
    if (given === undefined) return new Response(null, { status: 204 });
    return Response.json(given, { status: row.spec.status ?? 200 });
  });
  return calls;
}

/** The refusals of the pipeline before any handler: a query or a body that the row does not accept. */
async function refusalOf({ query, body }: RouteSpec, asked: Asked): Promise<Refusal | undefined> {
  try {
    if (query) await parse(query, asked.query);
    if (body) await parse(body, asked.body);
  } catch (refused) {
    if (refused instanceof Refusal) return refused;
    throw refused;
  }
  return undefined;
}

function versionOf(ifMatch: string | null): number | undefined {
  if (ifMatch === null) return undefined;
  const version = /^"(\d+)"$/.exec(ifMatch)?.[1];
  if (!version) throw new Error(`If-Match is no version: ${ifMatch}`);
  return Number(version);
}

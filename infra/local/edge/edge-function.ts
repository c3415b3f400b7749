import { createContext, runInContext } from 'node:vm';
import * as z from 'zod/mini';

/** The parts of a request that a function may change, and of an answer that it may change or make. */
interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface EdgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The code of a CloudFront Function, at whichever of its two events the distribution calls it. */
export interface EdgeFunction {
  readonly atRequest: (request: EdgeRequest, viewerIp: string) => Promise<EdgeRequest | EdgeAnswer>;
  /** `request` is what `atRequest` made of it, if the behaviour has such a function. */
  readonly atResponse: (request: EdgeRequest, answer: EdgeAnswer, viewerIp: string) => Promise<EdgeAnswer>;
}

const Values = z._default(z.record(z.string(), z.object({ value: z.string() })), {});
const Query = z.record(
  z.string(),
  z.object({ value: z.string(), multiValue: z.optional(z.array(z.object({ value: z.string() }))) }),
);
const Request = z.object({ uri: z.string(), method: z.string(), querystring: Query, headers: Values });
const Response = z.object({ statusCode: z.number(), headers: Values });

/**
 * Runs the code of a CloudFront Function from the template, so that what it changes at the edge also changes here. It
 * gets an event of that service and nothing of this machine.
 */
export function edgeFunction(code: string): EdgeFunction {
  const context = createContext({});
  runInContext(code, context);
  const handler: unknown = runInContext('handler', context);
  if (typeof handler !== 'function') throw new Error('The edge function has no handler.');

  const handle = async (event: object): Promise<unknown> => JSON.parse(JSON.stringify(await handler(event)));
  return {
    async atRequest(request, viewerIp) {
      const result = z.parse(z.union([Request, Response]), await handle(eventOf('viewer-request', request, viewerIp)));
      if ('statusCode' in result) return answerOf(result);
      const { method, uri, querystring, headers } = result;
      return { method, uri, query: queryText(querystring), headers: plain(headers) };
    },
    async atResponse(request, { status, headers }, viewerIp) {
      const response = { statusCode: status, statusDescription: '', headers: valued(headers), cookies: {} };
      const event = { ...eventOf('viewer-response', request, viewerIp), response };
      return answerOf(z.parse(Response, await handle(event)));
    },
  };
}

/** Names and values as they are written in the address, encoded; `value` is the first of several. */
function queryEvent(query: string): z.infer<typeof Query> {
  const values: z.infer<typeof Query> = {};
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', ...rest] = part.split('=');
    const one = { value: rest.join('=') };
    const known = values[name];
    values[name] = known
      ? { value: known.value, multiValue: [...(known.multiValue ?? [{ value: known.value }]), one] }
      : one;
  }
  return values;
}

const queryText = (query: z.infer<typeof Query>) =>
  Object.entries(query)
    .flatMap(([name, { value, multiValue = [{ value }] }]) => multiValue.map((one) => `${name}=${one.value}`))
    .join('&');

const eventOf = (eventType: string, { method, uri, query, headers }: EdgeRequest, ip: string) => ({
  version: '1.0',
  context: { eventType },
  viewer: { ip },
  request: { method, uri, querystring: queryEvent(query), cookies: {}, headers: valued(headers) },
});

const answerOf = ({ statusCode, headers }: z.infer<typeof Response>): EdgeAnswer => ({
  status: statusCode,
  headers: plain(headers),
});

const valued = (headers: Readonly<Record<string, string>>) => mapValues(headers, (value) => ({ value }));
const plain = (headers: z.infer<typeof Values>) => mapValues(headers, ({ value }) => value);

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

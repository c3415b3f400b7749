import { createContext, runInContext } from 'node:vm';
import * as z from 'zod/mini';

/** The parts of a request that a viewer-request function may change, or its own answer. */
type EdgeRequest = {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
};
type EdgeAnswer = { readonly status: number; readonly headers: Readonly<Record<string, string>> };
export type EdgeFunction = (request: EdgeRequest, viewerIp: string) => Promise<EdgeRequest | EdgeAnswer>;

const Values = z._default(z.record(z.string(), z.object({ value: z.string() })), {});
const Result = z.union([
  z.object({ uri: z.string(), method: z.string(), headers: Values }),
  z.object({ statusCode: z.number(), headers: Values }),
]);

/**
 * Runs the code of a CloudFront Function (viewer request) from the template, so that a rewrite of a path at the
 * edge also happens here. It gets an event of that service and nothing of this machine.
 */
export function edgeFunction(code: string): EdgeFunction {
  const context = createContext({});
  runInContext(code, context);
  const handler: unknown = runInContext('handler', context);
  if (typeof handler !== 'function') throw new Error('The edge function has no handler.');

  return async ({ method, uri, headers }, viewerIp) => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: viewerIp },
      request: { method, uri, querystring: {}, cookies: {}, headers: mapValues(headers, (value) => ({ value })) },
    };
    const result = z.parse(Result, JSON.parse(JSON.stringify(await handler(event))));
    const plain = mapValues(result.headers, ({ value }) => value);
    return 'uri' in result
      ? { method: result.method, uri: result.uri, headers: plain }
      : { status: result.statusCode, headers: plain };
  };
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

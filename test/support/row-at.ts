import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { contract } from '#shared/contract.ts';
import type { RouteSpec, Routes } from '#shared/route.ts';

const patternOf = ({ path }: RouteSpec) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** Paths without parameters come first: in `/me/friends` no part is an id. */
const rows = Object.values(contract)
  .flatMap((slice: Routes) => Object.entries(slice))
  .map(([name, spec]) => ({ name, spec, pattern: patternOf(spec) }))
  .sort((a, b) => a.spec.path.split('{').length - b.spec.path.split('{').length);

/** The contract's row of a browser call, with the parameters of its path. */
export function rowAt(method: string, path: string) {
  const row = rows.find(({ spec, pattern }) => spec.method === method && pattern.test(path));
  const params = Object.entries(row?.pattern.exec(path)?.groups ?? {});
  return (
    row && { ...row, params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])) }
  );
}

/** An answer of Lambda as the browser receives it. */
export const responseOf = ({ statusCode = 200, headers = {}, body }: APIGatewayProxyStructuredResultV2) =>
  new Response(body || null, { status: statusCode, headers: headers as Record<string, string> });

import { decodePart } from '../edge/decode-part.ts';

/** A route of an HTTP API that takes a request, with the values of its path parameters. */
export interface Match<R> {
  readonly route: R;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Segment {
  readonly kind: 'fixed' | 'parameter' | 'rest';
  readonly name: string;
}

const rank = { fixed: 2, parameter: 1, rest: 0 } as const;

/**
 * Chooses among route keys as API Gateway does. The most specific one wins, compared from left to right (a fixed
 * segment before `{name}` before `{name+}`), then a named method before `ANY`; `$default` takes the rest. The path
 * comes without the stage.
 */
export function router<R extends { readonly key: string }>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | undefined {
  const fallback = routes.find(({ key }) => key === '$default');
  const table = routes
    .filter((route) => route !== fallback)
    .map((route) => {
      const [method = '', path = ''] = route.key.split(' ');
      return { route, method, segments: segmentsOf(path) };
    })
    .toSorted((a, b) => compare(a.segments, b.segments) || Number(a.method === 'ANY') - Number(b.method === 'ANY'));

  return (method, path) => {
    const parts = path.split('/').slice(1);
    for (const row of table) {
      if (row.method !== method && row.method !== 'ANY') continue;
      const parameters = parametersOf(row.segments, parts);
      if (parameters) return { route: row.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

function segmentsOf(path: string): Segment[] {
  return path
    .split('/')
    .slice(1)
    .map((text) => {
      const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(text) ?? [];
      if (!name) return { kind: 'fixed', name: text };
      return { kind: plus ? 'rest' : 'parameter', name };
    });
}

function compare(a: readonly Segment[], b: readonly Segment[]): number {
  for (const [at, segment] of a.entries()) {
    const other = b[at];
    if (!other) return -1;
    if (segment.kind !== other.kind) return rank[other.kind] - rank[segment.kind];
  }
  return b.length > a.length ? 1 : 0;
}

function parametersOf(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [at, { kind, name }] of segments.entries()) {
    const part = parts[at];
    if (!part) return undefined;
    if (kind === 'rest') return { ...parameters, [name]: parts.slice(at).map(decodePart).join('/') };
    if (kind === 'fixed' && part !== name) return undefined;
    if (kind === 'parameter') parameters[name] = decodePart(part);
  }
  return parts.length === segments.length ? parameters : undefined;
}

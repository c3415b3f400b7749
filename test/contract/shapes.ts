import type * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { liveEvents } from '#shared/live.ts';
import type { RouteSpec } from '#shared/route.ts';

/**
 * The inputs or outputs of a schema, as far as another release depends on them. `name?` of a field: it may be absent.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'anything'
  | { readonly values: readonly string[] }
  | { readonly list: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly entries: Shape; readonly keys: Shape; readonly hasAll: boolean }
  | { readonly anyOf: readonly Shape[] };

export interface RowShape {
  readonly route: string;
  /** Headers that a call needs beside its token. */
  readonly needs: readonly string[];
  readonly query?: Shape | undefined;
  readonly body?: Shape | undefined;
  readonly reply?: Shape | undefined;
}

export interface ContractShape {
  readonly rows: Readonly<Record<string, RowShape>>;
  readonly live: Readonly<Record<string, Shape>>;
}

/** Today's contract: every operation and every pushed event. */
export function contractShape(): ContractShape {
  const rows = Object.entries(contract).flatMap(([slice, table]) =>
    Object.entries(table as Readonly<Record<string, RouteSpec>>).map(([name, row]) => [
      `${slice} ${name}`,
      rowShape(row),
    ]),
  );
  const live = Object.entries(liveEvents).map(([name, schema]) => [name, shapeOf(schema, 'out')]);
  return { rows: Object.fromEntries(rows), live: Object.fromEntries(live) };
}

const rowShape = ({ method, path, idempotency, ifMatch, query, body, reply }: RouteSpec): RowShape => ({
  route: `${method} ${path}`,
  needs: [...(idempotency ? ['idempotency-key'] : []), ...(ifMatch ? ['if-match'] : [])],
  ...(query && { query: shapeOf(query, 'in') }),
  ...(body && { body: shapeOf(body, 'in') }),
  ...(reply && { reply: shapeOf(reply, 'out') }),
});

/** `in`: what the schema takes; `out`: what it gives. */
function shapeOf(schema: z.core.$ZodType, side: 'in' | 'out'): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'string' || def.type === 'boolean' || def.type === 'number') return def.type;
  if (def.type === 'enum') return { values: Object.values(def.entries).map(String) };
  if (def.type === 'literal') return { values: def.values.map(String) };
  if (def.type === 'array') return { list: shapeOf(def.element, side) };
  if (def.type === 'object') {
    const named = ([key, field]: [string, z.core.$ZodType]): [string, Shape] => [
      mayBeAbsent(field, side) ? `${key}?` : key,
      shapeOf(field, side),
    ];
    return { fields: Object.fromEntries(Object.entries(def.shape).map(named)) };
  }
  if (def.type === 'record') {
    const hasAll = !def.partial && def.keyType._zod.values !== undefined;
    return { entries: shapeOf(def.valueType, side), keys: shapeOf(def.keyType, side), hasAll };
  }
  if (def.type === 'union') return { anyOf: def.options.map((option) => shapeOf(option, side)) };
  if (def.type === 'optional' || def.type === 'default') return shapeOf(def.innerType, side);
  if (def.type === 'pipe') return shapeOf(side === 'in' ? def.in : def.out, side);
  return 'anything';
}

const mayBeAbsent = (schema: z.core.$ZodType, side: 'in' | 'out') =>
  (side === 'in' ? schema._zod.optin : schema._zod.optout) === 'optional';

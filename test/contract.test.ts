import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { readReply } from '#shared/read-reply.ts';
import type { RouteSpec } from '#shared/route.ts';
import { keptRows } from '#web/lib/offline/keep-copies.ts';
import { breaches, replyBreaches } from './contract/breaches.ts';
import { packed, released } from './contract/released.ts';
import { type ContractShape, contractShape, type RowShape, type Shape } from './contract/shapes.ts';

const before = released();
const now = contractShape();

test('pages of the release before can call today’s functions and read what they say', () => {
  expect(breaches(before, now)).toEqual([]);
});

test('what the release before has kept on devices can be read without a network', () => {
  const lost = keptRows.flatMap((name) => {
    const [old, today] = [before.rows[name]?.reply, now.rows[name]?.reply];
    return old && today ? replyBreaches(today, old, name) : [];
  });
  expect(lost).toEqual([]);
});

const row = (part: Partial<RowShape>): RowShape => ({ route: 'GET /things', needs: [], ...part });
const fields = (given: Record<string, Shape>): Shape => ({ fields: given });
const states = (...values: string[]): Shape => ({ values });
const table = (one: RowShape): ContractShape => ({ rows: { act: one }, live: {} });

test.each<[string, RowShape, RowShape, string[]]>([
  ['another address', row({}), row({ route: 'GET /others' }), ['act has moved to GET /others']],
  ['another header', row({}), row({ needs: ['if-match'] }), ['act needs if-match']],
  [
    'a required field of a body',
    row({ body: fields({}) }),
    row({ body: fields({ a: 'string' }) }),
    ['act.a is now required'],
  ],
  [
    'an optional field that becomes required',
    row({ body: fields({ 'a?': 'string' }) }),
    row({ body: fields({ a: 'string' }) }),
    ['act.a is now required'],
  ],
  [
    'a field that is not taken any more',
    row({ body: fields({ a: 'string' }) }),
    row({ body: fields({}) }),
    ['act.a is not taken any more'],
  ],
  [
    'a value that is not taken any more',
    row({ body: fields({ a: states('x', 'y') }) }),
    row({ body: fields({ a: states('x') }) }),
    ['act.a does not take y any more'],
  ],
  ['an optional field of a body', row({ body: fields({}) }), row({ body: fields({ 'a?': 'string' }) }), []],
  [
    'a field that may be absent from a reply',
    row({ reply: fields({ a: 'string' }) }),
    row({ reply: fields({ 'a?': 'string' }) }),
    ['act.a may be absent'],
  ],
  [
    'a new state of the thing itself',
    row({ reply: fields({ a: states('x') }) }),
    row({ reply: fields({ a: states('x', 'y') }) }),
    ['act.a may be y'],
  ],
  [
    'a new value of a row',
    row({ reply: fields({ items: { list: fields({ a: states('x') }) } }) }),
    row({ reply: fields({ items: { list: fields({ a: states('x', 'y') }) } }) }),
    [],
  ],
  [
    'another type within a row',
    row({ reply: fields({ items: { list: fields({ a: 'string' }) } }) }),
    row({ reply: fields({ items: { list: fields({ a: 'number' }) } }) }),
    ['act.items[].a is something else'],
  ],
  [
    'a new state in the reply of an act',
    row({ route: 'POST /things', reply: fields({ a: states('x') }) }),
    row({ route: 'POST /things', reply: fields({ a: states('x', 'y') }) }),
    [],
  ],
  ['a new field of a reply', row({ reply: fields({}) }), row({ reply: fields({ a: 'string' }) }), []],
])('%s is judged', (_, old, today, found) => {
  expect(breaches(table(old), table(today))).toEqual(found);
});

test('an operation that is gone is noticed', () => {
  expect(breaches(table(row({})), { rows: {}, live: {} })).toEqual(['act is gone']);
});

test('the kept contract can be read as it was written', () => {
  const text = packed(now);
  expect(text.length).toBeLessThan(100_000);
  expect(released(text)).toEqual(now);
});

/** A value of the schema, and the places of its enums; `cut`: the smallest part around one that can be absent. */
interface Place {
  readonly at: readonly string[];
  readonly cut: readonly string[] | undefined;
  readonly values: string;
}

function sampleOf(
  schema: z.core.$ZodType,
  at: readonly string[] = [],
  cut?: readonly string[],
): { value: unknown; places: readonly Place[] } {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (parts: readonly (readonly [string, ReturnType<typeof sampleOf>])[]) => ({
    value: Object.fromEntries(parts.map(([key, { value }]) => [key, value])),
    places: parts.flatMap(([, { places }]) => places),
  });
  if (def.type === 'string') return { value: 'text', places: [] };
  if (def.type === 'number') return { value: 1, places: [] };
  if (def.type === 'boolean') return { value: true, places: [] };
  if (def.type === 'literal') return { value: def.values[0], places: [] };
  if (def.type === 'enum') {
    const values = Object.values(def.entries);
    return { value: values[0], places: [{ at, cut, values: values.join(' ') }] };
  }
  if (def.type === 'optional') return sampleOf(def.innerType, at, at);
  if (def.type === 'array') {
    const { value, places } = sampleOf(def.element, [...at, '0'], [...at, '0']);
    return { value: [value], places };
  }
  if (def.type === 'record') {
    const keys = [...(def.keyType._zod.values ?? ['key'])].map(String);
    return inside(keys.map((key) => [key, sampleOf(def.valueType, [...at, key], cut)]));
  }
  if (def.type === 'object')
    return inside(Object.entries(def.shape).map(([key, one]) => [key, sampleOf(one, [...at, key], cut)]));
  if (def.type === 'union') return sampleOf(def.options[0] ?? schema, at, cut);
  throw new Error(`a reply has a part of type ${def.type}`);
}

/** The same with another value at a place, or without what is there. */
function changed(value: unknown, [key = '', ...rest]: readonly string[], to: string | undefined): unknown {
  if (Array.isArray(value)) {
    if (rest.length === 0 && to === undefined) return [];
    return [rest.length === 0 ? to : changed(value[0], rest, to)];
  }
  const record = value as Record<string, unknown>;
  const { [key]: part, ...others } = record;
  if (rest.length > 0) return { ...record, [key]: changed(part, rest, to) };
  return to === undefined ? others : { ...record, [key]: to };
}

test('a value that a page does not know costs its own part of a reply, and the whole reply only where it is a state', () => {
  const whole = new Set<string>();
  const rows = Object.values(contract).flatMap((slice) => Object.entries(slice as Readonly<Record<string, RouteSpec>>));
  for (const [name, { method, reply }] of rows) {
    if (!reply) continue;
    const { value, places } = sampleOf(reply);
    expect(readReply(reply, value), name).toEqual({ data: value, isWhole: true });
    for (const { at, cut, values } of places) {
      const read = readReply(reply, changed(value, at, 'of the next release'));
      const where = `${name} ${at.join('.')}`;
      expect(read, where).toEqual(cut && { data: changed(value, cut, undefined), isWhole: false });
      if (!cut && method === 'GET') whole.add(values);
    }
  }
  // These get new values in two releases: one that reads them, and a later one that writes them (docs/conventions.md).
  expect([...whole].toSorted()).toMatchInlineSnapshot(`
    [
      "EUR DZD",
      "active cancelled",
      "fixed per_kg negotiable",
      "forbidden scam abuse false danger illegal other",
      "image pdf",
      "none active expired",
      "none preparing ready failed",
      "none scanning received refused",
      "parcel trip member review message page decision",
      "pending approved rejected blocked",
      "pending closed",
      "small medium large",
    ]
  `);
});

test('entries and pushed facts of another release are left out', () => {
  const { actions } = contract.trips.readTrip.reply.shape;
  const known = { cancelTrip: { allowed: true } };
  expect(readReply(actions, { ...known, insureTrip: { allowed: true } })).toEqual({ data: known, isWhole: false });
});

/** A call whose every field has this text, also in objects within objects. */
function filled(schema: unknown, text: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filled(field, text)]));
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return filled(def.innerType, text);
  if (def.type === 'pipe') return filled(def.in, text);
  if (def.type === 'union') return filled(def.options[0], text);
  return text;
}

// Larger than the largest body that arrives (1 MB); without a limit on marks one row took a minute.
test.each([
  ['marks', `e${'\u0301\u0327'.repeat(200_000)}`],
  ['blanks', `${' '.repeat(800_000)}x`],
  ['digits', '1'.repeat(800_000)],
  ['words', 'a '.repeat(400_000)],
])('no row takes long to refuse a body of %s', (_, text) => {
  const slow = Object.values(contract)
    .flatMap((rows) => Object.entries<RouteSpec>(rows))
    .flatMap(([name, { body, query }]) => [body, query].flatMap((schema) => (schema ? [{ name, schema }] : [])))
    .filter(({ schema }) => {
      const started = performance.now();
      schema.safeParse(filled(schema, text));
      return performance.now() - started > 3000;
    });
  expect(slow.map(({ name }) => name)).toEqual([]);
});

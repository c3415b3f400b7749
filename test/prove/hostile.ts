import type { Dice } from './dice.ts';

const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`;

/** Values in place of a field, as JSON text: what a form never sends. */
const hostileValues: readonly string[] = [
  'null',
  'true',
  '-1',
  '0',
  '1e309',
  '-1e309',
  '1.5',
  '99999999999999999999',
  '""',
  '"   "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202eevil"',
  '"e\\u0301\\u0301\\u0301"',
  '"\\ufeff"',
  '"İıſK"',
  '"٣"',
  '"NaN"',
  '"Infinity"',
  '"undefined"',
  '"[object Object]"',
  '"0000-01-01"',
  '"9999-12-31"',
  '"2026-02-31"',
  '"+275760-09-13"',
  '"2026-01-01T00:00:00Z"',
  '"<script>alert(1)</script>"',
  '"javascript:alert(1)"',
  '"//example.org"',
  '"\'; DROP TABLE members; --"',
  '"${7*7}{{7*7}}"',
  '"../../../etc/passwd"',
  '"%00%2e%2e%2f"',
  '"#pk"',
  '":pk"',
  '"U#"',
  '"🎁👨‍👩‍👧‍👦"',
  JSON.stringify('x'.repeat(81)),
  JSON.stringify('é'.repeat(2001)),
  JSON.stringify('x'.repeat(20_000)),
  JSON.stringify('a.'.repeat(2000)),
  JSON.stringify(`${'a'.repeat(200)}@${'b.'.repeat(60)}example`),
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '["a","a"]',
  '{"$gt":""}',
  '{"length":1e9}',
  '{"toString":1}',
  '{"then":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  deep(1000, '[', ']'),
];

/** Whole bodies, with the request's headers about them. */
export const hostileBodies: readonly { readonly body: string; readonly type?: string; readonly bytes?: Buffer }[] = [
  { body: '' },
  { body: ' \n\t' },
  { body: 'null' },
  { body: '[]' },
  { body: '1' },
  { body: '"text"' },
  { body: '{' },
  { body: '{"a":1' },
  { body: "{'a':1}" },
  { body: '{"a":1,}' },
  { body: '{"a":NaN}' },
  { body: '{"a":Infinity}' },
  { body: '{"a":1e309}' },
  { body: '\ufeff{}' },
  { body: '{}\u0000' },
  { body: '{}{}' },
  { body: '{"__proto__":null}' },
  { body: '{"a":{"b":{"constructor":1}}}' },
  { body: deep(10_000, '[', ']') },
  { body: deep(10_000, '{"a":', '}') },
  { body: JSON.stringify({ title: 'x'.repeat(70_000) }) },
  { body: JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, index]))) },
  { body: '{}', type: 'text/plain' },
  { body: '{}', type: 'application/xml' },
  { body: 'title=x', type: 'application/x-www-form-urlencoded' },
  { body: '--x', type: 'multipart/form-data; boundary=x' },
  { body: '{}', type: 'application/json; charset=utf-16' },
  { body: '{}', type: '' },
  { body: '', bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { body: '', bytes: Buffer.from('{"title":"\xc3\x28"}', 'latin1') },
  { body: '', bytes: Buffer.from([0xed, 0xa0, 0x80]) },
];

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'x',
  '*',
  '..',
  '../me',
  '%00',
  '\u0000',
  'null',
  '-1',
  '1e309',
  '99999999999999999999',
  '"1"',
  '"99999999999"',
  'W/"1"',
  "' OR 1=1 --",
  'a'.repeat(5000),
  'é'.repeat(300),
  '🎁',
  '00000000-0000-4000-8000-000000000000',
  '00000000-0000-4000-8000-000000000000.00000000-0000-4000-8000-000000000000',
];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with one to three of its parts replaced, left out, doubled or added, as JSON text. */
export function spoilt(body: Readonly<Json>, dice: Dice): string {
  const marks: string[] = [];
  const mark = () => `@@${marks.push(dice.pick(hostileValues)) - 1}@@`;
  const spoil = (value: Json): Json => {
    const names = Object.keys(value);
    const name = dice.pick([...names, 'unknown', 'id', 'status', '__proto__']);
    const inner = value[name];
    const way = dice.roll(6);
    if (isObject(inner) && way < 3) return { ...value, [name]: spoil(inner) };
    if (way === 5) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
    return Object.defineProperty({ ...value }, name, { value: mark(), enumerable: true });
  };
  let changed: Json = { ...body };
  for (let times = dice.roll(3); times >= 0; times--) changed = spoil(changed);
  const text = JSON.stringify(changed).replaceAll(/"@@(\d+)@@"/g, (_, index: string) => marks[Number(index)] ?? 'null');
  return dice.roll(20) === 0 ? text.replace('{', '{"title":1,"title":"Deux fois",') : text;
}

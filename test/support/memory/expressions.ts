import { type Placeholders, refuse } from './refusals.ts';

type Stored = Record<string, unknown>;

const token = /\s*(<>|<=|>=|[=<>(),+-]|[:#\w][\w.#]*)/gy;
const tokens = new Map<string, readonly string[]>();

function tokensOf(expression: string): readonly string[] {
  const known = tokens.get(expression);
  if (known) return known;
  const found = [...expression.trim().matchAll(token)];
  if (found.map(([text]) => text).join('') !== expression.trim()) throw new Error(`Not an expression: ${expression}`);
  const words = found.map(([, word = '']) => word);
  tokens.set(expression, words);
  return words;
}

const comparisons: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  '=': (a, b) => same(a, b),
  '<>': (a, b) => !same(a, b),
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const same = (a: unknown, b: unknown) => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Reads an expression of DynamoDB from left to right, over one item. */
class Reading {
  private at = 0;
  private readonly words: readonly string[];
  private readonly item: Stored | undefined;
  private readonly given: Placeholders;
  constructor(expression: string, item: Stored | undefined, given: Placeholders) {
    this.words = tokensOf(expression);
    this.item = item;
    this.given = given;
  }

  get isDone(): boolean {
    return this.at === this.words.length;
  }
  next = (): string => this.words[this.at++] ?? '';
  /** Takes this word, if it is the next one. */
  takes = (word: string): boolean => this.words[this.at]?.toUpperCase() === word && this.at++ >= 0;
  private needs(word: string): void {
    if (!this.takes(word)) throw new Error(`${word} is missing in « ${this.words.join(' ')} »`);
  }

  condition(): boolean {
    let holds = this.both();
    while (this.takes('OR')) holds = this.both() || holds;
    return holds;
  }
  private both(): boolean {
    let holds = this.one();
    while (this.takes('AND')) holds = this.one() && holds;
    return holds;
  }
  private one(): boolean {
    if (this.takes('NOT')) return !this.one();
    if (this.takes('(')) {
      const holds = this.condition();
      this.needs(')');
      return holds;
    }
    for (const [name, holds] of Object.entries(functions)) if (this.takes(name)) return holds(...this.list());
    const left = this.operand();
    if (this.takes('BETWEEN')) {
      const from = this.operand();
      this.needs('AND');
      const to = this.operand();
      return left !== undefined && (left as string) >= (from as string) && (left as string) <= (to as string);
    }
    if (this.takes('IN')) return this.list().some((value) => same(value, left));
    const operator = this.next();
    const right = this.operand();
    const compare = comparisons[operator];
    if (!compare) throw new Error(`No comparison: ${operator}`);
    return (left !== undefined || operator === '<>') && compare(left as never, right as never);
  }

  /** A value or a path, or a sum of two. */
  operand(): unknown {
    const first = this.term();
    if (this.takes('+')) return Number(first) + Number(this.term());
    return this.takes('-') ? Number(first) - Number(this.term()) : first;
  }
  private term(): unknown {
    if (this.takes('IF_NOT_EXISTS')) {
      const [stored, other] = this.list();
      return stored ?? other;
    }
    if (this.takes('SIZE')) return (this.list()[0] as ReadonlySet<unknown> | undefined)?.size;
    const word = this.next();
    if (word.startsWith(':')) return this.given.ExpressionAttributeValues?.[word];
    return this.pathOf(word).reduce<unknown>((value, name) => (value as Stored | undefined)?.[name], this.item);
  }
  private list(): unknown[] {
    this.needs('(');
    const values = [this.operand()];
    while (this.takes(',')) values.push(this.operand());
    this.needs(')');
    return values;
  }
  pathOf = (word: string): string[] =>
    word.split('.').map((name) => (name.startsWith('#') ? (this.given.ExpressionAttributeNames?.[name] ?? '') : name));
}

const functions: Readonly<Record<string, (...values: unknown[]) => boolean>> = {
  ATTRIBUTE_EXISTS: (value) => value !== undefined,
  ATTRIBUTE_NOT_EXISTS: (value) => value === undefined,
  BEGINS_WITH: (value, prefix) => typeof value === 'string' && value.startsWith(String(prefix)),
  CONTAINS: (value, part) =>
    value instanceof Set ? value.has(part) : ((value as string | undefined)?.includes(String(part)) ?? false),
};

/** Whether a condition or filter holds for an item. */
export const holds = (expression: string | undefined, item: Stored | undefined, given: Placeholders): boolean =>
  !expression || new Reading(expression, item, given).condition();

/** The item after an update expression. */
export function updated(expression: string, item: Stored, given: Placeholders): Stored {
  const fresh = structuredClone(item);
  // Values are of the item as it was.
  const reading = new Reading(expression, item, given);
  let verb = '';
  while (!reading.isDone) {
    const word = reading.next();
    if (['SET', 'REMOVE', 'ADD', 'DELETE'].includes(word)) verb = word;
    else if (word !== ',') changeBy(verb, reading, reading.pathOf(word), fresh);
  }
  return fresh;
}

function changeBy(verb: string, reading: Reading, path: readonly string[], item: Stored): void {
  const name = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<Stored | undefined>((map, part) => map?.[part] as Stored | undefined, item);
  if (!parent) refuse(`The document path ${path.join('.')} provided in the update expression is invalid`);
  if (verb === 'REMOVE') {
    delete parent[name];
    return;
  }
  if (verb === 'SET' && !reading.takes('=')) throw new Error('A SET without =');
  const value = reading.operand();
  const old = parent[name];
  if (verb === 'SET') parent[name] = value;
  else if (value instanceof Set) {
    const had = [...((old ?? []) as Iterable<unknown>)];
    const left = new Set(verb === 'ADD' ? [...had, ...value] : had.filter((one) => !value.has(one)));
    if (left.size > 0) parent[name] = left;
    else delete parent[name];
  } else parent[name] = Number(old ?? 0) + Number(value);
}

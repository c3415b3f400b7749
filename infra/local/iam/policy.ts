import * as z from 'zod/mini';

interface Pattern {
  readonly text: string;
  readonly matches: (value: string) => boolean;
}

/**
 * `*` stands for any characters, also none, and `?` for exactly one; the whole value must match, capitals included.
 * Throws for a policy variable (`${aws:username}`), which is not understood here.
 */
export function wildcard(text: string): Pattern {
  if (text.includes('${')) throw new Error(`The policy variable in ${text} is not understood here.`);
  const [start = '', ...rest] = text.split(/[*?]/);
  if (rest.length === 0) return { text, matches: (value) => value === text };
  if (rest.length === 1 && text.endsWith('*')) return { text, matches: (value) => value.startsWith(start) };
  const source = text
    .replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const form = new RegExp(`^${source}$`, 's');
  return { text, matches: (value) => form.test(value) };
}

const segments = 6;

/**
 * An ARN, or `*` for all. A wildcard stays in its segment (partition, service, region, account); only the last
 * segment, the resource, may contain colons. Throws when the text is no ARN.
 */
function arnPattern(text: string): Pattern {
  if (text === '*') return { text, matches: () => true };
  const wanted = partsOf(text);
  if (wanted.length < segments) throw new Error(`${text} is no ARN.`);
  const patterns = wanted.map(wildcard);
  return {
    text,
    matches: (value) => {
      const parts = partsOf(value);
      return patterns.every((pattern, at) => pattern.matches(parts[at] ?? ''));
    },
  };
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= segments ? parts : [...parts.slice(0, segments - 1), parts.slice(segments - 1).join(':')];
}

/** The facts about a request: values by the name of the condition key, in small letters. */
export type Context = ReadonlyMap<string, readonly string[]>;

interface Condition {
  readonly key: string;
  readonly holds: (context: Context) => boolean;
}

/** Compares one value of the request with one of the policy. Made once for each value of a policy. */
type Comparison = (wanted: string) => (value: string) => boolean;

const numeric =
  (compare: (value: number, wanted: number) => boolean): Comparison =>
  (wanted) =>
  (value) =>
    compare(Number(value), Number(wanted));

const equals: Comparison = (wanted) => (value) => value === wanted;
const equalsIgnoringCase: Comparison = (wanted) => (value) => value.toLowerCase() === wanted.toLowerCase();
const arn: Comparison = (wanted) => arnPattern(wanted).matches;

/** The operators whose condition holds when any value of the policy matches. */
const positive: Record<string, Comparison> = {
  StringEquals: equals,
  StringEqualsIgnoreCase: equalsIgnoringCase,
  StringLike: (wanted) => wildcard(wanted).matches,
  NumericEquals: numeric((value, wanted) => value === wanted),
  NumericLessThan: numeric((value, wanted) => value < wanted),
  NumericLessThanEquals: numeric((value, wanted) => value <= wanted),
  NumericGreaterThan: numeric((value, wanted) => value > wanted),
  NumericGreaterThanEquals: numeric((value, wanted) => value >= wanted),
  Bool: equalsIgnoringCase,
  ArnEquals: arn,
  ArnLike: arn,
};

/** Their opposites hold when no value of the policy matches, and when the request has no such key. */
const negative: Record<string, Comparison> = {
  StringNotEquals: equals,
  StringNotEqualsIgnoreCase: equalsIgnoringCase,
  StringNotLike: (wanted) => wildcard(wanted).matches,
  NumericNotEquals: numeric((value, wanted) => value === wanted),
  ArnNotEquals: arn,
  ArnNotLike: arn,
};

/** `ForAllValues:StringLikeIfExists`: the set qualifier, the operator, the suffix. */
const operatorForm = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;

/**
 * Reads the block `{ operator: { key: values } }` of a statement. Throws for an operator that is not understood here.
 * Source: IAM User Guide, "IAM JSON policy elements: Condition operators" and "Multivalued context keys".
 */
function readConditions(block: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Condition[] {
  return Object.entries(block).flatMap(([operator, lines]) =>
    Object.entries(lines).map(([name, given]) => {
      const wanted = (Array.isArray(given) ? given : [given]).map(String);
      return { key: name.toLowerCase(), holds: conditionOf(operator, name.toLowerCase(), wanted) };
    }),
  );
}

function conditionOf(operator: string, key: string, wanted: readonly string[]): Condition['holds'] {
  const valuesIn = (context: Context) => context.get(key) ?? [];
  if (operator === 'Null') {
    const isMissing = wanted.some((value) => value.toLowerCase() === 'true');
    return (context) => (valuesIn(context).length === 0) === isMissing;
  }
  const [, set, word = '', ifExists] = operatorForm.exec(operator) ?? [];
  const comparison = positive[word] ?? negative[word];
  if (!comparison) throw new Error(`The condition operator ${operator} is not understood here.`);
  const isNegative = word in negative;
  const tests = wanted.map(comparison);
  const fits = (value: string) => tests.some((test) => test(value)) !== isNegative;

  // « all » is true and « any » is false without values, for every operator.
  if (set === 'ForAllValues') return (context) => valuesIn(context).every(fits);
  if (set === 'ForAnyValue')
    return (context) => (valuesIn(context).length === 0 ? ifExists !== undefined : valuesIn(context).some(fits));
  const whenMissing = isNegative || ifExists !== undefined;
  return (context) => {
    const values = valuesIn(context);
    if (values.length === 0) return whenMissing;
    return isNegative ? values.every(fits) : values.some(fits);
  };
}

const oneOrMore = z.union([z.string(), z.array(z.string())]);
/**
 * Elements beside these (`NotAction`, `NotResource`, `NotPrincipal`) are refused, because none of them is evaluated.
 */
const Statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Principal: z.optional(z.union([z.literal('*'), z.record(z.string(), oneOrMore)])),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});
const Document = z.object({ Statement: z.array(Statement) });

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly Pattern[];
  readonly resources: readonly Pattern[];
  readonly conditions: readonly Condition[];
  readonly principals: readonly string[];
}

export interface Request {
  readonly action: string;
  readonly resource: string;
  readonly context: Context;
}

export interface Grant {
  readonly statement: Statement;
  readonly action: string;
  readonly resource: string;
}

export type AccessVerdict =
  | { readonly effect: 'allow' | 'deny'; readonly by: Grant }
  /** No matching statement: implicit deny. */
  | { readonly effect: 'none' };

/** Reads a policy document of a template, its references resolved. Throws for what is not understood here. */
export function readPolicy(document: unknown): Statement[] {
  return z.parse(Document, document).Statement.map(({ Effect, Action, Resource, Principal, Condition: block }) => ({
    effect: Effect,
    actions: many(Action).map((action) => ({ ...wildcard(action.toLowerCase()), text: action })),
    resources: many(Resource).map(arnPattern),
    conditions: readConditions(block ?? {}),
    principals:
      Principal === '*'
        ? ['AWS:*']
        : Object.entries(Principal ?? {}).flatMap(([kind, names]) => many(names).map((name) => `${kind}:${name}`)),
  }));
}

/**
 * The verdict of these statements: an explicit deny wins over any allow, and what nothing allows is not allowed.
 * Source: IAM User Guide, "Policy evaluation logic".
 */
export function evaluate(statements: readonly Statement[], request: Request): AccessVerdict {
  let allowed: Grant | undefined;
  const name = request.action.toLowerCase();
  for (const statement of statements) {
    if (statement.effect === 'Allow' && allowed) continue;
    const action = statement.actions.find(({ matches }) => matches(name));
    const resource = action && statement.resources.find(({ matches }) => matches(request.resource));
    if (!action || !resource || !statement.conditions.every(({ holds }) => holds(request.context))) continue;
    const by = { statement, action: action.text, resource: resource.text };
    if (statement.effect === 'Deny') return { effect: 'deny', by };
    allowed = by;
  }
  return allowed ? { effect: 'allow', by: allowed } : { effect: 'none' };
}

const many = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

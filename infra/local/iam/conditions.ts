import { arnPattern, wildcard } from './pattern.ts';

/** The facts about a request: values by the name of the condition key, in small letters. */
export type Context = ReadonlyMap<string, readonly string[]>;

export interface Condition {
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
export function readConditions(block: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Condition[] {
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

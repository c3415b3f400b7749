import * as z from 'zod/mini';
import { type Condition, type Context, readConditions } from './conditions.ts';
import { arnPattern, type Pattern, wildcard } from './pattern.ts';

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

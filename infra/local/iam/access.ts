import { localAccount } from '#infra/local/assembly/physical-ids.ts';
import { edgeKey, functionKey, operatorKey } from './keys.ts';
import type { Context } from './policy.ts';
import { type AccessVerdict, evaluate, type Grant, type Request, type Statement } from './policy.ts';

export interface RightsReport {
  /** Lines « function: action on resource », sorted. */
  readonly used: string[];
  readonly unused: string[];
  /** Calls that were refused, each once. */
  readonly refused: string[];
}

export function rightsReport(access: Pick<Access, 'rights' | 'refusals'>): RightsReport {
  const lines = (isUsed: boolean) =>
    access
      .rights()
      .filter((right) => right.isUsed === isUsed)
      .map(lineOf)
      .toSorted();
  return { used: lines(true), unused: lines(false), refused: access.refusals() };
}

/** A right in short: region and account are left out, because all resources share them. */
export const lineOf = ({ function: name, action, resource }: Right): string =>
  `${name}: ${action} on ${resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '')}`;

export interface AccessRules {
  readonly roles: readonly {
    readonly name: string;
    readonly role: string;
    readonly statements: readonly Statement[];
  }[];
  /** Policies of buckets, keys, queues and functions, by the ARN of the resource. */
  readonly resources: ReadonlyMap<string, readonly Statement[]>;
  readonly distributionArn: string;
}

/** A part of a call: an action on a resource, and what is known about it besides. */
export interface Want {
  readonly action: string;
  readonly resource: string;
  readonly known?: Readonly<Record<string, string | readonly string[]>>;
}

export interface Refused {
  readonly code: 'AccessDeniedException' | 'MissingAuthenticationTokenException' | 'UnrecognizedClientException';
  readonly message: string;
}

/** A right as a report names it: what a function may do on a resource, both as written in its role. */
export interface Right {
  readonly function: string;
  readonly action: string;
  readonly resource: string;
}

export interface Access {
  /** Judges a call that was signed with this key, all of its parts; undefined when it may be done. */
  judge: (accessKeyId: string | undefined, wants: readonly Want[]) => Refused | undefined;
  judgeFunction: (name: string, wants: readonly Want[]) => Refused | undefined;
  judgeService: (service: string, sourceArn: string, wants: readonly Want[]) => Refused | undefined;
  lacks: (accessKeyId: string, want: Want) => boolean;
  /** The secret of a key, with which its signatures are made. */
  secretOf: (accessKeyId: string) => string | undefined;
  rights: () => (Right & { readonly isUsed: boolean })[];
  refusals: () => string[];
}

type Caller =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly role: string;
      readonly statements: readonly Statement[];
    }
  | { readonly kind: 'service'; readonly service: string; readonly sourceArn: string };

/**
 * Judges calls by the policies of the templates: those of the caller's role and those of the resource. `report` gets a
 * line for each new refusal.
 */
export function openAccess(rules: AccessRules, report: (line: string) => void): Access {
  const callers = new Map<string, Caller>([
    [operatorKey.accessKeyId, { kind: 'operator' }],
    [edgeKey.accessKeyId, { kind: 'service', service: 'cloudfront.amazonaws.com', sourceArn: rules.distributionArn }],
    ...rules.roles.map((role): [string, Caller] => [functionKey(role.name).accessKeyId, { kind: 'function', ...role }]),
  ]);
  const secrets = new Map(
    [operatorKey, edgeKey, ...rules.roles.map(({ name }) => functionKey(name))].map((pair) => [
      pair.accessKeyId,
      pair.secretAccessKey,
    ]),
  );
  const used = new Map<Statement, Set<string>>();
  const refused = new Set<string>();

  const note = ({ statement, action, resource }: Grant) => {
    const pairs = used.get(statement) ?? new Set();
    used.set(statement, pairs.add(pairOf(action, resource)));
  };

  const judgeCaller = (caller: Caller, wants: readonly Want[]): Refused | undefined => {
    if (caller.kind === 'operator') return undefined;
    const granted: Grant[] = [];
    for (const want of wants) {
      const { verdict, grants } = decide(caller, want, rules);
      if (verdict !== 'allow') return refusal(caller, want, verdict);
      granted.push(...grants);
    }
    granted.forEach(note);
    return undefined;
  };

  const refusal = (caller: Caller, { action, resource }: Want, verdict: 'deny' | 'none'): Refused => {
    const why =
      verdict === 'deny' ? 'with an explicit deny in a policy' : `because no policy allows the ${action} action`;
    const line = `${wordOf(caller)} lacks ${action} on ${resource} (${verdict === 'deny' ? 'denied' : 'not allowed'})`;
    if (!refused.has(line)) {
      refused.add(line);
      report(line);
    }
    const message = `User: ${arnOf(caller)} is not authorized to perform: ${action} on resource: ${resource} ${why}`;
    return { code: 'AccessDeniedException', message };
  };

  const functionNamed = (name: string): Caller => {
    const caller = callers.get(functionKey(name).accessKeyId);
    if (!caller) throw new Error(`The function ${name} has no role.`);
    return caller;
  };

  return {
    judge(accessKeyId, wants) {
      if (!accessKeyId) return { code: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
      const caller = callers.get(accessKeyId);
      if (caller) return judgeCaller(caller, wants);
      const message = 'The security token included in the request is invalid.';
      return { code: 'UnrecognizedClientException', message };
    },
    judgeFunction: (name, wants) => judgeCaller(functionNamed(name), wants),
    judgeService: (service, sourceArn, wants) => judgeCaller({ kind: 'service', service, sourceArn }, wants),
    lacks(accessKeyId, want) {
      const caller = callers.get(accessKeyId);
      if (!caller || caller.kind === 'operator') return false;
      const { verdict, grants } = decide(caller, want, rules);
      grants.forEach(note);
      return verdict !== 'allow';
    },
    secretOf: (accessKeyId) => secrets.get(accessKeyId),
    rights: () =>
      rules.roles.flatMap(({ name, statements }) =>
        statements
          .filter(({ effect }) => effect === 'Allow')
          .flatMap((statement) =>
            statement.actions.flatMap(({ text: action }) =>
              statement.resources.map(({ text: resource }) => ({
                function: name,
                action,
                resource,
                isUsed: used.get(statement)?.has(pairOf(action, resource)) ?? false,
              })),
            ),
          ),
      ),
    refusals: () => [...refused],
  };
}

const pairOf = (action: string, resource: string) => `${action} ${resource}`;

/** The policy of a key must allow it too: with « the account » it leaves the decision to the role. */
function decide(
  caller: Exclude<Caller, { kind: 'operator' }>,
  want: Want,
  { resources }: AccessRules,
): { verdict: 'allow' | 'deny' | 'none'; grants: Grant[] } {
  const request: Request = { ...want, context: contextOf(caller, want) };
  const about = (resources.get(ownerOf(want.resource)) ?? []).map((statement) => ({
    statement,
    names: naming(statement, caller),
  }));
  const withPrincipal = (which: (name: 'caller' | 'account' | undefined) => boolean) =>
    evaluate(
      about.filter(({ names }) => which(names)).map(({ statement }) => statement),
      request,
    );
  const ofRole: AccessVerdict = caller.kind === 'function' ? evaluate(caller.statements, request) : { effect: 'none' };
  if (ofRole.effect === 'deny' || withPrincipal((name) => name !== undefined).effect === 'deny')
    return { verdict: 'deny', grants: [] };

  const direct = withPrincipal((name) => name === 'caller').effect === 'allow';
  if (direct) return { verdict: 'allow', grants: ofRole.effect === 'allow' ? [ofRole.by] : [] };
  const isLeftToRole =
    !want.action.startsWith('kms:') || withPrincipal((name) => name === 'account').effect === 'allow';
  return ofRole.effect === 'allow' && isLeftToRole
    ? { verdict: 'allow', grants: [ofRole.by] }
    : { verdict: 'none', grants: [] };
}

/** The context of every request, and of this one. On AWS all of them come over TLS. */
function contextOf(caller: Exclude<Caller, { kind: 'operator' }>, { known = {} }: Want): Context {
  const context = new Map<string, readonly string[]>([
    ['aws:securetransport', ['true']],
    ['s3:tlsversion', ['1.3']],
  ]);
  if (caller.kind === 'function') context.set('aws:principalarn', [caller.role]);
  else context.set('aws:sourcearn', [caller.sourceArn]).set('aws:sourceaccount', [localAccount]);
  for (const [key, value] of Object.entries(known))
    context.set(key.toLowerCase(), typeof value === 'string' ? [value] : value);
  return context;
}

/** The condition keys that are known here, as patterns: a policy with another one could not be evaluated. */
export const knownKeys: readonly RegExp[] = [
  /^aws:(SecureTransport|SourceArn|SourceAccount|PrincipalArn)$/i,
  /^s3:(TlsVersion|prefix|if-none-match)$/i,
  /^dynamodb:(LeadingKeys|EnclosingOperation)$/i,
  /^ses:(FromAddress|Recipients)$/i,
  /^kms:(ViaService|EncryptionContext:.+|EncryptionContextKeys)$/i,
];

/** The resource whose policy decides about this one: the bucket of an object. */
const ownerOf = (resource: string): string =>
  resource.startsWith('arn:aws:s3:::') ? (resource.split('/')[0] ?? resource) : resource;

function naming(
  { principals }: Statement,
  caller: Exclude<Caller, { kind: 'operator' }>,
): 'caller' | 'account' | undefined {
  const own = caller.kind === 'service' ? `Service:${caller.service}` : `AWS:${caller.role}`;
  if (principals.includes('AWS:*') || principals.includes(own)) return 'caller';
  return caller.kind === 'function' && principals.includes(`AWS:arn:aws:iam::${localAccount}:root`)
    ? 'account'
    : undefined;
}

const wordOf = (caller: Caller) =>
  caller.kind === 'function' ? caller.name : caller.kind === 'service' ? caller.service : 'the operator';

function arnOf(caller: Caller): string {
  if (caller.kind !== 'function') return wordOf(caller);
  const role = caller.role.split('role/')[1] ?? '';
  return `arn:aws:sts::${localAccount}:assumed-role/${role}/${caller.name}`;
}

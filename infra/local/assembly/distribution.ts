import * as z from 'zod/mini';
import { type EdgeFunction, edgeFunction } from '../edge/edge-function.ts';
import type { Assembly, Json } from './assembly.ts';
import type { Resolve } from './intrinsics.ts';
import type { Identities } from './physical-ids.ts';

const BehaviourProperties = z.object({
  PathPattern: z._default(z.string(), '*'),
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  FunctionAssociations: z._default(z.array(z.object({ EventType: z.string(), FunctionARN: z.string() })), []),
});
const DistributionProperties = z.object({
  DistributionConfig: z.object({
    CacheBehaviors: z._default(z.array(BehaviourProperties), []),
    CustomErrorResponses: z._default(
      z.array(z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.optional(z.number()) })),
      [],
    ),
    DefaultCacheBehavior: BehaviourProperties,
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: z._default(z.string(), ''),
        OriginCustomHeaders: z._default(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })), []),
        CustomOriginConfig: z.optional(z.object({ OriginReadTimeout: z._default(z.number(), 30) })),
      }),
    ),
    OriginGroups: z._default(
      z.object({
        Items: z.array(
          z.object({
            Id: z.string(),
            FailoverCriteria: z.object({ StatusCodes: z.object({ Items: z.array(z.number()) }) }),
            Members: z.object({ Items: z.array(z.object({ OriginId: z.string() })) }),
          }),
        ),
      }),
      { Items: [] },
    ),
  }),
});
const CachePolicyProperties = z.object({
  CachePolicyConfig: z.object({
    MinTTL: z.number(),
    MaxTTL: z.number(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      QueryStringsConfig: z.object({
        QueryStringBehavior: z.string(),
        QueryStrings: z._default(z.array(z.string()), []),
      }),
    }),
  }),
});
const flagged = z.optional(z.unknown());
const HeadersPolicyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.optional(z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) })),
    SecurityHeadersConfig: z.optional(
      z.object({
        ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string() })),
        ContentTypeOptions: flagged,
        FrameOptions: z.optional(z.object({ FrameOption: z.string() })),
        ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string() })),
      }),
    ),
  }),
});
const FunctionProperties = z.object({ FunctionCode: z.string() });

const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const managedHeaders: Record<string, Record<string, string>> = {
  '67f7725c-6f97-4210-82d7-5512b31e9d03': {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
  },
};

export interface CachePolicy {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  /** Query names that are part of the key and are forwarded; `all` means every name. */
  readonly query: 'all' | readonly string[];
  /** Minimum cache time of an error, by status, if the distribution sets one. */
  readonly errorSeconds: ReadonlyMap<number, number>;
}

interface OriginSpec {
  /** Host as on AWS: `<api id>.execute-api.…` or `<bucket>.s3.…`. */
  readonly host: string;
  readonly path: string;
  /** Added to each request, e.g. the secret that proves that it came through CloudFront. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface Behaviour {
  matches(path: string): boolean;
  readonly methods: readonly string[];
  origin: OriginSpec;
  /** Asked for the same path when the origin is too slow, or answers with one of these statuses. */
  readonly fallback?: { readonly origin: OriginSpec; readonly statuses: readonly number[] };
  readonly cache: CachePolicy | undefined;
  readonly forwardsViewer: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly viewerRequest: EdgeFunction['atRequest'] | undefined;
  /** Called for answers below 400, as CloudFront does. */
  readonly viewerResponse: EdgeFunction['atResponse'] | undefined;
}

export function readDistribution(assembly: Assembly, ids: Identities, resolve: Resolve): Behaviour[] {
  const of = <T>(type: string, schema: z.ZodMiniType<T>) =>
    assembly.resources
      .filter((resource) => resource.type === type)
      .map((resource) => ({
        resource,
        properties: z.parse(schema, resolve(resource.properties as Json, resource.stack)),
      }));

  const distribution = of('AWS::CloudFront::Distribution', DistributionProperties)[0];
  if (!distribution) throw new Error('The assembly holds no distribution.');
  const { CacheBehaviors, CustomErrorResponses, DefaultCacheBehavior, OriginGroups, Origins } =
    distribution.properties.DistributionConfig;
  const errorSeconds = new Map(
    CustomErrorResponses.flatMap(({ ErrorCode, ErrorCachingMinTTL }) =>
      ErrorCachingMinTTL === undefined ? [] : [[ErrorCode, ErrorCachingMinTTL]],
    ),
  );
  const policies = new Map(
    of('AWS::CloudFront::CachePolicy', CachePolicyProperties).map(({ resource, properties }) => [
      ids.ref(resource),
      { ...cachePolicyOf(properties), errorSeconds },
    ]),
  );
  const headers = new Map(
    of('AWS::CloudFront::ResponseHeadersPolicy', HeadersPolicyProperties).map(({ resource, properties }) => [
      ids.ref(resource),
      headersOf(properties),
    ]),
  );
  const functions = new Map(
    of('AWS::CloudFront::Function', FunctionProperties).map(({ resource, properties }) => [
      ids.attribute(resource, 'FunctionARN'),
      edgeFunction(properties.FunctionCode),
    ]),
  );

  const originOf = (id: string): OriginSpec => {
    const origin = Origins.find(({ Id }) => Id === id);
    return {
      host: origin?.DomainName ?? '',
      path: origin?.OriginPath ?? '',
      headers: Object.fromEntries(
        (origin?.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
          HeaderName.toLowerCase(),
          HeaderValue,
        ]),
      ),
      timeoutMs: (origin?.CustomOriginConfig?.OriginReadTimeout ?? 30) * 1000,
    };
  };

  return [...CacheBehaviors, DefaultCacheBehavior].map((behaviour): Behaviour => {
    const group = OriginGroups.Items.find(({ Id }) => Id === behaviour.TargetOriginId);
    const [primary = behaviour.TargetOriginId, secondary] = group?.Members.Items.map(({ OriginId }) => OriginId) ?? [];
    const functionAt = (event: string) =>
      functions.get(behaviour.FunctionAssociations.find(({ EventType }) => EventType === event)?.FunctionARN ?? '');
    const headersPolicy = behaviour.ResponseHeadersPolicyId ?? '';
    return {
      matches: matcher(behaviour.PathPattern),
      methods: behaviour.AllowedMethods,
      origin: originOf(primary),
      ...(group && secondary
        ? { fallback: { origin: originOf(secondary), statuses: group.FailoverCriteria.StatusCodes.Items } }
        : {}),
      cache: policies.get(behaviour.CachePolicyId),
      forwardsViewer: behaviour.OriginRequestPolicyId === allViewerExceptHost,
      responseHeaders: headers.get(headersPolicy) ?? managedHeaders[headersPolicy] ?? {},
      viewerRequest: functionAt('viewer-request')?.atRequest,
      viewerResponse: functionAt('viewer-response')?.atResponse,
    };
  });
}

function matcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^(?![/*])/, '/')
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(path);
}

function cachePolicyOf({
  CachePolicyConfig,
}: z.infer<typeof CachePolicyProperties>): Omit<CachePolicy, 'errorSeconds'> {
  const { QueryStringBehavior, QueryStrings } =
    CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig;
  return {
    minSeconds: CachePolicyConfig.MinTTL,
    maxSeconds: CachePolicyConfig.MaxTTL,
    query: QueryStringBehavior === 'all' ? 'all' : QueryStrings,
  };
}

/** `Strict-Transport-Security` is left out: this machine uses plain http. */
function headersOf({ ResponseHeadersPolicyConfig }: z.infer<typeof HeadersPolicyProperties>): Record<string, string> {
  const { CustomHeadersConfig, SecurityHeadersConfig: security } = ResponseHeadersPolicyConfig;
  const csp = security?.ContentSecurityPolicy?.ContentSecurityPolicy;
  const frames = security?.FrameOptions?.FrameOption;
  const referrer = security?.ReferrerPolicy?.ReferrerPolicy;
  return {
    ...Object.fromEntries((CustomHeadersConfig?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value])),
    ...(csp && { 'content-security-policy': csp }),
    ...(security?.ContentTypeOptions !== undefined && { 'x-content-type-options': 'nosniff' }),
    ...(frames && { 'x-frame-options': frames }),
    ...(referrer && { 'referrer-policy': referrer }),
  };
}

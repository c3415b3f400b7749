import * as z from 'zod/mini';
import type { Assembly, Json, Resource } from './assembly.ts';
import type { Resolve } from './intrinsics.ts';
import type { Identities } from './physical-ids.ts';

const Api = z.object({
  ProtocolType: z.enum(['HTTP', 'WEBSOCKET']),
  RouteSelectionExpression: z._default(z.string(), '$request.body.action'),
});
const Integration = z.object({ IntegrationUri: z.string() });
const Route = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationScopes: z._default(z.array(z.string()), []),
});
const Stage = z.object({
  StageName: z.string(),
  DefaultRouteSettings: z.optional(
    z.object({ ThrottlingRateLimit: z.optional(z.number()), ThrottlingBurstLimit: z.optional(z.number()) }),
  ),
});
const Authorizer = z.object({
  IdentitySource: z._default(z.array(z.string()), []),
  AuthorizerUri: z.optional(z.string()),
  JwtConfiguration: z.optional(z.object({ Issuer: z.string(), Audience: z.array(z.string()) })),
});

export type AuthorizerSpec = z.infer<typeof Authorizer>;
interface RouteSpec {
  /** `GET /parcels/{parcelId}`, `$connect`, … */
  readonly key: string;
  readonly functionRef: string;
  readonly authorizer?: AuthorizerSpec;
  readonly scopes: readonly string[];
  /** WebSocket only: what the function answers is sent to the caller. */
  readonly answers: boolean;
}
export interface ApiSpec {
  readonly id: string;
  readonly protocol: 'HTTP' | 'WEBSOCKET';
  readonly stage: string;
  readonly routes: readonly RouteSpec[];
  /** WebSocket only: the field of a message that names its route. */
  readonly routeField: string;
  readonly throttle?: { readonly rate: number; readonly burst: number };
}

export function readApis(assembly: Assembly, ids: Identities, resolve: Resolve): ApiSpec[] {
  const read = <T>(schema: z.ZodMiniType<T>, resource: Resource): T =>
    z.parse(schema, resolve(resource.properties, resource.stack));

  return assembly.resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::Api')
    .map((api): ApiSpec => {
      const { ProtocolType, RouteSelectionExpression } = read(Api, api);
      const id = ids.ref(api);
      const parts = (type: string) =>
        assembly.resources.filter(
          (part) =>
            // Routes of a later stack import the id of the API.
            part.type === `AWS::ApiGatewayV2::${type}` && resolve(part.properties['ApiId'] ?? '', part.stack) === id,
        );
      const stage = parts('Stage').map((part) => read(Stage, part))[0];
      if (!stage) throw new Error(`${api.stack}/${api.logicalId} has no stage.`);
      const integrations = new Map(parts('Integration').map((part) => [ids.ref(part), read(Integration, part)]));
      const authorizers = parts('Authorizer');
      const responses = parts('RouteResponse');

      const routes = parts('Route').map((part): RouteSpec => {
        const { RouteKey, Target, AuthorizationScopes } = read(Route, part);
        const integration = integrations.get(Target.replace('integrations/', ''));
        if (!integration) throw new Error(`The route ${RouteKey} leads nowhere.`);
        const authorizer = authorizers.find(({ logicalId }) => refersTo(part.properties['AuthorizerId'], logicalId));
        return {
          key: RouteKey,
          functionRef: integration.IntegrationUri,
          scopes: AuthorizationScopes,
          answers: responses.some(({ properties }) => refersTo(properties['RouteId'], part.logicalId)),
          ...(authorizer && { authorizer: read(Authorizer, authorizer) }),
        };
      });
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = stage.DefaultRouteSettings ?? {};
      return {
        id,
        protocol: ProtocolType,
        stage: stage.StageName,
        routes,
        routeField: RouteSelectionExpression.replace('$request.body.', ''),
        ...(rate && burst && { throttle: { rate, burst } }),
      };
    });
}

function refersTo(value: Json | undefined, logicalId: string): boolean {
  return typeof value === 'object' && value !== null && 'Ref' in value && value['Ref'] === logicalId;
}

import { expect, test } from 'vitest';
import { publicQueryNames, rows } from '#infra/build/edge-functions.ts';
import { functionOfSlice } from '#infra/function-table.ts';
import { routeKey, routeKeys } from '#shared/route.ts';
import { type Json, type Properties, readable, synthesize } from './synth.ts';

const { resources, template, only, functions, entrance, everywhere } = synthesize();

/** Documents have their function and its routes in the stack of the site. */
function ofHttpApi(type: string) {
  return [...resources('api', type), ...resources('web', type)];
}

const routes = new Map(
  ofHttpApi('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [readable(Properties['RouteKey']), Properties]),
);

test('the API has the routes of the contract, and no other', () => {
  expect([...routes.keys()].toSorted()).toEqual(rows.flatMap(([, , spec]) => routeKeys(spec)).toSorted());
});

test.each(rows)('%s.%s asks for a token unless anyone may call it', (_slice, _name, spec) => {
  const route = routes.get(routeKey(spec));
  expect(route?.['AuthorizationType']).toBe(spec.access === 'anyone' ? 'NONE' : 'JWT');
  expect(route?.['AuthorizerId']).toEqual(spec.access === 'anyone' ? undefined : { Ref: theAuthorizer().id });
  // With scopes the gateway would answer 403 with its own body; the pipeline checks them (rule 63).
  expect(route?.['AuthorizationScopes']).toBeUndefined();
});

test.each(rows)('%s.%s is served by the function of its slice', (slice, _name, spec) => {
  const target = readable(routes.get(routeKey(spec))?.['Target']).replace('integrations/', '');
  const [, integration] = ofHttpApi('AWS::ApiGatewayV2::Integration').find(([id]) => id.startsWith(target)) ?? [];
  expect(integration?.Properties['IntegrationUri']).toEqual(entrance(functionOfSlice(slice)));
  expect(integration?.Properties['PayloadFormatVersion']).toBe('2.0');
});

test('at most ten routes are made at a time, because API Gateway takes ten requests a second', () => {
  const before = new Map(
    resources('api', 'AWS::ApiGatewayV2::Route').map(([id, { DependsOn = [] }]) => [
      id,
      [DependsOn].flat().filter((one) => template('api').Resources[one]?.Type === 'AWS::ApiGatewayV2::Route'),
    ]),
  );
  expect([...before.values()].filter((earlier) => earlier.length === 0).length).toBeLessThanOrEqual(10);
  // Each turn creates the resources whose dependencies exist; a cycle would leave some out.
  const done = new Set<string>();
  while (done.size < before.size) {
    const turn = [...before].filter(([id, earlier]) => !done.has(id) && earlier.every((one) => done.has(one)));
    expect([turn.length > 0, turn.length <= 10]).toEqual([true, true]);
    for (const [id] of turn) done.add(id);
  }
});

test('tokens of both web clients of our pool are accepted', () => {
  const { properties } = theAuthorizer();
  const { Issuer, Audience } = properties['JwtConfiguration'] as { Issuer: Json; Audience: readonly Json[] };
  expect(readable(Issuer)).toMatch(/^https:\/\/cognito-idp\.eu-west-3\.AWS::URLSuffix\/Pool/);
  expect(Audience.map(readable)).toEqual(['PoolWeb', 'PoolWebShort']);
});

test('one permission lets the API call each function, where its routes name it', () => {
  const permissions = resources('api', 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
  const entrances = Object.entries(functions()).flatMap(([name, { stack }]) =>
    stack === 'api' ? [entrance(name)] : [],
  );
  expect(permissions.map(({ FunctionName }) => readable(FunctionName)).toSorted()).toEqual(
    entrances.map(readable).toSorted(),
  );
});

test('the stage is the prefix of the site, depends on every route and logs no typed text', () => {
  const [[, stage] = [undefined, undefined]] = resources('api', 'AWS::ApiGatewayV2::Stage');
  expect(stage?.Properties['StageName']).toBe('api');
  const routeIds = resources('api', 'AWS::ApiGatewayV2::Route').map(([id]) => id);
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(routeIds));
  const settings = stage?.Properties['AccessLogSettings'] as { Format: string } | undefined;
  expect(settings?.Format).toContain('$context.routeKey');
  expect(settings?.Format).not.toMatch(/path|query|header|identity|sourceIp/i);
});

test('one route of visitors leaves half of the requests to members, and names no route of a later stack', () => {
  const [, stage] = resources('api', 'AWS::ApiGatewayV2::Stage')[0] ?? [];
  expect(stage?.Properties['DefaultRouteSettings']).toMatchObject({
    ThrottlingRateLimit: 2000,
    ThrottlingBurstLimit: 4000,
  });
  const limits = stage?.Properties['RouteSettings'] as Record<string, Properties>;
  expect(limits['GET /public/subscription']).toEqual({ ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 });
  for (const key of ['GET /p/{parcelId}', 'HEAD /p/{parcelId}', 'GET /t/{tripId}', 'HEAD /t/{tripId}'])
    expect(limits[key]).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 });
  const visited = rows.flatMap(([, , spec]) => (/^\/(public|p|t)\//.test(spec.path) ? routeKeys(spec) : []));
  expect(Object.keys(limits).toSorted()).toEqual(visited.toSorted());
  const own = resources('api', 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
    readable(Properties['RouteKey']),
  );
  expect(own).toEqual(expect.arrayContaining(Object.keys(limits)));
});

test('the address around the edge is an output, where the checks knock', () => {
  const { Endpoint } = (template('api').Outputs ?? {}) as { Endpoint?: Properties };
  expect(readable(Endpoint?.['Value'])).toMatch(/\.ApiEndpoint$/);
});

test('the socket is authorized by ticket and answers pings', () => {
  const socketRoutes = new Map(
    resources('live', 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [Properties['RouteKey'], Properties]),
  );
  expect([...socketRoutes.keys()].map(readable).toSorted()).toEqual(['$connect', '$default', '$disconnect']);
  expect(socketRoutes.get('$connect')?.['AuthorizationType']).toBe('CUSTOM');
  expect(only('live', 'AWS::ApiGatewayV2::Authorizer')['IdentitySource']).toEqual(['route.request.querystring.ticket']);
  expect(resources('live', 'AWS::ApiGatewayV2::RouteResponse')).toHaveLength(1);
  expect(only('live', 'AWS::ApiGatewayV2::Stage')['StageName']).toBe('ws');
});

test('the edge forwards the query names of the contract, in its order', () => {
  expect(publicQueryNames()).toEqual([
    'fromPlace',
    'toPlace',
    'fromCountry',
    'fromCity',
    'toCountry',
    'toCity',
    'date',
    'filter',
    'cursor',
    'position',
  ]);
  const [, policy] =
    resources('web', 'AWS::CloudFront::CachePolicy').find(([id]) => id.startsWith('PublicCache')) ?? [];
  const CachePolicyConfig = policy?.Properties['CachePolicyConfig'];
  expect(CachePolicyConfig).toMatchObject({
    MinTTL: 0,
    DefaultTTL: 0,
    MaxTTL: 60,
    ParametersInCacheKeyAndForwardedToOrigin: {
      QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: publicQueryNames() },
      HeadersConfig: { HeaderBehavior: 'none' },
      CookiesConfig: { CookieBehavior: 'none' },
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
    },
  });
});

test('only public read operations are cached at the edge', () => {
  const cached = rows.filter(([, , spec]) => spec.path.startsWith('/public/'));
  expect(cached.length).toBeGreaterThan(0);
  for (const [, , spec] of cached) expect(spec).toMatchObject({ method: 'GET', access: 'anyone' });
});

test('every stack is far below CloudFormation’s limit of 500 resources', () => {
  expect(Object.keys(template('api').Resources).length).toBeLessThan(450);
  expect(everywhere('AWS::ApiGatewayV2::Api').map(([, { Properties }]) => Properties['ProtocolType'])).toEqual([
    'WEBSOCKET',
    'HTTP',
  ]);
});

function theAuthorizer() {
  const [[id, { Properties: properties }] = ['', { Properties: {} }]] = resources(
    'api',
    'AWS::ApiGatewayV2::Authorizer',
  );
  return { id, properties: properties as Properties };
}

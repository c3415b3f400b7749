import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { pageStyle } from '#functions/share/document.ts';
import { findDocument, findListings, findShared, stampAddress, tellMissing } from '#infra/build/edge-functions.ts';
import { policiesOfASite } from '#infra/commands/deploy/edge-policies.ts';
import { contract } from '#shared/contract.ts';
import { type Json, type Properties, readable, synthesize } from './synth.ts';

const { only, resources, template, everywhere, folder } = synthesize();

const distribution = (only('web', 'AWS::CloudFront::Distribution') as { DistributionConfig: Properties })
  .DistributionConfig;
const behaviors = distribution['CacheBehaviors'] as readonly Properties[];
const behavior = (path: string): Properties => behaviors.find(({ PathPattern }) => PathPattern === path) ?? {};

const siteFiles = {
  prerendered: ['', '/terms'],
  files: ['/app.html', '/config.json', '/corridor.html', '/index.html', '/robots.txt', '/sw.js', '/terms/index.html'],
};

/** Ids of AWS's own policies. */
const managed = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  allViewerExceptHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};

test('CloudFront logs every request into a bucket of the EU for ninety days, without what an address may hide', () => {
  const { everywhere, only, product } = synthesize();
  expect(product.edgeLog.region).toBe('us-east-1');
  const source = only('edgeLog', 'AWS::Logs::DeliverySource');
  const [[distributionId] = ['']] = everywhere('AWS::CloudFront::Distribution');
  expect(source['LogType']).toBe('ACCESS_LOGS');
  expect(readable(source['ResourceArn'])).toMatch(new RegExp(`distribution/${distributionId.slice(0, -8)}$`));
  const { RecordFields } = only('edgeLog', 'AWS::Logs::Delivery') as { RecordFields: string[] };
  expect(RecordFields).toContain('c-ip');
  // A query may contain the secret of a mail; a referrer is an address with its query.
  expect(RecordFields.filter((field) => /query|cookie|cs\(/i.test(field))).toEqual([]);
  const bucket = everywhere('AWS::S3::Bucket').find(([id]) => id.startsWith('EdgeLog'));
  expect(bucket?.[1].Properties['LifecycleConfiguration']).toMatchObject({ Rules: [{ ExpirationInDays: 90 }] });
  expect(product.web.region).toBe('eu-west-3');
  expect(readable(only('edgeLog', 'AWS::Logs::DeliveryDestination')['DestinationResourceArn'])).toContain('EdgeLog');
});

test('no path of the contract has a secret, because the log contains paths', () => {
  const names = Object.values(contract)
    .flatMap((rows) => Object.values(rows))
    .flatMap(({ path }) => path.match(/(?<=\{)\w+(?=\})/g) ?? []);
  const others = new Set(names.filter((name) => !name.endsWith('Id')));
  expect([...others].toSorted((a, b) => a.localeCompare(b))).toEqual(['corridor', 'device', 'kind', 'number']);
});

test('pages with listings come first, and the cacheable part of the API before the rest', () => {
  expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
    '/',
    '/find-parcels',
    '/colis/*',
    '/trajets/*',
    '/api/public/*',
    '/api/*',
    '/ws',
    '/media/*',
    '/p/*',
    '/t/*',
    '/stop',
    '/corridors.xml',
  ]);
});

test('cached reads forward nothing but their query', () => {
  const reads = behavior('/api/public/*');
  expect(reads['AllowedMethods']).toEqual(['GET', 'HEAD']);
  expect(readable(reads['CachePolicyId'])).toBe('PublicCache');
  expect(reads['OriginRequestPolicyId']).toBeUndefined();
});

test.each(['/api/*', '/ws'])('%s is never cached and forwards all but the host', (path) => {
  expect(behavior(path)).toMatchObject({
    CachePolicyId: managed.cachingDisabled,
    OriginRequestPolicyId: managed.allViewerExceptHost,
    ViewerProtocolPolicy: 'https-only',
  });
});

test.each(['/p/*', '/t/*'])('%s are pages of the API, cached without any query, and run no script', (path) => {
  const shared = behavior(path);
  expect(shared).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], ViewerProtocolPolicy: 'redirect-to-https' });
  expect(shared['OriginRequestPolicyId']).toBeUndefined();
  const origin = (distribution['Origins'] as readonly Properties[]).find(({ Id }) => Id === shared['TargetOriginId']);
  expect(origin).toMatchObject({ OriginPath: '/api' });
  expect(readable(shared['CachePolicyId'])).toBe('SharedCache');
  const policies = resources('web', 'AWS::CloudFront::CachePolicy').filter(([id]) => id.startsWith('SharedCache'));
  expect(policies.map(([, { Properties }]) => Properties['CachePolicyConfig'])).toMatchObject([
    {
      MaxTTL: 3600,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
      },
    },
  ]);
  const said = JSON.stringify(headersOf('SharedHeaders'));
  const hash = createHash('sha256').update(pageStyle).digest('base64');
  expect(said).toContain(`default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'`);
  expect(said).not.toMatch(/script-src|unsafe/);
});

test('a link of a mail that ends such mails reaches the API as it is, uncached, and its page may send its own form', () => {
  const [stop, shared] = [behavior('/stop'), behavior('/p/*')];
  expect(stop).toMatchObject({
    CachePolicyId: managed.cachingDisabled,
    OriginRequestPolicyId: managed.allViewerExceptHost,
    TargetOriginId: shared['TargetOriginId'],
  });
  expect(stop['AllowedMethods']).toEqual(expect.arrayContaining(['GET', 'HEAD', 'POST']));
  expect(stop['FunctionAssociations']).toEqual(behavior('/api/*')['FunctionAssociations']);
  expect(stop['ResponseHeadersPolicyId']).toEqual(shared['ResponseHeadersPolicyId']);
  expect(JSON.stringify(headersOf('SharedHeaders'))).toContain("form-action 'self'");
});

test('the site map of routes is a document of the API, cached for at most an hour without any query', () => {
  const [siteMap, shared] = [behavior('/corridors.xml'), behavior('/p/*')];
  expect(siteMap).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], TargetOriginId: shared['TargetOriginId'] });
  expect(siteMap['CachePolicyId']).toEqual(shared['CachePolicyId']);
  expect(contract.corridors.corridorsSitemap.page.edgeSeconds).toBe(3600);
});

test('four stages find room for their policies in one account', () => {
  for (const type of ['CachePolicy', 'ResponseHeadersPolicy'])
    expect(resources('web', `AWS::CloudFront::${type}`)).toHaveLength(policiesOfASite);
  expect(4 * policiesOfASite).toBeLessThanOrEqual(20);
});

test('the home page is one entry of the cache, with any query', () => {
  const asked = { uri: '/', headers: {}, querystring: { page: { value: '/colis/x' }, fromPlace: { value: '1' } } };
  expect(runEdge(findListings(), asked).querystring).toEqual({});
});

test.each(['/', '/find-parcels'])('%s is asked of the function, and of the bucket when that fails', (path) => {
  const page = behavior(path);
  expect(page).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], ViewerProtocolPolicy: 'redirect-to-https' });
  const groups = (distribution['OriginGroups'] as { Items: readonly Properties[] }).Items;
  const group = groups.find(({ Id }) => Id === page['TargetOriginId']) as unknown as {
    FailoverCriteria: { StatusCodes: { Items: number[] } };
    Members: { Items: { OriginId: string }[] };
  };
  // Never for 404: a page that is missing is missing in the bucket as well.
  expect(group.FailoverCriteria.StatusCodes.Items).toEqual([403, 429, 500, 502, 503, 504]);
  const [first, second] = group.Members.Items.map(({ OriginId }) =>
    (distribution['Origins'] as readonly Properties[]).find(({ Id }) => Id === OriginId),
  );
  expect(first).toMatchObject({
    OriginPath: '/api',
    ConnectionAttempts: 1,
    ConnectionTimeout: 2,
    CustomOriginConfig: { OriginReadTimeout: 2 },
  });
  expect(second).toHaveProperty('S3OriginConfig');
  expect(runEdge(findListings(), { uri: path, headers: {}, querystring: {} }).uri).toBe(
    path === '/' ? '/index.html' : '/find-parcels/index.html',
  );
  // A header is part of its cache key, because the built document has the same path.
  expect(runEdge(findListings(), { uri: path, headers: {}, querystring: {} })).toMatchObject({
    headers: { 'x-listings': { value: '1' } },
  });
  const id = path === '/' ? 'CorridorCache' : 'DocumentCache';
  const policies = resources('web', 'AWS::CloudFront::CachePolicy').filter(([name]) => name.startsWith(id));
  expect(JSON.stringify(policies)).toContain('"HeaderBehavior":"whitelist","Headers":["x-listings"]');
  expect(JSON.stringify(headersOf('ListingPageHeaders'))).toContain('"Value":"no-cache"');
});

test.each(['/colis/paris-alger', '/trajets/a%C3%AFn&x=1'])('%s is asked for as a query of the application', (uri) => {
  const asked = runEdge(findListings(), { uri, headers: {}, querystring: { page: { value: '/x' } } });
  expect(asked).toMatchObject({ uri: '/corridor.html', querystring: { page: { value: encodeURIComponent(uri) } } });
  expect(behavior('/colis/*')['TargetOriginId']).toBe(behavior('/')['TargetOriginId']);
});

test('a path of the pages of routes that cannot be decoded leads to « Page non trouvée », also while the function fails', () => {
  expect(runEdge(findListings(), { uri: '/colis/%', headers: {}, querystring: {} })).toMatchObject({
    statusCode: 301,
    headers: { location: { value: '/404' } },
  });
});

test('of a repeated query name the last value reaches the function', () => {
  const querystring = {
    fromCity: { value: 'A', multiValue: [{ value: 'A' }, { value: 'B' }] },
    tab: { value: 'trips' },
  };
  expect(runEdge(findListings(), { uri: '/find-parcels', headers: {}, querystring })).toMatchObject({
    querystring: { fromCity: { value: 'B' }, tab: { value: 'trips' } },
  });
});

test('a setting goes back to the built pages; a release makes the function after the files that it names', () => {
  const built = synthesize({ pageDocuments: 'built' });
  const patterns = (built.only('web', 'AWS::CloudFront::Distribution') as { DistributionConfig: Properties })
    .DistributionConfig['CacheBehaviors'] as readonly Properties[];
  expect(patterns.map(({ PathPattern }) => PathPattern)).not.toContain('/');
  const [, made] = resources('web', 'AWS::Lambda::Function').find(([id]) => id.startsWith('PageDocuments')) ?? [];
  expect(made?.DependsOn?.some((id) => id.startsWith('ContentAssets'))).toBe(true);
  const [[, edge] = []] = resources('web', 'AWS::CloudFront::Distribution');
  expect(edge?.DependsOn?.some((id) => id.startsWith('PageDocuments'))).toBe(true);
});

const sharedId = '0f3e4567-e89b-42d3-a456-426614174000';
test.each([
  [`/p/${sharedId}`, `/p/${sharedId}`],
  [`/t/${sharedId.toUpperCase()}/`, `/t/${sharedId}`],
  [`/p/${sharedId}).`, `/p/${sharedId}`],
  ['/p/', '/p/-'],
  ['/t/x/../me', '/t/-'],
])('the shared address %s is asked for as %s', (uri, asked) => {
  expect(runEdge(findShared(), { uri, headers: {} }).uri).toBe(asked);
});

const elsewhere = { host: { value: 'd111.cloudfront.net' } };
test.each([
  ['findDocument', findDocument(siteFiles, 'envoyage.test'), '/terms'],
  ['findShared', findShared('envoyage.test'), `/p/${sharedId}`],
  ['findListings', findListings('envoyage.test'), '/find-parcels'],
])('%s leads a page of another name of the site to the domain, with its query', (_name, code, uri) => {
  const querystring = { a: { value: '1%202', multiValue: [{ value: '1%202' }, { value: '3' }] }, b: { value: '' } };
  expect(runEdge(code, { uri, headers: elsewhere, querystring })).toMatchObject({
    statusCode: 301,
    headers: { location: { value: `https://envoyage.test${uri}?a=1%202&a=3&b=` } },
  });
  expect(runEdge(code, { uri, headers: elsewhere, querystring: {} })).toMatchObject({
    headers: { location: { value: `https://envoyage.test${uri}` } },
  });
  const own = runEdge(code, { uri, headers: { host: { value: 'envoyage.test' } }, querystring });
  expect(own).not.toHaveProperty('statusCode');
});

test('a file is answered under every name, so that a worker which was installed there finds its successor', () => {
  const code = findDocument(siteFiles, 'envoyage.test');
  expect(runEdge(code, { uri: '/sw.js', headers: elsewhere, querystring: {} }).uri).toBe('/sw.js');
});

test('a picture that is not there yet is no longer missing an hour later: errors get no lifetime of pictures', () => {
  expect(JSON.stringify(headersOf('MediaHeaders'))).not.toMatch(/cache-control/i);
});

test('a picture that was erased leaves edges and browsers within a day', () => {
  expect(readable(behavior('/media/*')['CachePolicyId'])).toBe('MediaCache');
  const policies = resources('web', 'AWS::CloudFront::CachePolicy').filter(([id]) => id.startsWith('MediaCache'));
  const [{ MaxTTL, DefaultTTL } = { MaxTTL: Number.NaN, DefaultTTL: Number.NaN }] = policies.map(
    ([, { Properties }]) => Properties['CachePolicyConfig'] as { MaxTTL: number; DefaultTTL: number },
  );
  expect(DefaultTTL).toBeLessThanOrEqual(MaxTTL);
  // Only the scanner writes pictures (grants.test.ts tests its rights).
  const seconds = Number(/public, max-age=(\d+)/.exec(readFileSync('functions/uploads/scanner.ts', 'utf8'))?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(MaxTTL + seconds).toBeLessThanOrEqual(86_400);
});

test('both APIs are reached by TLS 1.2 with the secret header, which no template holds', () => {
  const secret = (distribution['Origins'] as readonly Properties[]).filter(
    ({ OriginCustomHeaders }) => OriginCustomHeaders,
  );
  expect(secret).toHaveLength(4);
  for (const { OriginCustomHeaders, CustomOriginConfig } of secret) {
    expect(CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] });
    const [header] = OriginCustomHeaders as readonly Properties[];
    expect(header?.['HeaderName']).toBe('x-origin-secret');
    expect(readable(header?.['HeaderValue'])).toMatch(/^\{\{resolve:secretsmanager:.+:SecretString:::\}\}$/);
  }
});

test('a temporary error is not cached, and no error becomes a page', () => {
  expect(distribution['CustomErrorResponses']).toEqual(
    [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
  );
});

test('a forged client address is overwritten', () => {
  const request = runEdge(stampAddress, { uri: '/api/me', headers: { 'true-client-ip': { value: '1.2.3.4' } } });
  expect(request.headers['true-client-ip']).toEqual({ value: '203.0.113.9' });
  const [association] = behavior('/api/*')['FunctionAssociations'] as readonly Properties[];
  expect(association).toMatchObject({ EventType: 'viewer-request' });
  expect(readable(association?.['FunctionARN'])).toMatch(/^StampAddress/);
});

test.each([
  ['/', '/index.html', 200],
  ['/terms', '/terms/index.html', 200],
  ['/terms/index.html', '/terms/index.html', 200],
  ['/my-parcels', '/app.html', 200],
  ['/delivery/3f0c', '/app.html', 200],
  ['/user/a%20b', '/app.html', 200],
  ['/colis/paris-alger', '/corridor.html', 200],
  ['/trajets/paris-alger', '/corridor.html', 200],
  ['/assets/main-4f2.js', '/assets/main-4f2.js', 200],
  ['/places/3f/fr.json', '/places/3f/fr.json', 200],
  ['/config.json', '/config.json', 200],
  ['/robots.txt', '/robots.txt', 200],
  ['/nothing', '/app.html', 404],
  ['/delivery', '/app.html', 404],
  ['/delivery/3f0c/photos', '/app.html', 404],
  ['/faq.html', '/app.html', 404],
  ['/wp-login.php', '/app.html', 404],
  ['/.env', '/app.html', 404],
  ['/constructor', '/app.html', 404],
  ['//terms', '/app.html', 404],
  ['/user/%', '/app.html', 404],
  ['/colis/%', '/app.html', 404],
  ['/Robots.txt', '/app.html', 404],
])('the address %s is answered with %s and status %i', (uri, document, status) => {
  const request = runEdge(findDocument(siteFiles), { uri, headers: {} });
  expect(request.uri).toBe(document);
  const tell = tellMissing(siteFiles);
  // AWS does not say which of the two requests a viewer-response function is given.
  for (const given of [request, { uri, headers: {} }])
    expect(answeredAtEdge(tell, given, 200).statusCode, given.uri).toBe(status);
});

test.each([
  ['//', '/'],
  ['/FAQ', '/faq'],
  ['/terms/', '/terms'],
  ['/Terms//', '/terms'],
  ['/Find-Parcels', '/find-parcels'],
  ['/find-parcels/', '/find-parcels'],
  ['/My-Parcels', '/my-parcels'],
  ['/USER/3F0c', '/user/3F0c'],
  ['/Colis/Paris-Alger', '/colis/Paris-Alger'],
  [`/P/${sharedId}`, `/p/${sharedId}`],
  ['/Stop', '/stop'],
  ['/stop/', '/stop'],
])('%s leads to %s, the one address of its page, with its query', (uri, to) => {
  const querystring = { tab: { value: 'trips' } };
  expect(runEdge(findDocument(siteFiles), { uri, headers: {}, querystring })).toMatchObject({
    statusCode: 301,
    headers: { location: { value: `${to}?tab=trips` } },
  });
});

test.each(['/corridor.html', '/corridor.html/'])('%s, the stand-in of every route, is no page of its own', (uri) => {
  expect(runEdge(findDocument(siteFiles), { uri, headers: {}, querystring: {} })).toMatchObject({
    statusCode: 301,
    headers: { location: { value: '/404' } },
  });
});

test('an answer that says that nothing has changed stays one', () => {
  expect(answeredAtEdge(tellMissing(siteFiles), { uri: '/nothing', headers: {} }, 304).statusCode).toBe(304);
});

test('the edge functions know the pages that were prerendered, and fit into CloudFront', () => {
  const coded = (name: string) => {
    const [[, edge] = [undefined, undefined]] = resources('web', 'AWS::CloudFront::Function').filter(([id]) =>
      id.startsWith(name),
    );
    expect(edge?.Properties['FunctionConfig']).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
    return readable(edge?.Properties['FunctionCode']);
  };
  expect(coded('FindDocument')).toContain('["","/terms"]');
  for (const name of ['FindDocument', 'TellMissing']) expect(coded(name).length).toBeLessThan(10_000);
  const associations = (distribution['DefaultCacheBehavior'] as Properties)['FunctionAssociations'];
  expect(associations).toMatchObject([{ EventType: 'viewer-request' }, { EventType: 'viewer-response' }]);
});

test('pages run only our own scripts', () => {
  const headers = headersOf('PageHeaders');
  const csp = readable(
    (headers['SecurityHeadersConfig'] as { ContentSecurityPolicy: Properties }).ContentSecurityPolicy[
      'ContentSecurityPolicy'
    ],
  );
  expect(csp.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' blob: data: https://Private.RegionalDomainName https://Identity.RegionalDomainName",
    "media-src 'self' blob:",
    "connect-src 'self' https://cognito-idp.eu-west-3.amazonaws.com https://Quarantine.RegionalDomainName",
    'frame-src https://Private.RegionalDomainName https://Identity.RegionalDomainName',
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]);
  expect(JSON.stringify(headers)).toContain('camera=(self), geolocation=()');
  expect(JSON.stringify(headers)).toContain('same-origin');
});

test('a picture of a member never runs as a page', () => {
  expect(JSON.stringify(headersOf('MediaHeaders'))).toContain("sandbox; default-src 'none'");
});

test.each(['PageHeaders', 'ApiHeaders', 'MediaHeaders', 'SharedHeaders'])(
  '%s ask for HTTPS, declared types and no frames',
  (id) => {
    expect(headersOf(id)['SecurityHeadersConfig']).toMatchObject({
      ContentTypeOptions: { Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: false },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
    });
  },
);

test('hashed files are deployed first and cached for ever; pages follow and are revalidated, last the worker', () => {
  const deployments = resources('web', 'Custom::CDKBucketDeployment');
  const [assets, pages, worker] = ['Assets', 'Pages', 'Worker'].map((name) =>
    deployments.find(([id]) => id.includes(name)),
  );
  expect(deployments).toHaveLength(3);
  expect(assets?.[1].Properties).toMatchObject({
    Prune: false,
    // CloudFormation takes 4,096 bytes of an answer, and one key stands for each page without its address.
    OutputObjectKeys: false,
    SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
  expect(pages?.[1].Properties).toMatchObject({
    Prune: false,
    OutputObjectKeys: false,
    SystemMetadata: { 'cache-control': 'no-cache' },
    DistributionPaths: ['/*'],
  });
  expect(pages?.[1].DependsOn).toContain(assets?.[0]);
  expect(worker?.[1].Properties).toMatchObject({
    Prune: false,
    // Browsers ask for it again at each visit: an older one would hold back a new build.
    SystemMetadata: { 'cache-control': 'no-cache' },
    DistributionPaths: ['/sw.js'],
  });
  expect(worker?.[1].DependsOn).toContain(pages?.[0]);
});

const assetFolder = (key: string) => join(folder, `asset.${key.replace('.zip', '')}`);

test('only files with a hash are cached for ever', () => {
  const filesOf = (name: string) => {
    const [, deployment] = resources('web', 'Custom::CDKBucketDeployment').find(([id]) => id.includes(name)) ?? [];
    const keys = (deployment?.Properties['SourceObjectKeys'] ?? []) as readonly string[];
    return keys
      .map(assetFolder)
      .flatMap((asset) => globSync('**/*.*', { cwd: asset }))
      .toSorted();
  };
  expect(filesOf('Assets')).toEqual(['assets/main.js', 'places/4f2c/FR.json']);
  expect(filesOf('Pages')).toEqual([
    'config.json',
    'index.html',
    'places/index.json',
    'sitemap.xml',
    'terms/index.html',
  ]);
  expect(filesOf('Worker')).toEqual(['sw.js']);
});

test('without a domain the site map gets the address of the distribution when it is deployed', () => {
  const [, deployment] = resources('web', 'Custom::CDKBucketDeployment').find(([id]) => id.includes('Pages')) ?? [];
  const keys = (deployment?.Properties['SourceObjectKeys'] ?? []) as readonly string[];
  const at = keys.findIndex((key) => globSync('sitemap.xml', { cwd: assetFolder(key) }).length > 0);
  const [[marker, address] = ['', '']] = Object.entries(
    ((deployment?.Properties['SourceMarkers'] ?? []) as readonly Properties[])[at] ?? {},
  );
  expect(readable(address)).toMatch(/^Distribution\S*\.DomainName$/);
  expect(readFileSync(join(assetFolder(keys[at] ?? ''), 'sitemap.xml'), 'utf8')).toBe(
    `<loc>https://${marker}/terms</loc>`,
  );
});

test('the site knows the pool, its two clients and the upload host', () => {
  const markers = resources('web', 'Custom::CDKBucketDeployment').flatMap(
    ([, { Properties }]) => (Properties['SourceMarkers'] ?? []) as Json[],
  );
  const told = markers.flatMap((marker) => Object.values(marker as Properties)).map(readable);
  expect(told.toSorted()).toEqual([
    'Distribution.DomainName',
    'Pool',
    'PoolWeb',
    'PoolWebShort',
    'Quarantine.RegionalDomainName',
  ]);
});

test('functions find the address of the site in a parameter', () => {
  const parameter = only('web', 'AWS::SSM::Parameter');
  expect(parameter['Name']).toBe('/envoyage/dev/site-url');
  expect(readable(parameter['Value'])).toMatch(/^https:\/\/Distribution.*\.DomainName$/);
});

test('there is a web ACL only where the setting asks for it', () => {
  expect(everywhere('AWS::WAFv2::WebACL')).toEqual([]);
  expect(distribution['WebACLId']).toBeUndefined();
  const guarded = synthesize({ waf: true });
  const acl = guarded.only('edge', 'AWS::WAFv2::WebACL');
  expect(acl['Scope']).toBe('CLOUDFRONT');
  expect((acl['Rules'] as readonly Properties[]).map(({ Name }) => Name)).toEqual([
    'ip-reputation',
    'per-address-on-accounts',
    'per-address',
  ]);
  const { DistributionConfig } = guarded.only('web', 'AWS::CloudFront::Distribution') as {
    DistributionConfig: Properties;
  };
  expect(Object.keys(DistributionConfig['WebACLId'] as Properties)).toEqual(['Fn::GetStackOutput']);
  const leaving = synthesize({ waf: 'leaving' });
  expect(leaving.everywhere('AWS::WAFv2::WebACL')).toHaveLength(1);
  expect(JSON.stringify(leaving.template('web'))).not.toContain('WebACLId');
});

test('with a zone the domain gets its certificate and addresses; with only a certificate the record is an output', () => {
  const domain = 'envoyage.example.org';
  const zoned = synthesize({ domain, hostedZoneId: 'Z0123456789' });
  expect(zoned.only('edge', 'AWS::CertificateManager::Certificate')).toMatchObject({
    DomainName: domain,
    ValidationMethod: 'DNS',
  });
  expect(zoned.resources('web', 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties['Type'])).toEqual([
    'A',
    'AAAA',
  ]);
  expect(JSON.stringify(zoned.template('web'))).toContain(`wss://${domain}`);

  const both = synthesize({ domain: 'envoyage.test', hostedZoneId: 'Z0123456789', www: true });
  expect(both.only('edge', 'AWS::CertificateManager::Certificate')).toMatchObject({
    DomainName: 'envoyage.test',
    SubjectAlternativeNames: ['www.envoyage.test'],
  });
  expect(both.only('web', 'AWS::CloudFront::Distribution')).toMatchObject({
    DistributionConfig: { Aliases: ['envoyage.test', 'www.envoyage.test'] },
  });
  expect(
    both
      .resources('web', 'AWS::Route53::RecordSet')
      .map(([, { Properties }]) => `${readable(Properties['Type'])} ${readable(Properties['Name'])}`)
      .toSorted(),
  ).toEqual(['A envoyage.test.', 'A www.envoyage.test.', 'AAAA envoyage.test.', 'AAAA www.envoyage.test.']);

  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc';
  const given = synthesize({ domain, certificateArn });
  expect(given.everywhere('AWS::CertificateManager::Certificate')).toEqual([]);
  const ends = (one: typeof given) =>
    one
      .resources('edge', 'AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties)
      .filter(({ MetricName }) => MetricName === 'DaysToExpiry');
  // AWS renews the one that it has made itself.
  expect(ends(zoned)).toEqual([]);
  expect(ends(given)).toMatchObject([
    {
      Dimensions: [{ Name: 'CertificateArn', Value: certificateArn }],
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      Threshold: 30,
    },
  ]);
  expect(JSON.stringify(given.template('web').Outputs?.['RecordToMake'])).toMatch(
    /envoyage\.example\.org CNAME .*Distribution/,
  );
  const bare = synthesize({ domain: 'envoyage.test', certificateArn, www: true }).template('web').Outputs;
  expect(JSON.stringify(bare?.['RecordToMake'])).toMatch(/"envoyage\.test ALIAS \(or ANAME\) .*Distribution/);
  expect(JSON.stringify(bare?.['RecordToMake2'])).toMatch(/"www\.envoyage\.test CNAME .*Distribution/);
});

test('the address of the site is an output', () => {
  expect(template('web').Outputs).toHaveProperty('Site');
});

function headersOf(id: string): Properties {
  const [[, policy] = [undefined, undefined]] = resources('web', 'AWS::CloudFront::ResponseHeadersPolicy').filter(
    ([found]) => found.startsWith(id),
  );
  return (policy?.Properties['ResponseHeadersPolicyConfig'] ?? {}) as Properties;
}

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
  querystring?: Record<string, { value: string; multiValue?: { value: string }[] }>;
}

function answeredAtEdge(code: string, request: EdgeRequest, statusCode: number): { statusCode: number } {
  const event = { viewer: { ip: '203.0.113.9' }, request, response: { statusCode, headers: {} } };
  return runInNewContext(`${code}; handler(event)`, { event }) as { statusCode: number };
}

function runEdge(code: string, request: EdgeRequest): EdgeRequest {
  const event = { viewer: { ip: '203.0.113.9' }, request };
  return runInNewContext(`${code}; handler(event)`, { event }) as EdgeRequest;
}

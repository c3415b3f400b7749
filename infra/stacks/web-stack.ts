import { type App, Aws, CfnOutput, Duration, Validations } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, type HttpOriginProps, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { publicQueryNames } from '#infra/build/edge-functions.ts';
import { Documents, nameSite } from '#infra/constructs/site-content.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { documentQueryNames } from '#shared/site/document-query.ts';
import { paths, patterns } from '#shared/site/paths.ts';
import {
  findDocument,
  findListings,
  findShared,
  listingsMark,
  siteFilesOf,
  stampAddress,
  tellMissing,
} from '../build/edge-functions.ts';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SiteContent } from '../constructs/site-content.ts';
import {
  apiHeaders,
  listingPageHeaders,
  mediaHeaders,
  pageHeaders,
  plainPageHeaders,
} from '../constructs/site-headers.ts';
import { hostsOf, siteUrlOf, siteUrlParameter } from '../naming.ts';
import type { ApiStack } from './api-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { FilesStack } from './files-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { LiveStack } from './live-stack.ts';

interface Above {
  readonly edge: EdgeStack;
  readonly identity: IdentityStack;
  readonly files: FilesStack;
  readonly api: ApiStack;
  readonly live: LiveStack;
}

interface Lifetime {
  readonly queries?: CacheQueryStringBehavior;
  readonly headers?: CacheHeaderBehavior;
  readonly atMost?: Duration;
}

/**
 * One origin for everything. `/` is the site, with documents that a function renders. `/api/*` is the HTTP API, and
 * `/p/*`, `/t/*`, `/stop` and `/corridors.xml` are pages of it. `/ws` is the socket, `/media/*` are public pictures.
 */
export class WebStack extends ProductStack {
  readonly distribution: Distribution;
  readonly edgeLog: PrivateBucket;
  private readonly above: Above;

  constructor(scope: App, settings: Settings, builds: Builds, above: Above) {
    super(scope, 'Web', settings);
    this.above = above;
    const accessLogs = new PrivateBucket(this, 'AccessLogs', { lifecycleRules: [{ expiration: logged }] });
    const bucket = this.makeBucket(accessLogs);
    const distribution = this.makeDistribution(bucket, builds.siteFolder);
    this.distribution = distribution;
    this.edgeLog = this.makeEdgeLog(accessLogs);
    const url = siteUrlOf(settings) ?? `https://${distribution.distributionDomainName}`;
    new StringParameter(this, 'SiteUrl', { parameterName: siteUrlParameter(settings), stringValue: url });
    const config = {
      region: this.region,
      userPoolId: above.identity.pool.userPoolId,
      userPoolClientId: above.identity.client.userPoolClientId,
      userPoolShortClientId: above.identity.shortClient.userPoolClientId,
      passwordPolicy: settings.passwordPolicy,
      uploadHost: above.files.buckets.quarantine.bucketRegionalDomainName,
    };
    new CfnOutput(this, 'SiteConfig', { value: this.toJsonString(config), description: 'npm start reads it' });
    const { assets } = new SiteContent(this, 'Content', {
      bucket,
      distribution,
      folder: builds.siteFolder,
      url,
      placesFolder: builds.placesFolder,
      retention: settings.retention,
      config,
    });
    const documents = new Documents(this, 'Page', above.api);
    documents.node.addDependency(assets);
    // The edge asks for a new document, or sends a new secret, once the function knows it.
    distribution.node.addDependency(documents);
    new CfnOutput(this, 'Site', { value: url });
    const commit: unknown = this.node.tryGetContext('commit');
    // As an output: as a tag it would change every resource with each deploy.
    if (typeof commit === 'string') new CfnOutput(this, 'Commit', { value: commit, description: 'What runs here' });
    nameSite(this, settings, distribution);
  }

  private makeEdgeLog(accessLogs: PrivateBucket) {
    const bucket = new PrivateBucket(this, 'EdgeLog', {
      lifecycleRules: [{ expiration: logged }],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'edge-log/',
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:logs:us-east-1:${Aws.ACCOUNT_ID}:delivery-source:*` },
        },
      }),
    );
    new CfnOutput(this, 'EdgeLogBucket', { value: bucket.bucketName, description: 'The log of CloudFront' });
    return bucket;
  }

  private makeBucket(accessLogs: PrivateBucket) {
    return new PrivateBucket(this, 'SiteFiles', {
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'site/',
    });
  }

  private makeDistribution(bucket: PrivateBucket, siteFolder: string) {
    const { edge, api, live } = this.above;
    const apiHost = `${api.api.apiId}.execute-api.${this.region}.${Aws.URL_SUFFIX}`;
    const apiBehavior = this.apiBehavior(apiHost);
    const sharedBehavior = this.sharedBehavior(apiHost);
    const { cachePolicy, responseHeadersPolicy } = sharedBehavior;
    const stamp = this.onRequest('StampAddress', stampAddress);
    return new Distribution(this, 'Distribution', {
      ...this.namesOf(edge.certificate),
      webAclId: edge.webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      // This price class contains Europe, which also serves Algeria.
      priceClass: PriceClass.PRICE_CLASS_100,
      // Otherwise a failed answer would be cached for everybody for ten seconds, against its own headers.
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: this.siteBehavior(bucket, siteFolder),
      additionalBehaviors: {
        ...this.listingBehaviors(bucket, apiHost),
        '/api/public/*': {
          ...apiBehavior,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          // The cache's key contains only the contract's query names.
          cachePolicy: this.ownLifetime('PublicCache', {
            queries: CacheQueryStringBehavior.allowList(...publicQueryNames()),
          }),
        },
        '/api/*': {
          ...apiBehavior,
          ...uncached,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          functionAssociations: [stamp],
        },
        // Exactly this path: `/ws*` would also open `/ws/@connections`.
        '/ws': {
          origin: this.secretOrigin(live.socket.host, {}, live.socketSecret),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          ...uncached,
        },
        '/media/*': this.mediaBehavior(),
        '/p/*': sharedBehavior,
        '/t/*': sharedBehavior,
        '/stop': {
          ...uncached,
          origin: sharedBehavior.origin,
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          responseHeadersPolicy,
          functionAssociations: [stamp],
        },
        '/corridors.xml': {
          ...apiBehavior,
          origin: sharedBehavior.origin,
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy,
        },
      },
    });
  }

  private siteBehavior(bucket: PrivateBucket, siteFolder: string): BehaviorOptions {
    const siteFiles = siteFilesOf(siteFolder);
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.headers('PageHeaders', pageHeaders(this.hosts())),
      functionAssociations: [
        // It also finds the document of `/`: a default root object would replace the path before behaviours are chosen.
        this.onRequest('FindDocument', findDocument(siteFiles, this.settings.domain)),
        this.onResponse('TellMissing', tellMissing(siteFiles)),
      ],
    };
  }

  /** Pages with listings: the function's document, or the built one when it is slow, throttled or fails. */
  private listingBehaviors(bucket: PrivateBucket, apiHost: string): Record<string, BehaviorOptions> {
    if (this.settings.pageDocuments === 'built') return {};
    const behavior: BehaviorOptions = {
      origin: new OriginGroup({
        primaryOrigin: this.secretOrigin(apiHost, {
          originPath: '/api',
          readTimeout: Duration.seconds(2),
          connectionTimeout: Duration.seconds(2),
          connectionAttempts: 1,
        }),
        fallbackOrigin: S3BucketOrigin.withOriginAccessControl(bucket),
        // 403 comes of a function that does not know the secret of the edge.
        fallbackStatusCodes: [403, 429, 500, 502, 503, 504],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      responseHeadersPolicy: this.headers('ListingPageHeaders', listingPageHeaders(this.hosts())),
      functionAssociations: [this.onRequest('FindListings', findListings(this.settings.domain))],
    };
    const cachedBy = (id: string, names: readonly string[]) => ({
      ...behavior,
      cachePolicy: this.ownLifetime(id, {
        headers: CacheHeaderBehavior.allowList(listingsMark),
        queries: CacheQueryStringBehavior.allowList(...names),
      }),
    });
    const list = cachedBy('DocumentCache', documentQueryNames);
    const corridor = cachedBy('CorridorCache', Object.keys(documentRoutes.corridorDocument.query.shape));
    return {
      // It comes without a query to the cache (`findListings`), so one policy suffices for both.
      [paths.home]: corridor,
      [paths.findParcels]: list,
      ...Object.fromEntries(
        [patterns.parcelCorridor, patterns.tripCorridor].map((path) => [path.replace(/:.*/, '*'), corridor]),
      ),
    };
  }

  private hosts() {
    const { quarantine, private: privateFiles, identity } = this.above.files.buckets;
    return {
      region: this.region,
      upload: quarantine.bucketRegionalDomainName,
      files: [privateFiles, identity].map((bucket) => bucket.bucketRegionalDomainName),
      ...(this.settings.domain ? { domain: this.settings.domain } : {}),
    };
  }

  private apiBehavior(host: string): BehaviorOptions {
    return {
      origin: this.secretOrigin(host),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: this.headers('ApiHeaders', apiHeaders),
    };
  }

  /** Pages of the API at short addresses: its stage is added in front of them. */
  private sharedBehavior(host: string) {
    return {
      origin: this.secretOrigin(host, { originPath: '/api' }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // Ignores anything that a message adds to the address. The site map, which shares it, stays for an hour.
      cachePolicy: this.ownLifetime('SharedCache', { atMost: Duration.hours(1) }),
      responseHeadersPolicy: this.headers('SharedHeaders', plainPageHeaders),
      functionAssociations: [this.onRequest('FindShared', findShared(this.settings.domain))],
    };
  }

  /**
   * Avatars and advertisements. Their bucket is in another stack and already allows distributions of this account to
   * read.
   */
  private mediaBehavior(): BehaviorOptions {
    const { bucketName } = this.above.files.buckets.media;
    Validations.of(this).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: 'The policy of the media bucket stands in the files stack.',
    });
    const media = Bucket.fromBucketAttributes(this, 'Media', { bucketName, region: this.region });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(media),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: this.mediaCache(),
      responseHeadersPolicy: this.headers('MediaHeaders', mediaHeaders),
    };
  }

  private secretOrigin(host: string, more: HttpOriginProps = {}, { present } = this.above.api.originSecret) {
    return new HttpOrigin(host, {
      ...more,
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      customHeaders: { 'x-origin-secret': present },
    });
  }

  /**
   * An answer is cached for its own lifetime: one second of the public API, a minute of a shared page, an hour of a
   * site map. Without `queries` the query of an address is ignored.
   */
  private ownLifetime(
    id: string,
    {
      queries = CacheQueryStringBehavior.none(),
      headers = CacheHeaderBehavior.none(),
      atMost = Duration.minutes(1),
    }: Lifetime = {},
  ) {
    return new CachePolicy(this, id, {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: atMost,
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
      headerBehavior: headers,
      cookieBehavior: CacheCookieBehavior.none(),
      queryStringBehavior: queries,
    });
  }

  /** An erased picture leaves the edge after half a day, with any caching header of its object. */
  private mediaCache() {
    return new CachePolicy(this, 'MediaCache', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.hours(12),
      maxTtl: Duration.hours(12),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      queryStringBehavior: CacheQueryStringBehavior.none(),
    });
  }

  private headers(id: string, props: ResponseHeadersPolicyProps) {
    return new ResponseHeadersPolicy(this, id, props);
  }

  private onRequest(id: string, code: string) {
    return { eventType: FunctionEventType.VIEWER_REQUEST, function: this.edgeFunction(id, code) };
  }

  private onResponse(id: string, code: string) {
    return { eventType: FunctionEventType.VIEWER_RESPONSE, function: this.edgeFunction(id, code) };
  }

  private edgeFunction(id: string, code: string) {
    return new EdgeFunction(this, id, { runtime: FunctionRuntime.JS_2_0, code: FunctionCode.fromInline(code) });
  }

  private namesOf(certificate: ICertificate | undefined) {
    if (!certificate) return {};
    return {
      domainNames: hostsOf(this.settings),
      certificate,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

/** All but the Host, which API Gateway would not know as its own; Authorization is forwarded only this way. */
const uncached = {
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
};

/** /privacy promises it for technical logs. */
const logged = Duration.days(90);

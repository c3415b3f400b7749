import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnOutput, Duration, IgnoreMode, RemovalPolicy } from 'aws-cdk-lib';
import { HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { Settings } from '#infra/config.ts';
import { hostsOf, unknownSiteUrl } from '#infra/naming.ts';
import type { ApiStack } from '#infra/stacks/api-stack.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { ImpactAlarm } from './alarm.ts';
import { SliceFunction } from './slice-function.ts';

/** Address records when the zone is known, else an output with the record to create by hand. */
export function nameSite(scope: Construct, settings: Settings, distribution: IDistribution): void {
  const { domain, hostedZoneId } = settings;
  if (!domain) return;
  if (!hostedZoneId) {
    for (const [at, host] of hostsOf(settings).entries())
      new CfnOutput(scope, at === 0 ? 'RecordToMake' : `RecordToMake${at + 1}`, {
        value: `${host} ${recordOf(host)} ${distribution.distributionDomainName}`,
      });
    return;
  }
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: domain });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  for (const host of hostsOf(settings)) {
    const id = host === domain ? '' : 'Www';
    new ARecord(scope, `${id}Address`, { zone, target, recordName: `${host}.` });
    new AaaaRecord(scope, `${id}AddressV6`, { zone, target, recordName: `${host}.` });
  }
}

/** The kind of record that names a distribution: no DNS takes a CNAME for a bare domain. */
const recordOf = (host: string) => (host.split('.').length > 2 ? 'CNAME' : 'ALIAS (or ANAME)');

/**
 * The function that renders documents with listings, and its routes of the API. Its documents name files of the site,
 * so a release makes it after these files: a document never names a file that is not there.
 */
export class Documents extends Construct {
  constructor(scope: Construct, id: string, { api, functionSetting }: Pick<ApiStack, 'api' | 'functionSetting'>) {
    super(scope, id);
    const documents = new SliceFunction(this, 'documents', functionSetting);
    new ImpactAlarm(this, 'DocumentsSlow', {
      impact:
        'Pages with listings take more than a second and a half. After two seconds visitors get the built page without listings.',
      topic: functionSetting.topic,
      metric: documents.metricDuration({ statistic: 'p99', period: Duration.minutes(5) }),
      threshold: 1500,
      periods: 3,
    });
    const { live } = documents;
    const integration = new HttpLambdaIntegration('Integration', live, { scopePermissionToRoute: false });
    for (const { path } of Object.values(documentRoutes))
      for (const method of [HttpMethod.GET, HttpMethod.HEAD])
        new HttpRoute(this, `${method}${path.replaceAll('/', '--')}`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(path, method),
          integration,
          authorizer: new HttpNoneAuthorizer(),
        });
  }
}

export interface SiteContentProps {
  readonly bucket: IBucket;
  readonly distribution: IDistribution;
  readonly folder: string;
  /** The site's address, known at the deployment at the latest. */
  readonly url: string;
  readonly placesFolder: string;
  /** Facts about the deployment that the site needs, served as `/config.json`. */
  readonly config: Readonly<Record<string, string>>;
  /** Days that the log of the copy is kept. */
  readonly retention: number;
}

const only = (folder: string, ...exclude: string[]) => Source.asset(folder, { exclude, ignoreMode: IgnoreMode.GIT });

/**
 * The files of the site. First the files with a hash in their name or path, cached permanently; then the pages that
 * name them; last the worker, which lets devices store these pages. Nothing is deleted, because a tab that was opened
 * last week still loads last week's chunks.
 */
export class SiteContent extends Construct {
  /** The files with a hash in their name: what names them waits for it. */
  readonly assets: BucketDeployment;

  constructor(scope: Construct, id: string, props: SiteContentProps) {
    super(scope, id);
    const { bucket, distribution, folder, url, placesFolder, config, retention } = props;
    const logGroup = new LogGroup(this, 'Logs', { retention, removalPolicy: RemovalPolicy.DESTROY });
    // CloudFormation takes 4,096 bytes of an answer: some forty pages that wait for their address would exceed it.
    const shared = { destinationBucket: bucket, prune: false, memoryLimit: 1024, logGroup, outputObjectKeys: false };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [only(folder, '/*', '!/assets'), only(placesFolder, '/places/*.json')],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const addressed = filesWaitingForAddress(folder);
    const revalidated = { ...shared, cacheControl: [CacheControl.fromString('no-cache')], distribution };
    const pages = new BucketDeployment(this, 'Pages', {
      ...revalidated,
      sources: [
        only(folder, '/assets', '/sw.js', ...addressed.map(({ file }) => `/${file}`)),
        ...addressed.map(({ file, text }) => Source.data(file, text.replaceAll(unknownSiteUrl, url))),
        only(placesFolder, '/places/*/'),
        Source.jsonData('config.json', config),
      ],
      distributionPaths: ['/*'],
    });
    this.assets = assets;
    pages.node.addDependency(assets);
    const worker = new BucketDeployment(this, 'Worker', {
      ...revalidated,
      sources: [only(folder, '/*', '!/sw.js')],
      distributionPaths: ['/sw.js'],
    });
    worker.node.addDependency(pages);
  }
}

/** Documents, site map and robots.txt of a site that was built without its address. */
const filesWaitingForAddress = (folder: string) =>
  globSync('**/*.{html,xml,txt}', { cwd: folder })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ text }) => text.includes(unknownSiteUrl));

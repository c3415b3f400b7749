import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IgnoreMode, RemovalPolicy } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { unknownSiteUrl } from '../naming.ts';

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

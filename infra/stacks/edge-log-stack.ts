import { type App, ArnFormat, CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import type { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Settings } from '../config.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { stackName } from '../naming.ts';
import type { WebStack } from './web-stack.ts';

/** No query (it may contain the secret of a mail), no referrer, no cookie, no browser. */
const fields = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'x-edge-result-type',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
];

/**
 * The log of all requests that reach CloudFront, also of those that it answers itself. CloudFront takes the order for
 * it in us-east-1 alone; the log itself lies in the bucket of the web stack, in the EU.
 */
export class EdgeLogStack extends ProductStack {
  constructor(scope: App, settings: Settings, { distribution, edgeLog }: WebStack) {
    super(scope, 'EdgeLog', settings, { region: 'us-east-1' });
    // The bare resources: between regions CDK's own constructs ask for fixed names.
    const logged = distribution.node.defaultChild as CfnDistribution;
    const bucket = edgeLog.node.defaultChild as CfnBucket;
    for (const one of [logged, bucket]) CrossStackReferences.of(one).produce(ReferenceStrength.WEAK);
    const name = stackName(settings, 'edge-log');
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: this.formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: logged.ref,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bucket.attrArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
      s3SuffixPath: '{yyyy}/{MM}/{dd}/{HH}',
    });
    delivery.addResourceDependency(source);
  }
}

import { CfnOutput } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { hostsOf } from '../naming.ts';

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

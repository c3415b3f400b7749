import { type App, CrossStackReferences, Duration, ReferenceStrength } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from '#infra/config.ts';
import { AlarmTopic, ImpactAlarm } from '#infra/constructs/alarm.ts';
import { ProductStack } from '#infra/constructs/product-stack.ts';
import { hostsOf } from '#infra/naming.ts';

type Rule = CfnWebACL.RuleProperty;

/** Requests of one address in five minutes. In mobile networks thousands of people share one address. */
const perAddress = 10_000;
const perAddressOnAccounts = 300;

/**
 * The web ACL in front of the site. AWS's Common rule set is left out on purpose: it blocks bodies over 8 KB and texts
 * that look like markup, and a message may be both.
 */
class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible('web-acl'),
      rules: [
        {
          name: 'ip-reputation',
          priority: 1,
          overrideAction: { none: {} },
          visibilityConfig: visible('ip-reputation'),
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
          },
        },
        limit('per-address-on-accounts', 2, perAddressOnAccounts, {
          andStatement: {
            statements: [field({ method: {} }, 'EXACTLY', 'POST'), field({ uriPath: {} }, 'STARTS_WITH', '/api/auth/')],
          },
        }),
        limit('per-address', 3, perAddress),
      ],
    });
    CrossStackReferences.of(acl).produce(ReferenceStrength.WEAK);
    this.arn = acl.attrArn;
  }
}

const visible = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true });

const limit = (
  name: string,
  priority: number,
  count: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): Rule => ({
  name,
  priority,
  action: { block: {} },
  visibilityConfig: visible(name),
  statement: {
    rateBasedStatement: { limit: count, aggregateKeyType: 'IP', evaluationWindowSec: 300, scopeDownStatement },
  },
});

const field = (fieldToMatch: CfnWebACL.FieldToMatchProperty, positionalConstraint: string, searchString: string) => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint,
    searchString,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

/** Per cent of the monthly budget: what was spent, and what AWS expects (which needs some weeks of spending). */
const warnings = [
  { notificationType: 'ACTUAL', threshold: 50 },
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * Resources that CloudFront needs in us-east-1. The web stack refers to it weakly (`Fn::GetStackOutput`): a strong
 * reference between regions would add four parts of custom resources.
 */
export class EdgeStack extends ProductStack {
  readonly webAclArn: string | undefined;
  readonly certificate?: ICertificate;

  constructor(scope: App, settings: Settings) {
    super(scope, 'Edge', settings, { region: 'us-east-1' });
    const { arn } = settings.waf ? new WebAcl(this, 'WebAcl') : {};
    this.webAclArn = settings.waf === 'leaving' ? undefined : arn;
    this.certificate = this.certificateFor(settings);
    this.watchCost(settings);
    const { topic } = new AlarmTopic(this, 'Alarms', settings.adminEmail);
    this.watchCloudFront(topic);
    if (settings.certificateArn) this.watchCertificate(settings.certificateArn, topic);
  }

  private certificateFor(settings: Settings): ICertificate | undefined {
    const { domain, hostedZoneId, certificateArn } = settings;
    if (!domain) return undefined;
    if (certificateArn) return Certificate.fromCertificateArn(this, 'GivenCertificate', certificateArn);
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZoneId ?? '',
      zoneName: domain,
    });
    const certificate = new Certificate(this, 'Certificate', {
      domainName: domain,
      ...(settings.www && { subjectAlternativeNames: hostsOf(settings).slice(1) }),
      validation: CertificateValidation.fromDns(zone),
    });
    CrossStackReferences.of(certificate).produce(ReferenceStrength.WEAK);
    return certificate;
  }

  private watchCost({ adminEmail, monthlyBudget }: Settings) {
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudget, unit: 'USD' } },
      notificationsWithSubscribers: warnings.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN' },
        subscribers: [{ subscriptionType: 'EMAIL', address: adminEmail }],
      })),
    });
  }

  /** A query over the account's distributions: ours is made later, and a reference would make a cycle. */
  private watchCloudFront(topic: ITopic) {
    new ImpactAlarm(this, 'EdgeErrors', {
      impact: 'Visitors see errors. More than 5 % of the answers of a distribution are 5xx.',
      topic,
      metric: new MathExpression({
        expression: 'SELECT MAX("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, Region)',
        period: Duration.minutes(5),
      }),
      threshold: 5,
      periods: 2,
    });
  }

  /** One that we make is renewed by its record in the zone; of a given one we do not know whether anybody renews it. */
  private watchCertificate(certificateArn: string, topic: ITopic) {
    new ImpactAlarm(this, 'CertificateEnds', {
      impact: 'The certificate of the site ends within 30 days. After that no browser opens the site.',
      topic,
      metric: new Metric({
        namespace: 'AWS/CertificateManager',
        metricName: 'DaysToExpiry',
        dimensionsMap: { CertificateArn: certificateArn },
        statistic: 'Minimum',
        period: Duration.days(1),
      }),
      threshold: 30,
      isFloor: true,
    });
  }
}

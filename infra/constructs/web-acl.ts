import { CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

type Rule = CfnWebACL.RuleProperty;

/** Requests of one address in five minutes. In mobile networks thousands of people share one address. */
const perAddress = 10_000;
const perAddressOnAccounts = 300;

/**
 * The web ACL in front of the site. AWS's Common rule set is left out on purpose: it blocks bodies over 8 KB and texts
 * that look like markup, and a message may be both.
 */
export class WebAcl extends Construct {
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

import type { App } from 'aws-cdk-lib';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Settings } from '../config.ts';
import { ProductStack } from '../constructs/product-stack.ts';

/** The sender of all mails. No click tracking: it would rewrite links, and ours carry their secret in the fragment. */
export class MailStack extends ProductStack {
  readonly configurationSet: string;

  constructor(scope: App, settings: Settings) {
    super(scope, 'Mail', settings);
    const configurationSet = new ConfigurationSet(this, 'Set', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const { domain, mailFrom } = settings;
    const sender = domain && mailFrom.endsWith(`@${domain}`) ? Identity.domain(domain) : Identity.email(mailFrom);
    new EmailIdentity(this, 'Sender', { identity: sender, configurationSet });
    this.configurationSet = configurationSet.configurationSetName;
  }
}

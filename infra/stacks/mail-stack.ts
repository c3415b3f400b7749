import { type App, CfnOutput } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Settings } from '../config.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { mailDomainOf, mailZoneOf } from '../naming.ts';

/** Receivers are asked for nothing yet: a stricter policy would also meet other mail of the domain. */
const dmarc = 'v=DMARC1; p=none';

/**
 * The sender of all mails. No click tracking: it would rewrite links, and ours carry their secret in the fragment. A
 * mail to a server without TLS is not sent, because links open accounts.
 */
export class MailStack extends ProductStack {
  readonly configurationSet: string;

  constructor(scope: App, settings: Settings) {
    super(scope, 'Mail', settings);
    const configurationSet = new ConfigurationSet(this, 'Set', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet = configurationSet.configurationSetName;
    // A rule of the live stack takes them from there. A mail that SES rejects has a virus: no fault of its address.
    configurationSet.addEventDestination('Refusals', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    if (settings.mailIdentity === 'exists') return;
    const domain = mailDomainOf(settings);
    if (domain) this.sendFrom(domain, configurationSet);
    else new EmailIdentity(this, 'Sender', { identity: Identity.email(settings.mailFrom), configurationSet });
  }

  /** A domain whose mails are signed (DKIM), bounce to it (MAIL FROM) and say so (DMARC): Gmail and Yahoo demand it. */
  private sendFrom(domain: string, configurationSet: ConfigurationSet) {
    const bounces = `mail.${domain}`;
    const hostedZoneId = mailZoneOf(this.settings);
    if (hostedZoneId) {
      const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domain });
      const identity = Identity.publicHostedZone(zone);
      // Writes the records of DKIM and MAIL FROM into the zone.
      new EmailIdentity(this, 'Sender', { identity, configurationSet, mailFromDomain: bounces });
      new TxtRecord(this, 'Dmarc', { zone, recordName: `_dmarc.${domain}.`, values: [dmarc] });
      return;
    }
    const identity = Identity.domain(domain);
    const sender = new EmailIdentity(this, 'Sender', { identity, configurationSet, mailFromDomain: bounces });
    const records = [
      ...sender.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
      `${bounces} MX 10 feedback-smtp.${this.region}.amazonses.com`,
      `${bounces} TXT "v=spf1 include:amazonses.com ~all"`,
      `_dmarc.${domain} TXT "${dmarc}"`,
    ];
    for (const [at, value] of records.entries()) new CfnOutput(this, `RecordToMake${at + 1}`, { value });
  }
}

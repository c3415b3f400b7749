import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { parseSettings } from '#infra/config.ts';
import { MailStack } from '#infra/stacks/mail-stack.ts';
import type { Properties, Resource } from './synth.ts';

/** The template of the stack alone: the others take seconds. */
function synthesize(given: Record<string, unknown>) {
  process.env.CDK_VALIDATION = 'false';
  const app = new App({ context: { '@aws-cdk/core:newStyleStackSynthesis': true } });
  const { stackName } = new MailStack(app, parseSettings(given));
  const template = app.synth().getStackByName(stackName).template as {
    Resources: Record<string, Resource>;
    Outputs?: Record<string, { Value: string | Properties }>;
  };
  const ofType = (type: string) =>
    Object.values(template.Resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties);
  return { ofType, outputs: Object.values(template.Outputs ?? {}).map(({ Value }) => Value) };
}

const identityOf = (given: Record<string, unknown>) => synthesize(given).ofType('AWS::SES::EmailIdentity')[0];
const domain = 'envoyage.example.org';
const hostedZoneId = 'Z0123456789';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc';

/** `<name> <type> <value>` of each record that the stack writes into the zone; the tokens of DKIM as `…`. */
const recordsIn = (given: Record<string, unknown>) =>
  synthesize(given)
    .ofType('AWS::Route53::RecordSet')
    .map((Properties) => {
      expect(Properties['HostedZoneId']).toBe(hostedZoneId);
      const word = (value: unknown) => (typeof value === 'string' ? value : '…');
      return [Properties['Name'], Properties['Type'], ...(Properties['ResourceRecords'] as string[])]
        .map(word)
        .join(' ');
    })
    .toSorted();

test('with the zone of the mail domain its records of DKIM, MAIL FROM and DMARC are made there', () => {
  const given = { domain, hostedZoneId, mailFrom: `bonjour@${domain}` };
  expect(identityOf(given)).toMatchObject({
    EmailIdentity: domain,
    MailFromAttributes: { MailFromDomain: `mail.${domain}` },
  });
  expect(recordsIn(given)).toEqual([
    `_dmarc.${domain}. TXT "v=DMARC1; p=none"`,
    `mail.${domain}. MX 10 feedback-smtp.eu-west-3.amazonses.com`,
    `mail.${domain}. TXT "v=spf1 include:amazonses.com ~all"`,
    '… CNAME …',
    '… CNAME …',
    '… CNAME …',
  ]);
  expect(synthesize(given).outputs).toEqual([]);
});

test.each([
  ['only a certificate is known', { domain, certificateArn, mailFrom: `bonjour@${domain}` }, domain],
  [
    'the mail domain lies above the zone',
    { domain, hostedZoneId, mailFrom: 'bonjour@example.org', mailDomain: 'example.org' },
    'example.org',
  ],
  ['the site has no domain', { mailFrom: 'bonjour@example.org', mailDomain: 'example.org' }, 'example.org'],
])('when %s the records to make are outputs', (_when, given, mailDomain) => {
  expect(identityOf(given)).toMatchObject({
    EmailIdentity: mailDomain,
    MailFromAttributes: { MailFromDomain: `mail.${mailDomain}` },
  });
  expect(recordsIn(given)).toEqual([]);
  const values = synthesize(given).outputs.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  expect(values.filter((value) => /DkimDNSTokenName\d.*CNAME.*DkimDNSTokenValue\d/i.test(value))).toHaveLength(3);
  expect(values).toEqual(
    expect.arrayContaining([
      `mail.${mailDomain} MX 10 feedback-smtp.eu-west-3.amazonses.com`,
      `mail.${mailDomain} TXT "v=spf1 include:amazonses.com ~all"`,
      `_dmarc.${mailDomain} TXT "v=DMARC1; p=none"`,
    ]),
  );
});

test('a mail domain below that of the site has its records in the same zone', () => {
  const mailDomain = `post.${domain}`;
  const given = { domain, hostedZoneId, mailDomain, mailFrom: `bonjour@${mailDomain}` };
  expect(identityOf(given)).toMatchObject({ EmailIdentity: mailDomain });
  expect(recordsIn(given)).toContain(`_dmarc.${mailDomain}. TXT "v=DMARC1; p=none"`);
});

test('without a mail domain SES asks the address itself', () => {
  expect(identityOf({ mailFrom: 'chief@example.org' })).toMatchObject({ EmailIdentity: 'chief@example.org' });
});

test('an identity that exists is left alone, and mails still go through our configuration', () => {
  const { ofType } = synthesize({ domain, hostedZoneId, mailFrom: `a@${domain}`, mailIdentity: 'exists' });
  expect(ofType('AWS::SES::EmailIdentity')).toEqual([]);
  expect(ofType('AWS::Route53::RecordSet')).toEqual([]);
  expect(ofType('AWS::SES::ConfigurationSet')).toMatchObject([{ DeliveryOptions: { TlsPolicy: 'REQUIRE' } }]);
});

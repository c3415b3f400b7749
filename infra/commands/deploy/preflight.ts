import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, NotFound } from '@aws-sdk/client-s3';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { backgroundRuns } from '#infra/background.ts';
import { type Clients, heldBy, stackNamed } from '#infra/commands/clients.ts';
import type { Settings } from '#infra/config.ts';
import { copyOf, hostsOf, mailDomainOf, stackName, subscriptionOutput, termsOutput } from '#infra/naming.ts';
import { announced, type NewTerms, newTerms, noticeDays } from '#shared/site/terms.ts';
import { warningDays } from '#shared/subscriptions/rules.ts';
import { daysUntil } from '#shared/values/time.ts';
import { zoneFindings } from './dns.ts';
import { policyFindings } from './edge-policies.ts';
import { type Finding, looked, stops, told } from './finding.ts';
import { type StackState, stackFindings } from './stacks.ts';

/**
 * Members were promised at least 30 days' notice (rule 197). The deployed day may stay, and the setting may be removed
 * at any time, which makes the service free again. Throws if the deployed day cannot be read, because then the notice
 * cannot be checked.
 */
async function subscriptionFindings(
  settings: Settings,
  { cloudFormation }: Clients,
  now: number,
): Promise<readonly Finding[]> {
  const { subscriptionFrom } = settings;
  if (!subscriptionFrom || daysUntil(subscriptionFrom, now) >= warningDays) return [];
  const deployed = await outputOf(settings, cloudFormation, subscriptionOutput);
  if (deployed === subscriptionFrom) return [];
  return [
    stops(
      `subscriptionFrom is ${subscriptionFrom}, and ${deployed ? `${deployed} is deployed` : 'no day is deployed'}: members were promised ${warningDays} days' notice, so a new day must be at least ${warningDays} days away.`,
    ),
  ];
}

/** Members are promised new terms 30 days ahead (rule 217). Those that are announced already may stay. */
async function termsFindings(
  settings: Settings,
  { cloudFormation }: Clients,
  now: number,
  terms: NewTerms | undefined,
): Promise<readonly Finding[]> {
  if (!terms || daysUntil(terms.from, now) > noticeDays) return [];
  const deployed = await outputOf(settings, cloudFormation, termsOutput);
  if (deployed === announced(terms)) return [];
  return [
    stops(
      `newTerms begin on ${terms.from}, and ${deployed ? `« ${deployed} » is` : 'none are'} announced: members were promised ${noticeDays} days' notice, so their first day must be more than ${noticeDays} days away.`,
    ),
  ];
}

async function outputOf(settings: Settings, cloudFormation: Clients['cloudFormation'], name: string) {
  const api = await stackNamed(cloudFormation, stackName(settings, 'Api'));
  return api?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
}

async function mailFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  return (await Promise.all([sendingFindings(settings, clients), senderFindings(settings, clients)])).flat();
}

async function sendingFindings({ region, adminEmail }: Settings, { mail }: Clients): Promise<readonly Finding[]> {
  const { SendingEnabled, EnforcementStatus, ProductionAccessEnabled } = await mail.send(new GetAccountCommand({}));
  if (EnforcementStatus === 'SHUTDOWN' || SendingEnabled === false)
    return [told(`SES in ${region} sends nothing for this account at present: its console says why.`)];
  const findings: Finding[] = [];
  if (EnforcementStatus === 'PROBATION')
    findings.push(told(`SES in ${region} has this account on probation: its console says why.`));
  if (!ProductionAccessEnabled)
    findings.push(
      told(
        `SES in ${region} is in the sandbox, 200 mails a day to verified addresses alone: ask there for production access, and until then verify ${adminEmail}.`,
      ),
    );
  return findings;
}

async function senderFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  const { region, mailIdentity, mailFrom } = settings;
  const sender = mailDomainOf(settings) ?? mailFrom;
  const [identity, isOurs] = await Promise.all([identityNamed(clients, sender), hasMade(settings, clients, sender)]);
  const findings: Finding[] = [];
  if (!mailDomainOf(settings))
    findings.push(
      told(
        `SES knows the address ${mailFrom} alone and cannot sign its mails, so Gmail and Yahoo may refuse them: set mailDomain to a domain of yours.`,
      ),
    );
  if (mailIdentity === 'create' && identity && !isOurs)
    findings.push(stops(`SES in ${region} already knows ${sender}: set mailIdentity to "exists".`));
  if (mailIdentity === 'exists' && isOurs)
    findings.push(
      stops(`This product made ${sender} in SES, and "exists" would delete it: set mailIdentity to "create".`),
    );
  if (mailIdentity === 'exists' && !identity)
    findings.push(stops(`mailIdentity is "exists", but SES in ${region} does not know ${sender}: set "create".`));
  if (identity && !identity.VerifiedForSendingStatus)
    findings.push(told(`SES in ${region} has not verified ${sender} yet: until then no mail leaves.`));
  return findings;
}

async function identityNamed({ mail }: Clients, EmailIdentity: string) {
  try {
    return await mail.send(new GetEmailIdentityCommand({ EmailIdentity }));
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

async function hasMade(settings: Settings, { cloudFormation }: Clients, sender: string): Promise<boolean> {
  const name = stackName(settings, 'Mail');
  if (!(await stackNamed(cloudFormation, name))) return false;
  return (await heldBy(cloudFormation, name, /^AWS::SES::EmailIdentity$/)).includes(sender);
}

/**
 * WAF deletes no ACL that a distribution uses, and CloudFormation then forgets it with « Update successful » (decision
 * 055).
 */
async function firewallFindings(
  settings: Settings,
  { cloudFormation }: Clients,
  hasWeb: boolean,
): Promise<readonly Finding[]> {
  const { waf } = settings;
  if (waf === 'leaving')
    return [told('This deploy takes the firewall from the site: set waf to false, and the next one removes it.')];
  if (waf || !hasWeb) return [];
  const { TemplateBody = '' } = await cloudFormation.send(
    new GetTemplateCommand({ StackName: stackName(settings, 'Web') }),
  );
  return TemplateBody.includes('WebACLId')
    ? [stops('The site uses its firewall: set waf to "leaving" for one deploy, or the ACL is paid for ever.')]
    : [];
}

async function certificateFindings(settings: Settings, clients: Clients): Promise<readonly Finding[]> {
  const { certificateArn } = settings;
  if (!certificateArn) return [];
  const certificate = await certificateOf(certificateArn, clients);
  if (!certificate) return [stops(`There is no certificate ${certificateArn}: see certificateArn.`)];
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = certificate;
  if (Status !== 'ISSUED')
    return [
      stops(`The certificate of certificateArn is ${Status}: make its records in DNS, and wait until it is ISSUED.`),
    ];
  const names = [DomainName, ...SubjectAlternativeNames];
  const lacking = hostsOf(settings).filter((host) => !names.some((name) => covers(name, host)));
  if (lacking.length === 0) return [];
  return [
    stops(`The certificate of certificateArn is for ${[...new Set(names)].join(', ')}, not for ${lacking.join(', ')}.`),
  ];
}

async function certificateOf(CertificateArn: string, { certificates }: Clients) {
  try {
    return (await certificates.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A `*` stands for one label. */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1));

/** The oldest version of `cdk bootstrap` that the stacks accept. */
const oldestBootstrap = 6;
/** Concurrent functions in a grown account; a new one may start with ten. */
const usualConcurrency = 1000;

/**
 * Everything that would make this deploy fail, wait for hours or harm another product, each in one sentence. Read-only.
 */
export async function preflight(
  settings: Settings,
  clients: Clients,
  states: readonly StackState[],
  now = Date.now(),
  terms: NewTerms | undefined = newTerms,
): Promise<readonly Finding[]> {
  const exists = (word: string) => states.some((state) => state.word === word && state.status !== undefined);
  const findings = await Promise.all([
    stackFindings(clients, states),
    // A look that fails stops the deploy: promises to members hang on these two.
    subscriptionFindings(settings, clients, now),
    termsFindings(settings, clients, now, terms),
    looked('The bootstrap of the account', bootstrapFindings(settings, clients)),
    looked('SES', mailFindings(settings, clients)),
    looked('Lambda', concurrencyFindings(settings, clients)),
    looked('API Gateway', logsRoleFindings(settings, clients, exists('Live'))),
    looked('The firewall', firewallFindings(settings, clients, exists('Web'))),
    looked('CloudFront', policyFindings(clients.countPolicies, exists('Web'))),
    looked('The certificate', certificateFindings(settings, clients)),
    looked('Route 53', zoneFindings(settings, clients, { web: exists('Web'), mail: exists('Mail') })),
    looked('The copies', copyFindings(settings, clients)),
  ]);
  return [...findings.flat(), ...ownerFindings(settings)];
}

/** Facts that only the operator knows: the law wants these on the page « Mentions légales » (rule 215). */
const neededFacts = ['legalForm', 'legalPhone', 'legalRegistration', 'publicationDirector', 'hostPhone'] as const;

/** Facts without which a page leaves a line out. */
const wantedFacts = {
  legalVat: 'no VAT number is shown, which is right only for who has none',
  mediatorName: 'no consumer mediator is named, and the law wants one before the first payment',
  subscriptionEuro: 'members in France read the price in dinars alone',
  microEnterprise: 'refused members are not told of out-of-court bodies, which is right for small platforms alone',
  algeriaSafeguard: 'the privacy page names no contract for what administrators read in Algeria',
} as const;

function ownerFindings(settings: Settings): Finding[] {
  if (settings.stage !== 'prod') return [];
  const missing = neededFacts.filter((name) => settings[name] === undefined);
  const wanted = (Object.keys(wantedFacts) as (keyof typeof wantedFacts)[]).filter(
    (name) => settings[name] === undefined,
  );
  return [
    ...(missing.length > 0
      ? [stops(`${missing.join(', ')} must be set for prod: the law wants them in « Mentions légales ».`)]
      : []),
    ...wanted.map((name) => told(`${name} is not set: ${wantedFacts[name]}.`)),
  ];
}

async function copyFindings(settings: Settings, { files }: Clients): Promise<readonly Finding[]> {
  const { stage, backupAccount, backupRegion } = settings;
  if (!backupAccount)
    return stage === 'prod'
      ? [
          told(
            'Nothing is copied outside of this account: if it is lost, so is everything (backupAccount, account-lost.md).',
          ),
        ]
      : [];
  try {
    await files.send(new HeadBucketCommand({ Bucket: copyOf('private', settings) }));
  } catch (error) {
    // A bucket that is there refuses to answer us, or names its region.
    if (error instanceof NotFound)
      return [
        stops(
          `The account ${backupAccount} has no copies in ${backupRegion}: deploy them there first (account-lost.md, « Before »).`,
        ),
      ];
  }
  return [];
}

/** Asked before everything else: of another account nothing may be known or changed. */
export async function accountFindings({ account }: Settings, { sts }: Clients): Promise<readonly Finding[]> {
  try {
    const { Account } = await sts.send(new GetCallerIdentityCommand({}));
    if (Account === account) return [];
    return [stops(`The credentials belong to the account ${Account}, the setting account says ${account}.`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [stops(`AWS takes no credentials from this terminal (${reason}): sign in, or choose a profile.`)];
  }
}

async function bootstrapFindings({ account, region }: Settings, clients: Clients): Promise<readonly Finding[]> {
  const places = [
    { place: region, client: clients.cloudFormation },
    { place: 'us-east-1', client: clients.edgeFormation },
  ];
  const findings = await Promise.all(
    places.map(async ({ place, client }) => {
      const toolkit = await stackNamed(client, 'CDKToolkit');
      const version = toolkit?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
      const remedy = `npx cdk bootstrap aws://${account}/${place}`;
      if (!version) return stops(`${place} is not bootstrapped: ${remedy}`);
      return Number(version) < oldestBootstrap
        ? stops(`${place} is bootstrapped by version ${version}, ${oldestBootstrap} is needed: ${remedy}`)
        : undefined;
    }),
  );
  return findings.filter((finding) => finding !== undefined);
}

async function concurrencyFindings(settings: Settings, { lambda }: Clients): Promise<readonly Finding[]> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const atOnce = AccountLimit?.ConcurrentExecutions ?? 0;
  const { queues, readers, jobs } = backgroundRuns(settings);
  const sum = queues + readers + jobs;
  if (atOnce >= Math.max(usualConcurrency, 2 * sum)) return [];
  return [
    told(
      `Lambda runs ${atOnce} functions at once in this account, and ours without a visitor may take ${sum} (${queues} of queues, ${readers} of the stream, ${jobs} of jobs): ask Service Quotas for ${Math.max(usualConcurrency, 2 * sum)}, or members are told to try again.`,
    ),
  ];
}

/** One role for the whole account and region: a second stage must not replace the first one's. */
async function logsRoleFindings(
  settings: Settings,
  { apiGateway, cloudFormation }: Clients,
  hasLive: boolean,
): Promise<readonly Finding[]> {
  const { apiGatewayLogsRole, region } = settings;
  const { cloudwatchRoleArn } = await apiGateway.send(new GetGatewayAccountCommand({}));
  if (apiGatewayLogsRole === 'exists') {
    if (cloudwatchRoleArn) return [];
    return [stops(`apiGatewayLogsRole is "exists", but API Gateway in ${region} has no such role: set "create".`)];
  }
  if (!cloudwatchRoleArn) return [];
  const live = stackName(settings, 'Live');
  const ours = hasLive ? await heldBy(cloudFormation, live, /^AWS::ApiGateway::Account$/) : [];
  if (ours.length > 0) return [];
  return [
    stops(
      `API Gateway in ${region} already has a role for its logs (${cloudwatchRoleArn}), which this deploy would replace: set apiGatewayLogsRole to "exists".`,
    ),
  ];
}

import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import {
  GetHostedZoneCommand,
  InvalidInput,
  ListResourceRecordSetsCommand,
  NoSuchHostedZone,
} from '@aws-sdk/client-route-53';
import { HeadBucketCommand, NotFound } from '@aws-sdk/client-s3';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { expect, test } from 'vitest';
import type { NewTerms } from '#shared/site/terms.ts';
import { account, aReadyAccount, deploySettings, domain, zoneServers } from '#test/support/fake-account.ts';
import { accountFindings, preflight } from './preflight.ts';
import { stackStates } from './stacks.ts';

type Account = ReturnType<typeof aReadyAccount>;

/** The findings as an operator reads them: `✗` stops the deploy. */
async function findings(
  prepare: (it: Account) => void = () => {},
  given: Record<string, unknown> = {},
  now?: number,
  terms?: NewTerms,
) {
  const it = aReadyAccount();
  prepare(it);
  const settings = deploySettings(given);
  const found = await preflight(settings, it.clients, await stackStates(settings, it.clients), now, terms);
  return found.map(({ sentence, stops }) => `${stops ? '✗' : '·'} ${sentence}`);
}

/** The stack exists and holds this, on the second page of its resources. */
const holds = (it: Account, StackName: string, ResourceType: string, PhysicalResourceId: string) => {
  const held = {
    LogicalResourceId: 'It',
    LastUpdatedTimestamp: new Date(0),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  };
  it.stack(StackName, {});
  it.apis.cloudFormation
    .on(ListStackResourcesCommand, { StackName })
    .resolves({ StackResourceSummaries: [{ ...held, ResourceType: 'AWS::Logs::LogGroup' }], NextToken: 'more' })
    .on(ListStackResourcesCommand, { StackName, NextToken: 'more' })
    .resolves({ StackResourceSummaries: [{ ...held, ResourceType, PhysicalResourceId }] });
};

test('an account that is ready has no finding', async () => {
  expect(await findings()).toEqual([]);
});

test('credentials of another account, and none, stop everything', async () => {
  const { clients, apis } = aReadyAccount();
  const settings = deploySettings();
  expect(await accountFindings(settings, clients)).toEqual([]);
  apis.sts.on(GetCallerIdentityCommand).resolves({ Account: '999999999999' });
  expect(await accountFindings(settings, clients)).toEqual([
    {
      stops: true,
      sentence: `The credentials belong to the account 999999999999, the setting account says ${account}.`,
    },
  ]);
  apis.sts.on(GetCallerIdentityCommand).rejects(new Error('The token has expired'));
  expect(await accountFindings(settings, clients)).toEqual([
    {
      stops: true,
      sentence: 'AWS takes no credentials from this terminal (The token has expired): sign in, or choose a profile.',
    },
  ]);
});

test('both regions must be bootstrapped, by a version that the stacks accept', async () => {
  expect(
    await findings(({ apis, stack }) => {
      stack('CDKToolkit', { Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '5' }] });
      apis.edgeFormation
        .on(DescribeStacksCommand, { StackName: 'CDKToolkit' })
        .rejects(new Error('Stack with id CDKToolkit does not exist'));
    }),
  ).toEqual([
    `✗ eu-west-3 is bootstrapped by version 5, 6 is needed: npx cdk bootstrap aws://${account}/eu-west-3`,
    `✗ us-east-1 is not bootstrapped: npx cdk bootstrap aws://${account}/us-east-1`,
  ]);
});

test.each([
  [
    { ProductionAccessEnabled: false },
    `is in the sandbox, 200 mails a day to verified addresses alone: ask there for production access, and until then verify chief@${domain}.`,
  ],
  [{ SendingEnabled: false }, 'sends nothing for this account at present: its console says why.'],
  [{ EnforcementStatus: 'SHUTDOWN' }, 'sends nothing for this account at present: its console says why.'],
  [{ EnforcementStatus: 'PROBATION' }, 'has this account on probation: its console says why.'],
])('an account of SES with %j is told', async (facts, rest) => {
  const ready = { SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' };
  expect(await findings(({ apis }) => apis.mail.on(GetAccountCommand).resolves({ ...ready, ...facts }))).toEqual([
    `· SES in eu-west-3 ${rest}`,
  ]);
});

test('an identity that somebody else made stops the deploy, our own does not', async () => {
  const known = (it: Account) => it.apis.mail.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  expect(await findings(known)).toEqual([`✗ SES in eu-west-3 already knows ${domain}: set mailIdentity to "exists".`]);
  expect(await findings(known, { mailIdentity: 'exists' })).toEqual([]);
  const ours = (it: Account) => {
    known(it);
    holds(it, 'Envoyage-test-Mail', 'AWS::SES::EmailIdentity', domain);
  };
  expect(await findings(ours)).toEqual([]);
  expect(await findings(ours, { mailIdentity: 'exists' })).toEqual([
    `✗ This product made ${domain} in SES, and "exists" would delete it: set mailIdentity to "create".`,
  ]);
});

test('an identity that is missing, not verified, or an address alone is told', async () => {
  expect(await findings(undefined, { mailIdentity: 'exists' })).toEqual([
    `✗ mailIdentity is "exists", but SES in eu-west-3 does not know ${domain}: set "create".`,
  ]);
  const unverified = (it: Account) =>
    it.apis.mail.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
  expect(await findings(unverified, { mailIdentity: 'exists' })).toEqual([
    `· SES in eu-west-3 has not verified ${domain} yet: until then no mail leaves.`,
  ]);
  expect(await findings(undefined, { mailFrom: 'chief@example.org' })).toEqual([
    '· SES knows the address chief@example.org alone and cannot sign its mails, so Gmail and Yahoo may refuse them: set mailDomain to a domain of yours.',
  ]);
});

test.each(['cache-policy', 'response-headers-policy'])(
  'a first deploy without room for its %s is told',
  async (full) => {
    const others = (count: number) => (it: Account) => {
      it.clients.countPolicies = async (kind) => (kind === full ? count : 0);
    };
    const name = full === 'cache-policy' ? 'cache policies' : 'policies of response headers';
    expect(await findings(others(16))).toEqual([
      `· CloudFront keeps 20 ${name} for an account, this one has 16, and the site makes 5: remove some that no distribution uses, ask AWS for more, or take another account, or the deploy fails at Web.`,
    ]);
    expect(await findings(others(15))).toEqual([]);
    const made = (it: Account) => {
      others(20)(it);
      it.stack('Envoyage-test-Web', {});
    };
    expect(await findings(made)).toEqual([]);
  },
);

test('a small quota of functions at once is told', async () => {
  const small = ({ apis }: Account) =>
    apis.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
  expect(await findings(small)).toEqual([
    '· Lambda runs 10 functions at once in this account, and ours without a visitor may take 16 (8 of queues, 2 of the stream, 6 of jobs): ask Service Quotas for 1000, or members are told to try again.',
  ]);
});

test("API Gateway's role for logs is neither replaced nor missed", async () => {
  const role = ({ apis }: Account) =>
    apis.apiGateway.on(GetGatewayAccountCommand).resolves({ cloudwatchRoleArn: 'arn:aws:iam::1:role/logs' });
  expect(await findings(role)).toEqual([
    '✗ API Gateway in eu-west-3 already has a role for its logs (arn:aws:iam::1:role/logs), which this deploy would replace: set apiGatewayLogsRole to "exists".',
  ]);
  expect(await findings(role, { apiGatewayLogsRole: 'exists' })).toEqual([]);
  expect(await findings(undefined, { apiGatewayLogsRole: 'exists' })).toEqual([
    '✗ apiGatewayLogsRole is "exists", but API Gateway in eu-west-3 has no such role: set "create".',
  ]);
  const ours = (it: Account) => {
    role(it);
    holds(it, 'Envoyage-test-Live', 'AWS::ApiGateway::Account', 'Logs');
  };
  expect(await findings(ours)).toEqual([]);
});

test('the zone must be public, contain the domain and be delegated', async () => {
  const zone = (facts: { Name?: string; Config?: { PrivateZone: boolean } }) => (it: Account) =>
    it.apis.route53.on(GetHostedZoneCommand).resolves({
      HostedZone: { Id: 'Z', Name: `${domain}.`, CallerReference: '1', ...facts },
      DelegationSet: { NameServers: zoneServers },
    });
  expect(await findings(zone({ Config: { PrivateZone: true } }))).toEqual([
    `✗ The zone Z0123456789 (${domain}) is private: no visitor sees it.`,
  ]);
  expect(await findings(zone({ Name: 'example.org.' }))).toEqual([
    `✗ The zone Z0123456789 is that of example.org, which does not contain ${domain}.`,
  ]);
  const served = (servers: string[]) => (it: Account) => {
    it.clients.nameServersOf = async () => servers;
  };
  const remedy = `have its registrar name ${zoneServers.join(', ')}, and wait until DNS says so.`;
  expect(await findings(served([]))).toEqual([`✗ nobody answers for ${domain}: ${remedy}`]);
  expect(await findings(served(['ns.elsewhere.test']))).toEqual([
    `✗ ns.elsewhere.test answers for ${domain}: ${remedy}`,
  ]);
});

test('a zone that this account does not have stops the deploy', async () => {
  const facts = { message: 'No hosted zone found with ID: Z0WRONG', $metadata: {} };
  for (const error of [new NoSuchHostedZone(facts), new InvalidInput(facts)])
    expect(await findings(({ apis }) => apis.route53.on(GetHostedZoneCommand).rejects(error))).toEqual([
      '✗ This account has no zone Z0123456789 in Route 53: see hostedZoneId.',
    ]);
});

test('a CAA record that lets others sign alone stops the deploy, the nearest one deciding', async () => {
  const records = (said: Record<string, string[]>) => (it: Account) => {
    it.clients.authoritiesOf = async (name) => said[name] ?? [];
  };
  expect(await findings(records({ [domain]: ['letsencrypt.org'] }))).toEqual([
    `✗ The CAA record of ${domain} lets letsencrypt.org sign certificates alone: add 0 issue "amazon.com".`,
  ]);
  expect(await findings(records({ [domain]: ['letsencrypt.org', 'amazon.com; account=1'] }))).toEqual([]);
});

const certificateArn = `arn:aws:acm:us-east-1:${account}:certificate/0a1b`;
const given = { hostedZoneId: undefined, certificateArn, mailDomain: domain };
test.each([
  [{ Status: 'ISSUED', DomainName: domain }, {}, []],
  [{ Status: 'ISSUED', DomainName: 'test', SubjectAlternativeNames: [domain, `*.${domain}`] }, { www: true }, []],
  [
    { Status: 'PENDING_VALIDATION', DomainName: domain },
    {},
    [
      '✗ The certificate of certificateArn is PENDING_VALIDATION: make its records in DNS, and wait until it is ISSUED.',
    ],
  ],
  [
    { Status: 'ISSUED', DomainName: `*.${domain}`, SubjectAlternativeNames: [`*.${domain}`] },
    {},
    [`✗ The certificate of certificateArn is for *.${domain}, not for ${domain}.`],
  ],
  [
    { Status: 'ISSUED', DomainName: domain },
    { www: true },
    [`✗ The certificate of certificateArn is for ${domain}, not for www.${domain}.`],
  ],
] as const)('a given certificate %j, with %j', async (facts, more, sentences) => {
  const certificate = ({ apis }: Account) =>
    apis.certificates.on(DescribeCertificateCommand).resolves({
      Certificate: {
        ...facts,
        SubjectAlternativeNames: 'SubjectAlternativeNames' in facts ? [...facts.SubjectAlternativeNames] : [],
      },
    });
  expect(await findings(certificate, { ...given, ...more })).toEqual(sentences);
});

test('a certificate that does not exist stops the deploy', async () => {
  const missing = new ResourceNotFoundException({ message: 'not found', $metadata: {} });
  expect(
    await findings(({ apis }) => apis.certificates.on(DescribeCertificateCommand).rejects(missing), given),
  ).toEqual([`✗ There is no certificate ${certificateArn}: see certificateArn.`]);
});

test('a firewall that the site uses leaves in two deploys, and its second step is told', async () => {
  const used = (it: Account) => {
    it.stack('Envoyage-test-Web', {});
    it.apis.cloudFormation
      .on(GetTemplateCommand, { StackName: 'Envoyage-test-Web' })
      .resolves({ TemplateBody: '{"WebACLId":{"Fn::GetStackOutput":{}}}' });
  };
  expect(await findings(used)).toEqual([
    '✗ The site uses its firewall: set waf to "leaving" for one deploy, or the ACL is paid for ever.',
  ]);
  expect(await findings(used, { waf: true })).toEqual([]);
  expect(await findings(used, { waf: 'leaving' })).toEqual([
    '· This deploy takes the firewall from the site: set waf to false, and the next one removes it.',
  ]);
});

test('a record that the deploy will make must not be there, unless a deploy has made it', async () => {
  const record = (it: Account) =>
    it.apis.route53
      .on(ListResourceRecordSetsCommand, { StartRecordName: domain, StartRecordType: 'A' })
      .resolves({ ResourceRecordSets: [{ Name: `${domain}.`, Type: 'A' }] })
      .on(ListResourceRecordSetsCommand, { StartRecordName: `_dmarc.${domain}` })
      .resolves({ ResourceRecordSets: [{ Name: `_dmarc.${domain}.`, Type: 'TXT' }] })
      // The next record of the zone, not the one that was asked for.
      .on(ListResourceRecordSetsCommand, { StartRecordName: domain, StartRecordType: 'AAAA' })
      .resolves({ ResourceRecordSets: [{ Name: `${domain}.`, Type: 'MX' }] });
  expect(await findings(record)).toEqual([
    `✗ The zone already has A ${domain}, which this deploy makes: remove it first.`,
    `✗ The zone already has TXT _dmarc.${domain}, which this deploy makes: remove it first.`,
  ]);
  const made = (it: Account) => {
    record(it);
    for (const word of ['Web', 'Mail']) it.stack(`Envoyage-test-${word}`, {});
  };
  expect(await findings(made)).toEqual([]);
});

test.each([
  [
    'Data',
    'ROLLBACK_FAILED',
    '✗ The first deploy of Envoyage-test-Data broke off (ROLLBACK_FAILED): npm run deploy -- --recover removes its empty remains and goes on.',
  ],
  [
    'Files',
    'ROLLBACK_COMPLETE',
    '✗ The first deploy of Envoyage-test-Files broke off (ROLLBACK_COMPLETE): npm run deploy -- --recover removes its empty remains and goes on.',
  ],
  [
    'RootAdmin',
    'ROLLBACK_COMPLETE',
    '· The first deploy of Envoyage-test-RootAdmin broke off (ROLLBACK_COMPLETE): this deploy removes its remains and makes it anew.',
  ],
  ['Api', 'DELETE_FAILED', '✗ Envoyage-test-Api is in DELETE_FAILED: delete it in CloudFormation, then deploy again.'],
  [
    'Api',
    'UPDATE_ROLLBACK_FAILED',
    '✗ Envoyage-test-Api could not go back to its last state (UPDATE_ROLLBACK_FAILED): remove the cause that its events name, then aws cloudformation continue-update-rollback --stack-name Envoyage-test-Api.',
  ],
  [
    'Edge',
    'UPDATE_ROLLBACK_FAILED',
    '✗ Envoyage-test-Edge could not go back to its last state (UPDATE_ROLLBACK_FAILED): remove the cause that its events name, then aws cloudformation continue-update-rollback --stack-name Envoyage-test-Edge --region us-east-1.',
  ],
  [
    'Api',
    'UPDATE_IN_PROGRESS',
    '✗ Envoyage-test-Api is being changed at this moment (UPDATE_IN_PROGRESS): deploy when that has ended.',
  ],
] as const)('the stack %s in %s says what to do', async (word, StackStatus, sentence) => {
  expect(
    await findings(({ stack, apis }) =>
      stack(`Envoyage-test-${word}`, { StackStatus }, word === 'Edge' ? apis.edgeFormation : apis.cloudFormation),
    ),
  ).toEqual([sentence]);
});

test.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'] as const)(
  'a stack in %s is ready',
  async (StackStatus) => {
    expect(await findings(({ stack }) => stack('Envoyage-test-Identity', { StackStatus }))).toEqual([]);
  },
);

test('the reason of a deploy that broke off is told: the first failure, not those that followed', async () => {
  const event = (LogicalResourceId: string, ResourceStatusReason: string) => ({
    StackId: 'stack',
    EventId: LogicalResourceId,
    StackName: 'Envoyage-test-Data',
    Timestamp: new Date(0),
    LogicalResourceId,
    ResourceStatus: 'CREATE_FAILED' as const,
    ResourceStatusReason,
  });
  const [sentence] = await findings(({ apis, stack }) => {
    stack('Envoyage-test-Data', { StackStatus: 'ROLLBACK_COMPLETE' });
    apis.cloudFormation.on(DescribeStackEventsCommand).resolves({
      // The newest comes first.
      StackEvents: [
        event('Key', 'It followed.'),
        event('Table', 'Too many tables.'),
        event('Topic', 'Resource creation cancelled'),
      ],
    });
  });
  expect(sentence).toMatch(/and goes on\. It broke off because of: Table: Too many tables\.$/);
});

test('copies that are not in the other account yet stop the deploy; those that refuse an answer are there', async () => {
  const copies = { backupAccount: '210987654321' };
  const answers = (error: Error) => findings(({ apis }) => apis.files.on(HeadBucketCommand).rejects(error), copies);
  expect(await answers(new NotFound({ message: 'NotFound', $metadata: {} }))).toEqual([
    '✗ The account 210987654321 has no copies in eu-central-1: deploy them there first (account-lost.md, « Before »).',
  ]);
  expect(await answers(new Error('Forbidden'))).toEqual([]);
});

test('a look that is not allowed is told and stops nothing', async () => {
  expect(await findings(({ apis }) => apis.lambda.rejects(new Error('not authorized')))).toEqual([
    '· Lambda could not be looked at: not authorized',
  ]);
});

/** Noon in Algiers, 30 days before the 31st of December. */
const first = Date.parse('2026-12-01T11:00:00Z');
const deployedWith = (day: string | undefined) => (it: Account) =>
  void it.stack('Envoyage-test-Api', {
    Outputs: day === undefined ? [] : [{ OutputKey: 'SubscriptionFrom', OutputValue: day }],
  });
const tooLate = (day: string, deployed: string) =>
  `✗ subscriptionFrom is ${day}, and ${deployed}: members were promised 30 days' notice, so a new day must be at least 30 days away.`;

test.each([
  ['new and far enough', undefined, '2026-12-31', []],
  ['new and too near', undefined, '2026-12-30', [tooLate('2026-12-30', 'no day is deployed')]],
  ['new and past', undefined, '2026-11-01', [tooLate('2026-11-01', 'no day is deployed')]],
  ['moved and far enough', '2026-12-10', '2026-12-31', []],
  ['moved and too near', '2027-02-01', '2026-12-30', [tooLate('2026-12-30', '2027-02-01 is deployed')]],
  ['moved on by a day, and too near', '2026-12-10', '2026-12-11', [tooLate('2026-12-11', '2026-12-10 is deployed')]],
  ['deployed, and near', '2026-12-02', '2026-12-02', []],
  ['deployed, and past', '2026-11-01', '2026-11-01', []],
  ['removed', '2026-12-02', undefined, []],
])('the day from which a subscription is needed is %s', async (_, deployed, subscriptionFrom, expected) => {
  expect(await findings(deployedWith(deployed), { subscriptionFrom }, first)).toEqual(expected);
});

test('on a first deploy a day may not be too near either', async () => {
  const found = await findings(() => {}, { subscriptionFrom: '2026-12-30' }, first);
  expect(found).toEqual([tooLate('2026-12-30', 'no day is deployed')]);
});

const termsFrom = (from: string): NewTerms => ({ version: 2, from, what: 'Les avis sont affichés deux ans.' });
const termsTooLate = (from: string, deployed: string) =>
  `✗ newTerms begin on ${from}, and ${deployed} announced: members were promised 30 days' notice, so their first day must be more than 30 days away.`;

test.each([
  ['new and far enough', undefined, '2027-01-01', []],
  ['new and too near', undefined, '2026-12-31', [termsTooLate('2026-12-31', 'none are')]],
  ['moved and too near', '2 2027-02-01', '2026-12-31', [termsTooLate('2026-12-31', '« 2 2027-02-01 » is')]],
  ['announced, and near', '2 2026-12-02', '2026-12-02', []],
])('terms that will change are %s', async (_, deployed, from, expected) => {
  const prepare = (it: Account) =>
    void it.stack('Envoyage-test-Api', {
      Outputs: deployed === undefined ? [] : [{ OutputKey: 'NewTerms', OutputValue: deployed }],
    });
  expect(await findings(prepare, {}, first, termsFrom(from))).toEqual(expected);
});

const facts = {
  legalForm: 'SAS au capital de 1 000 €',
  legalPhone: '+33 4 91 00 00 00',
  legalRegistration: 'RCS Marseille 123 456 789',
  publicationDirector: "Amel D'Or",
  hostPhone: '+352 00 00 00',
  legalVat: 'FR00123456789',
  mediatorName: 'Médiation exemple',
  mediatorAddress: '1 rue du Port, 75001 Paris',
  mediatorSite: 'https://mediation.example',
  subscriptionEuro: 33,
  microEnterprise: true,
  algeriaSafeguard: 'clauses contractuelles types',
};

/** The findings of a deploy of prod, without the copies in another account. */
const ofProd = async (given: Record<string, unknown>) =>
  (await findings(undefined, { ...given, stage: 'prod' })).filter((line) => !line.includes('backupAccount'));

test('prod does not start without the facts of its legal notice, and names all that are missing', async () => {
  expect(await ofProd(facts)).toEqual([]);
  const lacking = ['legalPhone', 'publicationDirector', 'mediatorName', 'mediatorAddress', 'mediatorSite'];
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !lacking.includes(name)));
  expect(await ofProd(rest)).toEqual([
    '✗ legalPhone, publicationDirector must be set for prod: the law wants them in « Mentions légales ».',
    '· mediatorName is not set: no consumer mediator is named, and the law wants one before the first payment.',
  ]);
});

test('prod is told of each fact that a page leaves out', async () => {
  const found = await ofProd({});
  expect(found.map((line) => line.split(' is not set')[0])).toEqual([
    '✗ legalForm, legalPhone, legalRegistration, publicationDirector, hostPhone must be set for prod: the law wants them in « Mentions légales ».',
    '· legalVat',
    '· mediatorName',
    '· subscriptionEuro',
    '· microEnterprise',
    '· algeriaSafeguard',
  ]);
});

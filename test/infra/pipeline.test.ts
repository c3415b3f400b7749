import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from '../prove/parts.ts';
import { type StackName, synthesize } from './synth.ts';

interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}
const folder = 'docs/pipeline';
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const statementsOf = (file: string) => (JSON.parse(text(file)) as { Statement: readonly Statement[] }).Statement;
const list = (value: string | readonly string[]) => [value].flat();
const actionsOf = (file: string, effect: Statement['Effect']) =>
  statementsOf(file).flatMap(({ Effect, Action }) => (Effect === effect ? list(Action) : []));

/** The prefix of a service's rights, where it differs from the name in the type of a resource. */
const prefixes: Readonly<Record<string, string>> = {
  ApiGateway: 'apigateway',
  ApiGatewayV2: 'apigateway',
  CertificateManager: 'acm',
  Cognito: 'cognito-idp',
};

test('CloudFormation may make every kind of resource of the templates, with every setting', () => {
  const stages = [
    synthesize(),
    synthesize({ stage: 'prod', waf: true, domain: 'envoyage.example.org', hostedZoneId: 'Z0123456789' }),
  ];
  const types = stages.flatMap((stage) =>
    stage.stacks.flatMap((stack: StackName) => Object.values(stage.template(stack).Resources).map(({ Type }) => Type)),
  );
  const services = new Set(types.flatMap((type) => /^AWS::(?!CDK)(\w+)::/.exec(type)?.[1] ?? []));
  expect(services.size).toBeGreaterThan(15);
  const allowed = new Set(actionsOf('execution-policy.json', 'Allow').map((action) => action.split(':')[0]));
  const lacking = [...services].filter((service) => !allowed.has(prefixes[service] ?? service.toLowerCase()));
  expect(lacking).toEqual([]);
});

test('a deploy may read no item, no file and no user of members, and may not do everything', () => {
  const allowed = actionsOf('execution-policy.json', 'Allow');
  expect(allowed).not.toContain('*');
  expect(allowed.filter((action) => action.startsWith('iam:') && action.includes('*'))).toEqual([]);
  expect(actionsOf('execution-policy.json', 'Deny')).toEqual(
    expect.arrayContaining([
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:Scan',
      's3:GetObject*',
      'cognito-idp:Admin*',
    ]),
  );
  // IAM takes so many characters in one policy, blanks not counted.
  expect(text('execution-policy.json').replaceAll(/\s/g, '').length).toBeLessThan(6144);
});

/** The right of each call that the commands of a pipeline make. */
const rights: Readonly<Record<string, string>> = {
  DescribeCertificateCommand: 'acm:DescribeCertificate',
  DescribeStackEventsCommand: 'cloudformation:DescribeStackEvents',
  GetTemplateCommand: 'cloudformation:GetTemplate',
  DescribeStacksCommand: 'cloudformation:DescribeStacks',
  paginateListStackResources: 'cloudformation:ListStackResources',
  GetAccountCommand: 'ses:GetAccount',
  GetEmailIdentityCommand: 'ses:GetEmailIdentity',
  GetAccountSettingsCommand: 'lambda:GetAccountSettings',
  GetCallerIdentityCommand: 'sts:GetCallerIdentity',
  GetGatewayAccountCommand: 'apigateway:GET',
  HeadBucketCommand: 's3:ListBucket',
  GetHostedZoneCommand: 'route53:GetHostedZone',
  ListSecretVersionIdsCommand: 'secretsmanager:ListSecretVersionIds',
  ListResourceRecordSetsCommand: 'route53:ListResourceRecordSets',
  GetUserPoolMfaConfigCommand: 'cognito-idp:GetUserPoolMfaConfig',
  DescribeTimeToLiveCommand: 'dynamodb:DescribeTimeToLive',
  EncryptCommand: 'kms:Encrypt',
  'cache-policy': 'cloudfront:ListCachePolicies',
  'response-headers-policy': 'cloudfront:ListResponseHeadersPolicies',
};

test('the role of the pipeline may make exactly the calls of the look before and of the checks afterwards', () => {
  const sources = [
    'infra/commands/clients.ts',
    ...globSync('infra/commands/deploy/*.ts'),
    ...globSync('infra/checks/*.ts'),
  ]
    // Remains of a broken deploy are removed by a person.
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('recover.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  const calls = new Set(
    sources.flatMap((code) =>
      [...code.matchAll(/new (\w+Command)\(|(paginate\w+)\(|'([\w-]+-policy)':/g)].map(
        ([, one, other, signed]) => one ?? other ?? signed ?? '',
      ),
    ),
  );
  expect([...calls].filter((call) => !(call in rights))).toEqual([]);
  const needed = [...calls].map((call) => rights[call] ?? call);
  const given = actionsOf('deploy-role.json', 'Allow').filter((action) => action !== 'sts:AssumeRole');
  expect(given.toSorted()).toEqual(needed.toSorted());
});

test('only one environment of one repository may be that role, and a person stands before prod', () => {
  expect(text('deploy-role-trust.json')).toContain('repo:REPOSITORY:environment:STAGE');
  expect(text('deploy-stage.yml')).toContain('environment: ${{ inputs.stage }}');
  expect(text('deploy.yml')).toMatch(/prod:\n {4}needs: dev\n/);
  for (const file of ['deploy.yml', 'deploy-stage.yml']) expect(text(file)).toContain('id-token: write');
});

test('the pipeline runs commands of this project alone, and stores no key', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const workflows = text('deploy.yml') + text('deploy-stage.yml') + text('nightly.yml');
  const commands = [...workflows.matchAll(/run: npm (?:run )?([\w:]+)/g)].map(([, command = '']) => command);
  expect(commands).toEqual(['ci', 'check', 'test', 'ci', 'deploy', 'check:cloud', 'ci', 'prove']);
  expect(commands.filter((command) => command !== 'ci' && !(command in scripts))).toEqual([]);
  expect(workflows).not.toMatch(/secrets\.|ACCESS_KEY/);
});

test('each night every part of the proofs runs', () => {
  const [, matrix = ''] = /part:\n((?: +- \S+\n)+)/.exec(text('nightly.yml')) ?? [];
  expect([...matrix.matchAll(/- (\S+)/g)].map(([, part]) => part)).toEqual(Object.keys(parts));
});

test('a job keeps its role for two hours, which the role allows', () => {
  const seconds = /role-duration-seconds: (\d+)/.exec(text('deploy-stage.yml'))?.[1];
  expect(seconds).toBe('7200');
  expect(text('README.md')).toContain(`--max-session-duration ${seconds} `);
});

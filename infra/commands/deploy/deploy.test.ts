import { DeleteStackCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { expect, test } from 'vitest';
import { account, aReadyAccount, deploySettings, domain, keepVersions } from '#test/support/fake-account.ts';
import { deploy, type Flags } from './deploy.ts';

type Outputs = Record<string, Record<string, string>>;

/** A deploy on a machine that records its commands and output; `typed` answers its question. */
function aDeploy(
  given: Record<string, unknown> = {},
  flags: Partial<Flags> = {},
  { typed = '', outputs = {}, isTerminal = true }: { typed?: string; outputs?: Outputs; isTerminal?: boolean } = {},
) {
  const it = aReadyAccount();
  const ran: string[] = [];
  const said: string[] = [];
  const machine = {
    clients: it.clients,
    isTerminal,
    run: async (program: string, args: readonly string[]) => void ran.push([program, ...args].join(' ')),
    ask: async (question: string) => {
      said.push(question);
      return typed;
    },
    say: (line: string) => void said.push(line),
    commit: async () => 'abc',
    newName: () => 'n1',
    outputs: () => outputs,
  };
  const all = { dryRun: false, recover: false, atOnce: false, yes: false, ...flags };
  return { ...it, ran, said, run: () => deploy(deploySettings(given), all, machine) };
}

const prepared = [
  'npm run check',
  'node infra/build/main.ts',
  'cdk synth --quiet --context commit=abc --context deploy=n1',
];
const shown = 'cdk diff --app cdk.out --method template';
const deployed = 'cdk deploy --app cdk.out --all --outputs-file cdk.out/outputs.json --require-approval never';

/** Prod deploys with these settings alone. */
const prod = {
  stage: 'prod',
  legalForm: 'SAS',
  legalPhone: '+33 4 91 00 00 00',
  legalRegistration: 'RCS Marseille 123 456 789',
  publicationDirector: 'Amel Benali',
  hostPhone: '+352 00 00 00',
};

test('a deploy looks, checks, builds, synthesizes and deploys', async () => {
  const { run, ran, said } = aDeploy();
  await run();
  expect(ran).toEqual([...prepared, deployed]);
  expect(said[0]).toBe(`Looking at the account ${account} (test, eu-west-3) …`);
});

test('--at-once tells the templates that no release is gradual', async () => {
  const { run, ran } = aDeploy({}, { atOnce: true });
  await run();
  expect(ran).toContain(`${prepared.at(-1)} --context atOnce=yes`);
});

test('until mails have the links of a new value, the stack that reads them is deployed before the others', async () => {
  const { run, ran, stack, apis, clients } = aDeploy();
  stack('Envoyage-test-Data', { Outputs: [{ OutputKey: 'DerivedSecretArn', OutputValue: 'links' }] });
  keepVersions(apis.secrets);
  await clients.secrets.send(new PutSecretValueCommand({ SecretId: 'links', SecretString: 'new' }));
  await run();
  const context = `${prepared.at(-1)} --context derivedSecret=v2,v1`;
  const alone = 'cdk deploy --app cdk.out --exclusively Envoyage-test-Api --require-approval never';
  expect(ran.splice(0)).toEqual([...prepared.slice(0, -1), context, alone, deployed]);
  apis.cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: '{{resolve:…:SecretString:::v2}}' });
  await run();
  expect(ran).toEqual([...prepared.slice(0, -1), context, deployed]);
});

test('--dry-run does all but the deploy, and changes nothing in the account', async () => {
  const { run, ran, said, apis } = aDeploy(prod, { dryRun: true, recover: true });
  await run();
  expect(ran).toEqual([...prepared, shown]);
  expect(said.at(-1)).toBe('Nothing was deployed: --dry-run.');
  const asked = Object.values(apis).flatMap((api) => api.calls().map(({ args }) => args[0].constructor.name));
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !/^(Get|Describe|List)/.test(name))).toEqual([]);
});

test('--dry-run removes nothing, also with --recover', async () => {
  const { run, said, stack, apis } = aDeploy({}, { dryRun: true, recover: true });
  stack('Envoyage-test-Data', { StackStatus: 'ROLLBACK_COMPLETE' });
  await expect(run()).rejects.toThrow('The deploy stops before its first change.');
  expect(said.at(-1)).toContain('npm run deploy -- --recover');
  expect(apis.cloudFormation.commandCalls(DeleteStackCommand)).toEqual([]);
});

test('prod shows what changes and deploys after the typed word alone', async () => {
  const yes = aDeploy(prod, {}, { typed: 'prod' });
  await yes.run();
  expect(yes.ran).toEqual([...prepared, shown, deployed]);
  expect(yes.said).toContain(`Deploy this to prod in the account ${account}? Type prod: `);
  const no = aDeploy(prod, {}, { typed: 'y' });
  await expect(no.run()).rejects.toThrow('Nothing was deployed.');
  expect(no.ran).toEqual([...prepared, shown]);
  const pipeline = aDeploy(prod, { yes: true });
  await pipeline.run();
  expect(pipeline.ran).toEqual([...prepared, shown, deployed]);
});

test('prod without a terminal and without --yes is refused before anything is looked at or built', async () => {
  const refused = aDeploy(prod, {}, { isTerminal: false });
  await expect(refused.run()).rejects.toThrow('type it at a terminal, or give --yes');
  expect([refused.ran, refused.said, refused.apis.sts.calls()]).toEqual([[], [], []]);
  const looked = aDeploy(prod, { dryRun: true }, { isTerminal: false });
  await looked.run();
  expect(looked.ran).toEqual([...prepared, shown]);
});

test('with the credentials of another account nothing else is asked of it', async () => {
  const { run, ran, said, apis } = aDeploy({}, { recover: true });
  apis.sts.on(GetCallerIdentityCommand).resolves({ Account: '999999999999' });
  await expect(run()).rejects.toThrow('The deploy stops before its first change.');
  expect(ran).toEqual([]);
  expect(said.at(-1)).toMatch(/^✗ The credentials belong to the account 999999999999/);
  expect(apis.cloudFormation.calls()).toEqual([]);
});

test('a finding that stops ends the deploy before anything is built', async () => {
  const { run, ran, said, stack } = aDeploy();
  stack('Envoyage-test-Data', { StackStatus: 'ROLLBACK_COMPLETE' });
  await expect(run()).rejects.toThrow('The deploy stops before its first change.');
  expect(ran).toEqual([]);
  expect(said.at(-1)).toContain('npm run deploy -- --recover');
});

test('--recover removes the remains and goes on', async () => {
  const { run, ran, said, stack, apis } = aDeploy({}, { recover: true });
  stack('Envoyage-test-Data', { StackStatus: 'ROLLBACK_COMPLETE' });
  apis.cloudFormation.on(DeleteStackCommand).callsFake(async () => {
    stack('Envoyage-test-Data', { StackStatus: 'DELETE_COMPLETE' });
  });
  await run();
  expect(said).toContain('Envoyage-test-Data was removed.');
  expect(ran).toEqual([...prepared, deployed]);
});

const lastWords = async (given: Record<string, unknown>, outputs: Outputs = {}) => {
  const { run, said } = aDeploy(given, {}, { outputs });
  await run();
  return said.at(-1) ?? '';
};

test('at the end stands what is left, as the mail identity needs it', async () => {
  const zoned = await lastWords({});
  expect(zoned).not.toContain('mail of SES');
  expect(zoned).not.toContain('Make these records');
  expect(zoned).toContain(`Accept the two mails of SNS to chief@${domain} (eu-west-3 and us-east-1)`);
  const records = { 'Envoyage-test-Mail': { RecordToMake1: 'a CNAME b', RecordToMake4: 'mail MX 10 c', Other: 'no' } };
  const printed = await lastWords({ hostedZoneId: undefined, domain: undefined, mailDomain: domain }, records);
  expect(printed).toContain('Make these records in the DNS of their domain:\n     a CNAME b\n     mail MX 10 c\n');
  expect(printed).not.toContain('mail of SES');
  const address = await lastWords({ mailFrom: 'chief@example.org' });
  expect(address).toContain('Accept the mail of SES to chief@example.org: before that no mail leaves.');
});

test('what the preflight has found without stopping is told again', async () => {
  const { run, said, apis } = aDeploy();
  apis.mail.on(GetAccountCommand).resolves({ SendingEnabled: true, ProductionAccessEnabled: false });
  await run();
  expect(said.at(-1)).toContain('SES in eu-west-3 is in the sandbox');
});

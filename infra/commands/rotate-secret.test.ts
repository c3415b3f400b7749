import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { rotated } from '#infra/naming.ts';
import { readable, type StackName, synthesize } from '#test/infra/synth.ts';
import { aReadyAccount, deploySettings, keepVersions } from '#test/support/fake-account.ts';
import { type SecretName, secretContext, secretStates } from './deploy/secrets.ts';
import { forgetSecretsBefore, renewSecrets, replaceLeaked } from './rotate-secret.ts';

const settings = deploySettings();
const templates = synthesize({ stage: 'test' });
const edge: SecretName[] = ['origin', 'socket'];

/** An account in which all stacks are deployed from their templates, with a Secrets Manager that keeps versions. */
function deployed() {
  const it = aReadyAccount();
  for (const stack of templates.stacks) {
    const outputs = Object.entries(templates.template(stack).Outputs ?? {}).map(([OutputKey, output]) => ({
      OutputKey,
      OutputValue: readable((output as { Value: string }).Value),
    }));
    it.stack(templates.product[stack].stackName, { Outputs: outputs });
  }
  const { versions, fault } = keepVersions(it.apis.secrets);
  /** Brings the present versions to the stacks that send them. */
  const deploy = async () => {
    const words = (await secretStates(settings, it.clients)).map(({ present }) => `SecretString:::${present}}}`);
    it.apis.cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: words.join(' ') });
  };
  const context = async () =>
    secretContext(await secretStates(settings, it.clients)).filter((word) => word !== '--context');
  return { ...it, versions, context, deploy, fault };
}

test('before the first deploy the template names no version', async () => {
  const { clients } = aReadyAccount();
  expect(secretContext(await secretStates(settings, clients))).toEqual([]);
  await expect(renewSecrets(settings, clients, edge)).rejects.toThrow('deploy first');
});

test('every secret of the templates is rotated by one of the two commands', () => {
  const outputs = Object.values(rotated).map(({ stack, output }) =>
    readable(
      (templates.template(stack.toLowerCase() as StackName).Outputs as Record<string, { Value: string }>)[output]
        ?.Value,
    ),
  );
  const secrets = templates.everywhere('AWS::SecretsManager::Secret').map(([id]) => readable({ Ref: id }));
  expect(outputs.toSorted()).toEqual(secrets.toSorted());
});

test('during a rotation a deploy names both versions of the secrets of the edge, afterwards none', async () => {
  const { clients, context, deploy, apis } = deployed();
  expect(await context()).toEqual([]);
  await renewSecrets(settings, clients, edge);
  expect(await context()).toEqual(['originSecret=v2,v1', 'socketSecret=v2,v1']);
  const puts = apis.secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input.SecretString);
  expect(new Set(puts).size).toBe(2);
  for (const value of puts) expect(value).toMatch(/^[0-9a-f]{48}$/);
  await expect(forgetSecretsBefore(settings, clients, edge)).rejects.toThrow('npm run deploy continues it');
  // Its deploy broke off.
  await renewSecrets(settings, clients, edge);
  expect(await context()).toEqual(['originSecret=v2,v1', 'socketSecret=v2,v1']);
  await deploy();
  await expect(renewSecrets(settings, clients, edge)).rejects.toThrow('npm run rotate-secret -- --finish');
  await forgetSecretsBefore(settings, clients, edge);
  expect(await context()).toEqual([]);
  await expect(forgetSecretsBefore(settings, clients, edge)).rejects.toThrow('no rotation');
});

test('a rotation that was killed between two secrets is continued by the next one', async () => {
  const { clients, context, deploy } = deployed();
  await renewSecrets(settings, clients, ['origin']);
  await renewSecrets(settings, clients, edge);
  expect(await context()).toEqual(['originSecret=v2,v1', 'socketSecret=v2,v1']);
  await deploy();
  await forgetSecretsBefore(settings, clients, ['origin']);
  await forgetSecretsBefore(settings, clients, edge);
  expect(await context()).toEqual([]);
});

test('the secret of links and keys is rotated by itself', async () => {
  const { clients, context, deploy } = deployed();
  await renewSecrets(settings, clients, ['links']);
  expect(await context()).toEqual(['derivedSecret=v2,v1']);
  await deploy();
  await expect(renewSecrets(settings, clients, ['links'])).rejects.toThrow('-- --links --finish');
  await forgetSecretsBefore(settings, clients, ['links']);
  expect(await context()).toEqual([]);
});

test('after a leak templates name the new version alone, also when the command was killed and runs again', async () => {
  const { clients, context, deploy, versions, fault } = deployed();
  await renewSecrets(settings, clients, ['links']);
  fault.now = true;
  await expect(replaceLeaked(settings, clients, ['links'])).rejects.toThrow('killed');
  fault.now = false;
  await replaceLeaked(settings, clients, ['links']);
  expect(await context()).toEqual(['derivedSecret=v4']);
  expect([...(versions.get('DerivedSecret') ?? [])].flatMap(([id, stages]) => stages.map((one) => [id, one]))).toEqual([
    ['v4', 'AWSCURRENT'],
    ['v4', 'PINNED'],
  ]);
  await renewSecrets(settings, clients, ['links']);
  await deploy();
  await forgetSecretsBefore(settings, clients, ['links']);
  expect(await context()).toEqual([]);
});

test('the stack that sends a secret names its present version', () => {
  const given = Object.fromEntries(
    Object.keys(rotated).map((name) => [rotated[name as SecretName].context, `${name}2`]),
  );
  const { template } = synthesize({ stage: 'test' }, given);
  for (const [name, { sentBy }] of Object.entries(rotated))
    expect(JSON.stringify(template(sentBy.toLowerCase() as StackName))).toContain(`:${name}2}}`);
});

test('a context that names no versions, or too many, is refused in a sentence', () => {
  for (const originSecret of ['', 'v3,v2,v1', 'v2,', 'the last one'])
    expect(() => synthesize({ stage: 'test' }, { originSecret })).toThrow(
      'originSecret must name one or two versions of the secret, the present one first.',
    );
});

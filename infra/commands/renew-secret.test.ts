import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { synthesize } from '#test/infra/synth.ts';
import { aReadyAccount, deploySettings } from '#test/support/fake-account.ts';
import { originSecretOf, secretContext } from './deploy/origin-secret.ts';
import { forgetSecretBefore, renewOriginSecret } from './renew-secret.ts';

const settings = deploySettings();

const { template } = synthesize({ stage: 'test' });
const { Resources, Outputs = {} } = template('api');
/** As CloudFormation may list them: by logical id, another secret before the one of the edge. */
const secrets = Object.keys(Resources)
  .filter((id) => Resources[id]?.Type === 'AWS::SecretsManager::Secret')
  .toSorted();
const physical = (id = '') => id.replace(/[0-9A-F]{8}$/, '');

/** An account with the API deployed from its template, and these versions of the secret of the edge. */
function deployed(...stages: [VersionId: string, stage: string][]) {
  const it = aReadyAccount();
  it.stack('Envoyage-test-Api', {
    Outputs: Object.entries(Outputs).map(([OutputKey, output]) => {
      const { Ref } = (output as { Value: { Ref?: string } }).Value;
      return { OutputKey, OutputValue: physical(Ref) };
    }),
  });
  it.apis.cloudFormation.on(ListStackResourcesCommand, { StackName: 'Envoyage-test-Api' }).resolves({
    StackResourceSummaries: secrets.map((LogicalResourceId) => ({
      LogicalResourceId,
      ResourceType: 'AWS::SecretsManager::Secret',
      PhysicalResourceId: physical(LogicalResourceId),
      ResourceStatus: 'CREATE_COMPLETE',
      LastUpdatedTimestamp: new Date(0),
    })),
  });
  it.apis.secrets
    .on(ListSecretVersionIdsCommand)
    .resolves({ Versions: [{ VersionId: 'd1', VersionStages: ['AWSCURRENT'] }] });
  it.apis.secrets
    .on(ListSecretVersionIdsCommand, { SecretId: 'OriginSecret' })
    .resolves({ Versions: stages.map(([VersionId, stage]) => ({ VersionId, VersionStages: [stage] })) });
  it.apis.secrets.on(PutSecretValueCommand).resolves({});
  it.apis.secrets.on(UpdateSecretVersionStageCommand).resolves({});
  return it;
}

test('before the first deploy the template names no version', async () => {
  const { clients } = aReadyAccount();
  expect(secretContext(await originSecretOf(settings, clients))).toEqual([]);
  await expect(renewOriginSecret(settings, clients)).rejects.toThrow('deploy first');
});

test('during a rotation a deploy names both versions, the present one first; otherwise none', async () => {
  const one = deployed(['v1', 'AWSCURRENT']);
  expect(secretContext(await originSecretOf(settings, one.clients))).toEqual([]);
  const two = deployed(['v1', 'AWSPREVIOUS'], ['v2', 'AWSCURRENT']);
  expect(secretContext(await originSecretOf(settings, two.clients))).toEqual(['--context', 'originSecret=v2,v1']);
});

test('a rotation makes a new value of 48 characters, and waits for the end of an earlier one', async () => {
  const { clients, apis } = deployed(['v1', 'AWSCURRENT']);
  await renewOriginSecret(settings, clients);
  const [put] = apis.secrets.commandCalls(PutSecretValueCommand);
  expect(put?.args[0].input).toEqual({
    SecretId: 'OriginSecret',
    SecretString: expect.stringMatching(/^[0-9a-f]{48}$/),
  });
  const under = deployed(['v1', 'AWSPREVIOUS'], ['v2', 'AWSCURRENT']);
  await expect(renewOriginSecret(settings, under.clients)).rejects.toThrow('-- --finish');
  expect(under.apis.secrets.commandCalls(PutSecretValueCommand)).toEqual([]);
});

test('the end of a rotation takes the name from the value before', async () => {
  const { clients, apis } = deployed(['v1', 'AWSPREVIOUS'], ['v2', 'AWSCURRENT']);
  await forgetSecretBefore(settings, clients);
  const [update] = apis.secrets.commandCalls(UpdateSecretVersionStageCommand);
  expect(update?.args[0].input).toEqual({
    SecretId: 'OriginSecret',
    VersionStage: 'AWSPREVIOUS',
    RemoveFromVersionId: 'v1',
  });
  await expect(forgetSecretBefore(settings, deployed(['v1', 'AWSCURRENT']).clients)).rejects.toThrow('no rotation');
});

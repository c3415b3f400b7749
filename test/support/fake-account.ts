import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, ListResourceRecordSetsCommand } from '@aws-sdk/client-route-53';
import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { openClients } from '#infra/commands/clients.ts';
import type { CountPolicies } from '#infra/commands/deploy/edge-policies.ts';
import { parseSettings } from '#infra/config.ts';

export const account = '123456789012';
export const domain = 'envoyage.test';
export const zoneServers = ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.net'];

/** Settings of a deploy with which a ready account has no finding. */
export const deploySettings = (given: Record<string, unknown> = {}) =>
  parseSettings({
    account,
    stage: 'test',
    domain,
    hostedZoneId: 'Z0123456789',
    adminEmail: `chief@${domain}`,
    mailFrom: `post@${domain}`,
    legalName: 'Traversée SAS',
    legalAddress: '1 quai du Port, 13002 Marseille',
    legalEmail: `bonjour@${domain}`,
    ...given,
  });

type Some = Partial<Stack>;

/** A stand-in of the AWS APIs: an account that is ready for the first deploy. Each answer can be replaced. */
export function aReadyAccount() {
  const clients = {
    ...openClients({ region: 'eu-west-3' }),
    countPolicies: (async () => 0) as CountPolicies,
    nameServersOf: async (_zone: string) => zoneServers,
    authoritiesOf: async (_name: string): Promise<string[]> => [],
  };
  const apis = {
    cloudFormation: mockClient(clients.cloudFormation),
    edgeFormation: mockClient(clients.edgeFormation),
    sts: mockClient(clients.sts),
    mail: mockClient(clients.mail),
    lambda: mockClient(clients.lambda),
    apiGateway: mockClient(clients.apiGateway),
    route53: mockClient(clients.route53),
    certificates: mockClient(clients.certificates),
    table: mockClient(clients.table),
    pool: mockClient(clients.pool),
    keys: mockClient(clients.keys),
    files: mockClient(clients.files),
    queues: mockClient(clients.queues),
    secrets: mockClient(clients.secrets),
  };
  const stack = (StackName: string, facts: Some, api = apis.cloudFormation) =>
    api
      .on(DescribeStacksCommand, { StackName })
      .resolves({ Stacks: [{ StackName, CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE', ...facts }] });
  for (const api of [apis.cloudFormation, apis.edgeFormation]) {
    api.on(DescribeStacksCommand).rejects(new Error('Stack with id … does not exist'));
    api.on(GetTemplateCommand).resolves({ TemplateBody: '{}' });
    api.on(DescribeStackEventsCommand).resolves({ StackEvents: [] });
    api.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
    stack('CDKToolkit', { Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '31' }] }, api);
  }
  apis.sts.on(GetCallerIdentityCommand).resolves({ Account: account });
  apis.mail.on(GetAccountCommand).resolves({
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    EnforcementStatus: 'HEALTHY',
  });
  apis.mail.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: 'not found', $metadata: {} }));
  apis.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
  apis.apiGateway.on(GetGatewayAccountCommand).resolves({});
  apis.certificates
    .on(DescribeCertificateCommand)
    .resolves({ Certificate: { Status: 'ISSUED', DomainName: domain, SubjectAlternativeNames: [domain] } });
  apis.route53.on(GetHostedZoneCommand).resolves({
    HostedZone: { Id: 'Z0123456789', Name: `${domain}.`, CallerReference: '1' },
    DelegationSet: { NameServers: zoneServers },
  });
  apis.route53.on(ListResourceRecordSetsCommand).resolves({ ResourceRecordSets: [] });
  return { clients, apis, stack };
}

/**
 * A Secrets Manager in which each secret has one version at first. `keep` gets what is put; `fault` makes it fail when
 * a label is moved.
 */
export function keepVersions(
  secrets: ReturnType<typeof aReadyAccount>['apis']['secrets'],
  keep: (secretId: string, versionId: string, value: string) => void = () => {},
) {
  const versions = new Map<string, Map<string, string[]>>();
  const of = (id = '') => {
    const known = versions.get(id) ?? new Map([['v1', ['AWSCURRENT']]]);
    versions.set(id, known);
    return known;
  };
  const fault = { now: false };
  const strip = (id: string, stage: string) => {
    for (const [version, stages] of of(id))
      of(id).set(
        version,
        stages.filter((one) => one !== stage),
      );
  };
  secrets
    .on(ListSecretVersionIdsCommand)
    .callsFake(async ({ SecretId }) => ({
      Versions: [...of(SecretId)].map(([VersionId, VersionStages]) => ({ VersionId, VersionStages })),
    }))
    .on(PutSecretValueCommand)
    .callsFake(async ({ SecretId, SecretString, VersionStages = ['AWSCURRENT'] }) => {
      const current = [...of(SecretId)].find(([, stages]) => stages.includes('AWSCURRENT'))?.[0] ?? '';
      for (const stage of ['AWSPREVIOUS', ...VersionStages]) strip(SecretId, stage);
      of(SecretId).set(current, [...(of(SecretId).get(current) ?? []), 'AWSPREVIOUS']);
      const made = `v${of(SecretId).size + 1}`;
      of(SecretId).set(made, VersionStages);
      keep(SecretId, made, SecretString);
    })
    .on(UpdateSecretVersionStageCommand)
    .callsFake(async ({ SecretId, VersionStage }) => {
      if (fault.now) throw new Error('killed');
      strip(SecretId, VersionStage);
    });
  return { versions, fault };
}

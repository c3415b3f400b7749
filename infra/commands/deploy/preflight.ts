import { GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { backgroundRuns } from '../../background.ts';
import type { Settings } from '../../config.ts';
import { stackName } from '../../naming.ts';
import { type Clients, heldBy, stackNamed } from '../clients.ts';
import { certificateFindings } from './certificate.ts';
import { zoneFindings } from './dns.ts';
import { type Finding, looked, stops, told } from './finding.ts';
import { firewallFindings } from './firewall.ts';
import { mailFindings } from './mail.ts';
import { type StackState, stackFindings } from './stacks.ts';
import { subscriptionFindings } from './subscription.ts';

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
): Promise<readonly Finding[]> {
  const exists = (word: string) => states.some((state) => state.word === word && state.status !== undefined);
  const findings = await Promise.all([
    stackFindings(clients, states),
    // A look that fails stops the deploy: a promise to members hangs on it.
    subscriptionFindings(settings, clients, now),
    looked('The bootstrap of the account', bootstrapFindings(settings, clients)),
    looked('SES', mailFindings(settings, clients)),
    looked('Lambda', concurrencyFindings(settings, clients)),
    looked('API Gateway', logsRoleFindings(settings, clients, exists('Live'))),
    looked('The firewall', firewallFindings(settings, clients, exists('Web'))),
    looked('The certificate', certificateFindings(settings, clients)),
    looked('Route 53', zoneFindings(settings, clients, { web: exists('Web'), mail: exists('Mail') })),
  ]);
  return findings.flat();
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

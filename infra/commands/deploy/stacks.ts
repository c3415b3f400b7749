import { type CloudFormationClient, DescribeStackEventsCommand } from '@aws-sdk/client-cloudformation';
import type { Settings } from '../../config.ts';
import { stackName } from '../../naming.ts';
import { type Clients, stackNamed } from '../clients.ts';
import { type Finding, stops, told } from './finding.ts';

export const stackWords = [
  'Edge',
  'Data',
  'Mail',
  'Identity',
  'RootAdmin',
  'Files',
  'Live',
  'Api',
  'Web',
  'EdgeLog',
  'Alarms',
] as const;
/** Those whose deletion CloudFormation refuses: they hold what members have entrusted. */
export const protectedStacks = ['Data', 'Identity', 'Files'] as const;

/** A first creation that did not end well: nothing but a deletion is possible. */
const brokenOff = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'DELETE_FAILED'];

export interface StackState {
  readonly word: (typeof stackWords)[number];
  readonly name: string;
  readonly status?: string;
}

export const isProtected = ({ word }: StackState) => (protectedStacks as readonly string[]).includes(word);
export const isBrokenOff = ({ status }: StackState) => status !== undefined && brokenOff.includes(status);

/** Resources of CloudFront must be in us-east-1, in every region of the stage. */
const isInUsEast = (word: string) => word === 'Edge' || word === 'EdgeLog';

const formationOf = (clients: Clients, word: string): CloudFormationClient =>
  isInUsEast(word) ? clients.edgeFormation : clients.cloudFormation;

export function stackStates(settings: Settings, clients: Clients): Promise<StackState[]> {
  return Promise.all(
    stackWords.map(async (word) => {
      const name = stackName(settings, word);
      const status = (await stackNamed(formationOf(clients, word), name))?.StackStatus;
      return { word, name, ...(status && { status }) };
    }),
  );
}

/** A sentence for each stack that is not ready for a deploy. */
export async function stackFindings(clients: Clients, states: readonly StackState[]): Promise<Finding[]> {
  const findings = await Promise.all(
    states.map(async (state) => {
      const finding = findingOf(state);
      if (!finding || !isBrokenOff(state)) return finding;
      const reason = await reasonOf(formationOf(clients, state.word), state.name);
      return reason ? { ...finding, sentence: `${finding.sentence} It broke off because of: ${reason}` } : finding;
    }),
  );
  return findings.filter((finding) => finding !== undefined);
}

function findingOf(state: StackState): Finding | undefined {
  const { word, name, status = '' } = state;
  if (isBrokenOff(state)) {
    if (isProtected(state))
      return stops(
        `The first deploy of ${name} broke off (${status}): npm run deploy -- --recover removes its empty remains and goes on.`,
      );
    return status.startsWith('ROLLBACK')
      ? told(`The first deploy of ${name} broke off (${status}): this deploy removes its remains and makes it anew.`)
      : stops(`${name} is in ${status}: delete it in CloudFormation, then deploy again.`);
  }
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return stops(
      `${name} could not go back to its last state (${status}): remove the cause that its events name, then aws cloudformation continue-update-rollback --stack-name ${name}${isInUsEast(word) ? ' --region us-east-1' : ''}.`,
    );
  // A change set that was not executed leaves this state, and the next deploy continues from it.
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
    return stops(`${name} is being changed at this moment (${status}): deploy when that has ended.`);
  return undefined;
}

/** The reason of the first failure of the last operation, as CloudFormation gives it. */
async function reasonOf(client: CloudFormationClient, name: string): Promise<string | undefined> {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName: name }));
  const failed = StackEvents.filter(
    ({ ResourceStatus, ResourceStatusReason = '' }) =>
      /(CREATE|DELETE)_FAILED/.test(ResourceStatus ?? '') && !ResourceStatusReason.includes('cancelled'),
  );
  const first = failed.at(-1);
  return first && `${first.LogicalResourceId}: ${first.ResourceStatusReason}`;
}

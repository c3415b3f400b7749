import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import type { Settings } from '../../config.ts';
import { rotated, stackName } from '../../naming.ts';
import { type Clients, stackNamed } from '../clients.ts';
import type { StackState } from './stacks.ts';

export type SecretName = keyof typeof rotated;

/** Tags a version that templates name until the next rotation, so that a deploy can read it. */
export const pinned = 'PINNED';

/** A deployed secret with the ids of its versions. */
export interface SecretState {
  readonly name: SecretName;
  readonly id: string;
  /** The current version, or the one after the next deploy. */
  readonly present: string;
  /** The previous version, which functions accept until the rotation is finished. */
  readonly before?: string;
  /** The present version has replaced one that leaked. */
  readonly isPinned: boolean;
}

/** The deployed secrets; none before the first deploy. */
export async function secretStates(settings: Settings, clients: Clients): Promise<SecretState[]> {
  const names = Object.keys(rotated) as SecretName[];
  const states = await Promise.all(names.map((name) => stateOf(name, settings, clients)));
  return states.filter((state) => state !== undefined);
}

async function stateOf(
  name: SecretName,
  settings: Settings,
  { cloudFormation, secrets }: Clients,
): Promise<SecretState | undefined> {
  const { stack, output } = rotated[name];
  const deployed = await stackNamed(cloudFormation, stackName(settings, stack));
  // A stack may have other secrets, and CloudFormation lists them in any order.
  const id = deployed?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
  if (!id) return undefined;
  const { Versions = [] } = await secrets.send(new ListSecretVersionIdsCommand({ SecretId: id }));
  const at = (stage: string) => Versions.find(({ VersionStages = [] }) => VersionStages.includes(stage))?.VersionId;
  const [present, before] = [at('AWSCURRENT'), at('AWSPREVIOUS')];
  return present ? { name, id, present, isPinned: at(pinned) === present, ...(before && { before }) } : undefined;
}

/** The stack that sends the value names the present version. */
export async function isSent({ name, present }: SecretState, settings: Settings, { cloudFormation }: Clients) {
  const StackName = stackName(settings, rotated[name].sentBy);
  const { TemplateBody = '' } = await cloudFormation.send(new GetTemplateCommand({ StackName }));
  return TemplateBody.includes(`:${present}}}`);
}

/** Deployed before all others, against their order: a new value of links is read before mails have it. */
export async function comesFirst(
  states: readonly SecretState[],
  settings: Settings,
  clients: Clients,
): Promise<StackState['word'][]> {
  const links = states.find(({ name, before, isPinned }) => name === 'links' && (before || isPinned));
  return !links || (await isSent(links, settings, clients)) ? [] : ['Api'];
}

/**
 * The context of the synthesis: versions of a secret, the present one first, while two are accepted or the one before
 * has leaked. Otherwise the templates name none, so that a deploy without a change changes no function.
 */
export const secretContext = (states: readonly SecretState[]): string[] =>
  states.flatMap(({ name, present, before, isPinned }) =>
    before || isPinned
      ? ['--context', `${rotated[name].context}=${[present, ...(before ? [before] : [])].join()}`]
      : [],
  );

import { randomBytes } from 'node:crypto';
import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { Settings } from '../../config.ts';
import { stackName } from '../../naming.ts';
import { type Clients, heldBy, stackNamed } from '../clients.ts';

/** The secret that the edge sends, with the ids of its versions. */
export interface OriginSecretState {
  readonly id: string;
  /** What the edge sends, or will send after the next deploy. */
  readonly present: string;
  /** What functions accept beside it until the rotation is finished. */
  readonly before?: string;
}

/** The state of the deployed secret; undefined before the first deploy. */
export async function originSecretOf(
  settings: Settings,
  { cloudFormation, secrets }: Clients,
): Promise<OriginSecretState | undefined> {
  const stack = stackName(settings, 'Api');
  if (!(await stackNamed(cloudFormation, stack))) return undefined;
  const [id] = await heldBy(cloudFormation, stack, /^AWS::SecretsManager::Secret$/);
  if (!id) return undefined;
  const { Versions = [] } = await secrets.send(new ListSecretVersionIdsCommand({ SecretId: id }));
  const at = (stage: string) => Versions.find(({ VersionStages = [] }) => VersionStages.includes(stage))?.VersionId;
  const [present, before] = [at('AWSCURRENT'), at('AWSPREVIOUS')];
  return present ? { id, present, ...(before && { before }) } : undefined;
}

/** The context of the synthesis: versions of the secret, the present one first. */
export const secretContext = (state: OriginSecretState | undefined): string[] =>
  state ? ['--context', `originSecret=${[state.present, state.before].filter(Boolean).join()}`] : [];

/** Makes a new value, which the next deploy brings to functions and edge. Throws while an earlier one is unfinished. */
export async function renewOriginSecret(settings: Settings, clients: Clients): Promise<void> {
  const { id, before } = await deployed(settings, clients);
  if (before) throw new Error('The last rotation is not finished: npm run rotate-secret -- --finish.');
  const SecretString = randomBytes(24).toString('hex');
  await clients.secrets.send(new PutSecretValueCommand({ SecretId: id, SecretString }));
}

/** Forgets the value before: after the next deploy only the present one is accepted. */
export async function forgetSecretBefore(settings: Settings, clients: Clients): Promise<void> {
  const { id, before } = await deployed(settings, clients);
  if (!before) throw new Error('There is no rotation to finish.');
  await clients.secrets.send(
    new UpdateSecretVersionStageCommand({ SecretId: id, VersionStage: 'AWSPREVIOUS', RemoveFromVersionId: before }),
  );
}

async function deployed(settings: Settings, clients: Clients): Promise<OriginSecretState> {
  const state = await originSecretOf(settings, clients);
  if (!state) throw new Error('There is no secret to rotate: deploy first.');
  return state;
}

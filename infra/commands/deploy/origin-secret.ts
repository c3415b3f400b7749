import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import type { Settings } from '../../config.ts';
import { originSecretOutput, stackName } from '../../naming.ts';
import { type Clients, stackNamed } from '../clients.ts';

/** The secret that the edge sends, with the ids of its versions. */
export interface OriginSecretState {
  readonly id: string;
  /** The edge's current secret, or the one after the next deploy. */
  readonly present: string;
  /** The previous secret, which functions accept until the rotation is finished. */
  readonly before?: string;
}

/** The state of the deployed secret; undefined before the first deploy. */
export async function originSecretOf(
  settings: Settings,
  { cloudFormation, secrets }: Clients,
): Promise<OriginSecretState | undefined> {
  const stack = await stackNamed(cloudFormation, stackName(settings, 'Api'));
  // The stack has other secrets, and CloudFormation lists them in any order.
  const id = stack?.Outputs?.find(({ OutputKey }) => OutputKey === originSecretOutput)?.OutputValue;
  if (!id) return undefined;
  const { Versions = [] } = await secrets.send(new ListSecretVersionIdsCommand({ SecretId: id }));
  const at = (stage: string) => Versions.find(({ VersionStages = [] }) => VersionStages.includes(stage))?.VersionId;
  const [present, before] = [at('AWSCURRENT'), at('AWSPREVIOUS')];
  return present ? { id, present, ...(before && { before }) } : undefined;
}

/**
 * The context of the synthesis: versions of the secret, the present one first, while two are accepted. Without a
 * rotation the templates name none, so that a deploy without a change changes no function.
 */
export const secretContext = (state: OriginSecretState | undefined): string[] =>
  state?.before ? ['--context', `originSecret=${state.present},${state.before}`] : [];

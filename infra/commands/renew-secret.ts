import { randomBytes } from 'node:crypto';
import { PutSecretValueCommand, UpdateSecretVersionStageCommand } from '@aws-sdk/client-secrets-manager';
import type { Settings } from '../config.ts';
import type { Clients } from './clients.ts';
import { type OriginSecretState, originSecretOf } from './deploy/origin-secret.ts';

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

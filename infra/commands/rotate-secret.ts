import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PutSecretValueCommand, UpdateSecretVersionStageCommand } from '@aws-sdk/client-secrets-manager';
import { readDeploySettings, type Settings } from '../config.ts';
import type { Clients } from './clients.ts';
import { command } from './command.ts';
import { deploy, type Machine, refuseUnanswered } from './deploy/deploy.ts';
import { isSent, pinned, type SecretName, type SecretState, secretStates } from './deploy/secrets.ts';
import { ownAccount } from './stage.ts';
import { thisMachine } from './this-machine.ts';

type Names = readonly SecretName[];

/**
 * Makes new values, which the next deploy brings everywhere beside those before. A run that was killed between two
 * secrets or in its deploy is continued. Throws while an earlier rotation waits for its end.
 */
export async function renewSecrets(settings: Settings, clients: Clients, names: Names): Promise<void> {
  const states = await deployed(settings, clients, names);
  const left = states.filter(({ before }) => !before);
  if (left.length === 0 && (await areSent(states, settings, clients)))
    throw new Error(`The last rotation is not finished: ${finishOf(names)}.`);
  for (const { id } of left) await clients.secrets.send(new PutSecretValueCommand({ SecretId: id, ...newValue() }));
}

/** Makes new values, and accepts no earlier one from the next deploy on. */
export async function replaceLeaked(settings: Settings, clients: Clients, names: Names): Promise<void> {
  for (const { id } of await deployed(settings, clients, names)) {
    const VersionStages = ['AWSCURRENT', pinned];
    await clients.secrets.send(new PutSecretValueCommand({ SecretId: id, VersionStages, ...newValue() }));
  }
  for (const state of await deployed(settings, clients, names)) await forget(state, clients);
}

/** Forgets the values before: after the next deploy only the present ones are accepted. */
export async function forgetSecretsBefore(settings: Settings, clients: Clients, names: Names): Promise<void> {
  const states = (await deployed(settings, clients, names)).filter(({ before }) => before);
  if (states.length === 0)
    throw new Error('There is no rotation to finish; if its deploy broke off, npm run deploy continues it.');
  if (!(await areSent(states, settings, clients)))
    throw new Error('The deploy of the new value broke off: npm run deploy continues it, then finish.');
  for (const state of states) await forget(state, clients);
}

export const finishOf = (names: Names) =>
  `npm run rotate-secret -- ${names.includes('links') ? '--links ' : ''}--finish`;

const newValue = () => ({ SecretString: randomBytes(24).toString('hex') });

async function areSent(states: readonly SecretState[], settings: Settings, clients: Clients): Promise<boolean> {
  const sent = await Promise.all(states.map((state) => isSent(state, settings, clients)));
  return sent.every(Boolean);
}

async function forget({ id, before }: SecretState, { secrets }: Clients): Promise<void> {
  if (!before) return;
  await secrets.send(
    new UpdateSecretVersionStageCommand({ SecretId: id, VersionStage: 'AWSPREVIOUS', RemoveFromVersionId: before }),
  );
}

async function deployed(settings: Settings, clients: Clients, names: Names): Promise<SecretState[]> {
  const states = (await secretStates(settings, clients)).filter(({ name }) => names.includes(name));
  if (states.length < names.length) throw new Error('There is no secret to rotate: deploy first.');
  return states;
}

/**
 * `npm run rotate-secret -- [--links [--leaked]] [--finish] [--at-once] [--yes]`: new secrets between edge and
 * functions, or with `--links` of links and keys, in two deploys. The first brings them everywhere while functions
 * accept both values; the second (`--finish`) ends the old ones. With `--leaked` one deploy does both.
 */
export async function rotateSecret(args: string[], settings: Settings, machine: Machine): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      links: { type: 'boolean', default: false },
      leaked: { type: 'boolean', default: false },
      finish: { type: 'boolean', default: false },
      'at-once': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { links, leaked, finish, yes } = values;
  if (leaked && (!links || finish))
    throw new Error(
      '--leaked is for --links, and needs no --finish: the edge must send a new value before the old one ends.',
    );
  const names: Names = links ? ['links'] : ['origin', 'socket'];
  const flags = { dryRun: false, recover: false, atOnce: values['at-once'], yes };
  // A new value that no deploy brings anywhere would only be in the way.
  refuseUnanswered(settings, flags, machine);
  await ownAccount(settings, machine.clients);
  const change = finish ? forgetSecretsBefore : leaked ? replaceLeaked : renewSecrets;
  await change(settings, machine.clients, names);
  await deploy(settings, flags, machine);
  if (!finish && !leaked) machine.say(`Both values are accepted now: ${finishOf(names)} ends the old one.`);
}

if (import.meta.main)
  await command(async () => {
    const settings = readDeploySettings();
    await rotateSecret(process.argv.slice(2), settings, thisMachine(settings));
  });

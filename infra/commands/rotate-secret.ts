import { parseArgs } from 'node:util';
import { readDeploySettings } from '../config.ts';
import { command } from './command.ts';
import { deploy, refuseUnanswered } from './deploy/deploy.ts';
import type { SecretName } from './deploy/secrets.ts';
import { finishOf, forgetSecretsBefore, renewSecrets, replaceLeaked } from './renew-secret.ts';
import { ownAccount } from './stage.ts';
import { thisMachine } from './this-machine.ts';

/**
 * `npm run rotate-secret -- [--links [--leaked]] [--finish] [--at-once] [--yes]`: new secrets between edge and
 * functions, or with `--links` of links and keys, in two deploys. The first brings them everywhere while functions
 * accept both values; the second (`--finish`) ends the old ones. With `--leaked` one deploy does both.
 */
await command(async () => {
  const { values } = parseArgs({
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
  const settings = readDeploySettings();
  const machine = thisMachine(settings);
  const names: readonly SecretName[] = links ? ['links'] : ['origin', 'socket'];
  // Links must be read before they are mailed.
  const first = links ? (['Api'] as const) : [];
  const flags = { dryRun: false, recover: false, atOnce: values['at-once'], yes, first };
  // A new value that no deploy brings anywhere would only be in the way.
  refuseUnanswered(settings, flags, machine);
  await ownAccount(settings, machine.clients);
  const change = finish ? forgetSecretsBefore : leaked ? replaceLeaked : renewSecrets;
  await change(settings, machine.clients, names);
  await deploy(settings, flags, machine);
  if (!finish && !leaked) machine.say(`Both values are accepted now: ${finishOf(names)} ends the old one.`);
});

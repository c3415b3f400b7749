import { parseArgs } from 'node:util';
import { readDeploySettings } from '../config.ts';
import { command } from './command.ts';
import { deploy } from './deploy/deploy.ts';
import { thisMachine } from './this-machine.ts';

/**
 * `npm run deploy -- [--dry-run] [--recover] [--at-once] [--yes]`: settings, checks of the account, checks, build, then
 * every stack in order. It ends by printing the manual steps.
 */
await command(async () => {
  const settings = readDeploySettings();
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      recover: { type: 'boolean', default: false },
      'at-once': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { recover, yes } = values;
  const flags = { dryRun: values['dry-run'], recover, atOnce: values['at-once'], yes };
  await deploy(settings, flags, thisMachine(settings));
});

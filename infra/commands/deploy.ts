import { parseArgs } from 'node:util';
import { readDeploySettings } from '../config.ts';
import { deploy } from './deploy/deploy.ts';
import { thisMachine } from './this-machine.ts';

/**
 * `npm run deploy -- [--dry-run] [--recover] [--at-once] [--yes]`: settings, checks of the account, checks, build, then
 * every stack in order. It ends by printing the manual steps.
 */
try {
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
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

import { parseArgs } from 'node:util';
import { readDeploySettings } from '../config.ts';
import { deploy, refuseUnanswered } from './deploy/deploy.ts';
import { forgetSecretBefore, renewOriginSecret } from './renew-secret.ts';
import { ownAccount } from './stage.ts';
import { thisMachine } from './this-machine.ts';

/**
 * `npm run rotate-secret -- [--finish] [--at-once] [--yes]`: a new secret between edge and functions, in two deploys.
 * The first brings it everywhere while functions accept both values; the second (`--finish`) ends the old one.
 */
try {
  const settings = readDeploySettings();
  const { values } = parseArgs({
    options: {
      finish: { type: 'boolean', default: false },
      'at-once': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const machine = thisMachine(settings);
  const flags = { dryRun: false, recover: false, atOnce: values['at-once'], yes: values.yes };
  // A new value that no deploy brings anywhere would only be in the way.
  refuseUnanswered(settings, flags, machine);
  await ownAccount(settings, machine.clients);
  await (values.finish ? forgetSecretBefore : renewOriginSecret)(settings, machine.clients);
  await deploy(settings, flags, machine);
  if (!values.finish) machine.say('Both secrets are accepted now: npm run rotate-secret -- --finish ends the old one.');
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

import { App } from 'aws-cdk-lib';
import { readSettings } from './config.ts';
import { CopiesStack } from './stacks/copies-stack.ts';

/** The entry of `cdk` for the account of the copies, which the product's own deploys never touch. */
try {
  const { account, backupAccount, ...settings } = readSettings();
  if (!account || !backupAccount) throw new Error('Copies need both settings, account and backupAccount.');
  const app = new App();
  new CopiesStack(app, { ...settings, account, backupAccount });
  app.synth();
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

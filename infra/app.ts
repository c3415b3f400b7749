import { App } from 'aws-cdk-lib';
import { buildsIn } from './builds.ts';
import { readSettings } from './config.ts';
import { makeProduct } from './product.ts';

/** The entry of `cdk` (cdk.json). A wrong setting or a missing build ends it with one sentence and no stack trace. */
try {
  const app = new App({ treeMetadata: false });
  makeProduct(app, readSettings(), buildsIn('dist'));
  app.synth();
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

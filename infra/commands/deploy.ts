import { readDeploySettings, type Settings } from '../config.ts';
import { run } from './run.ts';

/**
 * `npm run deploy`: settings, checks, build, then every stack in order. A second run without changes changes nothing.
 * What only a person can do is printed at the end.
 */
try {
  const settings = readDeploySettings();
  await run('npm', ['run', 'check']);
  await run('node', ['infra/build/main.ts']);
  await run('cdk', ['deploy', '--all', '--require-approval', 'never', '--outputs-file', 'cdk.out/outputs.json']);
  console.log(nextSteps(settings));
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

function nextSteps({ region, mailFrom, adminEmail, domain, hostedZoneId }: Settings): string {
  const steps = [
    `Accept the mails of SES (to ${mailFrom}) and of SNS (two, to ${adminEmail}): before that no mail leaves and no alarm arrives.`,
    domain && !hostedZoneId
      ? `Set the record RecordToMake of the Web stack, and in SES (${region}) the DKIM records of ${domain}.`
      : undefined,
    domain && hostedZoneId ? `Set the DKIM records that SES (${region}) shows for ${domain}.` : undefined,
    `Ask for production access in SES (${region}). Until then verify ${adminEmail} there: the sandbox mails nobody else.`,
    'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions: below 1,000 ask for more.',
    `The root administrator (${adminEmail}) sets their password with « Mot de passe oublié » on the site.`,
    'Go through docs/cloud-checks.md once.',
  ].filter((step) => step !== undefined);
  return ['', 'Deployed. What is left for you:', ...steps.map((step, at) => `${at + 1}. ${step}`)].join('\n');
}

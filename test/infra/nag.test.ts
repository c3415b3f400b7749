import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { rows } from '#infra/build/edge-functions.ts';
import { routeKeys } from '#shared/route.ts';
import { makeApp } from './synth.ts';

/**
 * Findings of three rule packs in the templates, each with the reason to accept it. A pattern is matched against
 * `<rule> <path>`; names of exports change with stage and strength of references, so they are not spelled out.
 */
const accepted: readonly (readonly [pattern: RegExp, reason: string])[] = [
  // AwsSolutions
  [
    /^AwsSolutions-IAM4\[Policy::\S+AWSCodeDeployRoleForLambdaLimited\] \S+\/Release\/ServiceRole\//,
    "CodeDeploy's own policy for it: moves of aliases, alarms to look at, no call of a function of ours.",
  ],
  [
    /^AwsSolutions-IAM5\[Resource::\S*(quarantine|documents|photos|media|parcels|proofs|log|receipts|exports)\/\*\] /,
    'A function reaches the objects of one prefix; their keys are made at run time.',
  ],
  [/^AwsSolutions-IAM5\[Resource::<FailedEvents\S+>\/\*\] /, 'Lambda names the objects of failed batches itself.'],
  [
    /^AwsSolutions-IAM5\[Resource::\S+@connections\/\*\] /,
    'Connections are named by API Gateway, one for each open page.',
  ],
  [
    /^AwsSolutions-IAM5\[Resource::arn:aws:ses:\S+:identity\/\*\] /,
    'In the sandbox SES asks for the recipient too; the sender is confined by a condition.',
  ],
  [/^AwsSolutions-IAM5\[Resource::\*\] \S*MailerRole/, 'What SES takes from the account has no resource of its own.'],
  [/^AwsSolutions-IAM5\[\S+\] \S+CDKBucketDeployment/, "CDK's own copying of the site's files."],
  [
    /^AwsSolutions-IAM4\[\S+AWSLambdaBasicExecutionRole\] \S+(CDKBucketDeployment|BucketNotificationsHandler)/,
    "CDK's own functions.",
  ],
  [
    /^AwsSolutions-IAM4\[\S+AmazonAPIGatewayPushToCloudWatchLogs\] /,
    'The one policy that API Gateway takes for its account-wide role.',
  ],
  [/^AwsSolutions-L1 \S+CDKBucketDeployment/, 'CDK chooses the runtime of its own function.'],
  [
    /^AwsSolutions-APIG4 /,
    'Rows of the contract that anyone may call, and what follows an admitted connection (checked below).',
  ],
  [
    /^AwsSolutions-SMG4 \S+(Origin|Socket)Secret/,
    'A new secret needs a deploy; it proves the way through CloudFront, no more.',
  ],
  [
    /^AwsSolutions-SMG4 \S+DerivedSecret/,
    'The end of a secret ends links in mails, so an operator rotates it (runbook « secret-leaked »).',
  ],
  [
    /^AwsSolutions-COG1 /,
    'Product 1.5 asks for 6 characters at sign-up; the strict setting asks for more, and a denylist stands before both.',
  ],
  [
    /^AwsSolutions-COG2 /,
    'Sign-in asks for no second factor, and one at Cognito could be added by whoever holds a stolen token.',
  ],
  [/^AwsSolutions-COG8 /, 'Threat protection belongs to the Plus plan, which is paid per member.'],
  [/^AwsSolutions-S1 \S+FailedEvents/, 'Holds what functions failed at for 14 days; only redrive reads it.'],
  [
    /^AwsSolutions-SQS3 \S+Missed(Days|Reminders|Exports|Deletions|Watches|Snapshots)/,
    'They are the last queues themselves.',
  ],
  [/^AwsSolutions-CFR1 /, 'Members travel: no country is shut out.'],
  [/^AwsSolutions-CFR2 /, 'The web ACL is a setting, for its cost.'],
  [/^AwsSolutions-CFR3 /, 'Its log is ordered in the edge log stack, which the rule does not know.'],
  [/^AwsSolutions-CFR4 /, 'Without a domain CloudFront offers its own certificate only.'],
  // Serverless
  [/^Serverless-SNSRedrivePolicy /, 'An alarm that could not be mailed stays visible in the console.'],
  [
    /^Serverless-LambdaDLQ /,
    'Called by API Gateway, Cognito and deploys, who hear of a failure at once; stream, queue and schedule have destinations of their own.',
  ],
  [/^Serverless-LambdaTracing /, 'An HTTP API takes no part in traces; request ids join the logs.'],
  [
    /^Serverless-LambdaEventSourceMappingDestination \S+(Scanner|Mailer|Notifier|MailRefusals)/,
    'The queue itself gives up into its last queue.',
  ],
  [
    /^Serverless-SQSRedrivePolicy \S+(Scans\/Failed|Mails\/Failed|Notices\/Failed|Refusals\/Failed|MissedDays|MissedReminders|MissedExports|MissedDeletions|MissedWatches|MissedSnapshots)/,
    'They are the last queues themselves.',
  ],
  [
    /^Serverless-EventBusDLQ \S+Refusals\/Told/,
    'EventBridge tries its queue for a day; a second queue would fail with the first.',
  ],
  [/^Serverless-LambdaLatestVersion \S+CDKBucketDeployment/, 'CDK chooses the runtime of its own function.'],
  // NIST 800-53 revision 5
  [
    /^NIST\.800\.53\.R5-CloudWatchLogGroupEncrypted /,
    'CloudWatch encrypts with its own key; logs hold no personal data.',
  ],
  [/^NIST\.800\.53\.R5-IAMNoInlinePolicy /, 'Every role belongs to one function, and its policy goes with it.'],
  [
    /^NIST\.800\.53\.R5-LambdaConcurrency /,
    'A new account may run ten functions at once, and then none may be reserved.',
  ],
  [/^NIST\.800\.53\.R5-LambdaDLQ /, 'See Serverless-LambdaDLQ.'],
  [/^NIST\.800\.53\.R5-LambdaInsideVPC /, 'Nothing here lives in a network of ours.'],
  [
    /^NIST\.800\.53\.R5-S3BucketReplicationEnabled /,
    'One region, in the EU; versions and retention guard against mistakes.',
  ],
  [
    /^NIST\.800\.53\.R5-S3BucketVersioningEnabled \S+(AccessLogs|EdgeLog|Quarantine|Identity|FailedEvents|SiteFiles)/,
    'Logs and passing files need none, identity files must be gone when deleted, the site is built again.',
  ],
  [
    /^NIST\.800\.53\.R5-S3DefaultEncryptionKMS \S+(AccessLogs|EdgeLog|Media|LogCopy|FailedEvents|SiteFiles)/,
    "S3's own keys; private files of members, and what may become one, have a key of their own.",
  ],
  [/^NIST\.800\.53\.R5-S3BucketLoggingEnabled \S+FailedEvents/, 'See AwsSolutions-S1.'],
  [
    /^NIST\.800\.53\.R5-SecretsManager(RotationEnabled|UsingKMSKey) \S+(Origin|Socket|Derived)Secret/,
    'See AwsSolutions-SMG4.',
  ],
];

const findings = findingsOf();

test('every finding of the three packs has its reason', () => {
  expect(findings.length).toBeGreaterThan(100);
  expect(findings.filter((finding) => !accepted.some(([pattern]) => pattern.test(finding)))).toEqual([]);
});

test.each(accepted)('the reason for %s is still needed: %s', (pattern) => {
  expect(findings.some((finding) => pattern.test(finding))).toBe(true);
});

test('exactly the rows for anyone, and what follows an admitted connection, are open', () => {
  const open = findings.flatMap(
    (finding) => /^AwsSolutions-APIG4 \S+\/(?:Api|Page)\/(\S+)\/Resource$/.exec(finding)?.[1] ?? [],
  );
  const anyone = rows
    .filter(([, , spec]) => spec.access === 'anyone')
    .flatMap(([, , spec]) => routeKeys(spec).map((key) => key.replace(' ', '').replaceAll('/', '--')));
  expect(open.toSorted()).toEqual([...anyone, '$default-Route', '$disconnect-Route'].toSorted());
});

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** Every finding as `<rule> <path of the construct>`. */
function findingsOf(): string[] {
  // The additional resources of this stage are checked, too.
  const { app } = makeApp({ stage: 'prod' });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app), new NIST80053R5Checks(app));
  // The packs report findings as errors, which end the synthesis after the report is written.
  expect(() => app.synth()).toThrow('AwsSolutions');
  const report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8')) as Report;
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    ),
  );
}

import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { uploadSeconds } from '#functions/platform/aws/object-store.ts';
import { tableShape } from '#functions/platform/keys.ts';
import { scanDeadlineMs } from '#functions/uploads/repository.ts';
import { functionEntries } from '#infra/build/functions.ts';
import { type Properties, readable, type StackName, synthesize } from './synth.ts';

const { everywhere, resources, only, product, functions } = synthesize();

test('the table has the keys and indexes of its page, and is kept', () => {
  const table = only('data', 'AWS::DynamoDB::GlobalTable');
  const indexes = table['GlobalSecondaryIndexes'] as readonly Properties[];
  expect(table).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: tableShape.partitionKey, KeyType: 'HASH' },
      { AttributeName: tableShape.sortKey, KeyType: 'RANGE' },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      },
    ],
  });
  expect(indexes.map(({ IndexName, Projection }) => [IndexName, Projection])).toEqual([
    ['gs1', { ProjectionType: 'ALL' }],
    ['gs2', { ProjectionType: 'ALL' }],
    ['gs3', { ProjectionType: 'INCLUDE', NonKeyAttributes: [...tableShape.indexes.gs3.attributes] }],
  ]);
});

test('a restored table takes the place of the first one, which stays with all that other stacks import', () => {
  const name = 'Envoyage-back';
  const stream = `arn:aws:dynamodb:eu-west-3:012345678901:table/${name}/stream/2027-01-31T00:00:00.000`;
  const restored = synthesize({ restoredTable: name, restoredStream: stream });
  const exported = (of: ReturnType<typeof synthesize>) =>
    Object.values(of.template('data').Outputs ?? {}).flatMap((output) => {
      const { Export, Value } = output as { Export?: { Name: string }; Value: Properties };
      return Export ? [`${Export.Name} ${JSON.stringify(Value)}`] : [];
    });
  // CloudFormation refuses to change or remove what another stack imports.
  expect(exported(restored)).toEqual(expect.arrayContaining(exported(synthesize())));
  expect(restored.only('data', 'AWS::DynamoDB::GlobalTable')).toEqual(only('data', 'AWS::DynamoDB::GlobalTable'));
  const tables = Object.values(restored.functions()).map(
    ({ properties }) => (properties['Environment'] as { Variables: Properties }).Variables['TABLE'],
  );
  expect(tables.filter((table) => table === name).length).toBeGreaterThan(20);
  expect(tables.filter((table) => table !== undefined && table !== name)).toEqual([]);
  const read = restored
    .everywhere('AWS::Lambda::EventSourceMapping')
    .flatMap(([, { Properties }]) => (Properties['StartingPosition'] ? [Properties['EventSourceArn']] : []));
  expect(read).toEqual([stream, stream]);
  const rights = JSON.stringify(restored.everywhere('AWS::IAM::Policy'));
  expect(rights).not.toContain('ExportsOutputFnGetAttTable');
  expect(rights).toContain(`table/${name}/index/gs1`);
});

test('resources with data outlive their stack, and a failed first deploy leaves no orphan', () => {
  const kept = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool'].flatMap(everywhere);
  expect(kept).toHaveLength(12);
  for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of kept) {
    expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain']);
  }
});

test.each<StackName>(['data', 'identity', 'files'])('the %s stack cannot be deleted by mistake', (stack) => {
  expect(product[stack].terminationProtection).toBe(true);
});

test('no bucket is public, every one is encrypted, owner-only and reached by TLS alone', () => {
  const buckets = everywhere('AWS::S3::Bucket');
  expect(buckets.map(([id]) => id.slice(0, -8)).toSorted()).toEqual([
    'AccessLogs',
    'AccessLogs',
    'EdgeLog',
    'FailedEvents',
    'Identity',
    'LogCopy',
    'Media',
    'Private',
    'Quarantine',
    'SiteFiles',
  ]);
  const policies = everywhere('AWS::S3::BucketPolicy').map(([, { Properties }]) => JSON.stringify(Properties));
  for (const [id, { Properties }] of buckets) {
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: expect.anything(),
    });
    const policy = policies.find((text) => text.includes(`"Bucket":{"Ref":"${id}"}`));
    expect(policy).toContain('"aws:SecureTransport":"false"');
    expect(policy).toContain('"s3:TlsVersion":1.2');
  }
});

test.each([
  ['Quarantine', 'aws:kms'],
  ['Identity', 'aws:kms'],
  ['Private', 'aws:kms'],
  ['Media', 'AES256'],
])('the %s bucket is encrypted with %s', (name, algorithm) => {
  expect(JSON.stringify(bucket(name)['BucketEncryption'])).toContain(`"SSEAlgorithm":"${algorithm}"`);
});

test('a browser may put into quarantine, and the file is deleted after a day', () => {
  expect(bucket('Quarantine')).toMatchObject({
    CorsConfiguration: {
      CorsRules: [
        {
          AllowedMethods: ['PUT'],
          AllowedOrigins: ['https://*.cloudfront.net'],
          AllowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
        },
      ],
    },
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }] },
  });
});

test('an archive of a member’s data is erased after a day, and leaves no older version', () => {
  const { Rules } = bucket('Private')['LifecycleConfiguration'] as { Rules: Properties[] };
  expect(Rules).toEqual([
    { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' },
    {
      Prefix: 'exports/',
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      Status: 'Enabled',
    },
  ]);
});

test.each(['Quarantine', 'Identity', 'Private', 'Media', 'LogCopy'])(
  'each key of the %s bucket is written once',
  (name) => {
    const writeOnce = statements(name).find(({ Sid }) => Sid === 'WriteOnce');
    expect(writeOnce).toMatchObject({
      Effect: 'Deny',
      Action: 's3:PutObject',
      Principal: { AWS: '*' },
      Condition: { Null: { 's3:if-none-match': 'true' } },
    });
  },
);

test('on prod nobody ends the lock of the log’s copy before three years, the root user included', () => {
  const [copy] = synthesize({ stage: 'prod' })
    .resources('files', 'AWS::S3::Bucket')
    .filter(([id]) => id.startsWith('LogCopy'));
  expect(copy?.[1].Properties['ObjectLockConfiguration']).toMatchObject({
    Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 1095 } },
  });
});

test('the copy of the log keeps every version for three years, whoever asks without changing the bucket first', () => {
  expect(bucket('LogCopy')).toMatchObject({
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1095 } } },
    VersioningConfiguration: { Status: 'Enabled' },
  });
  expect(statements('LogCopy').find(({ Sid }) => Sid === 'KeepVersions')).toMatchObject({
    Effect: 'Deny',
    Action: ['s3:BypassGovernanceRetention', 's3:DeleteObjectVersion', 's3:PutObjectRetention'],
    Principal: { AWS: '*' },
  });
});

test('CloudFront of this account reads public pictures, and nothing else of the buckets', () => {
  const readers = ['Quarantine', 'Identity', 'Private', 'Media', 'LogCopy'].filter((name) =>
    JSON.stringify(statements(name)).includes('cloudfront.amazonaws.com'),
  );
  expect(readers).toEqual(['Media']);
  const reads = statements('Media').find(({ Effect }) => Effect === 'Allow');
  expect(reads).toMatchObject({
    Action: 's3:GetObject',
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(readable(reads?.['Resource'])).toBe('Media/media/*');
});

test('an account that may run many functions scans more files at once', () => {
  const large = synthesize({ scansAtOnce: 20 });
  expect(large.only('files', 'AWS::Lambda::EventSourceMapping')).toMatchObject({
    ScalingConfig: { MaximumConcurrency: 20 },
  });
});

test('files wait for the scanner in a queue that moves them to another after five tries', () => {
  const [[, scans] = [undefined, undefined]] = resources('files', 'AWS::SQS::Queue').filter(([id]) =>
    id.startsWith('ScansWaiting'),
  );
  expect(scans?.Properties).toMatchObject({ VisibilityTimeout: 30, RedrivePolicy: { maxReceiveCount: 5 } });
  expect(only('files', 'AWS::Lambda::EventSourceMapping')).toMatchObject({
    BatchSize: 1,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 2 },
  });
  expect(only('files', 'Custom::S3BucketNotifications')['NotificationConfiguration']).toMatchObject({
    QueueConfigurations: [
      {
        Events: ['s3:ObjectCreated:Put'],
        Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: 'quarantine/' }] } },
      },
    ],
  });
});

test('a function that answers batchItemFailures has a mapping that reads them, because otherwise Lambda deletes failed messages', async () => {
  const names = new Map(Object.entries(functions()).map(([name, { id }]) => [id, name]));
  const mappings = everywhere('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  expect(mappings).toHaveLength(6);
  for (const { FunctionName, FunctionResponseTypes } of mappings) {
    const name = names.get((FunctionName as { Ref: string }).Ref) ?? '';
    const { outputFiles } = await build({
      entryPoints: [functionEntries()[name] ?? ''],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
    const answers = outputFiles[0]?.text.includes('batchItemFailures');
    expect([name, FunctionResponseTypes ?? []]).toEqual([name, answers ? ['ReportBatchItemFailures'] : []]);
  }
});

test('every try of a scan ends before its member learns that it failed', () => {
  const scans = resources('files', 'AWS::SQS::Queue').find(([id]) => id.startsWith('ScansWaiting'))?.[1].Properties;
  const { VisibilityTimeout, RedrivePolicy } = scans as { VisibilityTimeout: number; RedrivePolicy: Properties };
  const timeout = Number(functions()['scanner']?.properties['Timeout']);
  expect(VisibilityTimeout).toBeGreaterThan(timeout);
  const longestMs = (uploadSeconds + Number(RedrivePolicy['maxReceiveCount']) * VisibilityTimeout) * 1000;
  expect(scanDeadlineMs).toBeGreaterThan(longestMs);
});

test('with a domain only the site itself may send files', () => {
  const withDomain = synthesize({ domain: 'envoyage.example.org', hostedZoneId: 'Z0123456789' });
  const cors = withDomain
    .resources('files', 'AWS::S3::Bucket')
    .flatMap(([, { Properties }]) => Properties['CorsConfiguration'] ?? []);
  expect(cors).toMatchObject([{ CorsRules: [{ AllowedOrigins: ['https://envoyage.example.org'] }] }]);
});

test('exactly two functions read the stream, record by record', () => {
  const mappings = everywhere('AWS::Lambda::EventSourceMapping').filter(
    ([, { Properties }]) => Properties['StartingPosition'],
  );
  const names = new Map(Object.entries(functions()).map(([name, { id }]) => [id, name]));
  const readers = mappings.map(([, { Properties }]) => names.get((Properties['FunctionName'] as { Ref: string }).Ref));
  expect(readers).toHaveLength(2);
  expect(new Set(readers)).toEqual(new Set(['dispatcher', 'projector']));
  for (const [, { Properties }] of mappings) {
    expect(Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 25,
      MaximumBatchingWindowInSeconds: 0,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 15,
      MaximumRecordAgeInSeconds: 6 * 3600,
    });
    const { Filters } = Properties['FilterCriteria'] as { Filters: unknown[] };
    // A mapping takes five patterns.
    expect(Filters.length).toBeGreaterThan(0);
    expect(Filters.length).toBeLessThanOrEqual(5);
    const { OnFailure } = Properties['DestinationConfig'] as { OnFailure: Properties };
    expect(readable(OnFailure['Destination'])).toBe('FailedEvents');
    expect(readable(Properties['EventSourceArn'])).toBe('Table.StreamArn');
  }
});

test('the daily job starts fifteen times a night, snapshots every minute, reminders, archives, account deletions and the look at the site every five minutes, and a failed start is stored', () => {
  const rules = resources('live', 'AWS::Events::Rule')
    .map(([, { Properties }]) => Properties)
    .filter(({ ScheduleExpression }) => ScheduleExpression);
  const expressions = rules.map(({ ScheduleExpression }) => ScheduleExpression);
  expect(expressions.map(String).toSorted()).toEqual([
    'cron(15,30,45 3-7 * * ? *)',
    'rate(1 minute)',
    ...Array.from({ length: 4 }, () => 'rate(5 minutes)'),
  ]);
  for (const { Targets } of rules)
    expect(Targets).toMatchObject([{ RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: expect.anything() }]);
});

function bucket(name: string): Properties {
  const found = resources('files', 'AWS::S3::Bucket').find(([id]) => id.slice(0, -8) === name);
  if (!found) throw new Error(`There is no bucket ${name}.`);
  return found[1].Properties;
}

function statements(name: string): readonly Properties[] {
  const policies = resources('files', 'AWS::S3::BucketPolicy').filter(
    ([, { Properties }]) => readable(Properties['Bucket']) === name,
  );
  return policies.flatMap(
    ([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: readonly Properties[] }).Statement,
  );
}

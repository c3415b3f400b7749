import { expect, test } from 'vitest';
import { type Json, type Properties, readable, synthesize } from './synth.ts';

const { functions, resources, everywhere, stacks } = synthesize();

const readWrite = 'allow dynamodb:BatchGetItem,ConditionCheckItem,DeleteItem,GetItem,PutItem,Query,UpdateItem on Table';
const queries = (...indexes: string[]) =>
  `allow dynamodb:Query on ${indexes.map((index) => `Table/index/${index}`).join(' ')}`;
const keepsLog = 'deny dynamodb:BatchWriteItem,DeleteItem,UpdateItem on Table for LOG#* outside transactions';
const leavesLog = 'deny dynamodb:BatchWriteItem,DeleteItem,PutItem,UpdateItem on Table for LOG#*';
const leavesRegisters = 'deny dynamodb:BatchWriteItem,DeleteItem,PutItem,UpdateItem on Table for ADMINS BANKS';
const leavesBanks = 'deny dynamodb:BatchWriteItem,DeleteItem,PutItem,UpdateItem on Table for BANKS';
const readsStream = 'allow dynamodb:DescribeStream,GetRecords,GetShardIterator,ListStreams on Table.StreamArn';
const keepsFailures = ['allow s3:ListBucket on FailedEvents', 'allow s3:PutObject on FailedEvents/*'];
const readsSiteUrl = 'allow ssm:GetParameter on parameter/envoyage/dev/site-url';
const sendsMail = 'allow ses:SendEmail on configuration-set/Set identity/* from no-reply@example.org';
const sendsLinks = sendsMail.replace('SendEmail', 'SendEmail,SendRawEmail');

/** Least privilege, function by function: every right of its role but writing its own log. */
const rights: Record<string, string[]> = {
  accounts: [
    'allow cognito-idp:AdminCreateUser,AdminDeleteUser,AdminGetUser,AdminInitiateAuth,AdminSetUserPassword,AdminUpdateUserAttributes,AdminUserGlobalSignOut on Pool',
    readWrite,
    queries('gs1', 'gs2'),
    sendsMail,
    readsSiteUrl,
    leavesRegisters,
    leavesLog,
  ],
  profiles: [readWrite, queries('gs1', 'gs2'), leavesRegisters, leavesLog],
  reviews: [readWrite, queries('gs1'), leavesRegisters, leavesLog],
  alerts: [readWrite, leavesRegisters, leavesLog],
  reports: [
    'allow dynamodb:BatchGetItem,ConditionCheckItem,GetItem,PutItem,Query,UpdateItem on Table',
    queries('gs1', 'gs2'),
    leavesRegisters,
    leavesLog,
  ],
  friends: [readWrite, queries('gs1'), leavesRegisters, leavesLog],
  uploads: [
    readWrite,
    queries('gs1'),
    'allow kms:GenerateDataKey on Key',
    'allow s3:PutObject on Quarantine/quarantine/*',
    leavesRegisters,
    leavesLog,
  ],
  search: ['allow dynamodb:BatchGetItem,GetItem,Query on Table'],
  parcels: [
    readWrite,
    queries('gs1'),
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Private/parcels/*',
    leavesRegisters,
    leavesLog,
  ],
  receipts: [
    readWrite,
    queries('gs1'),
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Private/receipts/*',
    leavesRegisters,
    leavesLog,
  ],
  exports: [
    readWrite,
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Private/exports/*',
    leavesRegisters,
    leavesLog,
  ],
  trips: [readWrite, queries('gs1'), leavesRegisters, leavesLog],
  matching: ['allow dynamodb:BatchGetItem,GetItem,Query on Table', queries('gs1')],
  deliveries: [
    readWrite,
    queries('gs1', 'gs2', 'gs3'),
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Private/proofs/*',
    leavesRegisters,
    leavesLog,
  ],
  messaging: [readWrite, queries('gs1', 'gs3'), leavesRegisters, leavesLog],
  admin: [
    readWrite,
    queries('gs1', 'gs2', 'gs3'),
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Private/parcels/* Private/proofs/* Private/receipts/*',
    keepsLog,
  ],
  'identity-documents': [
    readWrite,
    'allow kms:Decrypt on Key',
    'allow s3:GetObject on Identity/documents/* Identity/photos/*',
    leavesRegisters,
    keepsLog,
  ],
  'second-factor': [
    'allow cognito-idp:AdminInitiateAuth on Pool',
    readWrite,
    'allow kms:Decrypt,Encrypt on SecondFactorKey for one member',
    leavesRegisters,
    keepsLog,
  ],
  share: ['allow dynamodb:GetItem on Table', readsSiteUrl],
  corridors: ['allow dynamodb:BatchGetItem,GetItem on Table', readsSiteUrl],
  notices: [readWrite, leavesRegisters, leavesLog],
  documents: ['allow dynamodb:BatchGetItem,GetItem,Query on Table', readsSiteUrl],
  site: ['allow dynamodb:GetItem,PutItem,Query,UpdateItem on Table', leavesRegisters, leavesLog],
  projector: [readWrite, readsStream, queries('gs1', 'gs2'), ...keepsFailures, leavesRegisters, leavesLog],
  dispatcher: [
    'allow cognito-idp:AdminAddUserToGroup,AdminDeleteUser,AdminRemoveUserFromGroup,AdminUserGlobalSignOut on Pool',
    readWrite,
    readsStream,
    queries('gs1'),
    'allow execute-api:ManageConnections on SocketApi/ws/*/@connections/*',
    'allow s3:DeleteObject on Identity/documents/* Identity/photos/* Media/media/* Private/parcels/* Private/proofs/*',
    'allow s3:ListBucket on FailedEvents',
    'allow s3:PutObject on FailedEvents/* LogCopy/log/*',
    'allow sqs:SendMessage on MailsWaiting NoticesWaiting',
    leavesBanks,
    keepsLog,
  ],
  notifier: [
    'allow dynamodb:BatchGetItem,DeleteItem,GetItem,PutItem,Query on Table',
    queries('gs2'),
    'allow sqs:ChangeMessageVisibility,DeleteMessage,GetQueueAttributes,GetQueueUrl,ReceiveMessage,SendMessage on NoticesWaiting',
    leavesRegisters,
    leavesLog,
  ],
  'mail-refusals': [
    'allow dynamodb:GetItem,UpdateItem on Table',
    'allow sqs:ChangeMessageVisibility,DeleteMessage,GetQueueAttributes,GetQueueUrl,ReceiveMessage on RefusalsWaiting',
    leavesRegisters,
    leavesLog,
  ],
  mailer: [
    'allow dynamodb:GetItem,PutItem,UpdateItem on Table',
    'allow ses:GetSendQuota on *',
    'allow sqs:ChangeMessageVisibility,DeleteMessage,GetQueueAttributes,GetQueueUrl,ReceiveMessage on MailsWaiting',
    sendsLinks,
    readsSiteUrl,
    leavesRegisters,
    leavesLog,
  ],
  socket: ['allow dynamodb:DeleteItem,GetItem,PutItem,UpdateItem on Table', readsSiteUrl, leavesRegisters, leavesLog],
  scanner: [
    'allow dynamodb:UpdateItem on Table',
    'allow kms:Decrypt,GenerateDataKey on Key',
    'allow s3:DeleteObject,GetObject on Quarantine/quarantine/*',
    'allow s3:ListBucket on Quarantine',
    'allow s3:PutObject on Identity/documents/* Identity/photos/* Media/media/* Private/parcels/* Private/proofs/* Private/receipts/*',
    'allow sqs:ChangeMessageVisibility,DeleteMessage,GetQueueAttributes,GetQueueUrl,ReceiveMessage on ScansWaiting',
    leavesRegisters,
    leavesLog,
  ],
  'pre-token': ['allow dynamodb:GetItem on Table', 'allow ssm:GetParameter on parameter/envoyage/dev/proof-client'],
  bootstrap: [
    'allow cognito-idp:AdminAddUserToGroup,AdminCreateUser,AdminDeleteUser,AdminGetUser,AdminSetUserPassword on Pool',
    'allow dynamodb:ConditionCheckItem,DeleteItem,GetItem,PutItem,Query,UpdateItem on Table',
    leavesBanks,
    leavesLog,
  ],
  daily: [
    readWrite,
    queries('gs1', 'gs2', 'gs3'),
    'allow s3:DeleteObject on Identity/documents/* Identity/photos/* Media/media/* Private/exports/* Private/parcels/* Private/proofs/* Private/receipts/*',
    'allow s3:GetObject on LogCopy/log/*',
    'allow s3:ListBucket on LogCopy',
    leavesRegisters,
    leavesLog,
  ],
  reminders: [
    'allow dynamodb:BatchGetItem,DeleteItem,GetItem,PutItem,Query,UpdateItem on Table',
    queries('gs1', 'gs2'),
    leavesRegisters,
    leavesLog,
  ],
  exporter: [
    'allow dynamodb:BatchGetItem,DeleteItem,GetItem,PutItem,Query on Table',
    queries('gs1', 'gs2', 'gs3'),
    'allow kms:Decrypt,GenerateDataKey on Key',
    'allow s3:GetObject on Identity/documents/* Identity/photos/* Media/media/* Private/parcels/* Private/proofs/* Private/receipts/*',
    'allow s3:ListBucket on Identity Media Private',
    'allow s3:PutObject on Private/exports/*',
    leavesRegisters,
    leavesLog,
  ],
  snapshots: [
    'allow dynamodb:BatchGetItem,DeleteItem,GetItem,PutItem,Query,UpdateItem on Table',
    leavesRegisters,
    leavesLog,
  ],
  'account-deletion': [
    'allow cognito-idp:AdminDeleteUser,AdminGetUser on Pool',
    readWrite,
    queries('gs1', 'gs2', 'gs3'),
    'allow s3:DeleteObject on Identity/documents/* Identity/photos/* Media/media/* Private/exports/* Private/parcels/* Private/proofs/* Quarantine/quarantine/*',
    'allow s3:ListBucket on Quarantine if {"StringLike":{"s3:prefix":["quarantine/*"]}}',
    'allow s3:ListBucket on Identity if {"StringLike":{"s3:prefix":["documents/*","photos/*"]}}',
    'allow s3:ListBucket on Private if {"StringLike":{"s3:prefix":["parcels/*","proofs/*","exports/*"]}}',
    leavesBanks,
    leavesLog,
  ],
  watch: [readsSiteUrl],
};

test('every function has its row of rights', () => {
  expect(Object.keys(rights).toSorted()).toEqual(Object.keys(functions()).toSorted());
});

test.each(Object.keys(rights))('%s may do what its work needs, and no more', (name) => {
  expect(rightsOf(name)).toEqual(rights[name]?.toSorted());
});

test('only the deploy and the reader of the stream change the group of administrators', () => {
  const changers = Object.keys(functions()).filter((name) =>
    rightsOf(name).some((right) => /Admin(AddUserTo|RemoveUserFrom)Group/.test(right)),
  );
  expect(changers).toEqual(['bootstrap', 'dispatcher']);
});

test('only the examination of profiles, and the archive of a member’s own data, read identity files', () => {
  const readers = Object.keys(functions()).filter((name) =>
    rightsOf(name).some((right) => /s3:.*GetObject.* on .*Identity\//.test(right)),
  );
  expect(readers).toEqual(['exporter', 'identity-documents']);
});

test('only the second factor seals and opens its keys', () => {
  const openers = Object.keys(functions()).filter((name) =>
    rightsOf(name).some((right) => right.includes('SecondFactorKey')),
  );
  expect(openers).toEqual(['second-factor']);
});

test('a wildcard is used only where AWS needs one, or at the end of a prefix', () => {
  const allowed = [
    /^parameter\//,
    /^identity\/\*$/,
    /\/@connections\/\*$/,
    /^(Quarantine|Identity|Private|Media|LogCopy)\/[a-z]+\/\*$/,
    /^FailedEvents\/\*$/,
    // `ses:GetSendQuota` knows no resource.
    /^\*$/,
  ];
  const wild = Object.keys(functions())
    .flatMap(rightsOf)
    .filter((right) => right.startsWith('allow'))
    .flatMap((right) => (right.split(' on ')[1] ?? '').replace(/ if .*/, '').split(' '))
    .filter((target) => target.includes('*'));
  expect(wild.length).toBeGreaterThan(0);
  expect(wild.filter((target) => !allowed.some((pattern) => pattern.test(target)))).toEqual([]);
});

test('no function may scan the table or use PartiQL', () => {
  const policies = JSON.stringify(everywhere('AWS::IAM::Policy'));
  expect(policies).toContain('dynamodb:Query');
  for (const action of ['dynamodb:Scan', 'dynamodb:PartiQL', 'dynamodb:*']) expect(policies).not.toContain(action);
});

test('no role of ours uses a managed policy, except the one for API Gateway’s logs', () => {
  const managed = stacks.flatMap((stack) =>
    resources(stack, 'AWS::IAM::Role').filter(([, { Properties }]) => Properties['ManagedPolicyArns']),
  );
  const ours = managed
    .map(([id]) => id)
    .filter((id) => !/^(CustomCDKBucketDeployment|BucketNotificationsHandler)/.test(id));
  expect(ours.map((id) => id.slice(0, -8))).toEqual(['SocketApiLogsRole']);
});

/** Every right of a function's role as one sorted line each; its own log left out. */
function rightsOf(name: string): string[] {
  const found = functions()[name];
  if (!found) throw new Error(`There is no function ${name}.`);
  const role = readable(found.properties['Role']);
  return resources(found.stack, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => readable(Properties['Roles']).split(' ').includes(role))
    .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: readonly Properties[] }).Statement)
    .map(lineOf)
    .filter((line) => !line.startsWith('allow logs:CreateLogStream,PutLogEvents on '))
    .toSorted();
}

function lineOf({ Effect, Action, Resource, Condition }: Properties): string {
  const [service = '', ...actions] = [
    ...new Set(
      many(Action)
        .map(readable)
        .toSorted()
        .flatMap((action) => action.split(':')),
    ),
  ];
  const targets = many(Resource).map((target) =>
    readable(target).replace(/^arn:aws:[\w-]+:[\w-]*:AWS::AccountId:/, ''),
  );
  return `${readable(Effect).toLowerCase()} ${service}:${actions.join(',')} on ${targets.toSorted().join(' ')}${conditionOf(Condition)}`;
}

function conditionOf(condition: Json | undefined): string {
  if (!condition) return '';
  const { Null: none, ...others } = condition as Properties;
  if (none) {
    expect(none).toEqual({ 'dynamodb:EnclosingOperation': 'true' });
    return `${conditionOf(others)} outside transactions`;
  }
  const [[operator, test] = ['', null]] = Object.entries(condition as Properties);
  const [[word, values] = ['', null]] = Object.entries(test as Properties);
  if (operator === 'ForAnyValue:StringLike' && word === 'dynamodb:LeadingKeys')
    return ` for ${many(values).map(readable).join(' ')}`;
  if (operator === 'StringLike' && word === 'kms:EncryptionContext:member' && values === '?*') return ' for one member';
  if (operator === 'StringEquals' && word === 'ses:FromAddress') return ` from ${readable(values)}`;
  return ` if ${JSON.stringify(condition)}`;
}

const many = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

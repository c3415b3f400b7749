/**
 * The rights of the templates that no journey uses, each with the reason why it stays (decision 029). Written as
 * in `needed-rights.ts`.
 */
export const unusedRights: readonly { functions: string; rights: readonly string[]; why: string }[] = [
  {
    functions: 'admin',
    rights: ['s3:GetObject on envoyage-dev-files-private/parcels/*'],
    why: 'the document of a parcel that an administrator looks at',
  },
  {
    functions: 'bootstrap',
    rights: [
      'cognito-idp:AdminDeleteUser AdminGetUser on userpool/eu-west-3_LOCAL0001',
      'dynamodb:DeleteItem UpdateItem on table/Envoyage-dev-Data-Table',
    ],
    why: 'another root administrator, or a first deploy that broke off',
  },
  {
    functions:
      'alerts bootstrap exports identity-documents parcels projector receipts reviews second-factor trips uploads',
    rights: ['dynamodb:ConditionCheckItem on table/Envoyage-dev-Data-Table'],
    why: 'comes with the rights that all writing functions share',
  },
  {
    functions: 'daily',
    rights: ['dynamodb:ConditionCheckItem on table/Envoyage-dev-Data-Table'],
    why: 'the end of an old thread, two years after its last message',
  },
  {
    functions: 'daily',
    rights: [
      's3:DeleteObject on envoyage-dev-files-media/media/*',
      's3:DeleteObject on envoyage-dev-files-private/exports/*',
      's3:DeleteObject on envoyage-dev-files-private/parcels/*',
      's3:DeleteObject on envoyage-dev-files-private/proofs/*',
      's3:DeleteObject on envoyage-dev-files-private/receipts/*',
    ],
    why: 'files that are older than their promise: weeks to years',
  },
  {
    functions: 'deliveries',
    rights: ['dynamodb:Query on table/Envoyage-dev-Data-Table/index/gs3'],
    why: 'the search of deliveries by number',
  },
  {
    functions: 'dispatcher',
    rights: [
      's3:DeleteObject on envoyage-dev-files-identity/documents/*',
      's3:DeleteObject on envoyage-dev-files-identity/photos/*',
      's3:DeleteObject on envoyage-dev-files-private/parcels/*',
      's3:DeleteObject on envoyage-dev-files-private/proofs/*',
    ],
    why: 'files of sign-ups that end and of listings that an administrator deletes',
  },
  {
    functions: 'reports',
    rights: ['dynamodb:Query on table/Envoyage-dev-Data-Table/index/gs2'],
    why: 'the number of reports of danger that wait, once five of an hour were mailed',
  },
  {
    functions: 'account-deletion',
    rights: ['dynamodb:UpdateItem on table/Envoyage-dev-Data-Table'],
    why: 'an account deleted while parcels or trips are open',
  },
  {
    functions: 'account-deletion',
    rights: [
      's3:DeleteObject on envoyage-dev-files-identity/documents/*',
      's3:DeleteObject on envoyage-dev-files-identity/photos/*',
      's3:DeleteObject on envoyage-dev-files-media/media/*',
      's3:DeleteObject on envoyage-dev-files-private/parcels/*',
      's3:DeleteObject on envoyage-dev-files-private/proofs/*',
      's3:DeleteObject on envoyage-dev-files-quarantine/quarantine/*',
    ],
    why: 'files of deleted accounts; those of the journey have a short history',
  },
  {
    functions: 'exporter',
    rights: ['dynamodb:DeleteItem on table/Envoyage-dev-Data-Table'],
    why: 'the archive of a member whose account was deleted before it was made',
  },
  {
    functions: 'exporter',
    rights: [
      's3:GetObject on envoyage-dev-files-media/media/*',
      's3:GetObject on envoyage-dev-files-private/parcels/*',
      's3:GetObject on envoyage-dev-files-private/proofs/*',
      's3:GetObject on envoyage-dev-files-private/receipts/*',
    ],
    why: "files of a longer history than the journey's",
  },
  {
    functions: 'exporter',
    rights: [
      's3:ListBucket on envoyage-dev-files-identity',
      's3:ListBucket on envoyage-dev-files-media',
      's3:ListBucket on envoyage-dev-files-private',
    ],
    why: 'a file that is deleted while its archive is made is then missing, not refused',
  },
  {
    functions: 'exports identity-documents messaging receipts trips uploads',
    rights: ['dynamodb:DeleteItem on table/Envoyage-dev-Data-Table'],
    why: 'comes with the rights that all writing functions share',
  },
  {
    functions: 'identity-documents parcels',
    rights: ['dynamodb:Query on table/Envoyage-dev-Data-Table'],
    why: 'comes with the rights that all writing functions share',
  },
  {
    functions: 'identity-documents reviews second-factor',
    rights: ['dynamodb:UpdateItem on table/Envoyage-dev-Data-Table'],
    why: 'counts calls against a limit; limits are off in most journeys',
  },
  {
    functions: 'mail-refusals',
    rights: ['sqs:ChangeMessageVisibility GetQueueUrl on Envoyage-dev-Live-RefusalsWaiting'],
    why: 'CDK gives it to every reader of a queue',
  },
  {
    functions: 'mailer',
    rights: ['sqs:ChangeMessageVisibility on Envoyage-dev-Live-MailsWaiting'],
    why: 'hides a mail while SES takes none, which no journey plays',
  },
  {
    functions: 'mailer',
    rights: ['sqs:GetQueueUrl on Envoyage-dev-Live-MailsWaiting'],
    why: 'CDK gives it to every reader of a queue',
  },
  {
    functions: 'notifier',
    rights: ['sqs:ChangeMessageVisibility GetQueueUrl on Envoyage-dev-Live-NoticesWaiting'],
    why: 'CDK gives it to every reader of a queue',
  },
  {
    functions: 'notifier',
    rights: ['sqs:SendMessage on Envoyage-dev-Live-NoticesWaiting'],
    why: 'a route with more alerts than one run looks at',
  },
  {
    functions: 'messaging notices profiles',
    rights: ['dynamodb:ConditionCheckItem on table/Envoyage-dev-Data-Table'],
    why: "a condition of other slices' writes",
  },
  {
    functions: 'profiles',
    rights: ['dynamodb:DeleteItem on table/Envoyage-dev-Data-Table'],
    why: 'a new name that is taken back',
  },
  {
    functions: 'receipts',
    rights: ['kms:Decrypt on key/Envoyage-dev-Files-Key', 's3:GetObject on envoyage-dev-files-private/receipts/*'],
    why: 'a member who looks at their own receipt',
  },
  {
    functions: 'reminders',
    rights: ['dynamodb:BatchGetItem PutItem Query UpdateItem on table/Envoyage-dev-Data-Table'],
    why: 'a message that is unread for 15 minutes',
  },
  {
    functions: 'reminders',
    rights: ['dynamodb:DeleteItem GetItem on table/Envoyage-dev-Data-Table'],
    why: 'an item that ends when it is due (decision 058)',
  },
  {
    functions: 'scanner',
    rights: ['s3:ListBucket on envoyage-dev-files-quarantine'],
    why: 'a file that was scanned twice is then missing, not refused',
  },
  {
    functions: 'scanner',
    rights: ['sqs:ChangeMessageVisibility GetQueueUrl on Envoyage-dev-Files-ScansWaiting'],
    why: 'CDK gives it to every reader of a queue',
  },
  {
    functions: 'snapshots',
    rights: ['dynamodb:DeleteItem on table/Envoyage-dev-Data-Table'],
    why: 'parts of a former build, half an hour later',
  },
  {
    functions: 'site',
    rights: ['dynamodb:GetItem on table/Envoyage-dev-Data-Table'],
    why: "one advertisement, and the table's part of the health check",
  },
];

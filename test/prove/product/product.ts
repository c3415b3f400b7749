import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { SQSRecord } from 'aws-lambda';
import { onTestFinished } from 'vitest';
import { notifyOf } from '#functions/alerts/notify.ts';
import { authentication } from '#functions/authentication.ts';
import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import { mailBatch } from '#functions/mail/mailer.ts';
import type { MailRow } from '#functions/mail/outbox.ts';
import { sesSender } from '#functions/mail/ses.ts';
import type { NotifierMessage } from '#functions/notices/notifier/messages.ts';
import { openCipher } from '#functions/platform/aws/cipher.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { openLogCopy } from '#functions/platform/aws/log-copy.ts';
import { openArchiveLinks, openFileStore, openFiles } from '#functions/platform/aws/object-store.ts';
import { passwordProven } from '#functions/platform/aws/password-proven.ts';
import { openPush } from '#functions/platform/aws/push.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { serve } from '#functions/serve.ts';
import { type DispatcherDeps, dispatchBatch } from '#functions/stream/dispatcher/dispatch.ts';
import { openSockets } from '#functions/stream/dispatcher/sockets.ts';
import { projector } from '#functions/stream/projector/project.ts';
import type { Routes } from '#shared/route.ts';
import { createTable, newAccessKey, newTableName } from '#test/support/create-table.ts';
import { pipelineOf } from '#test/support/pipeline.ts';
import { fewPlaces } from '#test/support/places.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { itemsIn } from '#test/support/table.ts';
import { everyHandler, rows } from '#test/support/world/handlers.ts';
import { plainRenderer } from '#test/support/world/plain-renderer.ts';
import { keyArn, memberBuckets, passwordClientId, poolId, startAws } from './clients.ts';
import type { Fault } from './faults.ts';
import { openStream } from './stream.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * All functions of the product in this process, with their AWS clients, over a separate table on DynamoDB Local and
 * emulators of the other services. Faults reach them by `inRun`; seeds and checks run without faults.
 */
export async function startProduct() {
  const name = newTableName(newAccessKey());
  const aws = await startAws(name, () => new Error(passwordProven));
  await createTable(aws.sound.table, name);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= aws.sound.table.send(new DeleteTableCommand({ TableName: name })).then(() => aws.close());
    return closing;
  };
  onTestFinished(close);
  const sound = openTable(name, aws.sound.table);
  const table = openTable(name, aws.broken.table);
  const { files: s3, pool } = aws.broken;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const identity = openIdentity({ UserPoolId: poolId, passwordClientId }, pool);
  const mails: MailDeps = {
    table,
    now,
    site: async () => 'https://envoyage.example',
    send: sesSender({ from: 'post@envoyage.example', configurationSet: undefined }, aws.broken.mail),
    contact: 'admin@example.org',
    replyTo: 'bonjour@example.org',
    // Time passes instead of waiting for a lease.
    pause: async (milliseconds) => void (ahead += milliseconds),
  };
  const core = { table, now, newId: randomUUID };
  const queueNotice = async (message: NotifierMessage): Promise<void> => {
    if ('came' in message) await notifyOf({ ...core, queueNotice }, message.came);
  };
  const deps = {
    ...core,
    identity,
    mails,
    strictPasswords: false,
    files: openFiles(s3),
    privateBucket: 'private',
    quarantine: 'quarantine',
    identityBucket: 'identity',
    linkTo: openArchiveLinks('private', s3),
    places: fewPlaces,
    slugs: fewSlugs,
    cipher: openCipher(keyArn, aws.broken.keys),
    site: mails.site,
    renderer: plainRenderer,
  };
  const all = everyHandler(deps);
  const dispatching: DispatcherDeps = {
    ...core,
    sockets: openSockets(table, openPush('https://gateway.invalid', aws.broken.sockets), now),
    identity,
    files: {
      identity: openFileStore('identity', s3),
      private: openFileStore('private', s3),
      media: openFileStore('media', s3),
    },
    logCopy: openLogCopy('log', s3),
    queueMail: mailerOf(table, mails),
    queueNotice,
  };
  const stream = openStream(name, {
    projector: projector(table, now),
    dispatcher: ({ Records }) => dispatchBatch(Records, dispatching),
  });

  return {
    table: sound,
    aws,
    now,
    identity: openIdentity({ UserPoolId: poolId, passwordClientId }, aws.sound.pool),
    cipher: deps.cipher,
    /** Ends it before its test does. */
    close,
    call: pipelineOf(rows as Routes, all, deps),
    /** The same for an event of API Gateway, also one that no client would send. */
    handle: serve(rows as Routes, all, deps, authentication),
    drain: (faults?: readonly Fault[]) => stream.drain(faults),
    /** Every item of the table. */
    items: () => itemsIn(sound),
    /** The keys of all files of members, by bucket. */
    async files(): Promise<Record<(typeof memberBuckets)[number], Set<string>>> {
      const lists = memberBuckets.map(async (Bucket) => {
        const keys = new Set<string>();
        let ContinuationToken: string | undefined;
        do {
          const page = await aws.sound.files.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
          for (const { Key } of page.Contents ?? []) if (Key) keys.add(Key);
          ContinuationToken = page.NextContinuationToken;
        } while (ContinuationToken);
        return [Bucket, keys] as const;
      });
      return Object.fromEntries(await Promise.all(lists)) as Record<(typeof memberBuckets)[number], Set<string>>;
    },
  };
}

/** The mailer at its queue. A mail that goes back to the queue is given again here with its record of the stream. */
function mailerOf(table: Table, mails: MailDeps): DispatcherDeps['queueMail'] {
  const quota = async () => ({ perSecond: 50, aDay: Number.POSITIVE_INFINITY, sentToday: 0 });
  const deliver = (row: MailRow) => deliverMail(mails, row);
  const deps = { table, quota, deliver, hasTime: () => true, hide: async () => {}, pause: mails.pause };
  return async (key) => {
    const message = { messageId: key.sk, body: JSON.stringify(key) } as SQSRecord;
    const { batchItemFailures } = await mailBatch([message], deps);
    if (batchItemFailures.length > 0) throw new Error('The mail went back to its queue');
  };
}

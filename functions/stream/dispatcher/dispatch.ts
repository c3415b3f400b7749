import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { deleteSignUp } from '#functions/account-deletion/sign-up.ts';
import { parseConnection } from '#functions/live/connections.ts';
import { isDealName } from '#functions/mail/deals.ts';
import { isMail, type MailRow, noticeIdOf, parseMail } from '#functions/mail/outbox.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { messageDelaySeconds, type NoticeQueue } from '#functions/notices/notifier/messages.ts';
import { pushDeviceRepository } from '#functions/notices/push-devices.ts';
import { noticeRepository } from '#functions/notices/repository.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { LogCopy } from '#functions/platform/aws/log-copy.ts';
import { queryOf, where } from '#functions/platform/http/list.ts';
import { type Key, keys, memberIn } from '#functions/platform/keys.ts';
import { dispatchedKinds, kindAmong } from '#functions/platform/kinds.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, keyOf, type Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { listingInNews } from '#functions/search/index/listings.ts';
import { parseAdvertisement } from '#functions/site/advertisements.ts';
import { type Change, changeOf } from '#functions/stream/change.ts';
import { isMarking, toLiveEvents } from '#functions/stream/live-events.ts';
import {
  deleteFile,
  deleteObjects,
  deleteParcelContents,
  type FileStores,
} from '#functions/uploads/delete-files-and-rows.ts';
import { uploadIdIn } from '#functions/uploads/file-keys.ts';
import { isToldByNotice, MessageRecord } from '#shared/messaging/record.ts';
import { isListed } from '#shared/parcels/rules.ts';
import { isHidden, userOf } from '#shared/profiles/record.ts';
import { followAdministrator, followConfirmation } from './administrators.ts';
import type { Sockets } from './sockets.ts';

/**
 * The number at the bell may have changed: a notice is new, was opened, or was removed with the account that it names.
 * Leases and marks of its mail change the row too, and the table removes expired rows.
 */
function isRecounted(before: Item | undefined, after: Item | undefined, now: number): boolean {
  if (!before) return after !== undefined;
  const { readAt } = parseMail(before);
  return after ? readAt !== parseMail(after).readAt : readAt === undefined && Number(before['ttl']) * 1000 > now;
}

interface Deps {
  readonly table: Table;
  readonly sockets: Pick<Sockets, 'sendIfOpen'>;
  readonly now: () => number;
}

/** Pushes the number at the bell, counted now (rule 139). */
const tellUnread = (memberId: string, { table, sockets, now }: Deps): Promise<void> =>
  sockets.sendIfOpen(memberId, async () => {
    const profile = await profileRepository(table).read(memberId);
    if (!profile) return undefined;
    const { ids } = await noticeRepository(table).unread(profile, { now: now(), consistent: true });
    return { type: 'notices.changed', at: new Date(now()).toISOString(), data: { unread: ids.length } };
  });

interface WriterDeps {
  readonly table: Table;
  readonly sockets: Pick<Sockets, 'send'>;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * Notifies members who wrote to the owner about a parcel that it left the market or came back, so that their open
 * conversation reads it again. They get the same as every reader without a part in it, without the carrier (rule 87).
 * Owner and carriers have their own event.
 */
async function tellWriters(
  before: Item | undefined,
  after: Item | undefined,
  { table, sockets, now }: WriterDeps,
): Promise<void> {
  const [old, fresh] = [before, after].map((item) => item && parseParcel(item));
  const isFree = (parcel: typeof fresh) => parcel !== undefined && isListed(parcel, now());
  if (!old || isFree(old) === isFree(fresh)) return;
  const told = new Set([old.ownerId, old.carrierId, fresh?.carrierId]);
  const at = new Date(now()).toISOString();
  const writers: string[] = [];
  const list = queryOf({ partition: keys.member(old.ownerId), sort: { beginsWith: 'TH#' } });
  const about = where(list, expression`#record.#parcel.#id = ${old.id}`);
  for await (const row of itemsOf(table, about)) {
    const { id } = parseInbox(row).with;
    if (!told.has(id)) writers.push(id);
  }
  await Promise.all(
    writers.map((id) => sockets.send({ to: [id], event: { type: 'parcel.changed', at, data: { id: old.id } } })),
  );
}

export interface DispatcherDeps {
  readonly table: Table;
  readonly sockets: Sockets;
  readonly identity: Pick<Identity, 'signOut' | 'deleteUser' | 'addToGroup' | 'removeFromGroup'>;
  readonly files: FileStores;
  readonly logCopy: Pick<LogCopy, 'add'>;
  readonly queueNotice: NoticeQueue;
  readonly queueMail: (key: Key, delaySeconds?: number) => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Handles records of a batch concurrently, and those of one item in order, so that the last pushed number of a badge is
 * the stored one. It names failed records, and the stream delivers again from the first of them.
 */
export async function dispatchBatch(
  records: readonly DynamoDBRecord[],
  deps: DispatcherDeps,
): Promise<DynamoDBBatchResponse> {
  const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
  const ofItems = Map.groupBy(records, ({ dynamodb }) => `${dynamodb?.Keys?.['pk']?.S}|${dynamodb?.Keys?.['sk']?.S}`);
  await Promise.all(
    [...ofItems.values()].map(async (ofItem) => {
      for (const record of ofItem) {
        try {
          await dispatch(changeOf(record), deps);
        } catch (error) {
          logger.error('change not dispatched', { eventId: record.eventID, error: error as Error });
          batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' });
        }
      }
    }),
  );
  return { batchItemFailures };
}

/**
 * All effects of one change outside the table: mails, pushes, accounts. All are idempotent, because a stream delivers
 * at least once: the mailer leases and marks mails, pushes are hints, accounts are set to the current state of the
 * profile. Throws errors that need a retry.
 */
export async function dispatch(change: Change, deps: DispatcherDeps): Promise<void> {
  const { before, after } = change;
  const at = new Date(deps.now()).toISOString();
  await Promise.all([
    ...toLiveEvents(before, after, at).map((event) => deps.sockets.send(event)),
    ...follow(change, deps),
  ]);
}

/** The effects of a change, by kind of item. A missing kind does not compile. */
function follow({ before, after }: Change, deps: DispatcherDeps): Promise<unknown>[] {
  switch (kindAmong(dispatchedKinds, after ?? before)) {
    case 'profile':
      return [
        ...(before && after ? [followProfile(before, after, deps)] : []),
        ...(before && after && isMarking(before, after) ? [tellUnread(memberIn(after), deps)] : []),
        ...(before && !after ? [followEnd(before, deps)] : []),
        ...(after ? [followConfirmation(before, after, deps)] : []),
      ];
    case 'parcel':
      return before
        ? [
            after ? followParcel(before, after, deps) : deleteParcelContents(deps, parseParcel(before)),
            tellWriters(before, after, deps),
          ]
        : [];
    case 'advertisement':
      return before ? [followAdvertisement(before, after, deps)] : [];
    case 'connection':
      return after && !before ? [welcome(after, deps)] : [];
    case 'administrator':
      return [followAdministrator(after ?? before, deps)];
    case 'log':
      return [followLog(before, after, deps)];
    case 'outbox':
      return isMailDue(before, after) ? [deps.queueMail(keyOf(after))] : [];
    case 'notice':
      return [
        ...(isMailDue(before, after) ? [deps.queueMail(keyOf(after), delayOf(after, deps.now()))] : []),
        ...(isRecounted(before, after, deps.now()) ? [tellUnread(memberIn(after ?? before ?? {}), deps)] : []),
        ...(after && !before ? [followNotice(after, deps)] : []),
      ];
    case 'shown': {
      const came = listingInNews(before, after);
      return came ? [deps.queueNotice({ came })] : [];
    }
    case 'message':
      return after && !before ? [followMessage(after, deps)] : [];
    case 'offer':
    case 'position':
    case 'trip':
    case 'receipt':
    case 'thread':
    case undefined:
      return [];
  }
}

/**
 * A waiting mail: a new row, or one that the daily job touched. A sender's own lease and mark do not trigger a send.
 */
export function isMailDue(before: Item | undefined, after: Item | undefined): after is Item {
  if (!isMail(after)) return false;
  const record = parseMail(after);
  const old = before && parseMail(before);
  const isTouched = !old || (old.state === record.state && old.leaseUntil === record.leaseUntil);
  return record.state === 'pending' && isTouched;
}

/**
 * A block ends the open pages, the devices and the sessions at Cognito, where the trigger refuses blocked members.
 * Sessions that ended for another reason have already ended there, and a late record would end a newer session.
 */
async function followProfile(before: Item, after: Item, deps: DispatcherDeps): Promise<void> {
  const [old, fresh] = [parseProfile(before), parseProfile(after)];
  // An avatar is used once, so a removed picture is never used again.
  if (old.avatarKey && old.avatarKey !== fresh.avatarKey)
    await deleteFile(deps, { kind: 'avatar', key: old.avatarKey, uploadId: uploadIdIn(old.avatarKey) });
  const isBlockChange = (old.status === 'blocked') !== (fresh.status === 'blocked');
  const isHiding = isHidden(fresh) && !isHidden(old);
  if (!isBlockChange && !isHiding && old.tokensValidAfter === fresh.tokensValidAfter) return;
  // A record may be late or repeated, so the current profile decides.
  const profile = await profileRepository(deps.table).read(fresh.id);
  if (!profile) return;
  await Promise.all([
    deps.sockets.endSessions(profile.id, profile),
    pushDeviceRepository(deps.table).endSessions(profile.id, profile, deps.now()),
  ]);
  // A new user has a new password, which ends all sessions: such a record comes as far as here.
  if (profile.isAdmin && old.poolUser !== fresh.poolUser) await deps.identity.addToGroup(userOf(profile), 'admin');
  if (isBlockChange && profile.status === 'blocked') await deps.identity.signOut(userOf(profile));
}

/**
 * The account was closed, or a newer sign-up replaced it. Deletes the data of an unconfirmed one. Ends the sessions of
 * a confirmed one; the deletion job does the rest.
 */
async function followEnd(before: Item, deps: DispatcherDeps): Promise<void> {
  const profile = parseProfile(before);
  if (profile.emailConfirmedAt) await deps.sockets.endSessions(profile.id, undefined);
  else await deleteSignUp(deps.table, profile, deps);
}

async function followNotice(after: Item, deps: DispatcherDeps): Promise<void> {
  const { memberId, ...notice } = parseMail(after);
  if (isQuiet(notice) || !(await hasDevice(memberId, deps))) return;
  const push = { memberId, noticeId: noticeIdOf(notice) };
  await deps.queueNotice({ push }, delayOf(after, deps.now()));
}

/** One that changes a line which was mailed, or takes it back. Gathered ones are skipped for members without mails. */
const isQuiet = ({ mail, state }: Pick<MailRow, 'mail' | 'state'>) => state === 'skipped' && isDealName(mail);

const delayOf = (item: Item, now: number): number => {
  const { mailAfter } = parseMail(item);
  return mailAfter ? Math.max(0, Math.ceil((Date.parse(mailAfter) - now) / 1000)) : 0;
};

/** A message reaches the devices of its recipient, if it stays unread (rule 151). */
async function followMessage(after: Item, deps: DispatcherDeps): Promise<void> {
  const { recipientId: memberId, senderId: otherId, parcelId, seq, offer } = MessageRecord.parse(after['record']);
  if (isToldByNotice(offer)) return;
  if (await hasDevice(memberId, deps))
    await deps.queueNotice({ message: { memberId, otherId, parcelId, seq } }, messageDelaySeconds);
}

const hasDevice = async (memberId: string, { table, now }: DispatcherDeps): Promise<boolean> =>
  (await pushDeviceRepository(table).of(memberId, now())).length > 0;

/** Deletes a replaced or removed file, which has no other use. */
async function followParcel(before: Item, after: Item, deps: DispatcherDeps): Promise<void> {
  const [old, fresh] = [parseParcel(before).file, parseParcel(after).file];
  if (old && old.key !== fresh?.key) await deleteFile(deps, { kind: 'parcel_file', ...old });
}

async function followAdvertisement(before: Item, after: Item | undefined, { files }: DispatcherDeps): Promise<void> {
  const [old, fresh] = [parseAdvertisement(before).imageKey, after && parseAdvertisement(after).imageKey];
  if (old && old !== fresh) await deleteObjects(files.media, [old]);
}

/** The copy contains a line as it was added; the nightly comparison reports any later change. */
async function followLog(
  before: Item | undefined,
  after: Item | undefined,
  { logCopy, now }: DispatcherDeps,
): Promise<void> {
  // The table itself removes a line after its three years.
  const hasExpired = !after && Number(before?.['ttl']) * 1000 <= now();
  if (after && !before) await logCopy.add(String(after['sk']), after['record']);
  else if (!hasExpired) logger.error('a line of the log was changed or removed', { line: (before ?? after)?.['sk'] });
}

async function welcome(after: Item, { table, sockets }: DispatcherDeps): Promise<void> {
  const connection = parseConnection(after['record']);
  await sockets.welcome(connection, await profileRepository(table).read(connection.memberId));
}

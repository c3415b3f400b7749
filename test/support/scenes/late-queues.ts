import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { mailLateQueues } from '#functions/scheduled/night/late-queues.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { hourMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { aParcel, aProfile, aTrip } from '#test/support/stream.ts';

export const night = Date.parse('2026-11-21T03:15:00.000Z');
export const ago = (hours: number) => new Date(night - hours * hourMs).toISOString();
export const owner = 'owner';

/** Two active administrators and others who are not, and these items. */
export async function panel(...items: Item[]) {
  const administrator = (id: string, status: 'active' | 'inactive') => ({
    ...keys.administrator(id),
    kind: 'administrator',
    status,
    rootAdmin: false,
    email: `${id}@exemple.fr`,
    createdAt: ago(900),
  });
  const table = await tableWith([
    ...['root', 'second', 'former', 'blocked'].map((id) =>
      profileItem(aProfile(id, { firstName: id, ...(id === 'blocked' ? { status: 'blocked' as const } : {}) })),
    ),
    administrator('root', 'active'),
    administrator('second', 'active'),
    administrator('former', 'inactive'),
    administrator('blocked', 'active'),
    ...items,
  ]);
  const mails = async () =>
    ((await table.documents.send(new ScanCommand({ TableName: table.name }))).Items ?? [])
      .filter(isMail)
      .map(parseMail)
      .sort((a, b) => `${a.createdAt} ${a.memberId}`.localeCompare(`${b.createdAt} ${b.memberId}`));
  return { table, mails, run: (now = night) => mailLateQueues(table, now) };
}

export const waitingParcel = (id: string, hours: number) =>
  parcelItem(aParcel(id, owner, { adminStatus: 'pending', createdAt: ago(hours) }));
export const waitingTrip = (id: string, hours: number) =>
  tripItem(aTrip(id, owner, { adminStatus: 'pending', createdAt: ago(hours) }));
export const waitingReceipt = (id: string, hours: number) =>
  receiptItem(aReceiptRecord({ id, memberId: owner, sentAt: ago(hours) }));
export const withdrawnReceipt = (id: string, hours: number) =>
  receiptItem(
    aReceiptRecord({ id, memberId: owner, status: 'approved', sentAt: ago(hours + 24), withdrawnAt: ago(hours) }),
  );
export const waitingMember = (id: string, hours: number) =>
  profileItem(
    aProfile(id, {
      status: 'pending',
      createdAt: ago(900),
      emailConfirmedAt: ago(900),
      idDocument: { uploadId: 'u', key: 'k', contentType: 'image/png', at: ago(hours) },
    }),
  );

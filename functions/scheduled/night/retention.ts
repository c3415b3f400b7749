import * as z from 'zod/mini';
import { accountRepository } from '#functions/accounts/repository.ts';
import { archiveRepository } from '#functions/exports/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import { deleteObjects, deleteUpload, type FileStores } from '#functions/uploads/delete-files-and-rows.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { unconfirmedDays } from '#shared/values/ageing.ts';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aNight } from './one-by-one.ts';

export interface RetentionTools {
  readonly hasTime: () => boolean;
  readonly files: FileStores;
}

/** Days that the job looks back for expired files, in case it failed on earlier nights. */
const lookBackDays = 100;
const unconfirmedLookBackDays = 14;

/** The fields of an expired upload. An unscanned one has no key. */
const Due = z.object({
  id: z.string(),
  ownerId: z.string(),
  kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
  key: z.optional(z.string()),
});
type Due = z.infer<typeof Due>;

/** Erases expired files: unused ones, identity documents and receipts (decision 019). */
export async function eraseFiles(table: Table, now: number, { files, hasTime }: RetentionTools): Promise<number> {
  const night = aNight();
  for (let back = lookBackDays; back >= 1; back--) {
    const { gs2pk } = indexes.keptUntil(dayOf(now - back * dayMs), '');
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk }))) {
      if (!hasTime()) {
        logger.warn('files are left for the next run', { daysBehind: back });
        return night.end();
      }
      await night.erase(() => eraseFile(table, Due.parse(item), gs2pk, files));
    }
  }
  return night.end();
}

/** Makes one file unusable, then deletes it and its record. Idempotent. False if its retention was just extended. */
async function eraseFile(table: Table, due: Due, gs2pk: string, files: FileStores): Promise<boolean> {
  const isStillDue = expression`gs2pk = ${gs2pk}`;
  const close = table.update(
    keys.upload(due.id),
    expression`SET #state = ${'rejected'}, reason = ${'Ce fichier a expiré. Envoyez-le à nouveau.'}`,
    isStillDue,
  );
  if (!(await attempt(table, [close]))) return false;
  await forgetDocument(table, due);
  await forgetReceipt(table, due);
  await deleteUpload({ table, files }, { ...keys.upload(due.id), ...due });
  return true;
}

/** Removes a document from the profile before it is erased. Throws when the profile changes in between. */
async function forgetDocument(table: Table, { id, ownerId }: Due): Promise<void> {
  const profiles = profileRepository(table);
  const profile = await profiles.read(ownerId);
  const names = (['idDocument', 'facePhoto'] as const).filter((name) => profile?.[name]?.uploadId === id);
  const isOfName = profile?.newName?.idDocument?.uploadId === id;
  if (!profile || (names.length === 0 && !isOfName)) return;
  const rest: ProfileRecord = { ...profile, version: profile.version + 1 };
  for (const name of names) delete rest[name];
  if (isOfName && rest.newName) rest.newName = withoutDocument(rest.newName);
  await table.transact([profiles.save(rest), ...(isOfName ? [profiles.queueName(rest)] : [])]);
}

/** The row of a receipt ends with its file; its id is that of the upload. */
async function forgetReceipt(table: Table, { id, kind }: Due): Promise<void> {
  if (kind !== 'receipt_file') return;
  const receipts = receiptRepository(table);
  const receipt = await receipts.read(id);
  if (receipt) await table.transact(receipts.forget(receipt));
}

const withoutDocument = ({ idDocument: _erased, ...name }: NonNullable<ProfileRecord['newName']>) => name;

export async function eraseArchives(table: Table, now: number, { files, hasTime }: RetentionTools): Promise<number> {
  const archives = archiveRepository(table);
  const night = aNight();
  for await (const archive of archives.endedBefore(new Date(now - dayMs).toISOString())) {
    if (!hasTime()) break;
    await night.erase(async () => {
      await deleteObjects(
        files.private,
        archive.parts.map(({ key }) => key),
      );
      await table.transact([archives.remove(archive)]);
      return true;
    });
  }
  return night.end();
}

/** Ends unconfirmed accounts; the dispatcher erases their data (`functions/account-deletion/sign-up.ts`). */
export async function eraseUnconfirmed(
  table: Table,
  now: number,
  { hasTime }: Pick<RetentionTools, 'hasTime'>,
): Promise<number> {
  const day = (back: number) => new Date(now - back * dayMs).toISOString();
  const [from, to] = [day(unconfirmedDays + unconfirmedLookBackDays), day(unconfirmedDays)];
  const months = new Set([from, to].map((at) => indexes.all('profile', at, '').gs3pk));
  const accounts = accountRepository(table);
  const night = aNight();
  for (const month of months) {
    const query = {
      IndexName: 'gs3',
      KeyConditionExpression: 'gs3pk = :month AND gs3sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':month': month, ':from': from, ':to': to },
    };
    for await (const item of itemsOf(table, query)) {
      const profile = parseProfile(item);
      if (profile.emailConfirmedAt) continue;
      if (!hasTime()) break;
      // It was just confirmed and stays, or was just replaced.
      await night.erase(async () => attempt(table, accounts.abandon(profile, await accounts.lockOf(profile.email))));
    }
  }
  return night.end();
}

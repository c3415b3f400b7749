import * as z from 'zod/mini';
import { accountRepository } from '#functions/accounts/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { unconfirmedDays } from '#shared/accounts/retention.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';

/** What the night's erasing needs outside of the table. */
export interface Erasers {
  readonly files: Readonly<Record<'identity' | 'private' | 'media', { erase(key: string): Promise<void> }>>;
}

/** So far back files are looked for that should be gone: nights in which the job failed are made up for. */
const lookBackDays = 100;
const unconfirmedLookBackDays = 14;

/** An upload as far as the night needs it; it may not have been scanned, and then has no file of ours. */
const Due = z.object({
  id: z.string(),
  ownerId: z.string(),
  kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
  key: z.optional(z.string()),
});
type Due = z.infer<typeof Due>;

/** Erases files whose time is over: never used ones, and identity documents (decision 019). */
export async function eraseFiles(table: Table, now: number, { files }: Erasers): Promise<number> {
  const night = aNight();
  for (let back = 1; back <= lookBackDays; back++) {
    const { gs2pk } = indexes.keptUntil(dayOf(now - back * dayMs), '');
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk })))
      await night.erase(() => eraseFile(table, Due.parse(item), gs2pk, files));
  }
  return night.end();
}

/** What fails is told at the end, when all the rest is done; the next night tries again. */
function aNight() {
  const failed: unknown[] = [];
  let erased = 0;
  return {
    async erase(one: () => Promise<boolean>): Promise<void> {
      try {
        if (await one()) erased += 1;
      } catch (error) {
        failed.push(error);
      }
    },
    end(): number {
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} could not be erased`);
      return erased;
    },
  };
}

/**
 * One file, in steps that may be repeated: nobody can use it from here on, then it goes, then nothing tells of it any
 * more. False when its time was prolonged in this very moment.
 */
async function eraseFile(table: Table, due: Due, gs2pk: string, files: Erasers['files']): Promise<boolean> {
  const isStillDue = { expression: 'gs2pk = :due', values: { ':due': gs2pk } };
  const close = table.update(
    keys.upload(due.id),
    {
      expression: 'SET #state = :rejected, reason = :reason',
      names: { '#state': 'state' },
      values: { ':rejected': 'rejected', ':reason': 'Ce fichier a expiré. Envoyez-le à nouveau.' },
    },
    isStillDue,
  );
  if (!(await attempt(table, [close]))) return false;
  await forgetDocument(table, due);
  if (due.key) await files[uploadKinds[due.kind].bucket].erase(due.key);
  await table.transact([table.remove(keys.upload(due.id))]);
  return true;
}

/** The profile does not speak of a document any more that is about to go. Throws when somebody changes it meanwhile. */
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

const withoutDocument = ({ idDocument: _erased, ...name }: NonNullable<ProfileRecord['newName']>) => name;

/** Ends accounts whose address nobody confirmed; the dispatcher erases what they leave (`functions/accounts/erase.ts`). */
export async function eraseUnconfirmed(table: Table, now: number): Promise<number> {
  const day = (back: number) => new Date(now - back * dayMs).toISOString();
  const [from, to] = [day(unconfirmedDays + unconfirmedLookBackDays), day(unconfirmedDays)];
  const months = new Set([from, to].map((at) => indexes.all('PROFILE', at, '').gs3pk));
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
      // Confirmed or replaced in this very moment it stays, or is gone already.
      await night.erase(async () => attempt(table, accounts.abandon(profile, await accounts.lockOf(profile.email))));
    }
  }
  return night.end();
}

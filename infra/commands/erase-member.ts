import { randomUUID } from 'node:crypto';
import { accountRepository } from '#functions/accounts/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import { departureRepository } from '#functions/erasing/departures.ts';
import { tiesOf } from '#functions/erasing/ties.ts';
import type { Table } from '#functions/platform/table.ts';
import { requireErasable } from '#shared/accounts/leaving.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Closes the account of a member who asked the operator for it: the job that erases begins within five minutes. A line
 * of the log names the member and the operator, and the member gets the last mail. `now` in milliseconds. Throws a
 * sentence when there is nothing to close, or something stands in the way.
 */
export async function eraseMember(table: Table, email: string, now: number): Promise<void> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const { id, status } = member;
  const departures = departureRepository(table);
  try {
    requireErasable(await tiesOf(table, id));
    await table.transact([
      ...departures.close(member, { now }),
      adminLog(
        { table, now: () => now, newId: randomUUID },
        { id },
        'deleteProfile',
        { type: 'profile', id },
        {
          before: status,
          by: 'operator',
        },
      ),
    ]);
  } catch (error) {
    throw error instanceof Refusal
      ? new Error(sentences[error.code] ?? `${email} changed meanwhile: try again.`)
      : error;
  }
}

const sentences: Readonly<Record<string, string>> = {
  ROOT_ADMIN_PROTECTED: 'This is the root administrator: deploy with another adminEmail and adminTransfer first.',
  STILL_ADMINISTRATOR: 'This is an administrator: take the rights away in « Gestion Administrateurs » first.',
  PARCEL_IN_HAND: 'This member has a delivery in progress: the principal settles it in /admin first.',
};

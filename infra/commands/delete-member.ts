import { randomUUID } from 'node:crypto';
import { blockersOf } from '#functions/account-deletion/blockers.ts';
import { deletionRepository } from '#functions/account-deletion/repository.ts';
import { accountRepository } from '#functions/accounts/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { requireDeletableByAdministrator } from '#shared/account-deletion/rules.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Closes the account of a member who asked the operator for it. The deletion job starts within five minutes. A log line
 * names the member and the operator, and the member gets the last mail. `now` in milliseconds. Throws a sentence if the
 * account doesn't exist or something blocks its deletion.
 */
export async function deleteMember(table: Table, email: string, now: number): Promise<void> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const { id, status } = member;
  const deletions = deletionRepository(table);
  try {
    requireDeletableByAdministrator(await blockersOf(table, id));
    await table.transact([
      ...deletions.close(member, { now }),
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
  PARCEL_IN_HAND: 'This member has a delivery in progress: the root administrator settles it in /admin first.',
};

import { randomUUID } from 'node:crypto';
import { accountRepository } from '#functions/accounts/repository.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import { mail } from '#functions/mail/outbox.ts';
import type { Table } from '#functions/platform/table.ts';
import { secondFactorRepository } from '#functions/second-factor/repository.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Resets the second factor of any administrator: its line of the log names the member and the
 * operator, and the member is mailed. `now` in milliseconds. Throws a sentence when there is nothing to reset.
 */
export async function resetSecondFactor(table: Table, email: string, now: number): Promise<void> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const { id, firstName } = member;
  if (!(await administratorRepository(table).standing(id)).isAdmin)
    throw new Error(`${email} is no active administrator.`);
  const deps = { table, now: () => now, newId: randomUUID };
  const reset = await secondFactorRepository(deps)
    .reset(id, now)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new Error(`${email} has no second factor.`) : error;
    });
  await table.transact([
    ...reset,
    adminLog(deps, { id }, 'resetSecondFactor', { type: 'administrator', id }, { by: 'operator' }),
    mail(table, 'secondFactorReset', { memberId: id }, { firstName, by: 'operator' }, { id: randomUUID(), now }),
  ]);
}

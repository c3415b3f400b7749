import { endOfSessions } from '#functions/accounts/repository.ts';
import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import type { Administrator } from '#shared/admin/administrators.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { adminLog } from '../log.ts';

export function rightsOf(deps: Deps) {
  const { table, now, newId } = deps;
  const stamp = () => ({ id: newId(), now: now() });
  return {
    /** The line of the log, and a mail to the root administrator, who would notice a stolen session by it. */
    trace: ({ id: adminId, profile }: Actor, action: AdminAction, { id, email }: Administrator): Write[] => [
      adminLog(deps, { id: adminId }, action, { type: 'administrator', id }),
      mail(
        table,
        'administratorsChanged',
        { memberId: adminId },
        { firstName: profile.firstName, email, otherId: id, change: action },
        stamp(),
      ),
    ],

    /** Keeps the profile in step with the row. The member's sessions end with their rights. */
    take: ({ id }: ProfileRecord): Write =>
      profileRepository(table).setFields(id, { isAdmin: false, tokensValidAfter: endOfSessions(now()) }),

    notify: ({ id, firstName }: ProfileRecord, change: 'active' | 'inactive' | 'deleted'): Write =>
      mail(table, 'administratorRights', { memberId: id }, { firstName, change }, stamp()),
  };
}

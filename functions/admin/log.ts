import type { Actor } from '#functions/actor.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, type Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { AdminAction, AdminLog } from '#shared/admin/contract.ts';

/** One line of the administrators' log: append-only, written in the transaction of the act that it tells of. */
export function adminLog(
  { table, now, newId }: Deps,
  admin: Actor,
  action: AdminAction,
  target: { type: AdminLog['targetType']; id: string },
  details: Readonly<Record<string, string>>,
): Write {
  const at = new Date(now()).toISOString();
  const id = newId();
  const record: AdminLog = {
    id,
    at,
    admin: { id: admin.id, name: `${admin.profile.firstName} ${admin.profile.lastName}` },
    action,
    targetType: target.type,
    targetId: target.id,
    details: { ...details },
  };
  return table.put({ ...keys.log(at, id), kind: 'log', record }, absent);
}

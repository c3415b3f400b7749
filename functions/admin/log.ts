import type { Actor } from '#functions/actor.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, type Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { AdminAction, AdminLogRecord } from '#shared/admin/contract.ts';
import { ageDays } from '#shared/values/ageing.ts';
import { dayMs } from '#shared/values/time.ts';

/** The subject of an act. Its mail names `line`, the id of its line, to lead to an objection to this act (rule 179). */
export interface LogSubject {
  readonly type: AdminLogRecord['targetType'];
  readonly id: string;
  readonly line?: string;
}

/**
 * One line of the administrators' log, kept for three years: append-only, written in the transaction of the logged act.
 * It outlives the accounts it is about, so it holds no name and no reason: these are in the profile or listing itself.
 */
export function adminLog(
  { table, now, newId }: Deps,
  admin: Pick<Actor, 'id'>,
  action: AdminAction,
  { type: targetType, id: targetId, line: id = newId() }: LogSubject,
  details: Readonly<Record<string, string>> = {},
): Write {
  const at = new Date(now()).toISOString();
  const record: AdminLogRecord = {
    id,
    at,
    admin: { id: admin.id },
    action,
    targetType,
    targetId,
    details: { ...details },
  };
  return table.put(
    {
      ...keys.log(at, id),
      ...indexes.logOf(targetId, at, id),
      kind: 'log',
      record,
      // Roles may not remove a line, so the table itself does.
      ttl: Math.floor((Date.parse(at) + ageDays.log * dayMs) / 1000),
    },
    absent,
  );
}

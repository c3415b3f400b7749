import { parseMail } from '#functions/mail/outbox.ts';
import { noticeRepository } from '#functions/notices/repository.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Sockets } from './sockets.ts';

/**
 * The number at the bell may have changed: a notice is new, was opened, or was removed with the account that it names.
 * Leases and marks of its mail change the row too, and the table removes expired rows.
 */
export function isRecounted(before: Item | undefined, after: Item | undefined, now: number): boolean {
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
export const tellUnread = (memberId: string, { table, sockets, now }: Deps): Promise<void> =>
  sockets.sendIfOpen(memberId, async () => {
    const profile = await profileRepository(table).read(memberId);
    if (!profile) return undefined;
    const { ids } = await noticeRepository(table).unread(profile, { now: now(), consistent: true });
    return { type: 'notices.changed', at: new Date(now()).toISOString(), data: { unread: ids.length } };
  });

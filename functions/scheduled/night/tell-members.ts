import { firstMonth, previousMonth } from '#functions/admin/lists/by-month.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { isReachable, type ProfileRecord } from '#shared/profiles/record.ts';
import { monthOf } from '#shared/values/time.ts';
import { someAtOnce } from './one-by-one.ts';

/** The progress through all members, by the month in which they joined, the newest first. */
interface Reached {
  readonly month: string;
  readonly from?: Record<string, unknown>;
  /** When the first night of this news began, in milliseconds: the time of its mails. */
  readonly begunAt?: number;
}

interface News {
  readonly name: string;
  readonly hasTime: () => boolean;
  /** Returns whether the member got it now. `cause` is the same each time, so a repeated write sends no second mail. */
  readonly tell: (member: ProfileRecord, cause: { id: string; now: number }) => Promise<boolean>;
}

/**
 * Tells all reachable members of one piece of news. The table stores the page that was reached, so a night that ends
 * too early continues there, and other nights read one item.
 */
export async function tellMembers(table: Table, now: number, { name, hasTime, tell }: News): Promise<number> {
  const mark = keys.done(name);
  const kept = (await table.get(mark, { consistent: true }))?.['record'] as Reached | undefined;
  const { begunAt = now } = kept ?? {};
  let at: Reached = { ...(kept ?? { month: monthOf(new Date(now).toISOString()) }), begunAt };
  if (kept?.begunAt === undefined) await table.transact([table.put({ ...mark, record: at })]);
  let told = 0;
  while (at.month >= firstMonth && hasTime()) {
    const joined = queryOf({ index: 'gs3', partition: indexes.all('profile', at.month, '').gs3pk });
    const page = await table.query({ ...joined, ExclusiveStartKey: at.from });
    await someAtOnce(
      eachOf(page.items),
      () => true,
      async (item) => {
        const member = parseProfile(item);
        if (isReachable(member) && (await tell(member, { id: `${name}-${member.id}`, now: begunAt }))) told += 1;
      },
    );
    at = page.last ? { month: at.month, from: page.last, begunAt } : { month: previousMonth(at.month), begunAt };
    await table.transact([table.put({ ...mark, record: at })]);
  }
  return told;
}

async function* eachOf(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

import { parseMail } from '#functions/mail/outbox.ts';
import { pageIn, queryOf, where } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression, present, type Table, type Write } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

const pageSize = 20;
/** The badge shows « 99+ » from here on. */
const countedAtMost = 100;
/** Opened notices may lie between unread ones, so a count reads on, 500 rows at most. */
const pagesAtMost = 5;

const changed = () => new Refusal('UNAVAILABLE');

/** The end of a key of a notice (`noticeIdOf`). */
const idIn = (sk: unknown) => String(sk).slice(keys.notice('', '').sk.length);

export function noticeRepository(table: Table) {
  return {
    page: (memberId: string, cursor: string | undefined) =>
      pageIn(
        table,
        { partition: keys.member(memberId), sort: { beginsWith: keys.notice(memberId, '').sk } },
        { size: pageSize, cursor, isNewestFirst: true },
      ),

    /**
     * Ids of unread notices since the member last marked all as read, newest first, a hundred at most. `isAll` is false
     * if there may be more.
     */
    async unread(
      { id, noticesReadUpTo }: Pick<ProfileRecord, 'id' | 'noticesReadUpTo'>,
      { now, consistent = false }: { now: number; consistent?: boolean },
    ): Promise<{ ids: string[]; isAll: boolean }> {
      const { sk } = keys.notice(id, '');
      const isNewer = noticesReadUpTo ? `${keys.notice(id, noticesReadUpTo).sk} ` : sk;
      const query = queryOf({ partition: keys.member(id), sort: { between: [isNewer, `${sk}~`] } });
      const unread = {
        ...where(query, expression`attribute_not_exists(#record.readAt) AND #ttl > ${Math.floor(now / 1000)}`),
        ConsistentRead: consistent,
        ScanIndexForward: false,
        Limit: countedAtMost,
      };
      const ids: string[] = [];
      let last: Record<string, unknown> | undefined;
      for (let page = 0; page < pagesAtMost && (page === 0 || last) && ids.length < countedAtMost; page++) {
        const found = await table.query({ ...unread, ExclusiveStartKey: last });
        ids.push(...found.items.map((item) => idIn(item['sk'])));
        last = found.last;
      }
      return { ids, isAll: last === undefined };
    },

    async unopened(memberId: string, ids: readonly string[]): Promise<string[]> {
      const wanted = [...new Set(ids)].map((id) => keys.notice(memberId, id));
      const items = await table.getMany(wanted, { consistent: true });
      return items.flatMap((item) => (item && !parseMail(item).readAt ? [idIn(item['sk'])] : []));
    },

    open: (memberId: string, id: string, now: number): Write =>
      table.update(
        keys.notice(memberId, id),
        expression`SET #record.readAt = ${new Date(now).toISOString()}`,
        present,
        changed,
      ),

    /** Marks all notices up to this one as read, unless a later one was marked before the write. */
    readUpTo: (memberId: string, id: string): Write =>
      table.update(
        keys.profile(memberId),
        expression`SET noticesReadUpTo = ${id}`,
        expression`attribute_exists(pk) AND (attribute_not_exists(noticesReadUpTo) OR noticesReadUpTo < ${id})`,
        changed,
      ),
  };
}

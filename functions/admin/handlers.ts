import { administratorHandlers } from '#functions/admin/administrators/handlers.ts';
import { byMonth, type Filter, firstMonth, type ItemPage, newestFirst } from '#functions/admin/lists/by-month.ts';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { adminReportHandlers } from '#functions/admin/reports/handlers.ts';
import { answer } from '#functions/outcome.ts';
import { encodeCursor } from '#functions/platform/http/cursor.ts';
import { type List, positionIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { all, recordHaving, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import { AdminLogRecord, AdminStatistics, type adminRoutes, type LogTarget } from '#shared/admin/contract.ts';
import { queueNames } from '#shared/admin/queues.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { dayMs, monthOf, startOfDay } from '#shared/values/time.ts';
import { advertisementHandlers } from './advertisements.ts';
import { bankHandlers } from './banks.ts';
import type { AdminDeps } from './decisions.ts';
import { deletionHandlers } from './deletions.ts';
import { adminListingHandlers, adminParcelHandlers } from './listings.ts';
import { adminNameHandlers, adminProfileHandlers } from './profiles.ts';
import { adminReceiptHandlers } from './receipts.ts';

const figures = Object.keys(AdminStatistics.shape);

/** Counters that the projector maintains: one read for any number of members (docs/table.md). */
export async function readStatistics(table: Table): Promise<AdminStatistics> {
  const item = await table.get(keys.adminCounters());
  return Object.fromEntries(figures.map((name) => [name, Math.max(0, Number(item?.[name] ?? 0))])) as AdminStatistics;
}

const pageSize = 100;

/** Lines wanted from the log; days are of the calendar, both included. */
type LogFilter = { readonly [Name in 'target' | 'type' | 'action' | 'from' | 'to']?: string | undefined };

/**
 * The acts about one thing are a separate list. A type or an act is searched in the lines of the days, and a page ends
 * with the query that found some.
 */
async function readLogLines(
  table: Table,
  now: number,
  { target, from, to, ...facts }: LogFilter,
  cursor?: string,
): Promise<{ readonly items: AdminLogRecord[]; readonly next?: string }> {
  const first = from === undefined ? 0 : startOfDay(from);
  const last = Math.min(now, to === undefined ? now : startOfDay(to) + dayMs - 1);
  const iso = (time: number) => new Date(time).toISOString();
  // DynamoDB refuses a range that ends before it begins.
  if (last < first || monthOf(iso(last)) < firstMonth) return { items: [] };
  // A sort key is the moment and more, so the bound of the last moment is above every line of it.
  const sort = { between: [iso(first), `${iso(last)}~`] } as const;
  const filter = { ...filterOf(facts), since: monthOf(iso(first)) };
  const page =
    target === undefined
      ? await byMonth(
          table,
          (month) => ({ partition: keys.log(month, '').pk, sort }),
          { now: last, cursor, size: pageSize },
          filter,
        )
      : await linesAbout(table, target, sort, filter, cursor);
  return { ...page, items: page.items.map((item) => AdminLogRecord.parse(item['record'])) };
}

function filterOf({ type, action }: Pick<LogFilter, 'type' | 'action'>): Filter {
  const wanted = Object.entries({ targetType: type, action }).filter(([, value]) => value !== undefined);
  if (wanted.length === 0) return {};
  return { condition: all(...wanted.map(([fact, value]) => recordHaving(fact, value))), mayBeShort: true };
}

async function linesAbout(
  table: Table,
  target: string,
  sort: NonNullable<List['sort']>,
  filter: Filter,
  cursor: string | undefined,
): Promise<ItemPage> {
  const list: List = { index: 'gs1', partition: indexes.logOf(target, '', '').gs1pk, sort };
  const { items, last } = await table.query({
    ...newestFirst(list, filter),
    Limit: pageSize,
    ExclusiveStartKey: positionIn(list, cursor),
  });
  return { items, ...encodeCursor(last) };
}

/** Name in the log of an administrator whose account is deleted. */
const formerAdministrator = 'Ancien administrateur';

const targetsOf = (type: LogTarget, lines: readonly AdminLogRecord[]) =>
  lines.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId);

/** The panel: one file for each thing that administrators decide about. */
export function adminHandlers(deps: AdminDeps): Handlers<typeof adminRoutes> {
  const { table, now } = deps;
  return {
    adminStatistics: async () => answer(await readStatistics(table)),

    adminQueues: async () => {
      const repository = queueRepository(table);
      const waiting = await Promise.all(
        queueNames.map(async (queue) => [queue, await repository.oldest(queue)] as const),
      );
      // A problem may be the first of a queue before it can be decided.
      const today = new Date(now()).toISOString();
      return answer({ oldest: Object.fromEntries(waiting.filter(([, since]) => since && since <= today)) });
    },

    adminLogs: async ({ actor, query }) => {
      const { items: lines, ...rest } = await readLogLines(table, now(), query, query.cursor);
      const hidden = await reportRepository(table).closedTo(actor, targetsOf('report', lines));
      const items = lines.filter(({ targetId }) => !hidden.has(targetId));
      const people = await profileRepository(table).people(items.map((line) => line.admin.id));
      const nameIn = (id: string) => {
        const profile = people.get(id)?.profile;
        return profile ? nameOf(profile) : formerAdministrator;
      };
      return answer({
        items: items.map((line) => ({ ...line, admin: { id: line.admin.id, name: nameIn(line.admin.id) } })),
        ...rest,
      });
    },

    ...adminProfileHandlers(deps),
    ...adminNameHandlers(deps),
    ...adminListingHandlers(deps),
    ...adminParcelHandlers(deps),
    ...adminReportHandlers(deps),
    ...adminReceiptHandlers(deps),
    ...deletionHandlers(deps),
    ...advertisementHandlers(deps),
    ...bankHandlers(deps),
    ...administratorHandlers(deps),
  };
}

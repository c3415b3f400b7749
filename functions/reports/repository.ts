import { type List, pageIn, queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import {
  absent,
  atVersion,
  expression,
  type Item,
  present,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';
import { ReportKeptRecord, ReportRecord, type ReportStatus } from '#shared/reports/record.ts';
import { isReportOver, mayJudge, reportEndsAt, waitsSince } from '#shared/reports/rules.ts';

const pageSize = 20;

export const parseReport = (item: Item): ReportRecord => ReportRecord.parse(item['record']);

const ending = (report: ReportRecord) => {
  const endsAt = reportEndsAt(report);
  return endsAt === undefined ? {} : { ttl: Math.floor(endsAt / 1000) };
};

export const reportItem = (report: ReportRecord) => {
  const { id, reporterId, accusedId, status, createdAt, decision } = report;
  return {
    ...keys.report(id),
    ...indexes.queue('report', status, decision?.at ?? waitsSince(report)),
    ...(accusedId ? indexes.reportsAbout(accusedId, createdAt) : {}),
    ...(reporterId ? indexes.reportsBy(reporterId, createdAt) : {}),
    kind: 'report' as const,
    version: report.version,
    record: report,
    ...ending(report),
  };
};

export const reportKeptItem = (report: ReportRecord, record: ReportKeptRecord) => ({
  ...keys.reportKept(report.id),
  kind: 'reportKept' as const,
  record,
  ...ending(report),
});

export const listOfReports = (of: 'sentBy' | 'about', memberId: string): List =>
  of === 'sentBy'
    ? { index: 'gs3', partition: indexes.reportsBy(memberId, '').gs3pk }
    : { index: 'gs1', partition: indexes.reportsAbout(memberId, '').gs1pk };

export const reportRepository = (table: Table) => ({ ...reads(table), ...writes(table) });

function reads(table: Table) {
  const readItem = (id: string) => table.get(keys.report(id), { consistent: true });
  const page = async (
    list: List,
    now: number,
    { cursor, isNewestFirst }: { cursor?: string; isNewestFirst: boolean },
  ) => {
    const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor, isNewestFirst });
    return { items: items.map(parseReport).filter((report) => !isReportOver(report, now)), ...rest };
  };

  return {
    readItem,

    async read(id: string, now: number): Promise<ReportRecord | undefined> {
      const item = await readItem(id);
      const report = item && parseReport(item);
      return report && !isReportOver(report, now) ? report : undefined;
    },

    /** Those of these reports that the administrator may not judge, so that the log hides their lines from them. */
    async closedTo(admin: Parameters<typeof mayJudge>[1], ids: readonly string[]): Promise<ReadonlySet<string>> {
      const items = await table.getMany([...new Set(ids)].map(keys.report));
      return new Set(
        items
          .flatMap((item) => (item ? [parseReport(item)] : []))
          .filter((report) => !mayJudge(report, admin))
          .map(({ id }) => id),
      );
    },

    /** The excerpt that a report keeps; undefined once it is erased. */
    async kept(id: string): Promise<ReportKeptRecord | undefined> {
      const item = await table.get(keys.reportKept(id), { consistent: true });
      return item && ReportKeptRecord.parse(item['record']);
    },

    /** One state: what waits oldest first, else newest first. */
    queue: (status: ReportStatus, now: number, cursor?: string) =>
      page({ index: 'gs2', partition: indexes.queue('report', status, '').gs2pk }, now, {
        ...(cursor === undefined ? {} : { cursor }),
        isNewestFirst: status === 'closed',
      }),

    about: async (accusedId: string, now: number): Promise<ReportRecord[]> =>
      (await page(listOfReports('about', accusedId), now, { isNewestFirst: true })).items,

    async *sentBy(reporterId: string): AsyncGenerator<ReportRecord> {
      for await (const item of itemsOf(table, queryOf(listOfReports('sentBy', reporterId)))) yield parseReport(item);
    },
  };
}

function writes(table: Table) {
  const keep = (report: ReportRecord, kept: ReportKeptRecord | undefined): Write =>
    kept ? table.put(reportKeptItem(report, kept)) : table.remove(keys.reportKept(report.id));

  return {
    keep,

    /** A new report with its excerpt. The second of the same id is refused. */
    add: (report: ReportRecord, kept: ReportKeptRecord, refuse?: Write['refuse']): Write[] => [
      table.put(reportItem(report), absent, refuse),
      keep(report, kept),
    ],

    /** Stores the decision about a report, and when its excerpt expires. `refuse` gets the stored report. */
    decide: (report: ReportRecord, hasKept: boolean, refuse: NonNullable<Write['refuse']>): Write[] => [
      table.put(reportItem(report), atVersion(report.version - 1), refuse),
      ...(hasKept
        ? [
            table.update(
              keys.reportKept(report.id),
              expression`SET #ttl = ${ending(report).ttl}`,
              present,
              () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }),
            ),
          ]
        : []),
    ],

    remove: (id: string): Write[] => [table.remove(keys.report(id)), table.remove(keys.reportKept(id))],

    save: (report: ReportRecord, refuse?: Write['refuse']): Write =>
      table.put(reportItem(report), atVersion(report.version - 1), refuse),
  };
}

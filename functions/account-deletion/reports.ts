import { isDeepStrictEqual } from 'node:util';
import { queryOf } from '#functions/platform/http/list.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table, Write } from '#functions/platform/table.ts';
import { listOfReports, parseReport, reportRepository } from '#functions/reports/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { ReportKeptRecord, ReportRecord } from '#shared/reports/record.ts';
import { withoutAccused, withoutReporter } from '#shared/reports/rules.ts';
import { type DeletionTools, each } from './tools.ts';

export async function* reports({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const list = (of: 'sentBy' | 'about') => itemsOf(table, queryOf(listOfReports(of, id)));
  yield* each(list('sentBy'), (item) => strip(table, item, withoutReporter, withoutLinesOf));
  yield* each(list('about'), (item) => strip(table, item, withoutAccused, () => undefined));
}

/** An objection keeps texts of its reporter alone: their name, their listing, and the reason that they were given. */
const withoutLinesOf = ({ lines }: ReportKeptRecord, { about }: ReportRecord): ReportKeptRecord | undefined =>
  about.kind === 'decision' ? undefined : { lines: lines.filter(({ by }) => by !== 'reporter') };

/** Stores a report and what was kept without a member's words. False if nothing of them is left. */
async function strip(
  table: Table,
  found: Item,
  ofReport: (report: ReportRecord) => ReportRecord,
  ofKept: (kept: ReportKeptRecord, report: ReportRecord) => ReportKeptRecord | undefined,
): Promise<boolean> {
  const reports = reportRepository(table);
  // The index may be stale.
  const item = await reports.readItem(parseReport(found).id);
  if (!item) return false;
  const report = parseReport(item);
  const kept = await reports.kept(report.id);
  const [restOfReport, restOfKept] = [ofReport(report), kept && ofKept(kept, report)];
  const writes: Write[] = [
    ...(isDeepStrictEqual(report, restOfReport)
      ? []
      : [reports.save({ ...restOfReport, version: report.version + 1 })]),
    ...(isDeepStrictEqual(kept, restOfKept) ? [] : [reports.keep(report, restOfKept)]),
  ];
  if (writes.length === 0) return false;
  await table.transact(writes);
  return true;
}

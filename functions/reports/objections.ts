import { derivedId } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { toObjection } from '#shared/reports/objections.ts';
import type { Objection } from '#shared/reports/record.ts';
import { parseReport } from './repository.ts';

/** One objection for each link (`<decision>.<reader>`); its answer has a link of its own. */
export const objectionIdOf = (subject: string): string => derivedId('report', `objection ${subject}`);

/** `<decision>.<reader>` */
export function partsOf(subject: string): [about: string, readerId: string] {
  const dot = subject.lastIndexOf('.');
  return [subject.slice(0, dot), subject.slice(dot + 1)];
}

/** The objections by these links, by their subjects; undefined for a link that was not used. */
export async function objectionsBy(
  table: Table,
  subjects: readonly string[],
): Promise<(subject: string) => Objection | undefined> {
  const items = subjects.length > 0 ? await table.getMany(subjects.map((one) => keys.report(objectionIdOf(one)))) : [];
  const found = new Map(
    subjects.flatMap((subject, index) => {
      const item = items[index];
      return item ? [[subject, toObjection(parseReport(item))] as const] : [];
    }),
  );
  return (subject) => found.get(subject);
}

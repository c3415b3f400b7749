import type { Actor } from '#functions/actor.ts';
import { answer } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { AdminReport, adminReportRoutes } from '#shared/admin/reports.ts';
import { faceOf, type ProfileRecord } from '#shared/profiles/record.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { mayJudge } from '#shared/reports/rules.ts';

/** The acts of administrators on reports. */
export function adminReportHandlers({ table, now }: Deps): Handlers<typeof adminReportRoutes> {
  const reports = reportRepository(table);
  const profiles = profileRepository(table);

  return {
    adminReports: async ({ actor, query: { status = 'pending', cursor } }) => {
      const { items, ...rest } = await reports.queue(status, now(), cursor);
      const people = await profiles.readMany(items.flatMap(membersOf));
      return answer({ items: items.map((report) => toAdminReport(actor, report, people)), ...rest });
    },
  };
}

const membersOf = ({ reporterId, accusedId }: ReportRecord): string[] =>
  [reporterId, accusedId].filter((id) => id !== undefined);

/**
 * A report in the panel. Without people and words for an administrator who may not judge it: they may be the accused
 * (rule 177).
 */
function toAdminReport(actor: Actor, report: ReportRecord, people: ReadonlyMap<string, ProfileRecord>): AdminReport {
  const { id, about, reason, text, reporterId, name, email, accusedId, createdAt, status, decision, version } = report;
  const common = { id, reason, createdAt, status, version };
  if (!mayJudge(report, actor)) return { ...common, about: { kind: about.kind }, isOwn: true };
  const face = (memberId: string | undefined) => {
    const profile = memberId === undefined ? undefined : people.get(memberId);
    return profile && faceOf(profile);
  };
  const [reporter, accused] = [face(reporterId), face(accusedId)];
  return {
    ...common,
    about,
    ...(text ? { text } : {}),
    ...(reporter ? { reporter } : {}),
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(accused ? { accused } : {}),
    ...(decision ? { decision } : {}),
  };
}

import { applyStep, conflictRefusal, decide } from '#functions/deliveries/decide.ts';
import { atSeenVersion } from '#functions/deliveries/step-writes.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import { alarmsOf } from '#functions/reports/send-report.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ProblemKind } from '#shared/deliveries/problem.ts';
import { problemObstacle, reportProblem, settleProblem } from '#shared/deliveries/problem-rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { messageLines, problemLines } from '#shared/reports/excerpts.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { excerptOf, messagesBefore } from '#shared/reports/rules.ts';

type ProblemAct = 'reportProblem' | 'settleProblem';

/** A problem is a report that both members know of (rule 172). */
export function problemHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, ProblemAct> {
  const { table, now, newId } = deps;
  return {
    reportProblem: async ({ actor, resource, version, body }) => {
      const refuse = (current: ParcelRecord | undefined) => {
        const refusal = conflictRefusal(deps, actor, current);
        const obstacle = current && problemObstacle(current, now());
        return obstacle ? new Refusal(refusal.code, obstacle, refusal.details) : refusal;
      };
      const [facts, at] = [{ ...body, reportId: newId() }, now()];
      const step = atSeenVersion(resource, version, () => reportProblem(resource, actor.id, facts, at), refuse);
      const { problem: kind = body.kind } = step;
      const report = reportOf(resource, actor.id, { ...facts, kind, at: new Date(at).toISOString() });
      const people = [actor.id, report.accusedId ?? ''];
      const guards = [
        ...reportRepository(table).add(report, { lines: await keptLines(deps, resource, report) }),
        // A member who is erased cannot answer, and nothing new is kept of them.
        ...people.map((id) => profileRepository(table).mustBeConfirmed(id, otherLeft)),
        ...(await alarmsOf(deps, report, actor.id)),
      ];
      return applyStep(deps, actor, resource, step, { guards, refuse });
    },

    settleProblem: async ({ actor, resource, version }) => {
      const step = decide(deps, actor, resource, { version }, () => settleProblem(resource, actor.id, now()));
      return applyStep(deps, actor, resource, step);
    },
  };
}

const otherLeft = () =>
  new Refusal('RECIPIENT_UNAVAILABLE', {
    title: 'Membre parti',
    detail: "L'autre membre n'a plus de compte et ne peut pas répondre. Écrivez-nous.",
  });

const otherOf = ({ ownerId, carrierId = '' }: ParcelRecord, memberId: string) =>
  memberId === ownerId ? carrierId : ownerId;

function reportOf(
  parcel: ParcelRecord,
  reporterId: string,
  { kind, text, reportId, at }: { kind: ProblemKind; text: string; reportId: string; at: string },
): ReportRecord {
  return {
    id: reportId,
    about: { kind: 'parcel', id: parcel.id },
    reason: kind === 'content' ? 'danger' : 'other',
    text,
    problem: { kind },
    reporterId,
    accusedId: otherOf(parcel, reporterId),
    createdAt: at,
    status: 'pending',
    version: 1,
  };
}

/** The last messages of the two, what they agreed on and when, and the words of the report at last. */
async function keptLines({ table }: Deps, parcel: ParcelRecord, { reporterId = '', ...report }: ReportRecord) {
  const topic = { a: reporterId, b: otherOf(parcel, reporterId), parcelId: parcel.id };
  const threads = threadRepository(table);
  const [head, found] = await Promise.all([threads.head(topic), threads.messages(topic, {})]);
  // The nightly job erases in parts: some messages up to this number may still be stored.
  const messages = found.filter(({ seq }) => seq > (head?.erasedUpTo ?? 0)).slice(-messagesBefore);
  return excerptOf([...messageLines(messages, reporterId), ...problemLines(parcel, report)]);
}

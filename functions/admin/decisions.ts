import type { Actor } from '#functions/actor.ts';
import type { DecisionFacts } from '#functions/mail/mail.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { brokenTerm } from '#shared/admin/broken-term.ts';
import type { LogTarget } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { Refusal } from '#shared/refusal.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { Reported } from '#shared/reports/record.ts';
import type { LogSubject } from './log.ts';

/**
 * An administrator decides about the version they saw: a change in between refuses the decision and returns the current
 * state.
 */
export function requireSeen(seen: number, resource: { version: number }, current: unknown): void {
  if (seen !== resource.version) throw new Refusal('CONTENT_CHANGED', undefined, { current });
}

/** The refusal of an act whose resource changed between its reading and its storing. */
export const changedSince = <Record>(current: Record | undefined, view: (record: Record) => unknown): Refusal =>
  current ? new Refusal('CONTENT_CHANGED', undefined, { current: view(current) }) : new Refusal('NOT_FOUND');

/** The outcome of a rule; a refusal because another administrator was faster returns what they decided. */
export function unlessDecided<Outcome>(rule: () => Outcome, current: () => unknown): Outcome {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ALREADY_DECIDED') throw error;
    throw new Refusal('ALREADY_DECIDED', undefined, { current: current() });
  }
}

export interface AdminDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export interface Judged<Resource> {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly version: number;
}

/**
 * The facts of the mail about a restriction of this subject (rule 179). It follows a report if one about it still
 * waits: administrators act before they close a report.
 */
export async function decisionFacts(
  { table, now }: Deps,
  { type, id, line }: Required<LogSubject>,
  memberId: string,
  restriction: Restriction,
): Promise<DecisionFacts> {
  const reports = await reportRepository(table).about(memberId, now());
  const isReported = reports.some(({ status, about }) => status === 'pending' && isAbout(about, type, id));
  return {
    origin: isReported ? 'report' : 'check',
    about: decisionId({ kind: type, id, line }),
    ...termOf(type, restriction),
  };
}

const isAbout = (about: Reported, type: LogTarget, id: string): boolean =>
  type === 'profile' ? profileKinds.includes(about.kind) : about.kind === type && about.id === id;

const profileKinds: readonly Reported['kind'][] = ['member', 'message', 'review'];

export function termOf(kind: string, restriction: Restriction): Pick<DecisionFacts, 'termId'> {
  const termId = brokenTerm(kind, restriction);
  return termId ? { termId } : {};
}

import type { ParcelRecord } from '../parcels/record.ts';
import { isClosed, isDeclared, isHalfAgreed, isParty } from '../parcels/rules.ts';
import { Refusal } from '../refusal.ts';
import { problemKindsOf } from '../situation/open-problem.ts';
import { dayMs, dayOf, shortDay } from '../values/time.ts';
import { loadOf } from './agreement.ts';
import type { OverrideTarget } from './contract.ts';
import { ProblemEnd, type ProblemKind } from './problem.ts';
import { type DeliveryStep, deliveryStateOf, isOnItsWay, isReturning, next, withoutCarrier } from './rules.ts';

/** Days after the end of a delivery in which a problem is reported (rule 169). */
const reportableDays = 14;

type Reportable = Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'deliveredAt'>;

type Awaited = Pick<ParcelRecord, 'status' | 'declaredAt' | 'returnConfirmedAt' | 'resumedAt' | 'deadline' | 'terms'>;

/** The day (ISO) before which a parcel on its way cannot be late: that of its trip, else its last one. */
const expectedDay = ({ terms, deadline }: Awaited) => terms?.trip?.travelDate ?? deadline;

/**
 * The kinds that a member may report now. A parcel has not arrived from its day on, or once an end is declared or a
 * problem settled. Before, its owner may report that it is lost, or that its carrier is silent (rule 169).
 */
export function reportableKinds(parcel: Awaited, isOwner: boolean, now: number): ProblemKind[] {
  const isDue =
    !isOnItsWay(parcel) || isDeclared(parcel) || parcel.resumedAt !== undefined || dayOf(now) >= expectedDay(parcel);
  return problemKindsOf(isOwner).filter((kind) => kind !== (isDue ? 'missing' : 'not_arrived'));
}

/** The end (ms) of the time to report a problem; undefined before the pickup, and of a cancelled parcel. */
export function reportableUntil(parcel: Reportable): number | undefined {
  if (isOnItsWay(parcel) || isReturning(parcel)) return Number.POSITIVE_INFINITY;
  const end =
    parcel.status === 'delivered'
      ? parcel.deliveredAt
      : parcel.status === 'returned'
        ? parcel.returnConfirmedAt
        : undefined;
  return end === undefined ? undefined : Date.parse(end) + reportableDays * dayMs;
}

export const canReportProblem = (parcel: Reportable & Pick<ParcelRecord, 'problem'>, now: number): boolean =>
  !parcel.problem && now < (reportableUntil(parcel) ?? 0);

/** The sentence of a refused report of a problem; undefined where the state alone refuses it. */
export function problemObstacle(parcel: Reportable & Pick<ParcelRecord, 'problem'>, now: number) {
  if (parcel.problem)
    return { title: 'Problème déjà signalé', detail: 'Écrivez ce que vous savez dans votre conversation.' };
  const until = reportableUntil(parcel);
  return until !== undefined && until <= now
    ? {
        title: 'Délai dépassé',
        detail: `Un problème se signale jusqu'à ${reportableDays} jours après la fin. Écrivez-nous.`,
      }
    : undefined;
}

/** The parcel at its next version, in the same state: a problem is no step of it. */
const noted = (parcel: ParcelRecord): ParcelRecord => ({ ...parcel, version: parcel.version + 1 });

/** Silence about a declaration counts from the end of the problem (rule 171). */
const resumed = (parcel: ParcelRecord, now: number) => noted({ ...parcel, resumedAt: new Date(now).toISOString() });

/** Owner or carrier reports what went wrong (rule 169). */
export function reportProblem(
  parcel: ParcelRecord,
  meId: string,
  { kind, text, reportId }: { kind: ProblemKind; text: string; reportId: string },
  now: number,
): DeliveryStep {
  if (!isParty(meId, parcel)) throw new Refusal('NOT_ALLOWED');
  if (!canReportProblem(parcel, now)) throw new Refusal('STATE_CHANGED');
  const kinds = reportableKinds(parcel, meId === parcel.ownerId, now);
  // Its day may have come since the form was opened.
  const due = kind === 'missing' && !kinds.includes(kind) ? 'not_arrived' : kind;
  if (!kinds.includes(due))
    throw new Refusal('INVALID', undefined, {
      fields: {
        kind:
          kind === 'not_arrived' && meId === parcel.ownerId
            ? `Le colis est attendu le ${shortDay(expectedDay(parcel))} : signalez-le à partir de ce jour`
            : "Choisissez ce qui s'est passé",
      },
    });
  const told = due === 'not_arrived' && parcel.status === 'returned' ? 'not_returned' : due;
  const problem = { reportId, kind: told, by: meId, at: new Date(now).toISOString() };
  return { parcel: noted({ ...parcel, problem }), event: 'problemReported', reason: text, problem: told };
}

/** A message of the member who did not report the problem answers it; undefined where nothing is left to answer. */
export function answerProblem(parcel: ParcelRecord, authorId: string, at: string): ParcelRecord | undefined {
  const { problem } = parcel;
  if (!problem || problem.answeredAt || problem.by === authorId || !isParty(authorId, parcel)) return undefined;
  return noted({ ...parcel, problem: { ...problem, answeredAt: at } });
}

/** « Le problème est résolu », in the words of its author (rule 170). */
export function settleProblem(parcel: ParcelRecord, meId: string, now: number): DeliveryStep {
  if (!isParty(meId, parcel)) throw new Refusal('NOT_ALLOWED');
  const { problem, ...rest } = parcel;
  if (!problem) throw new Refusal('STATE_CHANGED');
  if (problem.by !== meId)
    throw new Refusal('NOT_ALLOWED', {
      title: 'Accès refusé',
      detail: "Seul le membre qui a signalé le problème peut dire qu'il est résolu.",
    });
  return { parcel: resumed(rest, now), event: 'problemSettled' };
}

/** An administrator decides the open problem: the delivery stays as it is, or ends (rule 172). */
export function decideProblem(
  parcel: ParcelRecord,
  { end, reason }: { end: ProblemEnd | undefined; reason: string },
  now: number,
): DeliveryStep {
  const { problem, ...rest } = parcel;
  if (!problem) throw new Refusal('STATE_CHANGED');
  const decided = { event: 'problemDecided', reason, problem: problem.kind } as const;
  return end
    ? { ...decided, parcel: ended({ ...rest, ...grouped(parcel) }, end, now), end }
    : { ...decided, parcel: resumed(rest, now) };
}

/**
 * An accepted objection annuls a decision about a problem, or one that has settled the parcel. A parcel that it has
 * ended waits for its unblocking (rule 173).
 */
export const annulDecision = (
  parcel: ParcelRecord,
  {
    problem,
    annuls,
    hasEnded,
    reason,
  }: { problem: ProblemKind | undefined; annuls: number; hasEnded: boolean; reason: string },
): DeliveryStep => ({
  parcel: noted(hasEnded ? { ...parcel, annulled: true } : parcel),
  event: 'decisionAnnulled',
  reason,
  annuls,
  ...(problem ? { problem } : {}),
});

/** A decision that replaces another one keeps the group from before both. */
const grouped = (parcel: ParcelRecord): Pick<ParcelRecord, 'groupBefore'> =>
  parcel.decidedAt !== undefined && !parcel.problem ? {} : { groupBefore: deliveryStateOf(parcel) };

function ended(parcel: ParcelRecord, end: ProblemEnd, now: number): ParcelRecord {
  const { deliveredAt, returnConfirmedAt, annulled: _1, settledAt: _2, ...open } = parcel;
  const at = new Date(now).toISOString();
  const declaredAt = open.status === 'delivery' ? open.declaredAt : undefined;
  switch (end) {
    case 'delivered':
      return next(open, { status: 'delivered', decidedAt: at, deliveredAt: deliveredAt ?? declaredAt ?? at });
    case 'returned':
      return next(open, { status: 'returned', decidedAt: at, returnConfirmedAt: returnConfirmedAt ?? at });
    case 'lost':
    case 'seized':
      return next(open, { status: 'cancelled', decidedAt: at, outcome: end });
  }
}

/** A decision about a problem, or one that was annulled, ended the delivery, so another one may follow (rule 173). */
export function canOverride(
  parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'carrierId' | 'decidedAt' | 'annulled'>,
  to: OverrideTarget,
): boolean {
  const isOpenAgain = parcel.decidedAt !== undefined || parcel.annulled === true;
  if (isClosed(parcel) && !isOpenAgain) return false;
  if (to === 'active') return parcel.status !== 'active';
  if (to === 'lost' || to === 'seized') return isOpenAgain || isOnItsWay(parcel) || parcel.status === 'returned';
  return to === 'cancelled' || parcel.carrierId !== undefined;
}

/**
 * Half an agreement has booked nothing: settled, it names no trip. A whole one keeps its trip, and takes its kilos only
 * if they were not given back.
 */
function withoutUnbooked(parcel: ParcelRecord): ParcelRecord {
  if (!parcel.terms?.trip || loadOf(parcel)) return parcel;
  if (!isHalfAgreed(parcel)) return { ...parcel, unbooked: true };
  const { trip: _unbooked, ...terms } = parcel.terms;
  return { ...parcel, terms };
}

/** The root administrator settles a stuck parcel (rule 109): free again, or ended. Both may contest the end. */
export function overrideParcel(parcel: ParcelRecord, to: OverrideTarget, reason: string, now: number): DeliveryStep {
  if (!canOverride(parcel, to)) throw new Refusal('STATE_CHANGED');
  const at = new Date(now).toISOString();
  const { problem, outcome: _1, decidedAt: _2, annulled: _3, deliveredAt: _4, returnConfirmedAt: _5, ...open } = parcel;
  const end = ProblemEnd.safeParse(to).data;
  const ended = { ...open, ...(parcel.carrierId ? { settledAt: at, ...grouped(parcel) } : {}) };
  const settled: Readonly<Record<OverrideTarget, () => ParcelRecord>> = {
    active: () => next(withoutCarrier(open), { status: 'active' }),
    returned: () => next(withoutUnbooked(ended), { status: 'returned', returnConfirmedAt: at }),
    delivered: () => next(withoutUnbooked(ended), { status: 'delivered', deliveredAt: at }),
    lost: () => next(ended, { status: 'cancelled', outcome: 'lost' }),
    seized: () => next(ended, { status: 'cancelled', outcome: 'seized' }),
    cancelled: () => next(ended, { status: 'cancelled' }),
  };
  return {
    parcel: settled[to](),
    event: 'overridden',
    reason,
    ...(problem ? { problem: problem.kind } : {}),
    ...(end ? { end } : {}),
  };
}

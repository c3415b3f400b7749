import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { endsByArrival } from '#shared/situation/open-problem.ts';

/** A problem of the present delivery: how it was reported, how it ended if it did, and its photos. */
export interface ProblemStory {
  readonly reported: TrackingEvent;
  /** Absent while it is open. */
  readonly end: TrackingEvent | undefined;
  /** Our team has undone its decision, and perhaps that in its turn. */
  readonly undone: readonly TrackingEvent[];
  readonly proofs: readonly Proof[];
}

/** The one that has a card of its own: the open problem, or the last one with our team's decision. */
export function storyOfCard(stories: readonly ProblemStory[], { problem }: Situation): ProblemStory | undefined {
  const last = stories.at(-1);
  return problem || last?.end?.type === 'problemDecided' ? last : undefined;
}

/** A photo alone settles nothing, so words about the problem come before an arrival (rule 170). */
function endIn(events: readonly TrackingEvent[], { problem }: TrackingEvent): TrackingEvent | undefined {
  const first = (types: readonly TrackingEvent['type'][]) => events.find(({ type }) => types.includes(type));
  return (
    first(['problemSettled', 'problemDecided', 'overridden']) ??
    (problem && endsByArrival({ kind: problem })
      ? first(['validateDelivery', 'receiptConfirmed', 'returnConfirmed'])
      : undefined)
  );
}

/** Each one undoes the one before it: after an objection, or by unblocking the delivery. */
export function undoingsOf(events: readonly TrackingEvent[], decision: TrackingEvent): TrackingEvent[] {
  const isEnd = decision.type === 'problemDecided' && decision.end !== undefined;
  const undone = events
    .slice(events.indexOf(decision) + 1)
    .find(({ type, annuls }) => (type === 'overridden' ? isEnd : annuls === decision.version));
  return undone ? [undone, ...undoingsOf(events, undone)] : [];
}

/** The problems of the present delivery, oldest first. */
export function problemStories(events: readonly TrackingEvent[], proofs: readonly Proof[]): ProblemStory[] {
  const own = events.slice(events.findLastIndex(endsAgreement) + 1);
  const reports = own.filter(({ type }) => type === 'problemReported');
  return reports.map((reported, index) => {
    const next = reports[index + 1]?.at;
    const isIn = ({ at }: { at: string }) => at >= reported.at && (next === undefined || at < next);
    const end = endIn(own.filter(isIn), reported);
    return {
      reported,
      end,
      undone: end?.type === 'problemDecided' ? undoingsOf(own, end) : [],
      proofs: proofs.filter((proof) => proof.stage === 'problem' && isIn(proof)),
    };
  });
}

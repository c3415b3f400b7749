import * as z from 'zod/mini';
import { dayMs } from '../values/time.ts';

/**
 * A thing that went wrong: the first four are of the owner, the others of the carrier (rule 169). A parcel that comes
 * back and has not arrived is `not_returned`, and one that is not due yet `missing`.
 */
export const ProblemKind = z.enum(
  ['not_arrived', 'not_returned', 'missing', 'damaged', 'lost', 'customs', 'content'],
  "Choisissez ce qui s'est passé",
);
export type ProblemKind = z.infer<typeof ProblemKind>;

/** The longest description of a problem, in characters. */
export const problemTextLength = 1000;

const problem = {
  kind: ProblemKind,
  /** The member who reported it. */
  by: z.string(),
  at: z.string(),
  /** ISO: the first message of the other member about it. */
  answeredAt: z.optional(z.string()),
};

/** The open problem of a delivery, as its two members read it. */
export const Problem = z.object({
  ...problem,
  /** ISO: until then the other member has time to answer, and administrators decide from then on (rule 172). */
  answerBy: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** Days that the other member has before administrators decide (rule 172). */
const answerDays = 3;

/** The moment (ISO) from which administrators may decide. */
export const decidableAt = (reportedAt: string): string =>
  new Date(Date.parse(reportedAt) + answerDays * dayMs).toISOString();

/** The open problem as its parcel stores it, exactly while its report is pending. */
export const ProblemRecord = z.object({ ...problem, reportId: z.string() });
export type ProblemRecord = z.infer<typeof ProblemRecord>;

export const toProblem = ({ reportId: _own, ...problem }: ProblemRecord): Problem => ({
  ...problem,
  answerBy: decidableAt(problem.at),
});

/** How an administrator ends the delivery of a problem (rule 172). */
export const ProblemEnd = z.enum(['delivered', 'returned', 'lost', 'seized'], 'Choisissez une suite');
export type ProblemEnd = z.infer<typeof ProblemEnd>;

/** The outcome of a `cancelled` parcel that is lost, or that customs kept (rule 174). */
export const Outcome = z.enum(['lost', 'seized']);
export type Outcome = z.infer<typeof Outcome>;

const kinds: Readonly<Record<'owner' | 'carrier', readonly ProblemKind[]>> = {
  owner: ['not_arrived', 'missing', 'damaged'],
  carrier: ['lost', 'customs', 'content'],
};

/** The kinds that a member may report, in the order of the form. */
export const problemKindsOf = (isOwner: boolean): readonly ProblemKind[] => kinds[isOwner ? 'owner' : 'carrier'];

/** The reader of a delivery has reported its open problem. */
export const isOwnProblem = (isOwner: boolean, { kind }: Pick<Problem, 'kind'>): boolean =>
  problemKindsOf(isOwner).includes(kind === 'not_returned' ? 'not_arrived' : kind);

/** A parcel that has arrived is not missing any more (rule 170). */
export const endsByArrival = ({ kind }: Pick<Problem, 'kind'>): boolean =>
  kind === 'not_arrived' || kind === 'not_returned' || kind === 'missing' || accusesNobody({ kind });

/** Customs keep the parcel, so that its carrier does not have it (rule 171). */
export const isWithCustoms = (problem: Pick<Problem, 'kind'> | undefined): boolean => problem?.kind === 'customs';

/** A loss is the fault of neither, so it is in no list of earlier reports about a member. */
export const accusesNobody = ({ kind }: Pick<Problem, 'kind'>): boolean => kind === 'lost' || isWithCustoms({ kind });

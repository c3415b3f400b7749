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
  /** ISO: the carrier has left to deliver the parcel since. */
  startedAt: z.optional(z.string()),
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

import * as z from 'zod/mini';
import { ProblemEnd, ProblemKind } from '../deliveries/problem.ts';

/** Reasons of a report, in the order of its dialog. */
export const ReportReason = z.enum(
  ['forbidden', 'scam', 'abuse', 'false', 'danger', 'illegal', 'other'],
  'Choisissez ce qui se passe',
);
export type ReportReason = z.infer<typeof ReportReason>;

/** The longest explanation, in characters. */
export const reportTextLength = 2000;

export const ReportStatus = z.enum(['pending', 'closed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

/** `acted`: an administrator has removed, deleted or blocked something, by the acts that do it (rule 178). */
export const ReportOutcome = z.enum(['dismissed', 'warned', 'acted'], 'Choisissez une décision');
export type ReportOutcome = z.infer<typeof ReportOutcome>;

/** An objection as its author reads it: received, to be answered by a moment, answered. ISO. */
export const Objection = z.object({
  at: z.string(),
  answerBy: z.string(),
  answer: z.optional(z.object({ at: z.string(), outcome: ReportOutcome, reason: z.optional(z.string()) })),
});
export type Objection = z.infer<typeof Objection>;

/** The objections of one member to a decision (rule 179). */
export const Contest = z.object({
  /** Their objections, oldest first: each later one is to the answer to the one before. */
  sent: z.array(Objection),
  /** How the decision, or the last answer, is contested now, and until when (ISO). */
  open: z.optional(z.object({ token: z.string(), until: z.string() })),
});
export type Contest = z.infer<typeof Contest>;

/**
 * The reported thing. `id` is that of the parcel, trip, member or review; of a message `<thread>#<number>`; of a
 * decision its `decisionId`. A page of visitors may have none.
 */
export const Reported = z.object({
  kind: z.enum(['parcel', 'trip', 'member', 'review', 'message', 'page', 'decision']),
  id: z.optional(z.string()),
});
export type Reported = z.infer<typeof Reported>;

/** A reported thing by its title, name or number, and its route (« de Paris à Alger »). */
export const NamedThing = z.object({
  name: z.optional(z.string()),
  route: z.optional(z.string()),
  /** A decision about the problem of this parcel's delivery. */
  isDelivery: z.optional(z.literal(true)),
});
export type NamedThing = z.infer<typeof NamedThing>;

/** A report as stored. A member's has the id of `reportIdOf` (functions/reports), so that a second one is refused. */
export const ReportRecord = z.object({
  id: z.string(),
  about: Reported,
  reason: ReportReason,
  text: z.optional(z.string()),
  /** The problem of a delivery, of which the accused knows (rule 172). */
  problem: z.optional(z.object({ kind: ProblemKind })),
  reporterId: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  /** The member whose conduct or content it is about; absent where the thing has none. */
  accusedId: z.optional(z.string()),
  /** The other member of a contested problem, where the objection accuses them of nothing (rule 173). */
  recusedId: z.optional(z.string()),
  decidedBy: z.optional(z.string()),
  createdAt: z.string(),
  status: ReportStatus,
  decision: z.optional(
    z.object({
      outcome: ReportOutcome,
      /** The reporter reads it; absent once they are erased. */
      reason: z.optional(z.string()),
      /** The accused reads it. */
      warning: z.optional(z.string()),
      /** The end of the delivery, with `acted` about a problem. */
      end: z.optional(ProblemEnd),
      by: z.string(),
      at: z.string(),
      /** Its line of the log, which the objection to an answer names. */
      line: z.optional(z.string()),
    }),
  ),
  version: z.int(),
});
export type ReportRecord = z.infer<typeof ReportRecord>;

/**
 * One text of a thing that members read: a fact of a listing or profile with its label, or a message with the role of
 * its author. Roles instead of names: the excerpt outlives an account.
 */
export const ExcerptLine = z.object({
  label: z.optional(z.string()),
  by: z.optional(z.enum(['reporter', 'accused'])),
  at: z.optional(z.string()),
  text: z.string(),
});
export type ExcerptLine = z.infer<typeof ExcerptLine>;

/** The excerpt of the reported thing when the report was sent (rule 176). */
export const ReportKeptRecord = z.object({ lines: z.array(ExcerptLine) });
export type ReportKeptRecord = z.infer<typeof ReportKeptRecord>;

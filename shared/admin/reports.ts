import * as z from 'zod/mini';
import { ProblemEnd, ProblemKind } from '../deliveries/problem.ts';
import { ExcerptLine, NamedThing, Reported, ReportOutcome, ReportReason, ReportStatus } from '../reports/record.ts';
import { routes } from '../route.ts';
import { Stage } from '../situation/contract.ts';
import { Card, Cursor, pageOf, Reason } from '../values/fields.ts';
import { BrokenTerm, judged } from './judged.ts';

/** A member in the panel, without the counters that others see. */
export const PanelCard = z.pick(Card, { id: true, firstName: true, lastName: true, avatarUrl: true, verified: true });

export const AdminReport = z.object({
  id: z.string(),
  about: Reported,
  reason: ReportReason,
  createdAt: z.string(),
  status: ReportStatus,
  version: z.int(),
  /** Another administrator decides; nothing shows who sent it. */
  isOwn: z.optional(z.literal(true)),
  text: z.optional(z.string()),
  reporter: z.optional(PanelCard),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  accused: z.optional(PanelCard),
  thing: z.optional(NamedThing),
  /** The open or decided problem of a delivery; it may be decided from this moment on (ISO, rule 172). */
  problem: z.optional(
    z.object({ kind: ProblemKind, decidableAt: z.string(), isDecidable: z.optional(z.literal(true)) }),
  ),
  decision: z.optional(
    z.object({
      outcome: ReportOutcome,
      reason: z.optional(z.string()),
      warning: z.optional(z.string()),
      end: z.optional(ProblemEnd),
      at: z.string(),
    }),
  ),
});
export type AdminReport = z.infer<typeof AdminReport>;

const EarlierReport = z.object({
  id: z.string(),
  kind: Reported.shape.kind,
  reason: ReportReason,
  problem: z.optional(z.object({ kind: ProblemKind })),
  thing: z.optional(NamedThing),
  createdAt: z.string(),
  decision: z.optional(z.object({ outcome: ReportOutcome, end: z.optional(ProblemEnd), at: z.string() })),
});

export const OpenReport = z.object({
  ...AdminReport.shape,
  /** The thing when it was reported; absent once the member's account is erased. */
  kept: z.optional(z.array(ExcerptLine)),
  /** The thing today; absent for messages, which do not change, and once it is deleted. */
  current: z.optional(z.array(ExcerptLine)),
  /** Messages of the two since the report of a problem, oldest first. */
  since: z.optional(z.array(ExcerptLine)),
  /** The parcel of an open problem, which « Mesure prise » ends at this version, or of a contested delivery. */
  parcel: z.optional(z.object({ id: z.string(), title: z.string(), stage: Stage, version: z.int() })),
  /** The contested decision about a delivery is annulled or replaced: the objection is only answered so. */
  isUndone: z.optional(z.literal(true)),
  /** The contested decision, or one behind it, was a warning already. */
  hasWarned: z.optional(z.literal(true)),
  /** ISO: the first message of the other member about the open problem. */
  answeredAt: z.optional(z.string()),
  earlier: z.array(EarlierReport),
});
export type OpenReport = z.infer<typeof OpenReport>;

/** The reason is for the reporter; the warning for the accused with its broken chapter, exactly with that outcome. */
const Judgement = z
  .strictObject({
    outcome: ReportOutcome,
    reason: Reason,
    warning: z.optional(Reason),
    term: z.optional(BrokenTerm),
    /** The end of the delivery, with « Mesure prise » about a problem. */
    parcel: z.optional(z.strictObject({ to: ProblemEnd, version: z.int() })),
  })
  .check(
    z.refine(({ outcome, warning }) => (outcome === 'warned') === (warning !== undefined), {
      path: ['warning'],
      error: "Écrivez l'avertissement, s'il y en a un",
    }),
  );
export type Judgement = z.infer<typeof Judgement>;

const judge = { party: 'reportJudge', of: 'reportId' } as const;

export const adminReportRoutes = routes({
  /** Waiting ones, oldest first; or closed ones, newest first. */
  adminReports: {
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    query: z.object({ status: z.optional(ReportStatus), cursor: Cursor }),
    reply: pageOf(AdminReport),
  },
  /** Each look is logged (rule 181). */
  adminReport: { method: 'GET', path: '/admin/reports/{reportId}', access: judge, reply: OpenReport },
  /** Blocks and deletes nothing: the acts of members and listings do. */
  decideReport: {
    ...judged,
    path: '/admin/reports/{reportId}/decide',
    access: judge,
    body: Judgement,
    reply: AdminReport,
  },
});

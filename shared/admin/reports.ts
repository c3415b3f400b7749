import * as z from 'zod/mini';
import { Reported, ReportOutcome, ReportReason, ReportStatus } from '../reports/record.ts';
import { routes } from '../route.ts';
import { Cursor, pageOf } from '../values/fields.ts';
import { PanelCard } from './panel-card.ts';

/** A report as administrators read it in the queue, without what was kept. */
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
  /** A visitor, as they called themselves. */
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  accused: z.optional(PanelCard),
  decision: z.optional(
    z.object({
      outcome: ReportOutcome,
      reason: z.optional(z.string()),
      warning: z.optional(z.string()),
      at: z.string(),
    }),
  ),
});
export type AdminReport = z.infer<typeof AdminReport>;

export const adminReportRoutes = routes({
  /** Waiting ones, oldest first; or closed ones, newest first. */
  adminReports: {
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    query: z.object({ status: z.optional(ReportStatus), cursor: Cursor }),
    reply: pageOf(AdminReport),
  },
});

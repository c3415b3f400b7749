import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Email, line, maxLength, text, wanted } from '../values/fields.ts';
import { Contest, ReportReason, reportTextLength } from './record.ts';

/** The subject of a report without a session: something that visitors see, or a decision by the link in its mail. */
const VisitorReported = z.union([
  /** An id that is no listing's is kept as the address of a page. */
  z.strictObject({ kind: z.enum(['parcel', 'trip', 'page']), id: z.optional(wanted(200)) }),
  z.strictObject({ kind: z.literal('decision'), token: z.string().check(z.maxLength(400)) }),
]);
export type VisitorReported = z.infer<typeof VisitorReported>;

export const VisitorReport = z.strictObject({
  about: VisitorReported,
  reason: ReportReason,
  text: text(reportTextLength, 'Ajoutez une explication'),
  name: z.optional(line(maxLength.name, 'Le nom est requis')),
  email: z.optional(Email),
});
export type VisitorReport = z.infer<typeof VisitorReport>;

const Line = z.object({ label: z.string(), text: z.string() });

/** The report of a person without an account, and the objection to a decision (rules 175, 179). */
export const visitorReportRoutes = routes({
  /** The thing of a report, or the decision of a link, as its form names it. A page has no lines. */
  readReported: {
    method: 'POST',
    path: '/reports/thing',
    access: 'anyone',
    body: z.strictObject({ about: VisitorReported }),
    limits: [{ by: 'address', count: 120, seconds: 60 }],
    reply: z.object({ lines: z.array(Line), contest: z.optional(Contest) }),
  },
  /** Its handler counts objections of members by their reader, all else by address. */
  reportAsVisitor: {
    method: 'POST',
    path: '/reports',
    access: 'anyone',
    idempotency: 'own',
    limits: [{ by: 'email', count: 3, seconds: 86_400 }],
    status: 201,
    body: VisitorReport,
    reply: z.object({ reference: z.string() }),
  },
});

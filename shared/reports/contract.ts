import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Id, text, wanted } from '../values/fields.ts';
import { ReportReason, reportTextLength } from './record.ts';
import { visitorReportRoutes } from './visitors.ts';

export const needsText = (reason: ReportReason): boolean => reason === 'illegal' || reason === 'other';

const reportForm = {
  reason: ReportReason,
  text: z.optional(text(reportTextLength)),
};

const explained = z.refine<{ reason: ReportReason; text?: string | undefined }>(
  (report) => !needsText(report.reason) || Boolean(report.text),
  { path: ['text'], error: 'Ajoutez une explication' },
);

/** A member's report; two of the reasons need an explanation. */
export const NewReport = z.strictObject(reportForm).check(explained);
export type NewReport = z.infer<typeof NewReport>;

const NewMessageReport = z
  .strictObject({
    ...reportForm,
    seq: z.int('Position inconnue').check(z.gte(1, 'Position inconnue'), z.lte(9_999_999_999, 'Position inconnue')),
    parcelId: z.optional(Id),
  })
  .check(explained);

const reporting = {
  method: 'POST',
  idempotency: 'required',
  quota: { count: 10, seconds: 86_400 },
  status: 201,
  /** The number that the mails about it have. */
  reply: z.object({ reference: z.string() }),
} as const;

/** Reports of listings, members, messages and reviews (rule 175): one a day of each thing, or of each edited review. */
export const reportRoutes = routes({
  ...visitorReportRoutes,
  reportParcel: {
    ...reporting,
    path: '/parcels/{parcelId}/report',
    access: { party: 'parcelReporter', of: 'parcelId' },
    body: NewReport,
  },
  reportTrip: {
    ...reporting,
    path: '/trips/{tripId}/report',
    access: { party: 'tripReporter', of: 'tripId' },
    body: NewReport,
  },
  reportMember: {
    ...reporting,
    path: '/users/{userId}/report',
    access: { party: 'knownMember', of: 'userId' },
    body: NewReport,
  },
  reportReview: {
    ...reporting,
    path: '/reviews/{reviewId}/report',
    access: { party: 'reviewReader', of: 'reviewId' },
    body: NewReport,
  },
  /** Anything else that a member sees; `page` is its address. */
  reportPage: {
    ...reporting,
    path: '/me/reports',
    access: 'member',
    body: z.strictObject({
      reason: ReportReason,
      text: text(reportTextLength, 'Ajoutez une explication'),
      page: z.optional(wanted(200)),
    }),
  },
  /** The member of the path wrote the message. */
  reportMessage: {
    ...reporting,
    path: '/conversations/{userId}/report',
    access: 'member',
    body: NewMessageReport,
  },
});

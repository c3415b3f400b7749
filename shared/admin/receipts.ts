import * as z from 'zod/mini';
import { ProfileStatus } from '../accounts/me.ts';
import { Receipt } from '../receipts/contract.ts';
import { routes } from '../route.ts';
import { AdminStatus, Cursor, pageOf } from '../values/fields.ts';
import { FileLink } from '../values/files.ts';
import { judged, reasoned } from './judged.ts';

/** `withdrawn`: its member has given up the contract, and waits for the money (rule 216). */
export const ReceiptState = z.enum([...AdminStatus.options, 'withdrawn'], 'État inconnu');
export type ReceiptState = z.infer<typeof ReceiptState>;

export const AdminReceipt = z.object({
  ...Receipt.shape,
  member: z.optional(
    z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      status: ProfileStatus,
      verifies: z.boolean(),
      /** The day of the account's deletion, if its member has asked for it. */
      leavesOn: z.optional(z.string()),
    }),
  ),
  /** The text that this member was asked to write on the transfer. */
  paymentReference: z.string(),
  /** The same file was sent before, by this or by another member. */
  sameFile: z.optional(z.object({ sentAt: z.string(), byOther: z.boolean() })),
  /** While pending, the end of the subscription after an approval now; afterwards the end set by the approval. */
  subscriptionEnd: z.optional(z.string()),
  /** A refund may be noted now. */
  mayBePaidBack: z.boolean(),
  version: z.int(),
});
export type AdminReceipt = z.infer<typeof AdminReceipt>;

export const adminReceiptRoutes = routes({
  /** One state, the longest waiting first; or all, newest first. */
  adminReceipts: {
    method: 'GET',
    path: '/admin/receipts',
    access: 'admin',
    query: z.object({ status: z.optional(ReceiptState), cursor: Cursor }),
    reply: pageOf(AdminReceipt),
  },
  /** Two links to the file, for viewing and for download. Each look is logged. */
  adminReceiptFile: {
    method: 'GET',
    path: '/admin/receipts/{receiptId}/file',
    access: { party: 'receiptJudge', of: 'receiptId' },
    reply: z.object({ ...FileLink.shape, downloadUrl: z.string() }),
  },
  approveReceipt: {
    ...judged,
    path: '/admin/receipts/{receiptId}/approve',
    access: { party: 'receiptJudge', of: 'receiptId' },
    reply: AdminReceipt,
  },
  rejectReceipt: {
    ...reasoned,
    path: '/admin/receipts/{receiptId}/reject',
    access: { party: 'receiptJudge', of: 'receiptId' },
    reply: AdminReceipt,
  },
  /** Notes the refund, of a member who wrote to us also the withdrawal. */
  payBackReceipt: {
    ...judged,
    path: '/admin/receipts/{receiptId}/pay-back',
    access: { party: 'receiptJudge', of: 'receiptId' },
    reply: AdminReceipt,
  },
});

import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { AdminStatus, Cursor, Day, Id, line, Money, pageOf } from '../values/fields.ts';
import { FileLink, Scanning } from '../values/files.ts';

/** A payment as the member declares it. The file is an upload of the kind `receipt_file`. */
export const NewReceipt = z.strictObject({
  uploadId: Id,
  paidOn: z.optional(Day('Indiquez la date du paiement')),
  reference: z.optional(line(60, 'Indiquez la référence')),
});
export type NewReceipt = z.infer<typeof NewReceipt>;

/** Facts of a receipt that are stored as its member reads them. */
export const receiptFields = {
  id: z.string(),
  fileName: z.string(),
  /** SHA-256 of the sent file, base64: the page warns before the same file is sent again. */
  sha256: z.string(),
  amount: Money,
  paidOn: z.optional(z.string()),
  reference: z.optional(z.string()),
  sentAt: z.string(),
  status: AdminStatus,
  reason: z.optional(z.string()),
  /** When its member gave up the contract, and when an administrator has paid it back (rule 216). */
  withdrawnAt: z.optional(z.string()),
  paidBackAt: z.optional(z.string()),
};

export const Receipt = z.object({
  ...receiptFields,
  kind: FileLink.shape.kind,
  decidedAt: z.optional(z.string()),
  /** The fourteenth day after the approval, while its member may give up the contract. */
  withdrawUntil: z.optional(z.string()),
});
export type Receipt = z.infer<typeof Receipt>;

export const receiptRoutes = routes({
  /** Paying is always possible, even for pending and rejected members and with an expired subscription. */
  sendReceipt: {
    method: 'POST',
    path: '/me/receipts',
    access: 'member',
    body: NewReceipt,
    idempotency: 'required',
    quota: { count: 5, seconds: 86_400 },
    status: 201,
    reply: z.union([Receipt, Scanning]),
  },
  myReceipts: {
    method: 'GET',
    path: '/me/receipts',
    access: 'member',
    query: z.object({ cursor: Cursor }),
    reply: z.object({ ...pageOf(Receipt).shape, pending: z.int() }),
  },
  receiptFile: {
    method: 'GET',
    path: '/me/receipts/{receiptId}/file',
    access: { party: 'receiptOwner', of: 'receiptId' },
    reply: FileLink,
  },
  /** Gives up the contract of an approved payment (rule 216). A second call answers what the first one did. */
  withdrawSubscription: {
    method: 'POST',
    path: '/me/receipts/{receiptId}/withdraw',
    access: { party: 'receiptOwner', of: 'receiptId' },
    idempotency: 'required',
    reply: Receipt,
  },
});

import type { Receipt } from '#shared/receipts/contract.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';

/** A receipt as its member reads it, without the place of its file and its administrator. */
export function toReceipt(receipt: ReceiptRecord): Receipt {
  const { id, fileName, contentType, sha256, amount, paidOn, reference, sentAt, status, reason } = receipt;
  return {
    id,
    fileName,
    kind: contentType === 'application/pdf' ? 'pdf' : 'image',
    sha256,
    amount,
    ...(paidOn ? { paidOn } : {}),
    ...(reference ? { reference } : {}),
    sentAt,
    status,
    ...(receipt.validatedAt ? { decidedAt: receipt.validatedAt } : {}),
    ...(reason ? { reason } : {}),
  };
}

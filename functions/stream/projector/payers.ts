import { isDeepStrictEqual } from 'node:util';
import { attempt } from '#functions/platform/attempt.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { parseReceipt, receiptRepository, setPayer } from '#functions/receipts/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { Payer, ReceiptRecord } from '#shared/receipts/record.ts';

export function changesPayer(before: Item | undefined, after: Item | undefined): boolean {
  if (!before) return false;
  const [old, fresh] = [before, after].map((item) => payerOf(item && parseProfile(item)));
  return !isDeepStrictEqual(old, fresh);
}

const currentPayer = async (table: Table, memberId: string) => payerOf(await profileRepository(table).read(memberId));

async function show(table: Table, { id, payer }: ReceiptRecord, current: Payer): Promise<void> {
  // Retention may have erased the receipt in the meantime.
  if (!isDeepStrictEqual(payer, current)) await attempt(table, [setPayer(table, id, current)]);
}

/** Updates the member in all of their receipts. It reads the current values, so events may arrive late or twice. */
export async function showPayer(table: Table, memberId: string): Promise<void> {
  const current = await currentPayer(table, memberId);
  for await (const receipt of receiptRepository(table).all(memberId)) await show(table, receipt, current);
}

/** The member of a receipt may have changed while it was being written. */
export async function showPayerOf(table: Table, item: Item): Promise<void> {
  const receipt = parseReceipt(item);
  await show(table, receipt, await currentPayer(table, receipt.memberId));
}

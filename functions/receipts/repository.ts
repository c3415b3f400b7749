import { type List, pageIn, queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import {
  absent,
  atVersion,
  expression,
  type Item,
  present,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import type { ReceiptState } from '#shared/admin/receipts.ts';
import { type Payer, ReceiptRecord } from '#shared/receipts/record.ts';
import { pendingReceiptLimit } from '#shared/receipts/rules.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { nextReminder } from '#shared/subscriptions/rules.ts';

const pageSize = 20;

const ofMember = (memberId: string): List => ({ index: 'gs1', partition: indexes.ownReceipts(memberId, '').gs1pk });

export const parseReceipt = (item: Item): ReceiptRecord => ReceiptRecord.parse(item['record']);

/** A withdrawn receipt waits in a queue of its own, until it is paid back. */
const queueOf = ({ status, sentAt, withdrawnAt, paidBackAt }: ReceiptRecord) =>
  withdrawnAt && !paidBackAt
    ? indexes.queue('receipt', 'withdrawn', withdrawnAt)
    : indexes.queue('receipt', status, sentAt);

export const receiptItem = (receipt: ReceiptRecord) => ({
  ...keys.receipt(receipt.id),
  ...indexes.ownReceipts(receipt.memberId, receipt.sentAt),
  ...queueOf(receipt),
  ...indexes.all('receipt', receipt.sentAt, receipt.id),
  kind: 'receipt' as const,
  version: receipt.version,
  record: receipt,
});

export const setPayer = (table: Table, id: string, payer: Payer): Write =>
  table.update(keys.receipt(id), expression`SET #record.payer = ${payer}`, present);

interface Page {
  readonly items: ReceiptRecord[];
  readonly next?: string;
}

const fileKey = ({ sha256, sentAt, id }: Pick<ReceiptRecord, 'sha256' | 'sentAt' | 'id'>) =>
  keys.receiptFile(sha256, sentAt, id);

export function receiptRepository(table: Table) {
  return { ...reads(table), ...writes(table) };
}

function reads(table: Table) {
  const page = async (list: List, cursor: string | undefined, isNewestFirst: boolean): Promise<Page> => {
    const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor, isNewestFirst });
    return { items: items.map(parseReceipt), ...rest };
  };

  return {
    async read(id: string): Promise<ReceiptRecord | undefined> {
      const item = await table.get(keys.receipt(id), { consistent: true });
      return item && parseReceipt(item);
    },

    receiptsOf: (memberId: string, cursor?: string) => page(ofMember(memberId), cursor, true),

    async *all(memberId: string): AsyncGenerator<ReceiptRecord> {
      for await (const item of itemsOf(table, queryOf(ofMember(memberId)))) yield parseReceipt(item);
    },

    /** One state, for administrators: what waits for them oldest first, the rest newest first. */
    queue: (status: ReceiptState, cursor?: string) =>
      page(
        { index: 'gs2', partition: indexes.queue('receipt', status, '').gs2pk },
        cursor,
        status === 'approved' || status === 'rejected',
      ),

    async pending(memberId: string): Promise<number> {
      const item = await table.get(keys.receiptCount(memberId), { consistent: true });
      return Number(item?.['pending'] ?? 0);
    },

    async firstWith(sha256: string): Promise<{ memberId: string; sentAt: string } | undefined> {
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :file',
        ExpressionAttributeValues: { ':file': keys.receiptFile(sha256, '', '').pk },
        ConsistentRead: true,
        Limit: 1,
      });
      const [first] = items;
      return first && { memberId: String(first['memberId']), sentAt: String(first['sentAt']) };
    },
  };
}

type Refused = (current: ReceiptRecord | undefined) => Refusal;

function writes(table: Table) {
  const change = (receipt: ReceiptRecord, refuse: Refused): Write =>
    table.put(receiptItem(receipt), atVersion(receipt.version - 1), (old) => refuse(old && parseReceipt(old)));

  return {
    change,

    /**
     * A new receipt. LIMIT if too many of the member wait. UNAVAILABLE if another of theirs was sent or decided since
     * `pending` was read, because two concurrent receipts must not overlook that they contain the same file.
     */
    add: (receipt: ReceiptRecord, pending: number): Write[] => {
      if (pending >= pendingReceiptLimit)
        throw new Refusal('LIMIT', { title: 'Limite atteinte', detail: receiptWords.tooManyPending });
      const { memberId, sentAt } = receipt;
      return [
        table.update(
          keys.receiptCount(memberId),
          expression`SET pending = ${pending + 1}`,
          pending === 0
            ? expression`attribute_not_exists(pending) OR pending = ${pending}`
            : expression`pending = ${pending}`,
          () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }),
        ),
        table.put(receiptItem(receipt), absent),
        table.put({ ...fileKey(receipt), kind: 'receiptFile', memberId, sentAt }),
      ];
    },

    /** Stores a decision about version `receipt.version - 1`. Nothing is counted for a deleted account. */
    decide: (receipt: ReceiptRecord, refuse: Refused): Write[] => [
      change(receipt, refuse),
      ...(receipt.payer === null
        ? []
        : [table.update(keys.receiptCount(receipt.memberId), expression`ADD pending ${-1}`)]),
    ],

    /**
     * The end of a subscription, in the list of the day of its next reminder; in none after the last one. Without an
     * end, none is left.
     */
    putEnd: (memberId: string, end: string | undefined, now: number): Write => {
      if (end === undefined) return table.remove(keys.subscriptionEnd(memberId));
      const day = nextReminder(end, now);
      return table.put({
        ...keys.subscriptionEnd(memberId),
        ...(day === undefined ? {} : indexes.subscriptionReminder(day, memberId)),
        kind: 'subscriptionEnd',
        end,
      });
    },

    forget: (receipt: ReceiptRecord): Write[] => [
      table.remove(keys.receipt(receipt.id)),
      table.remove(fileKey(receipt)),
    ],
  };
}

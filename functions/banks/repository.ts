import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { type BankRecord, BankRecord as BankSchema } from '#shared/banks/contract.ts';
import { Refusal } from '#shared/refusal.ts';

const parseBank = (item: Item): BankRecord => BankSchema.parse(item['record']);

const keyOf = ({ id, createdAt }: BankRecord) => keys.bank(createdAt, id);

const itemOf = (record: BankRecord) => ({
  ...keyOf(record),
  kind: 'bank' as const,
  version: record.version,
  record,
});

const stale = (old: Item | undefined) =>
  old ? new Refusal('STALE', undefined, { current: parseBank(old) }) : new Refusal('NOT_FOUND');

export function bankRepository(table: Table) {
  return {
    async all(options: { consistent?: true } = {}): Promise<BankRecord[]> {
      const { items } = await table.query({
        ...queryOf({ partition: keys.bank('', '').pk }),
        ScanIndexForward: false,
        ConsistentRead: options.consistent ?? false,
      });
      return items.map(parseBank);
    },

    add: (record: BankRecord): Write => table.put(itemOf(record), absent),

    /** Stores the account that a rule made from version `record.version - 1`. */
    save: (record: BankRecord): Write => table.put(itemOf(record), atVersion(record.version - 1), stale),

    remove: (record: BankRecord): Write => table.remove(keyOf(record), atVersion(record.version), stale),
  };
}

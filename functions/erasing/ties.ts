import { administratorRepository } from '#functions/admin/administrators.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Ties } from '#shared/accounts/leaving.ts';

/** What stands in the way of the end of an account, read consistently. */
export async function tiesOf(table: Table, memberId: string): Promise<Ties> {
  const standing = await administratorRepository(table).standing(memberId);
  const shared = {
    ...queryOf({ partition: keys.member(memberId), sort: { beginsWith: 'BY#' } }),
    ConsistentRead: true,
  };
  let hasParcelInHand = false;
  for await (const item of itemsOf(table, shared)) {
    hasParcelInHand = isOfKind(item, 'inHand');
    if (hasParcelInHand) break;
  }
  return { ...standing, hasParcelInHand };
}

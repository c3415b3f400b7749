import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Blockers } from '#shared/account-deletion/rules.ts';

export async function blockersOf(table: Table, memberId: string): Promise<Blockers> {
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

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import { queryKey } from '#web/lib/api/query.ts';

const meKey = queryKey('accounts', 'readMe');

/** The member's own account: `latest` from the cache, `show` stores the answer of a change. */
export function useOwnAccount(me: Me) {
  const queries = useQueryClient();
  const latest = useCallback(() => queries.getQueryData<Me>(meKey) ?? me, [queries, me]);
  const show = useCallback((changed: Me) => queries.setQueryData(meKey, changed), [queries]);
  return { latest, show };
}

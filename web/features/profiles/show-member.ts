import type { QueryClient } from '@tanstack/react-query';
import type { Member } from '#shared/profiles/contract.ts';
import { queryKey } from '#web/lib/api/query.ts';

/** Shows the member's own change of a profile immediately; the server's counters follow a moment later. */
export function showMember(queries: QueryClient, userId: string, change: (member: Member) => Member): void {
  const key = queryKey('profiles', 'readMember', { params: { userId } });
  queries.setQueryData<Member>(key, (member) => member && change(member));
}

import { ConversationFilter, searchLength } from '#shared/messaging/contract.ts';
import { type ConversationList, paths } from '#shared/site/paths.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** The conversations that the list shows, from the address: a filter or a search, never both. */
export function useListQuery() {
  const [params, setParams] = usePageQuery(paths.messaging);
  const q = params.get('q')?.slice(0, searchLength) || undefined;
  const named = ConversationFilter.safeParse(params.get('filter'));
  const filter = !q && named.success ? named.data : 'all';

  const show = ({ filter: wanted, q: text }: ConversationList) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('filter');
        next.delete('q');
        if (text) next.set('q', text);
        else if (wanted && wanted !== 'all') next.set('filter', wanted);
        return next;
      },
      { replace: true },
    );
  /** The query that a link to a conversation keeps, so that the list does not change. */
  const kept: ConversationList = { filter: filter === 'all' ? undefined : filter, q };
  return { filter, q, show, kept };
}

import { answer, moved, type Outcome } from '#functions/outcome.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { documentRoutes } from '#shared/documents/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { documentQuery } from '#shared/site/document-query.ts';
import { paths } from '#shared/site/paths.ts';
import type { Ask, Renderer } from './renderer.ts';

export type DocumentDeps = Deps & {
  /** The address of the site. */
  readonly site: () => Promise<string>;
  readonly renderer: Renderer;
};

export function documentHandlers({ table, now, site, renderer }: DocumentDeps): Handlers<typeof documentRoutes> {
  const search = openSearch(table, now, placeCountsReader(table, now));

  /** The reply of the public search. Undefined for a query that it refuses: then the page asks itself and shows why. */
  async function replyTo({ row, call }: Ask): Promise<unknown> {
    const { query, reply } = searchRoutes[row];
    const { data } = query.safeParse(call.query);
    if (!data) return undefined;
    return reply.parse(row === 'searchParcels' ? await search.parcels(data) : await search.trips(data));
  }

  async function documentAt(address: string): Promise<Outcome<string>> {
    const asked = await Promise.all(renderer.asksOf(address).map(async (ask) => [ask, await replyTo(ask)] as const));
    const answers = asked.filter(([, reply]) => reply !== undefined);
    return answer(await renderer.render({ address, answers, siteUrl: await site() }));
  }

  return {
    homeDocument: () => documentAt(paths.home),
    searchDocument: async ({ query }) => {
      const { cursor, ...search } = query;
      try {
        return await documentAt(addressOf({ ...search, cursor }));
      } catch (error) {
        if (cursor && isOfUnknownPage(error)) return moved(addressOf(search));
        throw error;
      }
    },
  };
}

function addressOf(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = documentQuery(new URLSearchParams(given).toString());
  return paths.findParcels + (text && `?${text}`);
}

/** The position belongs to another list, or to none. */
const isOfUnknownPage = (error: unknown): boolean =>
  error instanceof Refusal && error.details.fields?.['cursor'] !== undefined;

import { readFile } from 'node:fs/promises';
import { type CorridorDeps, corridorHandlers } from '#functions/corridors/handlers.ts';
import { answer, missing, moved, type Outcome } from '#functions/outcome.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import type { Handlers } from '#functions/serve.ts';
import { corridorRoutes } from '#shared/corridors/contract.ts';
import type { Answered, Ask } from '#shared/documents/ask.ts';
import type { documentRoutes } from '#shared/documents/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import type { RouteSpec } from '#shared/route.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { documentQuery } from '#shared/site/document-query.ts';
import { paths } from '#shared/site/paths.ts';

/** The renderer of the site (`web/document.tsx`), over the template and the file names of its build. */
export interface Renderer {
  /** The queries of the page at an address that follow from these answers and are not among them. */
  readonly asksOf: (address: string, answers: readonly Answered[]) => readonly Ask[];
  readonly render: (document: DocumentFacts) => Promise<string>;
}

interface DocumentFacts {
  readonly address: string;
  readonly answers: readonly Answered[];
  readonly siteUrl: string;
}

/** The type of `web/renderer.ts`, because functions may not import from web. */
interface Built {
  readonly asksOf: Renderer['asksOf'];
  readonly renderDocument: (document: DocumentFacts & object) => Promise<string>;
}

export async function openRenderer(folder: URL): Promise<Renderer> {
  const [{ asksOf, renderDocument }, site] = await Promise.all([
    import(new URL('renderer.js', folder).href) as Promise<Built>,
    readFile(new URL('site.json', folder), 'utf8').then((text) => JSON.parse(text) as object),
  ]);
  return { asksOf, render: (document) => renderDocument({ ...site, ...document }) };
}

const specs: Readonly<Record<string, RouteSpec>> = { ...searchRoutes, ...corridorRoutes };
type AnyHandler = (call: object) => Promise<{ readonly reply: unknown }>;

/**
 * The reply to a query of a document, from the handler of its row and through the row's own schemas, as a browser gets
 * it. Undefined when the row refuses the query.
 */
function publicRows(deps: CorridorDeps): (ask: Ask) => Promise<unknown> {
  const handlers = { ...searchHandlers(deps), ...corridorHandlers(deps) } as unknown as Record<string, AnyHandler>;
  return async ({ row, call: { params, query } = {} }) => {
    const [spec, handler] = [specs[row], handlers[row]];
    if (!spec?.reply || !handler) throw new Error(`${row} is no public row.`);
    const parsed = spec.query?.safeParse(query ?? {});
    if (parsed && !parsed.success) return undefined;
    const { reply } = await handler({ params, query: parsed?.data });
    return spec.reply.parse(reply);
  };
}

export type DocumentDeps = CorridorDeps & { readonly renderer: Renderer };

export function documentHandlers(deps: DocumentDeps): Handlers<typeof documentRoutes> {
  const { site, renderer } = deps;
  const replyTo = publicRows(deps);

  async function answersTo(address: string): Promise<Answered[]> {
    const answers: Answered[] = [];
    for (;;) {
      const asks = renderer.asksOf(address, answers);
      if (asks.length === 0) return answers;
      answers.push(...(await Promise.all(asks.map(async (ask): Promise<Answered> => [ask, await replyTo(ask)]))));
    }
  }

  const render = async (address: string, answers: readonly Answered[]): Promise<Outcome<string>> =>
    answer(await renderer.render({ address, answers, siteUrl: await site() }));

  return {
    homeDocument: async () => render(paths.home, await answersTo(paths.home)),

    searchDocument: async ({ query }) => {
      const { cursor, ...search } = query;
      const address = searchAddress({ ...search, cursor });
      const answers = await answersTo(address).catch((error: unknown) => {
        if (cursor && isOfUnknownPage(error)) return undefined;
        throw error;
      });
      return answers ? render(address, answers) : moved(searchAddress(search));
    },

    corridorDocument: async ({ query: { page = '', ...ends } }) => {
      const [, word, slug] = /^\/(colis|trajets)\/([^/]+)\/?$/.exec(page) ?? [];
      const notFound = async () => missing((await render(missingAddress, [])).reply);
      if (!slug || !isText(slug)) return notFound();
      const given = documentQuery(new URLSearchParams(withoutEmpty(ends)).toString());
      const answers = await answersTo(`/${word}/${slug}${given && `?${given}`}`).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined;
        throw error;
      });
      const corridor = answers?.find(([{ row }]) => row === 'readCorridor')?.[1] as { slug: string } | undefined;
      if (!answers || !corridor) return notFound();
      const address = (word === 'colis' ? paths.parcelCorridor : paths.tripCorridor)(corridor.slug);
      return given || page !== address ? moved(address) : render(address, answers);
    },
  };
}

const missingAddress = '/404';

const withoutEmpty = (query: Readonly<Record<string, string | undefined>>) =>
  Object.entries(query).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));

function searchAddress(query: Readonly<Record<string, string | undefined>>): string {
  const text = documentQuery(new URLSearchParams(withoutEmpty(query)).toString());
  return paths.findParcels + (text && `?${text}`);
}

function isText(part: string): boolean {
  try {
    return decodeURIComponent(part) !== '';
  } catch {
    return false;
  }
}

const isOfUnknownPage = (error: unknown): boolean =>
  error instanceof Refusal && error.details.fields?.['cursor'] !== undefined;

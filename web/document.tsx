import { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import type { Answered, Ask, AskCall } from '#shared/documents/ask.ts';
import { documentQuery } from '#shared/site/document-query.ts';
import { paths, patterns } from '#shared/site/paths.ts';
import { findPage, notFoundPage, type SitePage } from '#web/app/pages.ts';
import { contentOf } from '#web/app/prerender/content.tsx';
import { documentOf, headOf, type PageFiles } from '#web/app/prerender/prerendered-document.ts';
import { corridorSearch, type ReadCorridor } from '#web/features/corridors/corridor-list.tsx';
import { headOf as corridorHeadOf } from '#web/features/corridors/head.ts';
import type { FirstPages } from '#web/features/corridors/words.ts';
import { listQuery } from '#web/features/search/filters.ts';
import { queryKey } from '#web/lib/api/query.ts';

interface DocumentParts {
  /** Path and query. At an address without a page, « Page non trouvée » is rendered. */
  readonly address: string;
  readonly answers: readonly Answered[];
  readonly template: string;
  readonly files: Readonly<Record<string, PageFiles>>;
  readonly siteUrl: string;
}

/**
 * The document of a page with listings: its content rendered by the application's own components, and beside it the
 * answers, so that the application takes it over without asking again.
 */
export async function renderDocument({ address, answers, template, files, siteUrl }: DocumentParts): Promise<string> {
  const { pathname, search } = new URL(address, siteUrl);
  const page = findPage(pathname) ?? notFoundPage;
  const pageFiles = files[page.path];
  if (!pageFiles) throw new Error(`${pathname} is no page with listings.`);
  const queries = new QueryClient();
  const known = answers.flatMap(([{ slice, row, call }, reply]) =>
    reply === undefined ? [] : [[queryKey(slice, row as never, call as never), reply] as const],
  );
  for (const [key, reply] of known) queries.setQueryData(key, reply);
  const rendered = { content: await contentOf(address, queries), query: documentQuery(search), answers: known };
  return documentOf(template, headAt(page, answers), { ...rendered, ...pageFiles }, siteUrl);
}

function headAt(page: SitePage, answers: readonly Answered[]) {
  const corridor = corridorIn(answers);
  const lists = ['searchParcels', 'searchTrips'].map((row) => answers.find(([ask]) => ask.row === row)?.[1]);
  const [parcel, trip] = lists as [FirstPages['parcel']?, FirstPages['trip']?];
  if (!corridor || !parcel || !trip) return headOf(page);
  const kind = matchPath(patterns.tripCorridor, page.path) ? 'trip' : 'parcel';
  return { ...headOf(page), ...corridorHeadOf(kind, corridor, { parcel, trip }) };
}

const searches = (parcels: AskCall['query'] = {}, trips: AskCall['query'] = parcels): Ask[] => [
  { slice: 'search', row: 'searchParcels', call: { query: parcels } },
  { slice: 'search', row: 'searchTrips', call: { query: trips } },
];

/** The queries of the page at this address, as its components send them, without the answered ones. */
export function asksOf(address: string, answers: readonly Answered[] = []): Ask[] {
  const { pathname, searchParams } = new URL(address, 'https://site');
  const corridor = [patterns.parcelCorridor, patterns.tripCorridor].flatMap(
    (pattern) => matchPath(pattern, decodeURI(pathname))?.params.corridor ?? [],
  )[0];
  if (corridor !== undefined) return corridorAsks(corridor, searchParams, answers);
  if (answers.length > 0) return [];
  if (matchPath(paths.home, pathname)) return [...searches(), { slice: 'corridors', row: 'readCorridors' }];
  return matchPath(paths.findParcels, pathname)
    ? searches(listQuery(searchParams, 'parcel'), listQuery(searchParams, 'trip'))
    : [];
}

function corridorAsks(corridor: string, query: URLSearchParams, answers: readonly Answered[]): Ask[] {
  if (answers.length === 0) {
    const ends = { fromPlace: query.get('fromPlace') ?? undefined, toPlace: query.get('toPlace') ?? undefined };
    return [{ slice: 'corridors', row: 'readCorridor', call: { params: { corridor }, query: ends } }];
  }
  const reply = corridorIn(answers);
  return reply && answers.length === 1 ? searches(corridorSearch(reply)) : [];
}

const corridorIn = (answers: readonly Answered[]): ReadCorridor | undefined =>
  answers.find(([{ row }]) => row === 'readCorridor')?.[1] as ReadCorridor | undefined;

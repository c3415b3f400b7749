import { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import type { Answered } from '#shared/documents/ask.ts';
import { documentQuery } from '#shared/site/document-query.ts';
import { patterns } from '#shared/site/paths.ts';
import { corridorIn } from '#web/app/documents/asks.ts';
import { findPage, notFoundPage, type SitePage } from '#web/app/pages.ts';
import { contentOf } from '#web/app/prerender/content.tsx';
import { documentOf, headOf, type PageFiles } from '#web/app/prerender/prerendered-document.ts';
import { headOf as corridorHeadOf } from '#web/features/corridors/head.ts';
import type { FirstPages } from '#web/features/corridors/words.ts';
import { queryKey } from '#web/lib/api/query.ts';

export { asksOf } from '#web/app/documents/asks.ts';

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

import { QueryClient } from '@tanstack/react-query';
import { documentQuery } from '#shared/site/document-query.ts';
import { type Ask, asksOf } from '#web/app/documents/asks.ts';
import { findPage } from '#web/app/pages.ts';
import { contentOf } from '#web/app/prerender/content.tsx';
import { documentOf, headOf, type PageFiles } from '#web/app/prerender/prerendered-document.ts';
import { queryKey } from '#web/lib/api/query.ts';

export { asksOf };

interface DocumentParts {
  /** Path and query. */
  readonly address: string;
  readonly answers: readonly (readonly [ask: Ask, reply: unknown])[];
  /** The built `index.html`, and the files of each page with listings, by its path. */
  readonly template: string;
  readonly files: Readonly<Record<string, PageFiles>>;
  /** Without a slash at its end. */
  readonly siteUrl: string;
}

/**
 * The document of a page with listings: its content rendered by the application's own components, and beside it the
 * answers, so that the application takes it over without asking again.
 */
export async function renderDocument({ address, answers, template, files, siteUrl }: DocumentParts): Promise<string> {
  const { pathname, search } = new URL(address, siteUrl);
  const page = findPage(pathname);
  const pageFiles = page && files[page.path];
  if (!page || !pageFiles) throw new Error(`${pathname} is no page with listings.`);
  const queries = new QueryClient();
  const known = answers.map(([{ slice, row, call }, reply]) => [queryKey(slice, row, call), reply] as const);
  for (const [key, reply] of known) queries.setQueryData(key, reply);
  const content = await contentOf(address, queries);
  return documentOf(
    template,
    headOf(page),
    { content, query: documentQuery(search), answers: known, ...pageFiles },
    siteUrl,
  );
}

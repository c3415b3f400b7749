import { notFoundPage, pages, type SitePage } from '#web/app/pages.ts';
import { contentOf } from '#web/app/prerender/content.tsx';
import {
  corridorShellOf,
  documentFile,
  documentOf,
  headOf,
  listedPages,
  type PageFiles,
  robots,
  siteMap,
  unlistedShellOf,
} from '#web/app/prerender/prerendered-document.ts';

/** A part of Vite's manifest: the files of a source, and their imports. */
interface Built {
  file: string;
  css?: string[];
  imports?: string[];
}
export type Manifest = Readonly<Record<string, Built>>;

/**
 * All files that the build writes for search engines and first views, by their path below the site's folder. `built` is
 * Vite's `index.html`, `siteUrl` the site's address if it is a setting.
 */
export async function prerenderSite(
  built: string,
  manifest: Manifest,
  siteUrl: string | undefined,
): Promise<Record<string, string>> {
  const documents = await Promise.all(
    listedPages().map(async (page) => {
      // The code of other pages is for browsers: some of it opens connections that would keep the build waiting.
      const rendered =
        page.isStatic || page.isPreviewed
          ? { content: await contentOf(page.path), ...(await filesOf(page, manifest)) }
          : undefined;
      return [documentFile(page), documentOf(built, headOf(page), rendered, siteUrl)] as const;
    }),
  );
  return {
    ...Object.fromEntries(documents),
    'app.html': unlistedShellOf(built),
    'corridor.html': corridorShellOf(built),
    'sitemap.xml': siteMap(siteUrl),
    'robots.txt': robots(siteUrl),
  };
}

export async function listingFiles(manifest: Manifest): Promise<Record<string, PageFiles>> {
  const withListings = [...pages.filter(({ hasListings }) => hasListings), notFoundPage];
  return Object.fromEntries(
    await Promise.all(withListings.map(async (page) => [page.path, await filesOf(page, manifest)] as const)),
  );
}

/** The sources of the pages that search engines may list, as the manifest names them. */
export const listedSources = (manifest: Manifest): Promise<string[]> =>
  Promise.all(listedPages().map((page) => sourceOf(page, manifest)));

/** The page's file by its component's name: `FaqPage` → `faq-page.tsx` below `routes`. */
async function sourceOf({ path, load }: SitePage, manifest: Manifest): Promise<string> {
  const name = Object.keys(await load())
    .join()
    .replaceAll(/(?!^)([A-Z])/g, '-$1')
    .toLowerCase();
  const source = Object.keys(manifest).find((key) => key.startsWith('routes/') && key.endsWith(`/${name}.tsx`));
  if (!source) throw new Error(`${path}: the build knows no ${name}.tsx below routes.`);
  return source;
}

async function filesOf(page: SitePage, manifest: Manifest): Promise<PageFiles> {
  const source = await sourceOf(page, manifest);
  if (page.opens && !manifest[page.opens]) throw new Error(`${page.path}: the build knows no ${page.opens}.`);
  const loaded = new Set(closure('index.html', manifest));
  const own = newIn(source, loaded, manifest);
  return {
    start: `/${manifest['start.ts']?.file}`,
    modules: own.map(({ file }) => `/${file}`),
    opened: page.opens ? newIn(page.opens, loaded, manifest).map(({ file }) => `/${file}`) : [],
    styles: [...new Set(own.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`),
  };
}

const newIn = (source: string, loaded: Set<string>, manifest: Manifest): Built[] =>
  closure(source, manifest, loaded).flatMap((key) => manifest[key] ?? []);

/** A source and its direct and indirect imports, without the `seen`; imports come first, because their styles must. */
function closure(source: string, manifest: Manifest, seen = new Set<string>()): string[] {
  if (seen.has(source)) return [];
  seen.add(source);
  return [...(manifest[source]?.imports ?? []).flatMap((next) => closure(next, manifest, seen)), source];
}

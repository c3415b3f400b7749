import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { contract } from '#shared/contract.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import type { RouteSpec } from '#shared/route.ts';
import { paths, patterns, sharedPaths } from '#shared/site/paths.ts';

/** CloudFront takes at most this many names into a cache key. */
const mostNames = 10;

export const rows: readonly (readonly [slice: string, name: string, spec: RouteSpec])[] = Object.entries(
  contract,
).flatMap(([slice, table]) => Object.entries<RouteSpec>(table).map(([name, spec]) => [slice, name, spec] as const));

/** Query names that the edge lets through on cacheable rows, in the contract's order; it drops all others. */
export function publicQueryNames(): string[] {
  const cached = rows.filter(([, , spec]) => spec.path.startsWith('/public/'));
  const names = [...new Set(cached.flatMap(([, , spec]) => Object.keys(spec.query?.shape ?? {})))];
  if (names.length > mostNames)
    throw new Error(`CloudFront takes ${mostNames} query names, the public rows have ${names.length}.`);
  return names;
}

/**
 * The code that runs at CloudFront's edge (its own JavaScript runtime 2.0, at most 10 KB): no imports, no types.
 */

/**
 * Sets the header with the caller's address, over any value of the caller. Functions trust it because of the origin
 * secret.
 */
export const stampAddress = `function handler(event) {
  var request = event.request;
  request.headers['true-client-ip'] = { value: event.viewer.ip };
  return request;
}
`;

const textCheck = `function isText(path) {
  try { decodeURIComponent(path); return true; } catch (_) { return false; }
}
`;

const redirects = `function moved(request, address) {
  var query = Object.keys(request.querystring).map(function (name) {
    var given = request.querystring[name];
    return (given.multiValue || [given]).map(function (one) { return name + '=' + one.value; }).join('&');
  }).join('&');
  var location = address + (query ? '?' + query : '');
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}
`;

/**
 * Redirects other names of the site (`www`, the distribution's own) to the domain. Otherwise search engines would list
 * two sites, and sockets would have different origins. Empty without a domain.
 */
const toDomain = (domain: string | undefined) =>
  domain === undefined
    ? ''
    : `  if (request.headers.host && request.headers.host.value !== '${domain}') return moved(request, 'https://${domain}' + request.uri);
`;

const prerenderedPages = (siteFolder: string): string[] =>
  globSync('**/index.html', { cwd: siteFolder })
    .map((file) => `/${dirname(file)}`.replace('/.', ''))
    .sort();

export interface SiteFiles {
  readonly prerendered: readonly string[];
  /** Files outside of `fileFolders`: `/robots.txt`, `/terms/index.html`. */
  readonly files: readonly string[];
}

/** Folders whose files have names that no list here could follow: of their content, or of earlier releases. */
const fileFolders = ['/assets/', '/places/'];

export const siteFilesOf = (siteFolder: string): SiteFiles => ({
  prerendered: prerenderedPages(siteFolder),
  files: [
    // The deploy writes the last one.
    ...globSync('**/*.*', { cwd: siteFolder }).map((file) => `/${file}`),
    '/config.json',
  ]
    .filter((file) => !fileFolders.some((folder) => file.startsWith(folder)))
    .toSorted(),
});

const knownPage = (path: string) => path.replace(/:\w+/, '[^/]+').replace(/\/$/, '');

/** The addresses that the application has a page for: `/faq`, `/user/[^/]+`. */
const knownPages = [...Object.values(paths).filter((path) => typeof path === 'string'), ...Object.values(patterns)].map(
  knownPage,
);

const corridorPages = [patterns.parcelCorridor, patterns.tripCorridor];

const missingMark = 'x-missing-page';

const siteKnowledge = ({ files }: SiteFiles) => `var files = ${JSON.stringify(files)};
var folders = ${JSON.stringify(fileFolders)};
var pages = new RegExp(${JSON.stringify(`^(${knownPages.join('|')})$`)});
function isFile(path) {
  return files.indexOf(path) >= 0 || folders.some(function (folder) { return path.indexOf(folder) === 0; });
}
function isKnown(path) {
  return isFile(path) || (pages.test(path) && isText(path));
}
${textCheck}
`;

/** The paths of pages that functions answer: `/p/[^/]+`, `/stop`. */
const sharedPages = Object.values(sharedPaths).map((path) => path('id').replace(/\?.*/, '').replace(/id$/, '[^/]+'));

/**
 * Every address of the site answers with a document: a prerendered page with its own, a file as it is, and all
 * others with the application alone, which shows « Page non trouvée » itself. Other spellings of a known address lead
 * to it. The stand-in of a corridor is no page under its own name; the worker asks for the other documents by theirs.
 */
export const findDocument = (
  site: SiteFiles,
  domain?: string,
) => `${siteKnowledge(site)}var prerendered = ${JSON.stringify(site.prerendered)};
var corridors = new RegExp(${JSON.stringify(`^(${corridorPages.map(knownPage).join('|')})$`)});
var shared = new RegExp(${JSON.stringify(`^(${sharedPages.join('|')})$`)});
${redirects}function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  if (path === '${documentRoutes.corridorDocument.path}') return moved(request, '/404');
  if (isFile(path)) return request;
${toDomain(domain)}  var usual = path.replace(/^\\/[^/]*/, function (word) { return word.toLowerCase(); });
  if ((usual || '/') !== request.uri && (pages.test(usual) || shared.test(usual))) return moved(request, usual || '/');
  if (!isKnown(path)) {
    request.headers['${missingMark}'] = { value: '1' };
    path = '/404';
  }
  request.uri = prerendered.indexOf(path) >= 0 ? path + '/index.html'
    : corridors.test(path) ? '${documentRoutes.corridorDocument.path}' : '/app.html';
  return request;
}
`;

/**
 * « Page non trouvée » answers 404, so that no search engine lists it. An error page of CloudFront would do it for the
 * whole distribution, and replace the API's own 404. Whether the request is the visitor's or the one that
 * `findDocument` has changed, the address or its mark tells.
 */
export const tellMissing = (site: SiteFiles) => `${siteKnowledge(site)}function handler(event) {
  var request = event.request;
  var response = event.response;
  var isMissing = request.headers['${missingMark}'] || !isKnown(request.uri.replace(/\\/+$/, ''));
  if (isMissing && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`;

/**
 * The address of a shared listing is its kind and id, without trailing characters of a message: `/p/<id>.` is
 * `/p/<id>`. Without an id the page shows that there is nothing.
 */
export const findShared = (domain?: string) => `${redirects}function handler(event) {
  var request = event.request;
${toDomain(domain)}  var id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(request.uri.toLowerCase());
  request.uri = request.uri.slice(0, 3) + (id ? id[0] : '-');
  return request;
}
`;

/**
 * Part of the key of a document with listings: the built document has the same path, and may not be answered in its
 * place from the cache.
 */
export const listingsMark = 'x-listings';

/** Characters of a path that a corridor may have; a longer one is none. */
const longestPath = 300;

/** The page of each document with listings. */
const listingDocuments: Readonly<Record<string, string>> = {
  [paths.home]: documentRoutes.homeDocument.path,
  [paths.findParcels]: documentRoutes.searchDocument.path,
};

/**
 * Pages with listings are requested from a function, at the path of the built document that replaces it when it fails.
 * The last value of a repeated query name counts.
 */
export const findListings = (domain?: string) => `var documents = ${JSON.stringify(listingDocuments)};
${redirects}${textCheck}function handler(event) {
  var request = event.request;
${toDomain(domain)}  if (!isText(request.uri)) return moved(request, '/404');
  var query = request.querystring;
  Object.keys(query).forEach(function (name) {
    var values = query[name].multiValue;
    if (values) query[name] = { value: values[values.length - 1].value };
  });
  var document = documents[request.uri];
  if (request.uri === '${paths.home}') request.querystring = {};
  if (!document) query.page = { value: encodeURIComponent(request.uri.slice(0, ${longestPath})) };
  request.headers['${listingsMark}'] = { value: '1' };
  request.uri = document || '${documentRoutes.corridorDocument.path}';
  return request;
}
`;

/**
 * Addresses that are no pages of the site: calls, sockets, pictures, data, shared links, links of mails, tools of the
 * local product.
 */
const foreign = /^\/(?:api|ws|media|places|p|t|stop|_[^/]*)(?:\/|$)/;

/** Files end with a suffix. */
export const isPage = (pathname: string): boolean => !foreign.test(pathname) && !/\.[A-Za-z0-9]+$/.test(pathname);

export const isAsset = (pathname: string): boolean => /^\/assets\/[^/]+$/.test(pathname);

/** The documents that may answer a page, the edge's choice first: its own one, else the application alone. */
export const documentsOf = (pathname: string): readonly string[] => [
  `${pathname.replace(/\/+$/, '')}/index.html`,
  '/app.html',
];

/** The site's pages outside of a browser: for the build, and for the function that renders documents. */
export { asksOf, renderDocument } from '#web/document.tsx';
export { listedSources, listingFiles, prerenderSite } from '#web/prerender.tsx';

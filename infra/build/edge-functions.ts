import { globSync } from 'node:fs';
import { dirname } from 'node:path';

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

/**
 * What leads a page that was asked for by another name (`www`, the distribution's own) to the domain: one site, not
 * two that search engines list and that tell sockets of different origins. Nothing while there is no domain.
 */
const toDomain = (domain: string | undefined) =>
  domain === undefined
    ? ''
    : `  if (request.headers.host && request.headers.host.value !== '${domain}') {
    var query = Object.keys(request.querystring).map(function (name) {
      var given = request.querystring[name];
      return (given.multiValue || [given]).map(function (one) { return name + '=' + one.value; }).join('&');
    }).join('&');
    var address = 'https://${domain}' + request.uri + (query ? '?' + query : '');
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: address } } };
  }
`;

/** Pages with a document of their own in the built site: `index.html` → `''`, `terms/index.html` → `/terms`. */
export const prerenderedPages = (siteFolder: string): string[] =>
  globSync('**/index.html', { cwd: siteFolder })
    .map((file) => `/${dirname(file)}`.replace('/.', ''))
    .sort();

/**
 * Every address of the site answers with a document: a prerendered page with its own, a file as it is, and all
 * others with the application alone, which shows « Page non trouvée » itself. (CloudFront's error pages would also
 * replace the API's 404.)
 */
export const findDocument = (
  prerendered: readonly string[],
  domain?: string,
) => `var prerendered = ${JSON.stringify(prerendered)};
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  if (/\\.[A-Za-z0-9]+$/.test(path)) return request;
${toDomain(domain)}  request.uri = prerendered.indexOf(path) < 0 ? '/app.html' : path + '/index.html';
  return request;
}
`;

/**
 * The address of a shared listing is its kind and its id, whatever a message put behind it: `/p/<id>.` is `/p/<id>`.
 * Without an id the page says that there is nothing.
 */
export const findShared = (domain?: string) => `function handler(event) {
  var request = event.request;
${toDomain(domain)}  var id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(request.uri.toLowerCase());
  request.uri = request.uri.slice(0, 3) + (id ? id[0] : '-');
  return request;
}
`;

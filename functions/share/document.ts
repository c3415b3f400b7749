import { escaped } from '#functions/platform/html.ts';
import { sharePicturePath, sharePictureSize } from '#shared/share/pictures.ts';
import { brand } from '#shared/values/brand.ts';
import { roles } from '#shared/values/colours.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';

const [saffron] = roles.saffron;
const [onSaffron] = roles['on-saffron'];

/** The stylesheet of the pages, in the browser's light or dark colours. The edge's policy contains its hash. */
export const pageStyle =
  ':root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}' +
  'body{margin:0;padding:1.5rem 1rem;background:Canvas;color:CanvasText}' +
  'main{max-inline-size:32rem;margin-inline:auto}' +
  'img{inline-size:100%;block-size:auto;border-radius:1rem}' +
  'h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}' +
  'ul{padding-inline-start:1.25rem}' +
  'a{display:inline-block;padding-block:.75rem;color:inherit;font-weight:600}' +
  'button{border:0;padding-block:.75rem;font:inherit;font-weight:600}' +
  `.main{padding-inline:1.5rem;border-radius:.75rem;background:${saffron};color:${onSaffron};text-decoration:none}`;

export const pictureOf = (name: string) =>
  `<img src="${sharePicturePath(name)}" width="${sharePictureSize.width}" height="${sharePictureSize.height}" alt="">`;
export const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
export const button = (text: string) => `<button class="main">${escaped(text)}</button>`;
export const heading = (text: string) => `<h1 dir="auto">${escaped(text)}</h1>`;
export const link = (address: string, text: string) => `<p><a href="${escaped(address)}">${escaped(text)}</a></p>`;
export const mainLink = (address: string, text: string) =>
  `<p><a class="main" href="${escaped(address)}">${escaped(text)}</a></p>`;

interface Page {
  readonly title: string;
  readonly head: readonly string[];
  readonly main: readonly string[];
}

/** Not for search engines, because most listings are over within weeks. */
export const documentOf = ({ title, head, main }: Page) =>
  [
    '<!doctype html>',
    '<html lang="fr">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)} – ${escaped(brand.name)}</title>`,
    '<meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...head,
    `<style>${pageStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<p><strong>${escaped(brand.name)}</strong></p>`,
    ...main.map(withNoBreaks),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');

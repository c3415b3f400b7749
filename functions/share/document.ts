import { escaped } from '#functions/platform/html.ts';
import { sharePicturePath, sharePictureSize } from '#shared/share/pictures.ts';
import { brand } from '#shared/values/brand.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
import { pageStyle } from './page-style.ts';

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

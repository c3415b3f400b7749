import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Width, widths } from '../../support/widths.ts';

/** Each screen has a folder here, with its pictures and its section of the page. */
export const folder = resolve('.local/gallery');

export const looks = ['light', 'dark'] as const;
export const texts = ['french', 'translated'] as const;

export const pictureName = (width: Width, look: string, text: string) => `${width}-${look}-${text}.png`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes the part of the page that shows one screen at the widths that have it. */
export function writeSection(name: string, title: string, only: readonly Width[]): void {
  const pictures = only.flatMap((width) =>
    looks.flatMap((look) =>
      texts.map((text) => {
        const file = `${name}/${pictureName(width, look, text)}`;
        const image = `<img src="${file}" alt="" loading="lazy" width="${widths[width].width}">`;
        return `<a class="${look} ${text}" href="${file}">${image}</a>`;
      }),
    ),
  );
  const html = `<section id="${name}">\n<h2>${escaped(title)}</h2>\n<div>${pictures.join('\n')}</div>\n</section>\n`;
  writeFileSync(join(folder, name, 'section.html'), html);
}

/** Writes the page with every screen that has pictures, and returns its address. */
export function writePage(): string {
  const sections = globSync('*/section.html', { cwd: folder })
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const styles = ['gallery.css', 'screens/page.css'].map((file) => resolve('test/gallery', file));
  const links = sections.map((html) => html.replace(/.*?id="(.*?)".*?<h2>(.*?)<.*/s, '<a href="#$1">$2</a>'));
  const file = join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery of screens</title>
<meta name="color-scheme" content="light dark">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
<nav aria-label="Screens">${links.join('\n')}</nav>
<main>
<form>
<label><input type="checkbox" id="dark"> Dark</label>
<label><input type="checkbox" id="translated"> Translated</label>
</form>
${sections.join('')}</main>
`,
  );
  return file;
}

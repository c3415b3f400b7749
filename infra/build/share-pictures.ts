import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { sharePicturePath, sharePictureSize, sharePictures } from '#shared/share/pictures.ts';
import { roles } from '#shared/values/colours.ts';

/** The light value of each colour of the drawings, by the name of its custom property. */
const colours: ReadonlyMap<string, string> = new Map(
  Object.entries(roles).map(([name, [light]]) => [`--${name}`, light]),
);

const coloured = (drawing: string): string =>
  drawing.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`A drawing names ${name}, which is no colour of the drawings.`);
    return colour;
  });

const inside = (file: string) => /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

function svgOf(parts: readonly string[], drawings: string, sign: string): string {
  const { width, height } = sharePictureSize;
  return [
    // The middle of the scene: its round corners are outside.
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="10 20 220 115.5">`,
    drawings,
    '<use href="#shores"/>',
    '<circle cx="120" cy="78" r="45" fill="var(--drawn-petrol-20)" stroke="var(--drawn-white)" stroke-width="4"/>',
    `<g transform="translate(86 42) scale(.71)">${parts.map((part) => `<use href="#${part}"/>`).join('')}</g>`,
    `<g transform="translate(19 29) scale(.7)">${sign}</g>`,
    '</svg>',
  ].join('');
}

/**
 * The pictures of shared links by the path of their file: drawn from the drawings of the site, a few kilobytes each.
 */
export async function drawSharePictures(): Promise<Map<string, Buffer>> {
  const drawings = ['web/ui/pictures/scenes.svg', 'web/features/listings/pictures/objects.svg'].map(inside).join('');
  const sign = inside('web/public/favicon.svg');
  const pictures = new Map<string, Buffer>();
  for (const [name, parts] of Object.entries(sharePictures)) {
    const svg = Buffer.from(coloured(svgOf(parts, drawings, sign)));
    pictures.set(sharePicturePath(name), await sharp(svg).png({ palette: true, compressionLevel: 9 }).toBuffer());
  }
  return pictures;
}

export const sharePicturesPlugin: Plugin = {
  name: 'share-pictures',
  async generateBundle() {
    for (const [path, source] of await drawSharePictures())
      this.emitFile({ type: 'asset', fileName: path.slice(1), source });
  },
  async configureServer({ middlewares }) {
    const pictures = await drawSharePictures();
    middlewares.use((request, response, next) => {
      const picture = pictures.get(request.url ?? '');
      if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      else next();
    });
  },
};

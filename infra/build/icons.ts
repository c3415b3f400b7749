import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Files of the site's own sign: `full` fills the square, because the device cuts it; `scale` leaves it its margin. */
const icons = [
  { file: 'icon-192.png', pixels: 192, full: false, scale: 1 },
  { file: 'icon-512.png', pixels: 512, full: false, scale: 1 },
  // A mask of any form keeps a circle of 80 percent.
  { file: 'icon-maskable-512.png', pixels: 512, full: true, scale: 0.8 },
  { file: 'apple-touch-icon.png', pixels: 180, full: true, scale: 0.9 },
] as const;

export async function drawIcons(siteFolder: string): Promise<void> {
  const sign = readFileSync(join(siteFolder, 'favicon.svg'), 'utf8');
  await Promise.all(
    icons.map(async ({ file, pixels, full, scale }) => {
      const drawn = Buffer.from(full ? filled(sign, scale) : sign);
      const png = await sharp(drawn, { density: (72 * pixels) / 32 })
        .resize(pixels, pixels)
        .png({ palette: true })
        .toBuffer();
      writeFileSync(join(siteFolder, file), png);
    }),
  );
}

/** The sign with its ground up to the corners, and everything on it smaller around the centre. */
function filled(sign: string, scale: number): string {
  const [, open = '', ground = '', drawing = ''] =
    /^(<svg[^>]*>)\s*<rect[^>]*fill="([^"]+)"[^>]*>([\s\S]*)<\/svg>\s*$/.exec(sign) ?? [];
  if (!drawing) throw new Error('favicon.svg is not a ground with a drawing on it.');
  const inset = 16 * (1 - scale);
  return `${open}<rect width="32" height="32" fill="${ground}"/><g transform="translate(${inset} ${inset}) scale(${scale})">${drawing}</g></svg>`;
}

import sharp from 'sharp';
import type { ChosenFile } from './site-client.ts';

export async function drawnPicture(name: string, svg: string): Promise<ChosenFile> {
  return { name, type: 'image/png', bytes: await sharp(Buffer.from(svg)).png().toBuffer() };
}

/** A drawn PNG of 640 × 480: a parcel on a table, in its own tone. */
export const picture = (name: string, tone: number): Promise<ChosenFile> =>
  drawnPicture(
    name,
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
  <rect width="640" height="480" fill="hsl(${tone * 9} 25% 70%)"/>
  <rect x="160" y="140" width="320" height="260" fill="hsl(${tone * 9 + 30} 45% 55%)"/>
  <path d="M320 140v260M160 270h320" stroke="hsl(${tone * 9} 20% 88%)" stroke-width="36"/>
</svg>`,
  );

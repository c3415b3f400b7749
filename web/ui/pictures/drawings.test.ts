import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Transport } from '#shared/trips/fields.ts';
import { Size } from '#shared/values/fields.ts';
import type { DrawingName } from '#web/ui/pictures/drawing.tsx';

const scenes: Readonly<Record<DrawingName, true>> = {
  parcels: true,
  trips: true,
  messages: true,
  search: true,
  documents: true,
  delivered: true,
  published: true,
  lost: true,
};
const files = {
  'web/ui/pictures/scenes.svg': Object.keys(scenes),
  'web/features/listings/pictures/objects.svg': [...Size.options, ...Transport.options, 'fragile', 'electronics'],
  'web/features/accounts/documents/examples.svg': ['identity-good', 'identity-bad', 'face-good', 'face-bad'],
  'web/features/home/crossing.svg': ['crossing'],
};

test.each(Object.entries(files))('%s has each of its drawings, in colours of the theme alone', (file, names) => {
  const drawn = readFileSync(file, 'utf8');
  for (const name of names) expect(drawn).toContain(`<g id="${name}">`);
  const colours = [...drawn.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
  const foreign = colours.filter((colour) => colour !== 'none' && !colour?.startsWith('var(--drawn-'));
  expect(foreign).toEqual([]);
  expect(drawn.length).toBeLessThan(12_000);
});

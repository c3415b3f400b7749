import { Drawing, type DrawingName } from '#web/ui/pictures/drawing.tsx';
import type { Examples } from '../../examples.ts';

const names: Readonly<Record<DrawingName, true>> = {
  parcels: true,
  trips: true,
  messages: true,
  search: true,
  documents: true,
  delivered: true,
  published: true,
  lost: true,
};

export const examples: Examples = Object.fromEntries(
  (Object.keys(names) as DrawingName[]).map((name) => [name, <Drawing key={name} name={name} />]),
);

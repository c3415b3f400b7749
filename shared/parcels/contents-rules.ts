import type { RouteProblem } from '../values/itinerary.ts';
import { type Category, type Content, whatMissing } from './contents.ts';

type Named = Pick<Content, 'category' | 'what'>;

/** Problems of the list as a whole: each category once, and « Autre » in the sender's words. */
export const contentsProblems = (contents: readonly Named[]): RouteProblem[] =>
  contents.flatMap(({ category, what }, index) => [
    ...(contents.findIndex((one) => one.category === category) < index
      ? [{ path: ['contents', index, 'category'], message: 'Ce contenu est déjà dans votre liste.' }]
      : []),
    ...(category === 'other' && !what?.trim() ? [{ path: ['contents', index, 'what'], message: whatMissing }] : []),
  ]);

const electronic: readonly Category[] = ['phone', 'electronics', 'appliance'];

/** The list alone makes it an electronic device, whatever its owner ticks. */
export const listsElectronics = (contents: readonly Pick<Content, 'category'>[]): boolean =>
  contents.some(({ category }) => electronic.includes(category));

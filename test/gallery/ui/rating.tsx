import { Rating } from '#web/ui/rating.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  'with reviews': <Rating average={4.3} count={12} />,
  'no review': <Rating average={0} count={0} />,
  'no review, with its own text': <Rating average={0} count={0} without="Nouveau membre" />,
  'not readable': <Rating average={undefined} count={undefined} />,
};

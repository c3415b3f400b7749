import { Moment } from '#web/ui/moment.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  'day and time': <Moment at="2026-11-20T14:05:00Z" />,
  'its own text': <Moment at="2026-11-20T14:05:00Z" text="hier" />,
};

import { offline } from '#web/lib/api/problem.ts';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  'no answer from the server': <SeenAgo at={Date.now() - 12 * 60_000} error={offline()} />,
};

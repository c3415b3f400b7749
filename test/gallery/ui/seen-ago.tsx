import { offline } from '#web/lib/api/problem.ts';
import { LoadState, SeenAgo } from '#web/ui/seen-ago.tsx';
import type { Examples } from '../examples.ts';

const ago = () => Date.now() - 12 * 60_000;

export const examples: Examples = {
  'no answer from the server': <SeenAgo at={ago()} error={offline()} />,
  'a list that is known': <LoadState at={ago()} error={offline()} onRetry={() => undefined} />,
  'a list that is not known': <LoadState at={0} error={offline()} onRetry={() => undefined} />,
};

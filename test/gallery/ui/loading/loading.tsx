import { SlowAnswer, Spinner } from '#web/ui/loading/loading.tsx';
import { type Examples, nothing } from '../../examples.ts';

export const examples: Examples = {
  'the session loads': <Spinner label="Chargement de votre session…" />,
  'the session loads, after 8 s with a retry': <Spinner label="Chargement de votre session…" onRetry={nothing} />,
  'empty, after 8 s a retry': <SlowAnswer onRetry={nothing} />,
};

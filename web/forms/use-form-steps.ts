import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { paths } from '#shared/site/paths.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

type SteppedPage = typeof paths.register | typeof paths.sendParcel;

interface FormSteps {
  index: number;
  /** The step that the page opened with, before an unfinished one replaced it. */
  opened: number;
  heading: RefObject<HTMLHeadingElement | null>;
  /**
   * `toErrors`: back to a step with errors, whose summary takes the focus; the left step does not stay in the history.
   */
  goTo: (step: number, options?: { toErrors?: boolean }) => void;
}

/**
 * The steps of a form. From the second one on the step is `?step=` in the URL, so that the browser's back button leads
 * to the one before. A page that opens at a later step shows the first one that `isComplete` does not accept.
 */
export function useFormSteps(
  page: SteppedPage,
  count: number,
  isComplete: (step: number) => Promise<boolean>,
): FormSteps {
  const [query, setQuery] = usePageQuery(page);
  const asked = Number(query.get('step') ?? 1) - 1;
  const index = Number.isInteger(asked) && asked > 0 && asked < count ? asked : 0;
  const [opened] = useState(index);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(index);
  const leadsToErrors = useRef(false);

  const goTo = useCallback(
    (step: number, { toErrors = false } = {}) => {
      leadsToErrors.current = toErrors;
      setQuery(
        (current) => {
          if (step > 0) current.set('step', `${step + 1}`);
          else current.delete('step');
          return current;
        },
        { replace: toErrors },
      );
    },
    [setQuery],
  );

  const openUnfinished = useEffectEvent(async () => {
    const complete = await Promise.all(Array.from({ length: opened }, (_, step) => isComplete(step)));
    const unfinished = complete.indexOf(false);
    if (unfinished >= 0) goTo(unfinished, { toErrors: true });
  });
  useEffect(() => void openUnfinished(), []);

  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    if (!leadsToErrors.current) {
      window.scrollTo({ top: 0 });
      heading.current?.focus({ preventScroll: true });
    }
    leadsToErrors.current = false;
  }, [index]);
  return { index, opened, heading, goTo };
}

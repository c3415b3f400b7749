import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { type DraftKind, dropDraft, keepDraft } from '#web/lib/drafts/draft.ts';

const pauseMs = 500;

/**
 * Stores the typed text where drafts of its kind stay. `drop` deletes it and stops storing; `isKept` says « Brouillon
 * enregistré ». `toDraft` leaves out values that cannot be stored as text.
 */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  { control }: Pick<UseFormReturn<Values, unknown, Output>, 'control'>,
  { kind, toDraft = (values) => values }: { kind?: DraftKind; toDraft?: (values: Values) => unknown } = {},
) {
  const values = useWatch({ control }) as Values;
  const [isKept, setKept] = useState(false);
  const dropped = useRef(false);
  // A field without a value (an untouched radio group) is left out.
  const text = JSON.stringify(toDraft(values), (_, value: unknown) => value ?? undefined);
  // Not the form's own `isDirty`: it does not notify about text typed before the application started.
  const begun = useRef<string | undefined>(text);

  useEffect(() => {
    if (text === begun.current || dropped.current) return undefined;
    begun.current = undefined;
    // Stored at once, so that leaving quickly loses nothing; announced a moment after the last key.
    const isStored = keepDraft(name, JSON.parse(text), kind);
    const timer = setTimeout(() => !dropped.current && setKept(isStored), pauseMs);
    return () => clearTimeout(timer);
  }, [name, text, kind]);

  const drop = useCallback(() => {
    dropped.current = true;
    setKept(false);
    dropDraft(name, kind);
  }, [name, kind]);
  return { isKept, drop };
}

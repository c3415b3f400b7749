import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { warningIn } from '#shared/messaging/warnings.ts';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { type DraftKind, draftIn, dropDraft, keepDraft, readText } from '#web/lib/drafts/draft.ts';
import { useHeldDraft } from '#web/lib/drafts/use-held-draft.ts';
import { keepsNothingText } from '#web/lib/storage.ts';

const pauseMs = 500;

/** A failure of a form with a draft. If the page must reload, it adds that the typed text stays. */
export function failureWithDraft(title: string, fault: unknown): Failure {
  const { code, title: own, detail } = asProblem(fault);
  const warning = warningIn(code);
  const kept = code === 'OTHER_RELEASE' ? `${detail} Votre saisie est conservée sur cet appareil.` : detail;
  return { title: warning ? own : failed(title, fault).title, detail: kept, wayOut: wayOutOf({ code }), warning };
}

/** The readable values of the draft of a shown form. The draft of a closed tab arrives a moment later. */
export function useKeptDraft<Shape extends z.core.$ZodShape>(
  name: string,
  schema: z.ZodMiniObject<Shape>,
  kind: DraftKind = 'listing',
) {
  const [kept, setKept] = useState(() => draftIn(readText(name, kind), schema));
  useHeldDraft(name, kind, (text) => setKept(draftIn(text, schema)));
  return [kept, setKept] as const;
}

const notes = {
  kept: 'Brouillon enregistré',
  unkept: `Brouillon gardé dans cette page seulement. ${keepsNothingText}`,
};

/**
 * Stores the typed text where drafts of its kind stay. `drop` deletes it and stops storing; `note` tells the member
 * whether it is stored. `toDraft` leaves out values that cannot be stored as text.
 */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  { control }: Pick<UseFormReturn<Values, unknown, Output>, 'control'>,
  { kind, toDraft = (values) => values }: { kind?: DraftKind; toDraft?: (values: Values) => unknown } = {},
) {
  const values = useWatch({ control }) as Values;
  const [note, setNote] = useState<string>();
  const dropped = useRef(false);
  // A field without a value (an untouched radio group) is left out.
  const text = JSON.stringify(toDraft(values), (_, value: unknown) => value ?? undefined);
  // Not the form's own `isDirty`, which does not notify about text typed before the application started.
  const begun = useRef<string | undefined>(text);

  useEffect(() => {
    if (text === begun.current || dropped.current) return undefined;
    begun.current = undefined;
    // Stored immediately, so that leaving quickly loses nothing; announced a moment after the last key.
    const isStored = keepDraft(name, JSON.parse(text), kind);
    const timer = setTimeout(() => !dropped.current && setNote(isStored ? notes.kept : notes.unkept), pauseMs);
    return () => clearTimeout(timer);
  }, [name, text, kind]);

  const drop = useCallback(() => {
    dropped.current = true;
    setNote(undefined);
    dropDraft(name, kind);
  }, [name, kind]);
  return { note, drop };
}

import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { zodResolver } from '#web/forms/zod-resolver.ts';

/** A long form: an error shows once its field is left, and goes as soon as the value is right. */
export function useStandingForm<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Output> {
  const form = useForm<Values, unknown, Output>({
    mode: 'onTouched',
    // A button pressed while leaving a field must move only after the press.
    delayError: 250,
    shouldFocusError: false,
    resolver: zodResolver(schema),
    defaultValues,
  });
  useStandingErrors(form);
  return form;
}

/**
 * Removes an error as soon as its value is valid, also when another field caused it: two equal cities, a price that is
 * now negotiable. A server error of a field stays until that field changes.
 */
function useStandingErrors<Values extends FieldValues, Output>({
  subscribe,
  trigger,
  getFieldState,
  formState,
}: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe' | 'trigger' | 'getFieldState' | 'formState'>): void {
  const { errors } = formState;
  const standing = useRef<object>(errors);
  useEffect(() => {
    standing.current = errors;
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const wrong = judgedNames<Values>(standing.current).filter((path) => path !== name);
          const changed = name as FieldPath<Values> | undefined;
          if (changed && typeof getFieldState(changed).error?.message === 'string') wrong.push(changed);
          if (wrong.length > 0) void trigger(wrong);
        },
      }),
    [subscribe, trigger, getFieldState],
  );
}

/** Errors of the form's schema, which have a type. */
function judgedNames<Values extends FieldValues>(errors: object, path = ''): FieldPath<Values>[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (!value || typeof value !== 'object' || key === 'ref') return [];
    const name = path ? `${path}.${key}` : key;
    if ('message' in value) return 'type' in value && value.type ? [name as FieldPath<Values>] : [];
    return judgedNames<Values>(value, name);
  });
}

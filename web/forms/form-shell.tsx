import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Sentence } from '#shared/client-refusals.ts';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { asProblem } from '#web/lib/api/problem.ts';

interface Summary {
  /** The number of failed attempts: after each one the summary of errors takes the focus. */
  attempt: number;
  refusal?: Failure | undefined;
  missing?: Sentence | undefined;
}

interface FormShellProps extends Summary, Omit<ComponentProps<'form'>, 'onSubmit'> {
  errors: FieldErrors;
  top?: ReactNode;
  onSubmit: (event: FormEvent) => unknown;
  /** Sends the same form after its author has read a warning. */
  onAnyway?: (warning: Failure['warning']) => unknown;
}

export function FormShell({
  errors,
  attempt,
  refusal,
  missing,
  top,
  onSubmit,
  onAnyway,
  children,
  ...form
}: FormShellProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit(event);
  };
  return (
    <form className="form" noValidate {...form} onSubmit={submit}>
      {top}
      <ErrorSummary
        errors={errors}
        attempt={attempt}
        title={refusal?.title}
        formError={refusal?.detail}
        wayOut={refusal?.wayOut}
        onAnyway={refusal?.warning && onAnyway && (() => onAnyway(refusal.warning))}
        missing={missing}
      />
      {children}
    </form>
  );
}

/** The summary of a form that sends in its own way: `clear` before an attempt, `fail` after it. */
export function useFormSummary() {
  const [summary, setSummary] = useState<Summary>({ attempt: 0 });
  const clear = () => setSummary((before) => ({ ...before, refusal: undefined }));
  const fail = (why: Omit<Summary, 'attempt'> = {}) =>
    setSummary((before) => ({ ...before, ...why, attempt: before.attempt + 1 }));
  return { summary, clear, fail };
}

interface SentForm<Values, Output> {
  schema: z.ZodMiniType<Output, Values>;
  /** One for each field: a refusal is shown at the fields that it names. */
  defaultValues: Values;
  /** Sends valid values. Its error is shown in the form. */
  send: (values: Output) => Promise<unknown>;
  /** What to show of an error above the fields, if anything; by default its own sentence. */
  refusalOf?: (error: unknown, isAtField: boolean) => Failure | undefined;
}

/** A form that sends its values in one call: its fields, and the props of its `FormShell`. */
export function useSentForm<Values extends FieldValues, Output>(options: SentForm<Values, Output>) {
  const { schema, defaultValues, send, refusalOf = ownSentence } = options;
  const [refusal, setRefusal] = useState<Failure>();
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
  });
  const { errors, submitCount, isSubmitting } = form.formState;
  const onSubmit = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await send(values);
    } catch (error) {
      const atFields = Object.entries(asProblem(error).fields).filter(([name]) => name in defaultValues);
      for (const [name, message] of atFields) form.setError(name as Path<Values>, { message });
      setRefusal(refusalOf(error, atFields.length > 0));
    }
  });
  return { form, errors, busy: isSubmitting, shell: { errors, attempt: submitCount, refusal, onSubmit } };
}

const ownSentence = (error: unknown): Failure => ({ detail: asProblem(error).detail });

import { type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { TextField } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

const kinds = {
  application: {
    label: 'Code à 6 chiffres',
    hint: "Le code que votre application d'authentification affiche en ce moment.",
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Code de secours',
    hint: "L'un des codes à 16 signes que vous avez notés. Il ne sert qu'une fois.",
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/**
 * The form of one code. `send` gets the checked code and the key of this try; its refusal is shown here, and the typed
 * text stays. `onBusy` notifies a dialog's button, which is outside.
 */
export function CodeForm(props: {
  formId: string;
  kind: keyof typeof kinds;
  schema: z.ZodMiniType<string>;
  send: (code: string, idempotencyKey: string) => Promise<void>;
  onBusy: (busy: boolean) => void;
}) {
  const { formId, kind, schema, send, onBusy } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const keyOfTry = useIdempotencyKey();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    const checked = schema.safeParse(code);
    setRefusal(undefined);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return field.current?.focus();
    isBusy.current = true;
    onBusy(true);
    try {
      await send(checked.data, keyOfTry({ kind, code: checked.data }));
    } catch (failure) {
      const { fields, detail } = asProblem(failure);
      setError(fields['code']);
      if (!fields['code']) setRefusal(detail);
      field.current?.focus();
      field.current?.select();
    }
    isBusy.current = false;
    onBusy(false);
  };
  return (
    <form id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal && <ErrorPanel message={refusal} />}
      <TextField
        {...kinds[kind]}
        id={`${formId}-code`}
        name="code"
        enterKeyHint="go"
        autoCapitalize={kind === 'recovery' ? 'characters' : 'none'}
        spellCheck={false}
        data-autofocus
        ref={field}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
    </form>
  );
}

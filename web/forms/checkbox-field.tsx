import type { ReactNode } from 'react';
import { FieldError, FieldHint, fieldAria, fieldId, Requirement } from '#web/forms/field.tsx';
import type { FieldPropsOf } from '#web/forms/text-field.tsx';

/** `<CheckboxField label={…} {...register('accepted')} />`; the label may contain links. */
export function CheckboxField({
  label,
  hint,
  error,
  optional,
  id,
  name,
  ...input
}: Omit<FieldPropsOf<'input'>, 'label' | 'type'> & { label: ReactNode }) {
  const field = { hint, error, optional, id, name };
  const inputId = id ?? fieldId(name);
  return (
    <div className="field">
      <div className="choice">
        <input type="checkbox" {...input} {...fieldAria(field)} />
        <label htmlFor={inputId}>
          {label}
          {!optional && <Requirement />}
        </label>
      </div>
      <FieldHint id={inputId} hint={hint} />
      <FieldError id={inputId} error={error} />
    </div>
  );
}

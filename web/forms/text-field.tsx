import type { ComponentProps } from 'react';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

/** Props of a field with the element's own ones, except `maxLength`, which cuts pasted text; `limit` does not. */
export type FieldPropsOf<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, keyof FieldProps | 'className' | 'maxLength'>;

export const look = (base: string, error?: string) => `${base}${error ? ` ${base}--error` : ''}`;

/** `<TextField label="Titre" error={errors.title?.message} {...register('title')} />` */
export function TextField({ label, hint, error, optional, limit, id, name, ...input }: FieldPropsOf<'input'>) {
  const field = { label, hint, error, optional, limit, id, name };
  return (
    <Field {...field}>
      <input type="text" dir="auto" {...input} {...fieldAria(field)} className={look('amplify-input', error)} />
    </Field>
  );
}

/** An e-mail address, by default the person's own (`autoComplete`). */
export const EmailField = (props: Omit<FieldPropsOf<'input'>, 'label'>) => (
  <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...props} />
);

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  limit,
  id,
  name,
  ...textarea
}: FieldPropsOf<'textarea'>) {
  const field = { label, hint, error, optional, limit, id, name };
  return (
    <Field {...field}>
      <textarea dir="auto" rows={4} {...textarea} {...fieldAria(field)} className={look('amplify-textarea', error)} />
    </Field>
  );
}

/** `options` are `[value, label, isDisabled]`; `placeholder` is the first, empty choice. */
export function SelectField(
  props: FieldPropsOf<'select'> & {
    options: readonly (readonly [string, string, boolean?])[];
    placeholder?: string;
  },
) {
  const { label, hint, error, optional, id, name, options, placeholder, ...select } = props;
  const field = { label, hint, error, optional, id, name };
  return (
    <Field {...field}>
      <select {...select} {...fieldAria(field)} className={look('amplify-select', error)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([value, text, isDisabled]) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

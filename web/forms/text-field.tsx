import type { ComponentProps } from 'react';
import type { FieldValues, FormState, Path, RegisterOptions, UseFormRegister } from 'react-hook-form';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

/** Props of a field with the element's own ones, except `maxLength`, which cuts pasted text; `limit` does not. */
export type FieldPropsOf<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, keyof FieldProps | 'className' | 'maxLength'>;

interface Form<Values extends FieldValues> {
  readonly register: UseFormRegister<Values>;
  readonly formState: FormState<Values>;
}

/** The name of a field of the form is said once: its handlers and its error follow. */
export const fieldOf =
  <Values extends FieldValues>({ register, formState: { errors } }: Form<Values>) =>
  (name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => ({
    error: errors[name]?.message as string | undefined,
    ...register(name, options),
  });

export const look = (base: string, error?: string) => `${base}${error ? ` ${base}--error` : ''}`;

/** `<TextField label="Titre" {...field('title')} />` */
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

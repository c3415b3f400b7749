import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

type Own<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, keyof FieldProps | 'className'>;

const look = (base: string, error?: string) => `${base}${error ? ` ${base}--error` : ''}`;

/** `<TextField label="Titre" error={errors.title?.message} {...register('title')} />` */
export function TextField({ label, hint, error, optional, id, name, ...input }: Own<'input'>) {
  const field = { label, hint, error, optional, id, name };
  return (
    <Field {...field}>
      <input type="text" dir="auto" {...input} {...fieldAria(field)} className={look('amplify-input', error)} />
    </Field>
  );
}

/** An e-mail address, the person's own unless `autoComplete` says otherwise. */
export const EmailField = (props: Omit<Own<'input'>, 'label'>) => (
  <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...props} />
);

export function TextAreaField({ label, hint, error, optional, id, name, ...textarea }: Own<'textarea'>) {
  const field = { label, hint, error, optional, id, name };
  return (
    <Field {...field}>
      <textarea dir="auto" rows={4} {...textarea} {...fieldAria(field)} className={look('amplify-textarea', error)} />
    </Field>
  );
}

/** `options` are `[value, label]`; `placeholder` is the first, empty choice. */
export function SelectField(
  props: Own<'select'> & { options: readonly (readonly [string, string])[]; placeholder?: string },
) {
  const { label, hint, error, optional, id, name, options, placeholder, ...select } = props;
  const field = { label, hint, error, optional, id, name };
  return (
    <Field {...field}>
      <select {...select} {...fieldAria(field)} className={look('amplify-select', error)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/**
 * Set `autoComplete` to `current-password` or `new-password`; pasting is allowed. `shown` distinguishes its button from
 * those of other passwords.
 */
export function PasswordField(props: Own<'input'> & { shown?: string }) {
  const { label, hint, error, optional, id, name, shown = 'le mot de passe', ...input } = props;
  const [visible, setVisible] = useState(false);
  const field = { label, hint, error, optional, id, name };
  return (
    <Field {...field}>
      <div className="field__with-button">
        <input
          {...input}
          {...fieldAria(field)}
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={look('amplify-input', error)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={`Afficher ${shown}`}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      </div>
    </Field>
  );
}

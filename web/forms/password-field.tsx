import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field, fieldAria } from '#web/forms/field.tsx';
import { type FieldPropsOf, look } from '#web/forms/text-field.tsx';

/**
 * Set `autoComplete` to `current-password` or `new-password`; pasting is allowed. `shown` distinguishes its button from
 * those of other passwords.
 */
export function PasswordField(props: FieldPropsOf<'input'> & { shown?: string }) {
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

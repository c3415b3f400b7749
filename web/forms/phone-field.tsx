import { type Ref, useState } from 'react';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

const dialCodes = [
  ['+33', 'France'],
  ['+213', 'Algérie'],
  ['+212', 'Maroc'],
  ['+216', 'Tunisie'],
  ['+32', 'Belgique'],
  ['+41', 'Suisse'],
  ['+352', 'Luxembourg'],
  ['+34', 'Espagne'],
  ['+39', 'Italie'],
  ['+49', 'Allemagne'],
  ['+44', 'Royaume-Uni'],
  ['+351', 'Portugal'],
  ['+31', 'Pays-Bas'],
  ['+90', 'Turquie'],
  ['+971', 'Émirats arabes unis'],
  ['+1', 'Canada, États-Unis'],
] as const;
const otherCode = 'other';

type PhoneFieldProps = FieldProps & {
  /** International form, `+33612345678`. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** A number with its country code, for react-hook-form's `Controller`. A number typed with `+` is kept as it is. */
export function PhoneField({ value, onChange, onBlur, ref, ...field }: PhoneFieldProps) {
  const [parts, setParts] = useState(() => splitPhone(value));
  const shown = joinPhone(parts) === value ? parts : splitPhone(value);
  const change = (next: PhoneParts) => {
    setParts(next);
    onChange(joinPhone(next));
  };
  const aria = fieldAria(field);
  return (
    <Field {...field}>
      <div className="phone-field">
        <select
          className="amplify-select"
          aria-label="Indicatif du pays"
          value={shown.code}
          onChange={(event) => change({ ...shown, code: event.target.value })}
        >
          {dialCodes.map(([code, country]) => (
            <option key={code} value={code}>
              {code} {country}
            </option>
          ))}
          <option value={otherCode}>Autre pays (+…)</option>
        </select>
        <input
          {...aria}
          ref={ref}
          type="tel"
          inputMode="tel"
          autoComplete={shown.code === otherCode ? 'tel' : 'tel-national'}
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
          value={shown.number}
          onChange={(event) => change({ ...shown, number: event.target.value })}
          onBlur={onBlur}
        />
      </div>
    </Field>
  );
}

type PhoneParts = { code: string; number: string };

/**
 * `{ code: '+33', number: '06 12 34 56 78' }` becomes `+33612345678`; other characters stay, so that the form refuses
 * them.
 */
export function joinPhone({ code, number }: PhoneParts): string {
  const digits = number.replaceAll(/[\s./()-]/g, '');
  if (digits === '' || digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return code === otherCode ? `+${digits}` : code + digits.replace(/^0/, '');
}

export function splitPhone(value: string): PhoneParts {
  const known = dialCodes.find(([code]) => value.startsWith(code));
  if (known) return { code: known[0], number: value.slice(known[0].length) };
  return value === '' ? { code: dialCodes[0][0], number: '' } : { code: otherCode, number: value };
}

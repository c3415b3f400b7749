import { type Ref, useEffect, useState } from 'react';
import { dialCodes } from '#shared/values/phones/dial-codes.ts';
import { tidyPhone } from '#shared/values/phones/tidy-phone.ts';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';

const otherCode = 'other';

type PhoneFieldProps = FieldProps & {
  /** A stored number, or the text typed behind its chosen code: `+33 06 12 34 56 78`. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Loads while the person types, because a form judges the number with it. */
const loadRule = () => import('#shared/values/phones/read-phone.ts');

/**
 * A number with its country code, for react-hook-form's `Controller`. The typed text stays unchanged; a valid number is
 * shown below as it will be stored.
 */
export function PhoneField({ value, onChange, onBlur, ref, ...field }: PhoneFieldProps) {
  const [parts, setParts] = useState(() => splitPhone(value));
  const shown = joinPhone(parts) === value ? parts : splitPhone(value);
  const change = (next: PhoneParts) => {
    setParts(next);
    onChange(joinPhone(next));
  };
  const stored = useStored(value);
  const hint = stored ? `Sera enregistré : ${stored}` : field.hint;
  const aria = fieldAria({ ...field, hint });
  return (
    <Field {...field} hint={hint}>
      <div className="phone-field">
        <select
          className="amplify-select"
          aria-label="Indicatif du pays"
          onFocus={() => void loadRule().catch(() => {})}
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
          onFocus={() => void loadRule().catch(() => {})}
          onBlur={onBlur}
        />
      </div>
    </Field>
  );
}

/** « +33 6 12 34 56 78 (France) » for a valid number, a moment after the last key. */
function useStored(value: string): string | undefined {
  const [read, setRead] = useState<{ value: string; shown: string | undefined }>();
  useEffect(() => {
    if (!/\d[^+]*\d{5}/.test(value.replaceAll(' ', '')) || !value.includes(' ')) return;
    let isOld = false;
    const readIt = async () => {
      const rule = await loadRule().catch(() => undefined);
      const phone = rule?.readPhone(tidyPhone(value));
      if (isOld || !phone) return;
      setRead({ value, shown: 'phone' in phone ? withCountry(phone.shown) : undefined });
    };
    const timer = setTimeout(() => void readIt(), 300);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [value]);
  return read?.value === value ? read.shown : undefined;
}

function withCountry(shown: string): string {
  const country = dialCodes.find(([code]) => shown.startsWith(`${code} `))?.[1];
  return country ? `${shown} (${country})` : shown;
}

interface PhoneParts {
  code: string;
  number: string;
}

/** The input of the rule: the typed number behind the chosen code, or alone if it has its own code. */
export function joinPhone({ code, number }: PhoneParts): string {
  const typed = tidyPhone(number);
  if (typed === '') return '';
  if (/^(?:t[ée]l\w*[ .:]*)?\(?(?:\+|00)/i.test(typed)) return number;
  return code === otherCode ? `+${number}` : `${code} ${number}`;
}

export function splitPhone(value: string): PhoneParts {
  const known = dialCodes.find(([code]) => value.startsWith(code));
  if (known) return { code: known[0], number: value.slice(known[0].length).replace(/^ /, '') };
  return value === '' ? { code: dialCodes[0][0], number: '' } : { code: otherCode, number: value };
}

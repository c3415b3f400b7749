import { Calendar } from 'lucide-react';
import { type KeyboardEvent, type Ref, Suspense, useState } from 'react';
import { dayOf, isDay, longDay } from '#shared/values/time.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';
import { readDay } from '#shared/values/typed/days.ts';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const CalendarDialog = lazyPart(() => import('#web/forms/date/month-calendar.tsx').then((file) => file.CalendarDialog));

type DateFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, or the typed text if it is no valid day, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  /** First selectable day of the calendar, `YYYY-MM-DD`; today by default. */
  min?: string;
};

/**
 * A day, typed as people write one (`readDay`) or picked in a calendar. The browser's own date field would use the
 * phone's language, not the page's. On blur the field shows what it understood. For react-hook-form's `Controller`; the
 * schema gets an invalid day as typed, and reports it.
 */
export function DateField({ value, onChange, onBlur, ref, min, ...field }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const [today] = useState(() => dayOf(Date.now()));
  const [typed, setTyped] = useState(() => dayToText(value));
  const text = textToDay(typed) === value ? typed : dayToText(value);
  const change = (next: string) => {
    setTyped(next);
    onChange(textToDay(next));
  };
  const pick = (day: string) => {
    setTyped(dayToText(day));
    onChange(day);
    setOpen(false);
  };
  const leave = () => {
    const understood = dayToText(textToDay(text));
    if (understood !== text) change(understood);
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Field {...field}>
      <div className="field__with-button">
        <input
          {...fieldAria(field)}
          ref={ref}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="jj/mm/aaaa"
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button needs-scripts"
          aria-haspopup="dialog"
          aria-label={isDay(value) ? `Choisir une date, ${longDay(value)}` : 'Choisir une date'}
          onClick={() => setOpen(true)}
        >
          <Calendar aria-hidden="true" />
        </button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <CalendarDialog
            title={field.label}
            selected={isDay(value) ? value : undefined}
            min={min ?? today}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Field>
  );
}

/** `5/3/2027` → `2027-03-05`; other texts are returned as typed. */
const textToDay = (text: string): string => readDay(text) ?? tidyLine(text);

const dayToText = (value: string) => (isDay(value) ? value.split('-').reverse().join('/') : value);

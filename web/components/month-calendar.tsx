import { useEffect, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { fr } from 'react-day-picker/locale/fr';
import 'react-day-picker/style.css';
import '#web/components/month-calendar.css';

/** One month in French, weeks from Monday, days before `min` disabled; in a chunk of its own. */
export function MonthCalendar(props: { selected?: string | undefined; min: string; onPick: (day: string) => void }) {
  const selected = props.selected ? toDate(props.selected) : undefined;
  const min = toDate(props.min);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]')?.focus(), []);
  return (
    <div ref={box}>
      <DayPicker
        mode="single"
        locale={fr}
        required={false}
        selected={selected}
        defaultMonth={selected ?? min}
        startMonth={min}
        disabled={{ before: min }}
        onSelect={(_, day) => props.onPick(toDay(day))}
      />
    </div>
  );
}

/** The picker works in the browser's own time zone: at noon, no offset changes the day. */
const toDate = (day: string) => new Date(`${day}T12:00:00`);
const toDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

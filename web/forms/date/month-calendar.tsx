import type { ComponentProps } from 'react';
import { DayButton, DayPicker } from 'react-day-picker';
import { fr } from 'react-day-picker/locale/fr';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import 'react-day-picker/style.css';
import '#web/forms/date/month-calendar.css';

/** One month in French, weeks from Monday, days before `min` disabled. */
function MonthCalendar(props: { selected?: string | undefined; min: string; onPick: (day: string) => void }) {
  const selected = props.selected ? toDate(props.selected) : undefined;
  const min = toDate(props.min);
  return (
    <DayPicker
      mode="single"
      locale={fr}
      required={false}
      selected={selected}
      defaultMonth={selected ?? min}
      startMonth={min}
      disabled={{ before: min }}
      onSelect={(_, day) => props.onPick(toDay(day))}
      components={{ DayButton: Day }}
    />
  );
}

/** The day in the tab order gets the focus when the dialog opens. */
const Day = (props: ComponentProps<typeof DayButton>) => (
  <DayButton {...props} data-autofocus={props.tabIndex === 0 || undefined} />
);

/** The picker works in the browser's time zone; at noon, no offset changes the day. */
const toDate = (day: string) => new Date(`${day}T12:00:00`);
const toDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

type CalendarDialogProps = ComponentProps<typeof MonthCalendar> & { title: string; onClose: () => void };

/** The month of a `DateField`, in its own chunk, because few members open a calendar. */
export function CalendarDialog({ title, onClose, ...month }: CalendarDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <MonthCalendar {...month} />
    </Dialog>
  );
}

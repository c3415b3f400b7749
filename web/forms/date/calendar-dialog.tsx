import type { ComponentProps } from 'react';
import { MonthCalendar } from '#web/forms/date/month-calendar.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

type CalendarDialogProps = ComponentProps<typeof MonthCalendar> & { title: string; onClose: () => void };

/** The month of a `DateField`, in its own chunk, because few members open a calendar. */
export function CalendarDialog({ title, onClose, ...month }: CalendarDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <MonthCalendar {...month} />
    </Dialog>
  );
}

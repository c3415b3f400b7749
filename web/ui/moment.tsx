import { algiersMoment } from '#shared/values/time.ts';
import { momentText } from '#web/lib/moments.ts';

interface MomentProps {
  /** ISO. */
  at: string;
  /** What the screen shows instead of day and hour. */
  text?: string;
}

/** A moment in the zone of the device. Paper may be read in another one, so there it is in Algiers' (rule 198). */
export const Moment = ({ at, text = momentText(at) }: MomentProps) => (
  <time className="moment" dateTime={at} data-print={algiersMoment(at)}>
    <span>{text}</span>
  </time>
);

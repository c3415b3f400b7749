import { algiersMoment } from '#shared/values/time.ts';
import { momentText } from '#web/lib/moments.ts';

interface MomentProps {
  /** ISO. */
  at: string;
  text?: string;
}

/** A moment in the device's time zone. Paper may be read in another one, so print uses Algiers' (rule 198). */
export const Moment = ({ at, text = momentText(at) }: MomentProps) => (
  <time className="moment" dateTime={at} data-print={algiersMoment(at)}>
    <span>{text}</span>
  </time>
);

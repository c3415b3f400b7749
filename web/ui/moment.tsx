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
    <span>{text.replace(/(\d+(?:er)?) (\S+) (\d{4})/, '$1\u00a0$2\u00a0$3')}</span>
  </time>
);

import { useEffect, useState } from 'react';
import { ageText, isLate, type Queue, queues } from '#shared/admin/queues.ts';
import { minuteMs } from '#shared/values/time.ts';
import { momentText } from '#web/lib/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import '#web/features/admin/admin.css';

interface WaitingProps {
  queue: Queue;
  since: string;
  id?: string;
}

/** How long something waits, beside what members were promised; a missed promise stands out in words, too. */
export function Waiting({ queue, since, id }: WaitingProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const late = isLate(queue, since, now);
  return (
    <p id={id} className="cluster small waiting">
      <Badge tone={late ? 'error' : 'pending'}>
        <time dateTime={since} title={momentText(since)}>
          Attend depuis {ageText(since, now)}
        </time>
      </Badge>{' '}
      <span>
        {queues[queue].promise}
        {late && <strong> : délai dépassé</strong>}
      </span>
    </p>
  );
}

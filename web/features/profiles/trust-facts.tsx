import { CalendarDays, Clock, ShieldAlert, ShieldCheck, Truck } from 'lucide-react';
import type { Reliability } from '#shared/profiles/reliability.ts';
import { answerTimeText, carriedText, handOverTip, notVerified, verifiedText } from '#shared/profiles/words.ts';
import { monthAndYear, shortDayOf } from '#web/lib/moments.ts';
import '#web/features/listings/listings.css';

/**
 * The facts that members see about each other before they agree: verification with its day, and activity. Zeros and an
 * answer time of too few answers have no line.
 */
export function TrustFacts({ facts, verified }: { facts: Reliability; verified: boolean }) {
  const { verifiedAt, memberSince, carriedCount, answerMinutes } = facts;
  return (
    <div className="trust-facts small">
      <ul className="rows">
        <li>
          {verified ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldAlert size={16} aria-hidden="true" />}
          {verified ? verifiedText(verifiedAt && shortDayOf(verifiedAt)) : notVerified}
        </li>
        <li>
          <CalendarDays size={16} aria-hidden="true" />
          Membre depuis {monthAndYear(memberSince)}
        </li>
        {carriedCount > 0 && (
          <li>
            <Truck size={16} aria-hidden="true" />
            {carriedText(carriedCount)}
          </li>
        )}
        {answerMinutes !== undefined && (
          <li>
            <Clock size={16} aria-hidden="true" />
            Répond {answerTimeText(answerMinutes)}
          </li>
        )}
      </ul>
      <p className="muted">{handOverTip}</p>
    </div>
  );
}

import { useState } from 'react';
import { talkFirst } from '#shared/deliveries/rules.ts';
import { type ActContext, type ActName, nextActOf, otherActsOf } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { AskedAct } from '#web/features/deliveries/acts/asked-act.tsx';

type ParcelActProps = ActContext & {
  act: ActName;
  /** The act that is wanted next stands out; the others do not. */
  isPrimary?: boolean;
  /** Where there is no room for the words of the act. */
  label?: string;
};

/**
 * One act on a parcel: its button, the question before it with what follows, and what came of it. The same on the page of
 * a delivery, in a talk, in lists. Show it only where the server offers the act (`nextActOf`, `otherActsOf`).
 */
export function ParcelAct({ act, isPrimary, label, ...context }: ParcelActProps) {
  const [isAsked, setAsked] = useState(false);
  const { button } = questionOf(act, context);
  return (
    <>
      <button
        type="button"
        className={`amplify-button ${isPrimary ? 'amplify-button--primary' : ''}`}
        onClick={() => setAsked(true)}
      >
        {label ?? button}
      </button>
      {isAsked && <AskedAct act={act} {...context} onClose={() => setAsked(false)} />}
    </>
  );
}

/**
 * Everything that this member may do with the parcel now, what moves it on first; and why something else must wait.
 * `without`: what stands beside them in a form of its own.
 */
export function ParcelActs({ without, ...context }: ActContext & { without?: ActName | undefined }) {
  const wanted = nextActOf(context);
  const next = wanted === without ? undefined : wanted;
  const others = otherActsOf(context);
  return (
    <>
      {waitingFor(context).map((reason) => (
        <p key={reason} className="muted small">
          {reason}
        </p>
      ))}
      {(next || others.length > 0) && (
        <div className="cluster">
          {next && <ParcelAct key={next} act={next} isPrimary {...context} />}
          {others.map((act) => (
            <ParcelAct key={act} act={act} {...context} />
          ))}
        </div>
      )}
    </>
  );
}

/** Why the two cannot agree yet. That they must talk first goes without saying in a talk. */
const waitingFor = ({ parcel: { actions } }: ActContext): string[] => {
  const reasons = [actions.acceptDelivery?.reason, actions.chooseCarrier?.reason];
  return [...new Set(reasons)].filter((reason) => reason !== undefined && reason !== talkFirst) as string[];
};

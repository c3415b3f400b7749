import { Suspense, useState } from 'react';
import { writeFirst } from '#shared/deliveries/rules.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import type { ActDialogProps } from '#web/features/deliveries/acts/act-dialog.tsx';
import {
  type ActContext,
  type ActName,
  isPhotoAct,
  nextActOf,
  otherActsOf,
} from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const ActDialog = lazyPart(() => import('#web/features/deliveries/acts/act-dialog.tsx').then((file) => file.ActDialog));

/** The question before an act. It is loaded when it opens, because most visits of a parcel end without an act. */
export const AskedAct = (props: ActDialogProps) => (
  <Suspense fallback={<output className="muted small">Ouverture…</output>}>
    <ActDialog {...props} />
  </Suspense>
);

const waitsForNetwork = 'Cette étape demande une connexion. Réessayez dès son retour.';

type ParcelActProps = ActContext & {
  act: ActName;
  /** Highlights the button of the most urgent act. */
  isPrimary?: boolean;
  /** Keeps the button in the bar at the bottom of a phone. */
  inBar?: boolean;
  /** A shorter text, for places without room for the usual one. */
  label?: string;
};

/**
 * One act on a parcel: its button, the question with its consequences, and its result. It is the same on the page of a
 * delivery, in a conversation and in lists. Show it only where the server offers the act (`nextActOf`, `otherActsOf`).
 */
export function ParcelAct({ act, isPrimary, inBar, label, ...context }: ParcelActProps) {
  const [isAsked, setAsked] = useState(false);
  const { button } = questionOf(act, context);
  // Hand-overs wait on this device; every other act needs the answer of the server.
  const mustWait = !useOnline() && !isPhotoAct(act);
  const ask = () => (mustWait ? toast.info('Pas de connexion', waitsForNetwork) : setAsked(true));
  const control = (
    <Button variant={isPrimary ? 'primary' : 'default'} aria-disabled={mustWait || undefined} onClick={ask}>
      {label ?? button}
    </Button>
  );
  return (
    <>
      {inBar ? <InActionBar>{control}</InActionBar> : control}
      {isAsked && <AskedAct act={act} {...context} onClose={() => setAsked(false)} />}
    </>
  );
}

/**
 * All acts that this member may do with the parcel now, the next step first, and why other acts must wait.
 * `without`: acts that the page already shows in another form.
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

/** Why the two cannot agree yet. A conversation does not repeat that they must write to each other first. */
const waitingFor = ({ parcel: { actions } }: ActContext): string[] => {
  const reasons = [actions.acceptDelivery?.reason, actions.chooseCarrier?.reason];
  return [...new Set(reasons)].filter((reason) => reason !== undefined && reason !== writeFirst) as string[];
};

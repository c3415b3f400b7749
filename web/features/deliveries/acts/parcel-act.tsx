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
import { AskingButton } from '#web/features/deliveries/acts/asking-button.tsx';
import type { OfferParts } from '#web/features/deliveries/agreement/use-offer-parts.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const ActDialog = lazyPart(() => import('#web/features/deliveries/acts/act-dialog.tsx').then((file) => file.ActDialog));

/** The question before an act. It is loaded when it opens, because most visits of a parcel end without an act. */
export const AskedAct = (props: ActDialogProps) => (
  <Suspense fallback={<output className="muted small">Ouverture…</output>}>
    <ActDialog {...props} />
  </Suspense>
);

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
  const control = (
    // Hand-overs wait on this device; every other act needs the answer of the server.
    <AskingButton isPrimary={isPrimary} waits={!isPhotoAct(act)} onAsk={() => setAsked(true)}>
      {label ?? button}
    </AskingButton>
  );
  return (
    <>
      {inBar ? <InActionBar>{control}</InActionBar> : control}
      {isAsked && <AskedAct act={act} {...context} onClose={() => setAsked(false)} />}
    </>
  );
}

interface ParcelActsProps extends ActContext {
  /** Acts that the page already shows in another form. */
  without?: ActName | undefined;
  /** The acts on offers of the two. */
  offers: Pick<OfferParts, 'take' | 'make' | 'end'>;
}

/** All acts that this member may do with the parcel now, the next step first, and why other acts must wait. */
export function ParcelActs({ without, offers, ...context }: ParcelActsProps) {
  const wanted = nextBeside(offers, context);
  const next = wanted === without ? undefined : wanted;
  const { take, make, end } = offers;
  const others = otherActsOf(context);
  return (
    <>
      {waitingFor(context).map((reason) => (
        <p key={reason} className="muted small">
          {reason}
        </p>
      ))}
      {(next || take || make || end || others.length > 0) && (
        <div className="cluster">
          {take}
          {next && <ParcelAct key={next} act={next} isPrimary={!take} {...context} />}
          {make}
          {end}
          {others.map((act) => (
            <ParcelAct key={act} act={act} {...context} />
          ))}
        </div>
      )}
    </>
  );
}

/** The next step beside an open offer. Taking an offer replaces the button that would agree without one. */
export function nextBeside({ take }: Pick<OfferParts, 'take'>, context: ActContext): ActName | undefined {
  const next = nextActOf(context);
  return take && (next === 'acceptDelivery' || next === 'chooseCarrier') ? undefined : next;
}

/** Why the two cannot agree yet. A conversation does not repeat that they must write to each other first. */
const waitingFor = ({ parcel: { actions } }: ActContext): string[] => {
  const reasons = [actions.acceptDelivery?.reason, actions.chooseCarrier?.reason];
  return [...new Set(reasons)].filter((reason) => reason !== undefined && reason !== writeFirst) as string[];
};

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { ActName, Situation } from '#shared/situation/contract.ts';
import { labelOf } from '#shared/situation/label-words.ts';
import type { Card } from '#shared/values/fields.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import {
  type Acted,
  type ActParcel,
  type AskedName,
  type DialogAct,
  type DirectAct,
  isDeclaring,
  isHandover,
  type PageAct,
  type UnseenOffer,
} from '#web/features/deliveries/acts/acted.ts';
import { askedAct, type Question } from '#web/features/deliveries/acts/asked-act.tsx';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';
import { failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { askForPartsAgain, lazyPart, PartMissing } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { useQueuedAct } from '#web/lib/offline/queued.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

// Most visits of a parcel end without an act. The form of an offer has the libraries of forms.
const actDialog = () => import('#web/features/deliveries/acts/act-dialog.tsx');
const ActDialog = lazyPart(() => actDialog().then((file) => file.ActDialog));
const OfferDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.OfferDialog),
);
const TravellersDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.TravellersDialog),
);

const ProblemDialog = lazyPart(() =>
  import('#web/features/deliveries/problems/problem-dialog.tsx').then((file) => file.ProblemDialog),
);

const pages: Readonly<Record<PageAct, (parcelId: string, situation?: Situation) => string>> = {
  answer: (_, situation) => (isSent(situation) ? withQuery(paths.tripRequests, { tab: 'sent' }) : paths.tripRequests),
  verify: () => paths.profile,
  subscribe: () => paths.paymentMethods,
  rate: (parcelId) => paths.delivery(parcelId),
  editParcel: (parcelId) => withQuery(paths.sendParcel, { edit: parcelId }),
};
const pageOf = (act: AskedName, parcelId: string, situation: Situation | undefined): string | undefined =>
  act in pages ? pages[act as PageAct](parcelId, situation) : undefined;

/** No offer waits for the owner, and one of their own cannot be taken. */
const isSent = (situation: Situation | undefined): boolean =>
  situation?.stage === 'offered' &&
  situation.offers?.received === 0 &&
  situation.offers.stuck?.some((offer) => offer.isSent) === true;

const isDirect = (act: AskedName): act is DirectAct => ['pauseParcel', 'resumeParcel', 'unblock'].includes(act);

const ending: ReadonlySet<ActName> = new Set(['withdrawOffer', 'releaseCarrier', 'returnParcel', 'cancelParcel']);

const waitsForNetwork = 'Cette étape demande une connexion. Réessayez dès son retour.';

interface ActsAbout {
  parcel: ActParcel | UnseenOffer;
  memberId: string;
  /** The other member of the conversation or row; without one, the other participant of the delivery. */
  other?: Card | undefined;
}

interface ButtonOptions {
  isPrimary?: boolean;
  inBar?: boolean;
  label?: string;
}

export interface Acts {
  /** The button of an act that is possible now, else nothing. */
  button: (name: ActName, options?: ButtonOptions) => ReactNode;
  /** All other acts, for a menu; one that must wait has its reason. */
  menu: (without?: readonly (ActName | undefined)[]) => MenuAction[];
  /** Begins an act as its button does. */
  ask: (name: AskedName) => void;
}

/** The acts that the server offers a member on a parcel: the same buttons, questions and results on every page. */
export function useActs({ parcel, memberId, other }: ActsAbout): Acts {
  const online = useOnline();
  const navigate = useNavigate();
  const acting = { queries: useQueryClient(), keyOfTry: useIdempotencyKey() };
  const { situation } = parcel;
  const about = situation && { parcel, situation, memberId, other: other ?? partnerIn(parcel) };
  const place = `${parcel.id} ${other?.id ?? ''}`;
  useFollowed(place, about);
  const queued = useQueuedAct(parcel.id);
  const isQueued = (name: ActName) =>
    queued &&
    (queued.stage === 'pickup'
      ? name === 'validatePickup'
      : name === 'validateDelivery' || (situation && isDeclaring(name, situation)));
  const offered = situation?.acts.filter(({ name }) => !isQueued(name)) ?? [];
  const mustWait = (name: AskedName) =>
    !online && name !== 'refuseContents' && !(situation && isHandover(name, situation));

  const ask = (name: AskedName) => {
    if (!about) return;
    const to = pageOf(name, parcel.id, situation);
    if (to) void navigate(to);
    else if (mustWait(name)) toast.info('Pas de connexion', waitsForNetwork);
    else if (isDirect(name))
      void actDialog()
        .then(({ performAct }) => performAct(acting, name, about))
        .catch((error: unknown) => toastFailure(failureOf(error)));
    else
      askedAct.set({ Dialog: AskedDialog, onFault: leaveQuestion, name: name as DialogAct, place, about, now: about });
  };
  const button = (name: ActName, { isPrimary = name === situation?.main, inBar, label }: ButtonOptions = {}) => {
    if (!situation || !offered.some((act) => act.name === name && !act.reason)) return null;
    const text = label ?? labelOf(name, situation);
    const to = pageOf(name, parcel.id, situation);
    const variant = isPrimary ? ('primary' as const) : ('default' as const);
    const control = to ? (
      <Button key={name} as={Link} variant={variant} to={to}>
        {text}
      </Button>
    ) : (
      <Button key={name} variant={variant} aria-disabled={mustWait(name) || undefined} onClick={() => ask(name)}>
        {text}
      </Button>
    );
    return inBar ? <InActionBar key={name}>{control}</InActionBar> : control;
  };
  const menu: Acts['menu'] = (without = []) =>
    situation
      ? offered
          .filter(({ name }) => !without.includes(name))
          .map(({ name, reason }) => {
            const to = pageOf(name, parcel.id, situation);
            const act = to ? { to } : { onAct: () => ask(name), destructive: ending.has(name) };
            return { key: name, label: labelOf(name, situation), reason, ...act };
          })
      : [];
  return { button, menu, ask };
}

/** The acts that are possible now: the main one beside « Refuser », and the others. */
export function groupsOf({ acts, main }: Situation, isElsewhere: (name: ActName) => boolean) {
  const names = acts.flatMap(({ name, reason }) => (reason || isElsewhere(name) ? [] : [name]));
  const isFirst = (name: ActName) => name === main || name === 'declineOffer';
  return { first: names.filter(isFirst), rest: names.filter((name) => !isFirst(name)) };
}

/** Shows an open question of an act the present situation of its parcel, which may have another carrier by now. */
function useFollowed(place: string, now: Acted | undefined): void {
  useEffect(() => {
    const asked = askedAct.get();
    if (now && asked?.place === place && asked.now !== now) askedAct.set({ ...asked, now });
  });
}

const aboutAnOffer: ReadonlySet<AskedName> = new Set(['makeOffer', 'takeOffer', 'declineOffer', 'withdrawOffer']);

/** A question that did not load leaves its page, and loads again with the next press. */
export function leaveQuestion(fault: unknown): void {
  askForPartsAgain();
  askedAct.set(undefined);
  if (fault instanceof PartMissing && fault.why === 'offline') toast.info('Pas de connexion', waitsForNetwork);
  else toastFailure(failureOf(fault));
}

/** A question is about what it shows: the present situation, unless its act, or the offer that it is about, is gone. */
function AskedDialog({ name, about, now }: Question) {
  const isSameOffer = !aboutAnOffer.has(name) || now?.situation.offer?.id === about.situation.offer?.id;
  const offered = name === 'refuseContents' ? 'validatePickup' : name;
  const isStill = isSameOffer && now?.situation.acts.some((act) => act.name === offered && !act.reason);
  const { parcel, other, ...shown } = now && isStill ? now : about;
  const onClose = () => askedAct.set(undefined);
  if (name !== 'invite' && name !== 'makeOffer' && name !== 'reportProblem')
    return <ActDialog act={name} {...shown} {...{ parcel, other, onClose }} />;
  if (!('version' in parcel)) return null;
  if (name === 'reportProblem') return <ProblemDialog {...shown} {...{ parcel, other, onClose }} />;
  if (name === 'invite') return <TravellersDialog parcel={parcel} onClose={onClose} />;
  return other && <OfferDialog {...shown} {...{ parcel, other, onClose }} />;
}

const partnerIn = (parcel: ActParcel | UnseenOffer): Card | undefined =>
  'version' in parcel ? (parcel.situation?.isOwner ? parcel.carrier : parcel.owner) : undefined;

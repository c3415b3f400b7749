import {
  Ban,
  Copy,
  Eye,
  MessageCircleReply,
  PackageCheck,
  Pause,
  Pencil,
  Plane,
  Play,
  RefreshCw,
  Share2,
  Truck,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ListingActName, Parcel } from '#shared/parcels/contract.ts';
import { isOverdue } from '#shared/parcels/phase.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { AskedAct } from '#web/features/deliveries/acts/parcel-act.tsx';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import { useListingAct } from '#web/features/parcels/use-listing-act.ts';
import { shareableParcel } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const TravellersDialog = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.TravellersDialog),
);

type AskedName = 'cancelParcel' | 'confirmReturn';

/** The acts of an owner on one of their parcels, as the server allows them. */
export function OwnParcelActions({ parcel, onOpen }: { parcel: Parcel; onOpen: () => void }) {
  const [asked, setAsked] = useState<AskedName>();
  const [isInviting, setInviting] = useState(false);
  const act = useListingAct();
  const [now] = useState(() => Date.now());
  const isOver = isOverdue(parcel, now);
  const { share, dialog } = useShare();
  const shareable = shareableParcel(parcel, now);
  const menu = menuOf(parcel, isOver, {
    onOpen,
    onShare: shareable && (() => share(shareable)),
    onListing: (name) => act.mutate({ act: name, parcel }),
    onAsk: setAsked,
    onTravellers: () => setInviting(true),
  });

  return (
    <>
      <PrimaryAndMenu label={parcel.title} actions={menu} primary={primaryOf(parcel, isOver)} />
      {dialog}
      {isInviting && (
        <Suspense>
          <TravellersDialog parcel={parcel} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {asked && <AskedAct act={asked} parcel={parcel} memberId={parcel.ownerId} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface MenuCalls {
  onOpen: () => void;
  /** Absent if the parcel cannot be shared. */
  onShare: (() => void) | undefined;
  onListing: (act: 'pauseParcel' | 'resumeParcel') => void;
  /** Asks before the act. */
  onAsk: (act: AskedName) => void;
  /** Shows the trips that could take it. */
  onTravellers: () => void;
}

const travellers = (onAct: () => void): MenuAction => ({
  key: 'travellers',
  label: 'Voyageurs compatibles',
  icon: <Plane size={20} aria-hidden="true" />,
  onAct,
});

const sharing = (onAct: () => void): MenuAction => ({
  key: 'share',
  label: 'Partager',
  icon: <Share2 size={20} aria-hidden="true" />,
  onAct,
});

function menuOf(
  parcel: Parcel,
  isOver: boolean,
  { onOpen, onShare, onListing, onAsk, onTravellers }: MenuCalls,
): MenuAction[] {
  const { id, actions } = parcel;
  const offered = (name: ListingActName, action: MenuAction): MenuAction[] =>
    actions[name] ? [{ ...action, ...(actions[name].allowed ? {} : { reason: actions[name].reason }) }] : [];
  const isPast = ['delivered', 'returned', 'cancelled'].includes(parcel.status) || isOver;
  const edit = parcel.adminStatus === 'rejected' ? 'Corriger et renvoyer' : isOver ? 'Republier' : 'Modifier';

  return [
    ...(parcel.status === 'accepted_for_delivery'
      ? [
          {
            key: 'answer',
            label: `Répondre à ${(!parcel.carrier?.unavailable && parcel.carrier?.firstName) || 'la demande'}`,
            icon: <MessageCircleReply size={20} aria-hidden="true" />,
            to: paths.tripRequests,
          },
        ]
      : []),
    ...(actions.confirmReturn?.allowed
      ? [
          {
            key: 'confirmReturn',
            label: 'Confirmer le retour',
            icon: <PackageCheck size={20} aria-hidden="true" />,
            onAct: () => onAsk('confirmReturn'),
          },
        ]
      : []),
    { key: 'open', label: 'Ouvrir', icon: <Eye size={20} aria-hidden="true" />, onAct: onOpen },
    ...(parcel.carrierId
      ? [{ key: 'track', label: 'Suivre', icon: <Truck size={20} aria-hidden="true" />, to: paths.delivery(id) }]
      : []),
    ...(parcel.status === 'active' && parcel.adminStatus === 'approved' && !isOver ? [travellers(onTravellers)] : []),
    ...(onShare ? [sharing(onShare)] : []),
    ...offered('editParcel', {
      key: 'edit',
      label: edit,
      icon: isOver ? <RefreshCw size={20} aria-hidden="true" /> : <Pencil size={20} aria-hidden="true" />,
      to: withQuery(paths.sendParcel, { edit: id }),
    }),
    ...offered('pauseParcel', {
      key: 'pause',
      label: 'Mettre en pause',
      icon: <Pause size={20} aria-hidden="true" />,
      onAct: () => onListing('pauseParcel'),
    }),
    ...offered('resumeParcel', {
      key: 'resume',
      label: 'Reprendre',
      icon: <Play size={20} aria-hidden="true" />,
      onAct: () => onListing('resumeParcel'),
    }),
    {
      key: 'copy',
      label: isPast && !actions.editParcel ? 'Republier' : 'Dupliquer',
      icon: <Copy size={20} aria-hidden="true" />,
      to: withQuery(paths.sendParcel, { copy: id }),
    },
    ...offered('cancelParcel', {
      key: 'cancel',
      label: "Annuler l'envoi",
      icon: <Ban size={20} aria-hidden="true" />,
      onAct: () => onAsk('cancelParcel'),
      destructive: true,
    }),
  ];
}

/** The act that the parcel waits for, or the most likely one. */
function primaryOf({ status, adminStatus, carrierId, returnConfirmedAt }: Parcel, isOver: boolean): string {
  if (status === 'accepted_for_delivery') return 'answer';
  if (status === 'returned' && !returnConfirmedAt) return 'confirmReturn';
  if (status === 'cancelled') return 'copy';
  if (adminStatus === 'rejected' || isOver) return 'edit';
  if (status === 'pending') return 'resume';
  return carrierId ? 'track' : 'open';
}

import { Ban, Copy, Eye, Pause, Pencil, Play, RefreshCw, Truck } from 'lucide-react';
import { useState } from 'react';
import type { ListingActName, Parcel } from '#shared/parcels/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { ActDialog } from '#web/features/deliveries/acts/act-dialog.tsx';
import { ActionsMenu, type MenuAction } from '#web/features/listings/actions-menu.tsx';
import { isOverdue } from '#web/features/parcels/overdue.ts';
import { useListingAct } from '#web/features/parcels/use-listing-act.ts';

/** The acts of an owner on one of their parcels, as the server allows them. */
export function OwnParcelActions({ parcel, onOpen }: { parcel: Parcel; onOpen: () => void }) {
  const [isCancelling, setCancelling] = useState(false);
  const act = useListingAct();
  const { id, title, actions } = parcel;
  const offered = (name: ListingActName, action: MenuAction): MenuAction[] =>
    actions[name] ? [{ ...action, ...(actions[name].allowed ? {} : { reason: actions[name].reason }) }] : [];
  const isOver = isOverdue(parcel);
  const isPast = ['delivered', 'returned', 'cancelled'].includes(parcel.status) || isOver;
  const edit = parcel.adminStatus === 'rejected' ? 'Corriger et renvoyer' : isOver ? 'Republier' : 'Modifier';

  const menu: MenuAction[] = [
    { key: 'open', label: 'Ouvrir', icon: <Eye size={20} aria-hidden="true" />, onAct: onOpen },
    ...(parcel.carrierId
      ? [{ key: 'track', label: 'Suivre', icon: <Truck size={20} aria-hidden="true" />, to: paths.delivery(id) }]
      : []),
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
      onAct: () => act.mutate({ act: 'pauseParcel', parcel }),
    }),
    ...offered('resumeParcel', {
      key: 'resume',
      label: 'Reprendre',
      icon: <Play size={20} aria-hidden="true" />,
      onAct: () => act.mutate({ act: 'resumeParcel', parcel }),
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
      onAct: () => setCancelling(true),
      destructive: true,
    }),
  ];
  return (
    <>
      <ActionsMenu label={title} actions={menu} />
      {isCancelling && (
        <ActDialog act="cancelParcel" parcel={parcel} memberId={parcel.ownerId} onClose={() => setCancelling(false)} />
      )}
    </>
  );
}

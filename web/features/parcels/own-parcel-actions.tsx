import { Copy, Eye, Share2, Truck } from 'lucide-react';
import { paths, withQuery } from '#shared/site/paths.ts';
import { isOver } from '#shared/situation/situation.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { withIcons } from '#web/features/deliveries/lists/act-icons.tsx';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import type { OwnParcel } from '#web/features/parcels/use-own-parcels.ts';
import { shareableParcel } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';

/** The acts of an owner on one of their parcels: the one that comes next as a button, the others in the menu. */
export function OwnParcelActions({ parcel, onOpen }: { parcel: OwnParcel; onOpen: () => void }) {
  const { menu, dialog: question } = useActs({ parcel, memberId: parcel.ownerId, other: parcel.carrier });
  const { share, dialog } = useShare();
  const shareable = shareableParcel(parcel);
  const actions = actionsOf(parcel, {
    onOpen,
    onShare: shareable && (() => share(shareable)),
    acts: withIcons(menu()),
  });
  return (
    <>
      <PrimaryAndMenu label={parcel.title} actions={actions} primary={parcel.situation.main} />
      {dialog}
      {question}
    </>
  );
}

interface Parts {
  onOpen: () => void;
  onShare: (() => void) | undefined;
  acts: readonly MenuAction[];
}

function actionsOf({ id, carrierId, situation }: OwnParcel, { onOpen, onShare, acts }: Parts): MenuAction[] {
  const isCancel = ({ key }: MenuAction) => key === 'cancelParcel';
  const isEditable = acts.some(({ key }) => key === 'editParcel');
  const isPast = isOver(situation) || (situation.stage === 'overdue' && !isEditable);
  return [
    { key: 'open', label: 'Ouvrir', icon: <Eye size={20} aria-hidden="true" />, onAct: onOpen },
    ...(carrierId
      ? [{ key: 'track', label: 'Suivre', icon: <Truck size={20} aria-hidden="true" />, to: paths.delivery(id) }]
      : []),
    ...acts.filter((act) => !isCancel(act)),
    ...(onShare
      ? [{ key: 'share', label: 'Partager', icon: <Share2 size={20} aria-hidden="true" />, onAct: onShare }]
      : []),
    {
      key: 'copy',
      label: isPast ? 'Republier' : 'Dupliquer',
      icon: <Copy size={20} aria-hidden="true" />,
      to: withQuery(paths.sendParcel, { copy: id }),
    },
    ...acts.filter(isCancel),
  ];
}

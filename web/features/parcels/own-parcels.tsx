import { TableCell, TableRow } from '@aws-amplify/ui-react';
import { Copy, Eye, Share2, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameOf } from '#shared/messaging/words.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { isOver, sectionOf, sections } from '#shared/situation/stages.ts';
import { carrierWord, sectionLabels, termsLine } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { withIcons } from '#web/features/deliveries/lists/act-icons.tsx';
import { ProgressDots } from '#web/features/deliveries/lists/progress-dots.tsx';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';
import { ListingTable, ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import { unavailableMember } from '#web/features/profiles/member-line.tsx';
import { shareableParcel } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { shortDayOf } from '#web/lib/moments.ts';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import type { OwnParcel, useOwnParcels } from './use-own-parcels.ts';

interface ParcelTableProps {
  parcels: readonly OwnParcel[];
  caption: string;
  addressOf: (parcel: OwnParcel) => string;
  actionsOf: (parcel: OwnParcel) => ReactNode;
}

const columns = ['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création'];

/** Parcels with the seven columns of product 2.2 and the actions of each. */
function ParcelTable({ parcels, caption, addressOf, actionsOf }: ParcelTableProps) {
  return (
    <ListingTable caption={caption} columns={columns} widths="parcels">
      {parcels.map((parcel) => (
        <ParcelRow key={parcel.id} parcel={parcel} to={addressOf(parcel)} actions={actionsOf(parcel)} />
      ))}
    </ListingTable>
  );
}

function ParcelRow({ parcel, to, actions }: { parcel: OwnParcel; to: string; actions: ReactNode }) {
  const { pickup, delivery, carrier, situation } = parcel;
  const { stage, terms } = situation;
  const reason = stage === 'refused' ? parcel.rejectionReason : parcel.cancelReason;
  return (
    <TableRow>
      <TableCell as="th" scope="row" data-column="Titre">
        <span className="listing-table__headline">
          <bdi translate="no">{pickup.city}</bdi> → <bdi translate="no">{delivery.city}</bdi>
        </span>
        <Link to={to} dir="auto">
          {parcel.title}
        </Link>
        {!isOver(situation) && (
          <span className="listing-table__brief small muted">Avant le {shortDay(parcel.deadline)}</span>
        )}
      </TableCell>
      <TableCell className="listing-table__wide" data-column="De">
        <span>
          <bdi translate="no">{pickup.city}</bdi>, {pickup.country}
        </span>
      </TableCell>
      <TableCell className="listing-table__wide" data-column="Vers">
        <span>
          <bdi translate="no">{delivery.city}</bdi>, {delivery.country}
        </span>
      </TableCell>
      <TableCell data-column="Taille" className="nowrap listing-table__wide">
        {sizeLabels[parcel.size]}
      </TableCell>
      <TableCell data-column="Poids" className="numeric nowrap listing-table__wide">
        {weightText(terms.grams)}
      </TableCell>
      <TableCell className="listing-table__block">
        <div className="listing-table__status">
          <span className="cluster">
            <StageBadge of={situation} />
            <ProgressDots of={situation} />
          </span>
          <p className="small listing-table__note">
            <SituationSentence parcelId={parcel.id} situation={situation} people={{ partner: carrier, ends: parcel }} />
          </p>
          <p className="small listing-table__note">{termsLine(terms, parcel)}</p>
          {carrier && (
            <p className="small listing-table__note">
              {carrierWord(situation)} :{' '}
              <bdi translate="no">{carrier.unavailable ? nameOf(carrier) : carrier.firstName}</bdi>
              {carrier.unavailable && ` (${unavailableMember.toLowerCase()})`}
            </p>
          )}
          {reason && (
            <p className="small listing-table__note">
              Motif : <bdi>{reason}</bdi>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell data-column="Date de création" className="numeric listing-table__day listing-table__wide">
        {shortDayOf(parcel.createdAt)}
      </TableCell>
      <TableCell className="listing-table__actions">{actions}</TableCell>
    </TableRow>
  );
}

/** The acts of an owner on one of their parcels: the one that comes next as a button, the others in the menu. */
function OwnParcelActions({ parcel, onOpen }: { parcel: OwnParcel; onOpen: () => void }) {
  const { menu } = useActs({ parcel, memberId: parcel.ownerId });
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

interface OwnParcelsProps {
  list: ReturnType<typeof useOwnParcels>;
  empty: ReactNode;
  addressOf: (parcel: OwnParcel) => string;
  onOpen: (parcel: OwnParcel) => void;
}

/** The member's own parcels: waiting ones first, then those in progress, then finished ones. The server sorts them. */
export function OwnParcels({ list, empty, addressOf, onOpen }: OwnParcelsProps) {
  const { parcels, counts, error, retry, more, shownAt } = list;
  return (
    <div className="stack">
      <LoadState at={shownAt} error={error} onRetry={retry} />
      {!parcels && !error && <ListingTableSkeleton />}
      {parcels?.length === 0 && empty}
      {sections.map((section) => {
        const shown = parcels?.filter(({ situation }) => sectionOf(situation) === section) ?? [];
        if (shown.length === 0) return null;
        return (
          <section key={section} className="stack" aria-label={sectionLabels[section]}>
            <h2>
              {sectionLabels[section]}
              {counts && <span className="muted numeric"> ({counts[section]})</span>}
            </h2>
            <ParcelTable
              parcels={shown}
              caption={`Mes colis : ${sectionLabels[section].toLowerCase()}`}
              addressOf={addressOf}
              actionsOf={(parcel) => <OwnParcelActions parcel={parcel} onOpen={() => onOpen(parcel)} />}
            />
          </section>
        );
      })}
      <MoreButton {...more} />
    </div>
  );
}

import { Calendar, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import type { ParcelCard as Parcel } from '#shared/search/contract.ts';
import { of, to as toPlace } from '#shared/values/french.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { shortDay } from '#shared/values/time.ts';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import '#web/ui/facts.css';
import '#web/features/search/search.css';

/** Shown on a card that stays in place after its listing was taken, paused, edited or cancelled. */
export const noLongerListed = "N'est plus disponible";

type ParcelCardProps = {
  parcel: Parcel;
  to: string;
  /** It was removed from search while the page was open. */
  isGone?: boolean;
  children?: ReactNode;
};

/** A parcel in the list; all of it opens the parcel's dialog at the address `to`. */
export function ParcelCard({ parcel, to, isGone = false, children }: ParcelCardProps) {
  const extras = [parcel.isFragile && 'Fragile', parcel.hasElectronics && 'Appareil électronique'].filter(Boolean);
  return (
    <li className={`card listing-card ${isGone ? 'listing-card--gone' : ''}`}>
      <h3>
        <Link to={to} state={{ fromList: true }} className="listing-card__link" aria-haspopup="dialog" dir="auto">
          {parcel.title}
          <span className="visually-hidden">
            , {of(parcel.pickup.city)} {toPlace(parcel.delivery.city)}, avant le {shortDay(parcel.deadline)}
          </span>
        </Link>
      </h3>
      <RouteLine from={parcel.pickup} to={parcel.delivery} />
      <ul className="facts">
        <li>
          <Calendar size={18} aria-hidden="true" /> Avant le {shortDay(parcel.deadline)}
        </li>
        <li>
          <Package size={18} aria-hidden="true" /> {weightText(parcel.weightGrams)} · {sizeLabels[parcel.size]}
        </li>
        {extras.length > 0 && <li className="muted small">{extras.join(' · ')}</li>}
      </ul>
      <p className="listing-card__price">
        {isGone ? noLongerListed : parcel.price ? moneyText(parcel.price) : priceToAgree}
      </p>
      <MemberLine member={parcel.owner} />
      {children}
    </li>
  );
}

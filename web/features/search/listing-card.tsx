import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PublicOwner } from '#shared/search/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { ListingPicture, type PicturePart } from '#web/features/listings/pictures/listing-picture.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { useInBrowser } from '#web/lib/browser.ts';
import '#web/features/listings/listings.css';

/** Shown on a card that stays in place after its listing was taken, paused, edited or cancelled. */
const noLongerListed = "N'est plus disponible";

export interface ShownListing {
  to: string;
  isGone?: boolean;
  isOwn?: boolean;
  children?: ReactNode;
}

type ListingCardProps = ShownListing & {
  page: string;
  /** The title of a parcel or the vehicle of a trip: with route and day it tells this listing from all others. */
  subject: string;
  picture: readonly PicturePart[];
  route: readonly [from: string, to: string];
  day: string;
  about: ReactNode;
  facts: readonly (string | false)[];
  price: string;
  owner: PublicOwner;
  /** Address where the member manages it, in place of its owner: it is their own. */
  manage?: string | undefined;
};

/** Stays at the end of a line. */
const separator = '\u00a0· ';

/** Replaces the contact button on one's own listing. */
export const ownListing = 'Votre annonce';

/** A parcel or a trip in a list (decision 039): the route first, then the day, what it is, its price and its owner. */
export function ListingCard(props: ListingCardProps) {
  const [from, to] = props.route;
  const isInBrowser = useInBrowser();
  return (
    <li className={`card listing-card ${props.isGone ? 'listing-card--gone' : ''}`}>
      <ListingPicture parts={props.picture} />
      <div className="listing-card__head">
        <h3>
          <Link
            to={isInBrowser ? props.to : props.page}
            state={{ fromList: true }}
            className="listing-card__link"
            aria-haspopup="dialog"
          >
            <span className="visually-hidden">{props.subject},</span> <bdi translate="no">{from}</bdi>{' '}
            <span aria-hidden="true">→</span> <span className="visually-hidden">vers</span>{' '}
            <bdi translate="no">{to}</bdi>
            <span className="visually-hidden">, {props.day}</span>
          </Link>
        </h3>
        <p className="listing-card__day">{props.day}</p>
        <p className="listing-card__about" dir="auto">
          {props.about}
        </p>
      </div>
      <div className="listing-card__terms">
        <p className="listing-card__facts">{props.facts.filter(Boolean).join(separator)}</p>
        <p className="listing-card__price">{props.isGone ? noLongerListed : props.price}</p>
      </div>
      <div className="listing-card__owner" data-nosnippet="">
        {props.manage ? (
          <Link
            className="lone-link listing-card__own"
            to={props.manage}
            aria-label={`${ownListing} : ${isolated(props.subject)}`}
          >
            {ownListing}
          </Link>
        ) : (
          <MemberLine member={props.owner} />
        )}
      </div>
      {props.children}
    </li>
  );
}

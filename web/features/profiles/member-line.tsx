import { ShieldCheck } from 'lucide-react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Rating } from '#web/ui/rating.tsx';
import '#web/features/listings/listings.css';

interface MemberFacts {
  firstName: string;
  lastName?: string;
  avatarUrl?: string | undefined;
  verified: boolean;
  rating?: number | undefined;
  reviewCount: number;
  unavailable?: true | undefined;
}

export const unavailableMember = "Ce membre n'est plus disponible";

interface MemberLineProps {
  member: MemberFacts;
  /** Rows of deliveries keep the stars of their agreement, so they show none. */
  isRated?: boolean;
}

/** A member beside a listing: picture, name, badge, rating. */
export function MemberLine({ member, isRated = true }: MemberLineProps) {
  return (
    <div className="cluster member-line">
      <Avatar member={member} size="sm" />
      <span className="member-line__name">
        <bdi translate="no">{[member.firstName, member.lastName].filter(Boolean).join(' ')}</bdi>
        {member.verified && <VerifiedTick />}
      </span>
      {member.unavailable ? (
        <span className="small muted">{unavailableMember}</span>
      ) : (
        isRated && <MemberRating member={member} />
      )}
    </div>
  );
}

interface MemberRatingProps {
  member: Pick<MemberFacts, 'rating' | 'reviewCount'>;
  isNew?: boolean;
}

/** A count of 0 is known even without a rating. */
export const MemberRating = ({ member: { rating, reviewCount }, isNew = false }: MemberRatingProps) => (
  <Rating average={reviewCount === 0 ? 0 : rating} count={reviewCount} {...(isNew && { without: 'Nouveau membre' })} />
);

export const VerifiedTick = () => (
  <span className="verified-tick">
    <ShieldCheck size={18} aria-hidden="true" />
    <span className="visually-hidden">Identité vérifiée</span>
  </span>
);

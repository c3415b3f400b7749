import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Member } from '#shared/profiles/contract.ts';
import { monthAndYear } from '#shared/time.ts';
import { Avatar } from '#web/components/avatar.tsx';
import { Facts } from '#web/components/facts.tsx';
import { MemberRating, VerifiedTick } from '#web/components/member-line.tsx';
import '#web/features/profiles/profile.css';

/** A member as others see him (spec 1 §2, public profile). */
export function MemberCard({ member, isOwn }: { member: Member; isOwn: boolean }) {
  return (
    <section className="card card--roomy member-card">
      <Avatar member={member} size="lg" />
      <h1 dir="auto">{memberName(member)}</h1>
      {member.verified && (
        <p className="member-card__verified">
          <VerifiedTick /> <span aria-hidden="true">Identité vérifiée</span>
        </p>
      )}
      <MemberRating member={member} />
      <Facts
        facts={[
          ['Téléphone', <bdi key="phone">{member.phoneNumber || 'Non renseigné'}</bdi>],
          ['Membre depuis', monthAndYear(member.memberSince)],
          ['Colis expédiés', member.parcelCount],
          ['Trajets effectués', member.tripCount],
        ]}
      />
      {!isOwn && (
        <Link className="amplify-button amplify-button--primary" to={`/messages/${member.id}`}>
          <MessageCircle size={20} aria-hidden="true" /> Contacter
        </Link>
      )}
    </section>
  );
}

export const memberName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) =>
  [firstName || 'Utilisateur', lastName].filter(Boolean).join(' ');

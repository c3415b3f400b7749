import { Ban, MessageCircle, ShieldCheck, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Member } from '#shared/profiles/contract.ts';
import { isNewMember } from '#shared/profiles/rules.ts';
import { answerTimeText, verifiedText } from '#shared/profiles/words.ts';
import { paths } from '#shared/site/paths.ts';
import { shownPhone } from '#shared/values/formats.ts';
import { BlockDialog } from '#web/features/friends/block-dialog.tsx';
import { OwnBlock } from '#web/features/friends/own-block.tsx';
import { useFriendship } from '#web/features/friends/use-friendship.ts';
import { MemberRating } from '#web/features/profiles/member-line.tsx';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import { monthAndYear, shortDayOf } from '#web/lib/moments.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/profiles/profile.css';

/** A member as others see them (product 1.2, public profile). */
export function MemberCard({ member }: { member: Member }) {
  const [now] = useState(() => Date.now());
  const isClosed = member.isBlocked || member.isHidden;
  return (
    <section className="card card--roomy member-card">
      <Avatar member={member} size="lg" />
      <h1 dir="auto">{memberName(member)}</h1>
      {member.verified && (
        <p className="member-card__verified">
          <ShieldCheck size={18} aria-hidden="true" />{' '}
          {verifiedText(member.verifiedAt && shortDayOf(member.verifiedAt))}
        </p>
      )}
      <MemberRating member={member} isNew={isNewMember(member, now)} />
      <Facts
        facts={{
          Téléphone: <PhoneNumber member={member} />,
          'Membre depuis': monthAndYear(member.memberSince),
          ...Object.fromEntries(activityOf(member)),
          'Livraisons effectuées': member.carriedCount > 0 && member.carriedCount,
          Répond: member.answerMinutes !== undefined && answerTimeText(member.answerMinutes),
        }}
      />
      {member.isBlocked && <OwnBlock userId={member.id} />}
      {(!isClosed || member.parcelInHand) && (
        <Button
          as={Link}
          variant="primary"
          to={paths.conversation(member.id, isClosed ? member.parcelInHand : undefined)}
        >
          <MessageCircle size={20} aria-hidden="true" /> {isClosed ? 'Écrire au sujet de la livraison' : 'Contacter'}
        </Button>
      )}
      {!isClosed && <FriendButton userId={member.id} isFriend={member.isFriend} />}
      <div className="cluster">
        <ReportButton
          thing={{ kind: 'member', id: member.id, accused: member, isInHand: member.isInHand }}
          name={memberName(member)}
        />
        {!member.isBlocked && <BlockButton member={member} />}
      </div>
    </section>
  );
}

function BlockButton({ member }: { member: Member }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Ban size={18} aria-hidden="true" /> Bloquer ce membre
      </Button>
      {isAsking && <BlockDialog member={member} isInHand={member.isInHand} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Completed deliveries and trips; a known zero is shown as 0 (rule 205). */
export const activityOf = ({ parcelCount, tripCount }: Pick<Member, 'parcelCount' | 'tripCount'>) =>
  [
    ['Colis expédiés', parcelCount],
    ['Trajets effectués', tripCount],
  ] as const;

/** Hidden unless its owner shows it or the two share a delivery in progress: the server decides. */
export const PhoneNumber = ({ member: { phoneNumber } }: { member: Pick<Member, 'phoneNumber'> }) =>
  phoneNumber.startsWith('+') ? (
    <bdi translate="no">
      <a className="lone-link" href={`tel:${phoneNumber}`}>
        {shownPhone(phoneNumber)}
      </a>
    </bdi>
  ) : (
    <span>Visible pendant une livraison avec vous</span>
  );

export const memberName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) =>
  [firstName || 'Utilisateur', lastName].filter(Boolean).join(' ');

function FriendButton({ userId, isFriend }: { userId: string; isFriend: boolean }) {
  const friendship = useFriendship(userId);
  const Icon = isFriend ? UserMinus : UserPlus;
  return (
    <SubmitButton
      type="button"
      variant="default"
      busy={friendship.isPending}
      onClick={() => friendship.mutate(isFriend ? 'remove' : 'add')}
    >
      <Icon size={20} aria-hidden="true" /> {isFriend ? 'Retirer de mes amis' : 'Ajouter en ami'}
    </SubmitButton>
  );
}

import type { Me } from '#shared/accounts/contract.ts';
import type { Member } from '#shared/profiles/contract.ts';
import { patterns } from '#shared/site/paths.ts';
import { Counters } from '#web/features/profiles/counters.tsx';
import { PhoneNumber } from '#web/features/profiles/member-card.tsx';
import { MemberTrips } from '#web/features/profiles/member-trips.tsx';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewButton } from '#web/features/reviews/review-button.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { monthAndYear } from '#web/lib/moments.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';

/** Activités, Avis and Trajets of a member (product 1.2); each is loaded when it is chosen. */
export function MemberTabs({ member, me }: { member: Member; me: Me | undefined }) {
  const [params, setParams] = usePageQuery(patterns.member);
  return (
    <div className="card card--roomy">
      <Tabs
        label="Profil du membre"
        value={params.get('tab') ?? 'activity'}
        onChange={(tab) => setParams(tab === 'activity' ? [] : [['tab', tab]])}
        tabs={[
          { value: 'activity', label: 'Activités', content: <Activities member={member} /> },
          {
            value: 'reviews',
            label: `Avis (${member.reviewCount})`,
            content: (
              <div className="stack">
                <RatingSummary member={member} />
                <ReviewButton member={member} me={me} />
                <ReviewList userId={member.id} />
              </div>
            ),
          },
          { value: 'trips', label: 'Trajets', content: <MemberTrips userId={member.id} /> },
        ]}
      />
    </div>
  );
}

const Activities = ({ member }: { member: Member }) => (
  <div className="stack">
    <Counters member={member} />
    <Facts
      facts={[
        ['Membre depuis', monthAndYear(member.memberSince)],
        ['Contact', <PhoneNumber key="phone" member={member} />],
      ]}
    />
    <h2>Avis reçus</h2>
    <RatingSummary member={member} />
    <ReviewList userId={member.id} />
  </div>
);

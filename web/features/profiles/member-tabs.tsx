import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import type { Member } from '#shared/profiles/contract.ts';
import { patterns } from '#shared/site/paths.ts';
import { tripTimeLabels } from '#shared/trips/words.ts';
import { dayOf } from '#shared/values/time.ts';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewButton } from '#web/features/reviews/review-button.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { monthAndYear } from '#web/lib/moments.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import { profilesQuery } from './api.ts';
import { Counters } from './counters.tsx';
import { PhoneNumber } from './member-card.tsx';

function MemberTrips({ userId }: { userId: string }) {
  const reading = useQuery(profilesQuery('memberTrips', { params: { userId } }));
  const [today] = useState(() => dayOf(Date.now()));
  if (reading.isError) {
    return (
      <LoadFailed
        title="Impossible de charger les trajets"
        error={reading.error}
        onRetry={() => void reading.refetch()}
      />
    );
  }
  if (!reading.data) {
    return (
      <Loading>
        <Skeleton height="9rem" />
      </Loading>
    );
  }
  if (reading.data.items.length === 0) return <EmptyState drawing="trips" title="Aucun trajet pour le moment" />;
  return (
    <ul className="card-grid">
      {reading.data.items.map((trip) => (
        <li key={trip.id} className="card stack">
          <TripFacts trip={trip} />
          <div>
            {trip.travelDate < today ? (
              <Badge tone="neutral">{tripTimeLabels.past}</Badge>
            ) : (
              <Badge tone="success">{tripTimeLabels.upcoming}</Badge>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

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

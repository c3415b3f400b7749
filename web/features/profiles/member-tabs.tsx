import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Member } from '#shared/profiles/contract.ts';
import { patterns } from '#shared/site/paths.ts';
import { tripTimeLabels } from '#shared/trips/words.ts';
import { dayOf } from '#shared/values/time.ts';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { Counters } from '#web/features/profiles/counters.tsx';
import { PhoneNumber } from '#web/features/profiles/member-card.tsx';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { monthAndYear } from '#web/lib/moments.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';

/** Its form has the libraries of forms. */
const ReviewDialog = lazyPart(() =>
  import('#web/features/reviews/review-dialog.tsx').then((file) => file.ReviewDialog),
);

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
          <TripFacts trip={trip} isOver={trip.travelDate < today} />
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
    <Facts facts={{ 'Membre depuis': monthAndYear(member.memberSince), Contact: <PhoneNumber member={member} /> }} />
    <h2>Avis reçus</h2>
    <RatingSummary member={member} />
    <ReviewList userId={member.id} />
  </div>
);

/** Opens the dialog for a new review or for the member's own one. Only verified members write a first one. */
function ReviewButton({ member, me }: { member: Member; me: Me | undefined }) {
  const [open, setOpen] = useState(false);
  const { myReview } = member;
  if (!myReview && me?.status !== 'approved') {
    return <p className="muted small">Vous pourrez laisser un avis dès que votre identité sera vérifiée.</p>;
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Star size={20} aria-hidden="true" /> {myReview ? 'Modifier mon avis' : 'Laisser un avis'}
      </Button>
      {open && (
        <Suspense>
          <ReviewDialog
            userId={member.id}
            name={member.firstName || 'ce membre'}
            mine={myReview}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

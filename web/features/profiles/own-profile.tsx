import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { MyFriends } from '#web/features/friends/my-friends.tsx';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { Counters } from '#web/features/profiles/counters.tsx';
import { memberName } from '#web/features/profiles/member-card.tsx';
import { OwnAvatar } from '#web/features/profiles/own-avatar.tsx';
import { PersonalFacts } from '#web/features/profiles/personal-facts.tsx';
import { ProfileSettings } from '#web/features/profiles/profile-settings.tsx';
import { SubscriptionLine } from '#web/features/profiles/subscription-line.tsx';
import { Verification } from '#web/features/profiles/verification.tsx';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { monthAndYear } from '#web/lib/moments.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/profiles/profile.css';

/** The member's own profile: header, « Profil » and « Paramètres » (product 1.2). */
export function OwnProfile({ me }: { me: Me }) {
  const [params, setParams] = usePageQuery(paths.profile);
  return (
    <>
      <header className="card card--roomy own-header">
        <OwnAvatar me={me} />
        <div className="own-header__who">
          <h1 dir="auto">{memberName(me)}</h1>
          <p>
            <bdi translate={me.phone ? 'no' : undefined}>{me.phone || 'Non renseigné'}</bdi>
          </p>
          <p className="muted">Membre depuis {monthAndYear(me.memberSince)}</p>
        </div>
        {me.isAdmin && (
          <Button as={Link} to={paths.admin}>
            Panel Admin
          </Button>
        )}
      </header>
      <div>
        <Tabs
          label="Mon profil"
          value={params.get('tab') ?? 'profile'}
          onChange={(tab) => setParams(tab === 'profile' ? [] : [['tab', tab]])}
          tabs={[
            { value: 'profile', label: 'Profil', content: <ProfileTab me={me} /> },
            { value: 'settings', label: 'Paramètres', content: <ProfileSettings me={me} /> },
          ]}
        />
      </div>
    </>
  );
}

/** Verification, activity and reviews first, then the member's facts. */
function ProfileTab({ me }: { me: Me }) {
  const { data: member, isLoading } = useQuery(profilesQuery('readMember', { params: { userId: me.id } }));
  return (
    <div className="stack">
      <Verification me={me} />
      <div className="own-profile">
        {/* Together: figures that come later would move the reviews. */}
        {isLoading ? (
          <Loading>
            <Skeleton height="40rem" />
          </Loading>
        ) : (
          <div className="stack">
            {member && <Counters member={member} />}
            <section className="card card--roomy stack" aria-labelledby="own-reviews-title">
              <h2 id="own-reviews-title">Mes avis reçus</h2>
              {member && <RatingSummary member={member} />}
              <ReviewList userId={me.id} />
            </section>
          </div>
        )}
        <div className="stack">
          <PersonalFacts me={me} />
          <SubscriptionLine subscription={me.subscription} />
          <section className="card card--roomy stack" aria-labelledby="own-friends-title">
            <h2 id="own-friends-title">Mes amis</h2>
            <MyFriends />
          </section>
        </div>
      </div>
    </div>
  );
}

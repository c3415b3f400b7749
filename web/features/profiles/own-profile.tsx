import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { monthAndYear } from '#shared/values/time.ts';
import { MyFriends } from '#web/features/friends/my-friends.tsx';
import { FoldedSection } from '#web/features/profiles/folded-section.tsx';
import { memberName } from '#web/features/profiles/member-card.tsx';
import { OwnAvatar } from '#web/features/profiles/own-avatar.tsx';
import { OwnReviews } from '#web/features/profiles/own-reviews.tsx';
import { PersonalFacts } from '#web/features/profiles/personal-facts.tsx';
import { ProfileSettings } from '#web/features/profiles/profile-settings.tsx';
import { SubscriptionLine } from '#web/features/profiles/subscription-line.tsx';
import { Verification } from '#web/features/profiles/verification.tsx';
import { usePageQuery } from '#web/lib/use-page-query.ts';
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
            <bdi>{me.phone || 'Non renseigné'}</bdi>
          </p>
          <p className="muted">Membre depuis {monthAndYear(me.memberSince)}</p>
        </div>
        {me.isAdmin && (
          <Link className="amplify-button" to={paths.admin}>
            Panel Admin
          </Link>
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

const ProfileTab = ({ me }: { me: Me }) => (
  <div className="own-profile">
    <div className="stack">
      <PersonalFacts me={me} />
      <Verification me={me} />
      <SubscriptionLine subscription={me.subscription} />
    </div>
    <div className="stack">
      <FoldedSection title="Mes amis">
        <MyFriends />
      </FoldedSection>
      <FoldedSection title="Mes avis reçus">
        <OwnReviews userId={me.id} />
      </FoldedSection>
    </div>
  </div>
);

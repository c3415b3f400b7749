import { shownPhone } from '#shared/values/formats.ts';
import '#web/features/profiles/profile.css';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Documents, Me } from '#shared/accounts/me.ts';
import { verifiedText } from '#shared/profiles/words.ts';
import { paths } from '#shared/site/paths.ts';
import { notNeededToday } from '#shared/subscriptions/words.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { identityVerified } from '#web/features/accounts/words.ts';
import { MyFriends } from '#web/features/friends/my-friends.tsx';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { monthAndYear, shortDayOf } from '#web/lib/moments.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import { profilesQuery } from './api.ts';
import { Counters } from './counters.tsx';
import { memberName } from './member-card.tsx';
import { OwnAvatar } from './own-avatar.tsx';
import { PersonalFacts } from './personal-facts.tsx';

// Their forms are a third of the page, and its first view has none.
const DocumentsCard = lazyPart(() =>
  import('#web/features/accounts/documents/documents-card.tsx').then((file) => file.DocumentsCard),
);
const ProfileSettings = lazyPart(() =>
  import('#web/features/profiles/profile-settings.tsx').then((file) => file.ProfileSettings),
);

type Tone = 'success' | 'progress' | 'pending' | 'error';
/** `at`: when it was checked, where that is stored. */
type State = readonly [tone: Tone, text: string, at?: string | undefined];

const documentStates: Readonly<Record<Documents['idDocument'], State>> = {
  none: ['pending', 'À envoyer'],
  scanning: ['progress', 'Vérification du fichier'],
  received: ['progress', 'Reçue'],
  refused: ['error', 'Refusée'],
};

const icons: Readonly<Record<Tone, LucideIcon>> = {
  success: CircleCheck,
  progress: Clock,
  pending: CircleDashed,
  error: CircleX,
};

/** The four conditions of a verified member as ticks with their days, and the documents while one is missing. */
function Verification({ me }: { me: Me }) {
  const approved = me.status === 'approved';
  const stateOf = (document: Documents['idDocument']): State =>
    approved ? ['success', 'Vérifiée', me.verifiedAt] : documentStates[document];
  const checks: readonly (readonly [string, State])[] = [
    ['Email', ['success', 'Confirmé', me.emailConfirmedAt]],
    ['Téléphone', me.phone ? ['success', 'Renseigné'] : ['pending', 'À renseigner']],
    ["Pièce d'identité", stateOf(me.documents.idDocument)],
    ['Photo de visage', stateOf(me.documents.facePhoto)],
  ];
  return (
    <>
      <section className="card card--roomy stack" aria-labelledby="verification-title">
        <div className="cluster">
          <h2 id="verification-title">Vérification</h2>
          {approved && (
            <p className="checks__done">{me.verifiedAt ? verifiedText(shortDayOf(me.verifiedAt)) : identityVerified}</p>
          )}
        </div>
        <ul className="rows checks">
          {checks.map(([name, [tone, text, at]]) => {
            const Icon = icons[tone];
            return (
              <li key={name} className={`check check--${tone}`}>
                <Icon size={24} aria-hidden="true" />
                <span>
                  {name} <strong>{text}</strong>
                  {at && <span className="small muted"> le {shortDayOf(at)}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      {!approved && (
        <Suspense fallback={<PartLoading />}>
          <DocumentsCard me={me} />
        </Suspense>
      )}
    </>
  );
}

const day = (iso: string | undefined) => (iso ? shortDay(dayOf(Date.parse(iso))) : '');

const sentences: Readonly<Record<Me['subscription']['status'], (endDate: string) => string>> = {
  none: () => "Vous n'avez pas d'abonnement en cours.",
  active: (endDate) => (endDate ? `Abonnement actif jusqu'au ${endDate}.` : 'Abonnement actif.'),
  expired: (endDate) => (endDate ? `Votre abonnement a expiré le ${endDate}.` : 'Votre abonnement a expiré.'),
};

function SubscriptionLine({ subscription }: { subscription: Me['subscription'] }) {
  const { status, endDate, suspended } = subscription;
  return (
    <section className="card card--roomy stack" aria-labelledby="subscription-title">
      <h2 id="subscription-title">Abonnement</h2>
      <p>
        {sentences[status](day(endDate))}
        {status === 'active' || suspended ? '' : ` ${notNeededToday}`}
      </p>
      <p>
        <Button as={Link} to={paths.paymentMethods}>
          Gérer mon abonnement
        </Button>
      </p>
    </section>
  );
}

/** The member's own profile: header, « Profil » and « Paramètres » (product 1.2). */
export function OwnProfile({ me }: { me: Me }) {
  const [params, setParams] = usePageQuery(paths.profile);
  return (
    <>
      <header className="cluster card card--roomy own-header">
        <OwnAvatar me={me} />
        <div className="own-header__who">
          <h1 dir="auto">{memberName(me)}</h1>
          <p>
            <bdi translate={me.phone ? 'no' : undefined}>{shownPhone(me.phone) || 'Non renseigné'}</bdi>
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
            {
              value: 'settings',
              label: 'Paramètres',
              content: (
                <Suspense fallback={<PartLoading />}>
                  <ProfileSettings me={me} />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

const PartLoading = () => (
  <Loading>
    <Skeleton height="16rem" />
  </Loading>
);

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

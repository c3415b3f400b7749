import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { isRepeated, memberSentence, mostRetries, useMember } from '#web/features/profiles/api.ts';
import { MemberCard, memberName } from '#web/features/profiles/member-card.tsx';
import { MemberNotFound } from '#web/features/profiles/member-not-found.tsx';
import { MemberTabs } from '#web/features/profiles/member-tabs.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { useDocumentTitle } from '#web/lib/document/document-head.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** `/user/{userId}` and `/profile/{userId}` (product 1.2); the member's own page is `/profile`. */
export function MemberPage() {
  const { userId = '' } = useParams();
  const { search } = useLocation();
  const { me } = useSession();
  if (!userId.trim()) return <MissingId />;
  if (me?.id === userId.toLowerCase()) return <Navigate to={paths.profile + search} replace />;
  // Another member is a new page, without the tries and dialogs of the last one.
  return <MemberOf key={userId} userId={userId} />;
}

function MemberOf({ userId }: { userId: string }) {
  const { me } = useSession();
  const { member, failure, failures, retry } = useMember(userId);
  useDocumentTitle(member && memberName(member));

  if (member) {
    return (
      <div className="container page profile">
        <MemberCard member={member} />
        <MemberTabs member={member} me={me} />
      </div>
    );
  }
  if (failure && asProblem(failure).code === 'NOT_FOUND') {
    return (
      <div className="container page">
        <MemberNotFound userId={userId} />
      </div>
    );
  }
  return (
    <div className="container page stack">
      <h1 className="visually-hidden">Profil</h1>
      {failure ? (
        <ErrorPanel title="Erreur de chargement" message={memberSentence(failure)} onRetry={retry} />
      ) : (
        <ProfileSkeleton />
      )}
      <output className="muted small">
        {isRepeated(failure) && failures > 0 && (
          <p>
            Tentatives: {Math.min(failures, mostRetries)}/{mostRetries}
          </p>
        )}
      </output>
    </div>
  );
}

const MissingId = () => (
  <div className="container page stack">
    <h1>Profil</h1>
    <ErrorPanel title="Erreur de chargement" message="ID utilisateur manquant" />
    <Link className="lone-link" to={paths.home}>
      Retour à l'accueil
    </Link>
  </div>
);

const ProfileSkeleton = () => (
  <Loading>
    <div className="profile">
      <div className="card card--roomy stack">
        <Skeleton width="5rem" height="5rem" />
        <Skeleton width="60%" height="1.75rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton height="2.75rem" />
      </div>
      <div className="card card--roomy stack">
        <Skeleton width="70%" height="2rem" />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  </Loading>
);

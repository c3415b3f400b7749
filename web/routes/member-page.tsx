import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useDocumentTitle } from '#web/app/page-frame.tsx';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { Loading, Skeleton } from '#web/components/skeleton.tsx';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { MemberCard, memberName } from '#web/features/profiles/member-card.tsx';
import { MemberNotFound } from '#web/features/profiles/member-not-found.tsx';
import { asProblem } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.ts';

/** A profile is asked for again after 2, 4 and 6 seconds. */
const tries = 3;
const retryStepMs = 2_000;

/** `/user/{userId}` and `/profile/{userId}` (spec 1 §2). */
export function MemberPage() {
  const { userId = '' } = useParams();
  const { me } = useSession();
  const reading = useQuery({
    ...profilesQuery('readMember', { params: { userId } }),
    retry: (failures, error) => failures < tries && asProblem(error).code !== 'NOT_FOUND',
    retryDelay: (failures) => (failures + 1) * retryStepMs,
  });
  const { data: member, failureCount } = reading;
  useDocumentTitle(member && memberName(member));

  return (
    <div className="container container--narrow page">
      {member ? (
        <MemberCard member={member} isOwn={member.id === me?.id} />
      ) : !reading.isError ? (
        <>
          <h1 className="visually-hidden">Profil</h1>
          <ProfileSkeleton />
          <output className="muted small">{failureCount > 0 && `Tentatives: ${failureCount}/${tries}`}</output>
        </>
      ) : asProblem(reading.error).code === 'NOT_FOUND' ? (
        <MemberNotFound userId={userId} />
      ) : (
        <div className="stack">
          <h1>Profil</h1>
          <ErrorPanel
            title="Erreur de chargement"
            message={`${asProblem(reading.error).detail} Tentatives: ${tries}/${tries}`}
            onRetry={() => void reading.refetch()}
          />
        </div>
      )}
    </div>
  );
}

const ProfileSkeleton = () => (
  <Loading>
    <div className="card card--roomy stack">
      <Skeleton width="5rem" height="5rem" />
      <Skeleton width="60%" height="1.75rem" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton height="2.75rem" />
    </div>
  </Loading>
);

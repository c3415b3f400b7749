import { BlockedAccount } from '#web/features/accounts/account-needed.tsx';
import { OwnProfile } from '#web/features/profiles/own-profile.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

export function ProfilePage() {
  const { me, blocked, meFailed, refresh } = useSession();
  return (
    <div className="container page stack">
      {me ? (
        <OwnProfile me={me} />
      ) : (
        <>
          <h1>Mon profil</h1>
          {blocked ? (
            <BlockedAccount>Votre compte est bloqué : votre profil n'est plus accessible.</BlockedAccount>
          ) : meFailed ? (
            <ErrorPanel message="Impossible de charger vos informations de profil" onRetry={() => void refresh()} />
          ) : (
            <OwnSkeleton />
          )}
        </>
      )}
    </div>
  );
}

const OwnSkeleton = () => (
  <Loading>
    <div className="stack">
      <div className="card card--roomy stack">
        <Skeleton width="5rem" height="5rem" />
        <Skeleton width="40%" height="1.75rem" />
      </div>
      <div className="card card--roomy stack">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  </Loading>
);

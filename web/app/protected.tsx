import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { LeavingMe } from '#shared/accounts/me.ts';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import type { PageAccess } from '#web/app/pages.ts';
import { useAlive } from '#web/lib/alive.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { afterSignIn, loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';

/** Shows a page according to its access (product 1.2). This is only a convenience; the server checks each call. */
export function Protected({ access, children }: { access: PageAccess; children: ReactNode }) {
  const { status, me, blocked, leaving, meFailed, refresh } = useSession();
  const { pathname, search } = useLocation();

  if (leaving && access === 'guest') return <Navigate to={afterSignIn(search, false)} replace />;
  if (leaving) return <Leaving leaving={leaving} />;
  if (access === 'public') return children;
  if (access === 'guest' && status !== 'member') return children;
  if (status === 'loading') return <SessionSpinner />;
  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;
  if (access === 'member') return children;

  // The next step depends on the member's account.
  if (!me && !blocked) return meFailed ? <AccountUnreadable onRetry={() => void refresh()} /> : <SessionSpinner />;
  const isAdmin = me?.isAdmin ?? false;
  if (access === 'guest') return <LeaveGuestPage search={search} isAdmin={isAdmin} />;
  return isAdmin ? children : <Navigate to={paths.home} replace />;
}

/** Lazy, because few members ever see it. */
const LeavingAccount = lazyPart(() =>
  import('#web/features/accounts/leaving-account.tsx').then((file) => file.LeavingAccount),
);

function Leaving({ leaving }: { leaving: LeavingMe }) {
  useAlive();
  useEffect(() => {
    document.title = `Votre compte sera supprimé – ${brand.name}`;
  }, []);
  return (
    <Suspense fallback={<SessionSpinner />}>
      <LeavingAccount leaving={leaving} />
    </Suspense>
  );
}

const SessionSpinner = () => <Spinner label="Chargement de votre session…" onRetry={() => location.reload()} />;

function AccountUnreadable({ onRetry }: { onRetry: () => void }) {
  useAlive();
  return (
    <div className="container message-page">
      <ErrorPanel message="Impossible de charger votre compte." onRetry={onRetry} />
    </div>
  );
}

function LeaveGuestPage({ search, isAdmin }: { search: string; isAdmin: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(afterSignIn(search, isAdmin), { replace: true });
  }, [navigate, search, isAdmin]);
  return <SessionSpinner />;
}

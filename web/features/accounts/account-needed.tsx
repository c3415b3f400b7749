import type { ReactNode } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import { BlockedNotice } from '#web/features/accounts/blocked-notice.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** Content that needs the member's account; `title` is the heading until it is loaded. */
export function AccountNeeded({ title, children }: { title: string; children: (me: Me) => ReactNode }) {
  const { me, blocked, meFailed, refresh } = useSession();
  if (me) return children(me);
  return (
    <div className="page stack">
      <h1 tabIndex={-1}>{title}</h1>
      {blocked ? (
        <BlockedNotice>Cette page est indisponible tant que votre compte est bloqué.</BlockedNotice>
      ) : meFailed ? (
        <ErrorPanel message="Impossible de charger votre compte." onRetry={() => void refresh()} />
      ) : (
        <Loading>
          <Skeleton height="12rem" />
        </Loading>
      )}
    </div>
  );
}

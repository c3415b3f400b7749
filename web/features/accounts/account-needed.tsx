import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/me.ts';
import { paths } from '#shared/site/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/callout.tsx';
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
        <BlockedAccount>Cette page est indisponible tant que votre compte est bloqué.</BlockedAccount>
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

/** Shown instead of content that a blocked member may not see, with a link to contact us. */
export const BlockedAccount = ({ children }: { children: ReactNode }) => (
  <Callout tone="error">
    <p>{children}</p>
    <p>
      <Link to={paths.contact}>Nous contacter</Link>
    </p>
  </Callout>
);

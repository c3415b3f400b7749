import type { ReactNode } from 'react';
import { askAgain } from '#web/lib/api/query.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { SlowAnswer } from '#web/ui/loading/loading.tsx';

/** One grey bar; sizes are CSS lengths. Shown after 300 ms, so that fast answers do not flash. */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />;
}

interface LoadingProps {
  children: ReactNode;
  label?: string;
  /** Tries again after a long wait; by default all pending queries of the page. */
  onRetry?: () => void;
}

/**
 * Around skeletons: announces once, politely, that content is loading, and again after a long wait. Offline nothing is
 * loading. A sibling below with the class `follows` appears with the content, which has another height.
 */
export function Loading({ children, label = 'Chargement…', onRetry = () => void askAgain() }: LoadingProps) {
  const online = useOnline();
  return (
    <div aria-busy={online}>
      <output className="visually-hidden">{label}</output>
      {online ? <SlowAnswer onRetry={onRetry} /> : <p className="muted">Pas de connexion</p>}
      {children}
    </div>
  );
}

export function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading>
      <div className="card-grid">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="card stack">
            <Skeleton width="70%" height="1.5rem" />
            <Skeleton width="50%" height="1.25rem" />
            <Skeleton width="85%" height="1.75rem" />
            <Skeleton width="60%" height="2rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function PageSkeleton() {
  return (
    <div className="container page-skeleton">
      <Loading onRetry={() => location.reload()}>
        <div className="stack">
          <Skeleton width="min(24rem, 80%)" height="2.25rem" />
          <Skeleton width="min(36rem, 95%)" />
          <Skeleton width="min(32rem, 90%)" />
        </div>
      </Loading>
    </div>
  );
}

import type { ReactNode } from 'react';

/** One grey bar; sizes are CSS lengths. Shown after 300 ms, so that fast answers do not flash. */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />;
}

/** Around skeletons: says once, politely, that something is loading. */
export function Loading({ children, label = 'Chargement…' }: { children: ReactNode; label?: string }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{label}</output>
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
            <Skeleton width="70%" height="1.25rem" />
            <Skeleton width="50%" />
            <Skeleton width="55%" />
            <Skeleton width="85%" height="0.875rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** While the code of a page is on its way. */
export function PageSkeleton() {
  return (
    <div className="container page-skeleton">
      <Loading>
        <div className="stack">
          <Skeleton width="min(24rem, 80%)" height="2.25rem" />
          <Skeleton width="min(36rem, 95%)" />
          <Skeleton width="min(32rem, 90%)" />
        </div>
      </Loading>
    </div>
  );
}

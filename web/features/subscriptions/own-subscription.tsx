import { Suspense } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/subscriptions/subscriptions.css';

const Standing = lazyPart(() =>
  import('#web/features/subscriptions/receipts/standing.tsx').then((file) => file.Standing),
);

/** The state of the member's subscription; its place is kept as soon as the page knows that there is a member. */
export function OwnSubscription() {
  const { status, me, meFailed, blocked } = useSession();
  if (status !== 'member' || meFailed || blocked) return null;
  return (
    <section className="card card--roomy stack own-subscription" aria-labelledby="own-subscription">
      <h2 id="own-subscription">Mon abonnement</h2>
      <Suspense fallback={<Waiting />}>{me ? <Standing me={me} /> : <Waiting />}</Suspense>
    </section>
  );
}

const Waiting = () => (
  <Loading>
    <Skeleton height="4rem" />
  </Loading>
);

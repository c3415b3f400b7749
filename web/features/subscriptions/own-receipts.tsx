import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const OwnPayments = lazyPart(() =>
  import('#web/features/subscriptions/receipts/own-payments.tsx').then((file) => file.OwnPayments),
);

/** Members send their receipts here, visitors sign in first and come back (rule 18). */
export function OwnReceipts() {
  const { status, me, meFailed, refresh } = useSession();
  if (status === 'visitor') {
    return (
      <section className="stack" aria-labelledby="proofs">
        <h2 id="proofs">Votre justificatif de paiement</h2>
        <p>Après votre paiement, envoyez-nous votre reçu. Il est vérifié sous 24 heures ouvrées.</p>
        <p>
          <Button as={Link} variant="primary" to={withQuery(paths.login, { redirect: paths.paymentMethods })}>
            Se connecter pour envoyer un justificatif
          </Button>
        </p>
      </section>
    );
  }
  if (me) {
    return (
      <Suspense fallback={<Waiting />}>
        <OwnPayments />
      </Suspense>
    );
  }
  if (meFailed) return <ErrorPanel message="Impossible de charger votre compte." onRetry={() => void refresh()} />;
  return null;
}

const Waiting = () => (
  <Loading>
    <Skeleton height="12rem" />
  </Loading>
);

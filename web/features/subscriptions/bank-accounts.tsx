import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { siteQuery } from '#web/features/site/api.ts';
import { BankAccount } from '#web/features/subscriptions/bank-account.tsx';
import { useInBrowser } from '#web/lib/browser.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** The accounts for paying the subscription, read at each visit because a member pays to them. */
export function BankAccounts() {
  const { data, error, refetch } = useQuery({ ...siteQuery('banks'), staleTime: 0 });
  const isInBrowser = useInBrowser();
  const { status } = useSession();
  // A member's subscription would be above, and the session is still loading.
  const waits = status === 'loading' ? 'waits' : '';
  return (
    <section className={`bank-accounts stack ${waits}`} aria-labelledby="banks">
      <h2 id="banks">Nos coordonnées bancaires</h2>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {isInBrowser && !data && !error && <CardSkeletons count={1} />}
      {data?.items.length === 0 && (
        <>
          <p>Coordonnées à venir, contactez-nous.</p>
          <Button as={Link} to={withQuery(paths.contact, { topic: 'payment' })}>
            Nous contacter
          </Button>
        </>
      )}
      {data && data.items.length > 0 && (
        <ul className="card-grid">
          {data.items.map((bank) => (
            <li key={bank.id} className="card">
              <BankAccount bank={bank} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

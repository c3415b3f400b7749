import type { Me } from '#shared/accounts/contract.ts';
import { paymentReference } from '#shared/receipts/rules.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { dayOf, longDay } from '#shared/values/time.ts';
import { receiptsApi } from '#web/features/subscriptions/receipts/api.ts';
import { ReceiptForm } from '#web/features/subscriptions/receipts/receipt-form.tsx';
import { ReceiptHistory } from '#web/features/subscriptions/receipts/receipt-history.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** The member's subscription, the way to pay for it, and what became of their proofs. */
export function OwnPayments({ me }: { me: Me }) {
  const list = usePages(queryKey('receipts', 'myReceipts'), (cursor, options) =>
    receiptsApi.myReceipts({ query: { cursor } }, options),
  );
  const receipts = list.pages?.flatMap(({ items }) => items);
  const pending = list.pages?.[0]?.pending ?? 0;
  return (
    <>
      <section className="card card--roomy stack" aria-labelledby="own-subscription">
        <h2 id="own-subscription">Mon abonnement</h2>
        <Standing subscription={me.subscription} pending={pending} />
        <PaymentReference memberId={me.id} />
      </section>
      <ReceiptForm known={receipts ?? []} pending={pending} />
      <section className="stack" aria-labelledby="receipt-history">
        <h2 id="receipt-history">Mes justificatifs</h2>
        {list.error && (
          <ErrorPanel title={receiptWords.notLoaded} message={asProblem(list.error).detail} onRetry={list.retry} />
        )}
        {!receipts && !list.error && (
          <Loading>
            <Skeleton height="6rem" />
          </Loading>
        )}
        {receipts && <ReceiptHistory receipts={receipts} more={list.more} />}
      </section>
    </>
  );
}

function Standing({ subscription, pending }: { subscription: Me['subscription']; pending: number }) {
  const { status, endDate } = subscription;
  const end = endDate ? longDay(dayOf(Date.parse(endDate))) : '';
  return (
    <>
      {status === 'active' && (
        <p className="cluster">
          <Badge tone="success">Actif</Badge> Actif jusqu'au {end}
        </p>
      )}
      {status === 'expired' && (
        <p className="cluster">
          <Badge tone="error">Expiré</Badge> Votre abonnement a expiré le {end}.
        </p>
      )}
      {status === 'none' && pending === 0 && <p>Vous n'avez pas d'abonnement en cours.</p>}
      {pending > 0 && (
        <p className="cluster">
          <Badge tone="pending">En vérification</Badge>
          {pending === 1
            ? 'Un justificatif est vérifié sous 24 heures ouvrées.'
            : `${pending} justificatifs sont vérifiés sous 24 heures ouvrées.`}
        </p>
      )}
    </>
  );
}

/** Helps to find the transfer on the account statement. */
function PaymentReference({ memberId }: { memberId: string }) {
  const reference = paymentReference(memberId);
  return (
    <p className="payment-reference">
      <span>
        Référence à indiquer sur votre virement : <strong className="numeric">{reference}</strong>
      </span>
      <CopyButton text={reference} label="Copier ma référence de paiement" />
    </p>
  );
}

import { receiptWords } from '#shared/receipts/words.ts';
import { useReceipts } from '#web/features/subscriptions/receipts/api.ts';
import { ReceiptForm } from '#web/features/subscriptions/receipts/receipt-form.tsx';
import { ReceiptHistory } from '#web/features/subscriptions/receipts/receipt-history.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** The way to send a receipt, and what became of the member's receipts. */
export function OwnPayments() {
  const { receipts, pending, error, retry, more } = useReceipts();
  return (
    <>
      <ReceiptForm known={receipts ?? []} pending={pending} />
      <section className="stack" aria-labelledby="receipt-history">
        <h2 id="receipt-history">Mes justificatifs</h2>
        {error && <LoadFailed title={receiptWords.notLoaded} error={error} onRetry={retry} />}
        {!receipts && !error && (
          <Loading>
            <Skeleton height="6rem" />
          </Loading>
        )}
        {receipts && <ReceiptHistory receipts={receipts} more={more} />}
      </section>
    </>
  );
}

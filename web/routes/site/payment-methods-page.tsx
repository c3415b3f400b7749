import { BankAccounts } from '#web/features/subscriptions/bank-accounts.tsx';
import { OwnReceipts } from '#web/features/subscriptions/own-receipts.tsx';
import { OwnSubscription } from '#web/features/subscriptions/own-subscription.tsx';
import { YearlySubscription } from '#web/features/subscriptions/yearly-subscription.tsx';
import { WayBack } from '#web/forms/way-out-link.tsx';

/** `/payment-methods` (rule 18). */
export function PaymentMethodsPage() {
  return (
    <div className="container page stack stack--wide">
      <header className="stack">
        <h1 tabIndex={-1}>Moyen de paiement</h1>
        <p className="lead">L'abonnement, ce qu'il permet, et les comptes sur lesquels le payer.</p>
        <WayBack />
      </header>
      <YearlySubscription />
      <OwnSubscription />
      <BankAccounts />
      <OwnReceipts />
    </div>
  );
}

import {
  BankAccounts,
  OwnReceipts,
  OwnSubscription,
  YearlySubscription,
} from '#web/features/subscriptions/payment-methods.tsx';
import { WayBack } from '#web/forms/way-out-link.tsx';

/** `/payment-methods` (rule 18). */
export function SubscriptionPage() {
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

import type { Me } from '#shared/accounts/contract.ts';
import { paymentReference } from '#shared/receipts/rules.ts';
import { notNeededToday } from '#shared/subscriptions/words.ts';
import { dayOf, longDay } from '#shared/values/time.ts';
import { useReceipts } from '#web/features/subscriptions/receipts/api.ts';
import { Withdrawal } from '#web/features/subscriptions/receipts/withdrawal.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** The member's subscription, and what they write on a transfer. */
export function Standing({ me }: { me: Me }) {
  return (
    <>
      <State subscription={me.subscription} />
      <PaymentReference memberId={me.id} />
    </>
  );
}

function State({ subscription }: { subscription: Me['subscription'] }) {
  const { receipts = [], pending } = useReceipts();
  const { status, endDate, suspended: isNeeded } = subscription;
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
          <Badge tone="error">Expiré</Badge> Votre abonnement a expiré le {end}.{isNeeded ? '' : ` ${notNeededToday}`}
        </p>
      )}
      {status === 'none' && pending === 0 && (
        <p>Vous n'avez pas d'abonnement en cours.{isNeeded ? '' : ` ${notNeededToday}`}</p>
      )}
      {pending > 0 && (
        <p className="cluster">
          <Badge tone="pending">En vérification</Badge>
          {pending === 1
            ? 'Un justificatif est vérifié sous 24 heures ouvrées.'
            : `${pending} justificatifs sont vérifiés sous 24 heures ouvrées.`}
        </p>
      )}
      {receipts.map((receipt) => (
        <Withdrawal key={receipt.id} receipt={receipt} />
      ))}
    </>
  );
}

/** Helps to find the transfer on the account statement. */
function PaymentReference({ memberId }: { memberId: string }) {
  const reference = paymentReference(memberId);
  return (
    <p className="row payment-reference">
      <span>
        Référence à indiquer sur votre virement :{' '}
        <strong className="numeric" translate="no">
          {reference}
        </strong>
      </span>
      <CopyButton text={reference} label="Copier ma référence de paiement" />
    </p>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Receipt } from '#shared/receipts/contract.ts';
import { paymentReference } from '#shared/receipts/rules.ts';
import { payBackUntil } from '#shared/receipts/withdrawal.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { notNeededToday } from '#shared/subscriptions/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { dayOf, longDay } from '#shared/values/time.ts';
import { useReceipts } from '#web/features/subscriptions/receipts/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { touch } from '#web/lib/api/query.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { receiptsApi } from './api.ts';
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

/**
 * « Renoncer au contrat » of one approved payment, as long as the server accepts it (rule 216), then the last day of
 * its refund.
 */
function Withdrawal({ receipt }: { receipt: Receipt }) {
  const { id, amount, decidedAt = '', withdrawUntil, withdrawnAt, paidBackAt } = receipt;
  const [asks, setAsks] = useState(false);
  const [isGivenUp, setGivenUp] = useState(false);
  const queries = useQueryClient();
  const { refresh } = useSession();
  const keyOfTry = useIdempotencyKey();

  const withdraw = async () => {
    const call = { params: { receiptId: id } };
    await receiptsApi
      .withdrawSubscription(call, { idempotencyKey: keyOfTry(call) })
      .catch(failedAs(receiptWords.notWithdrawn));
    setGivenUp(true);
    toast.success(receiptWords.withdrawn, receiptWords.withdrawnDetail);
    await Promise.all([touch(queries, ['receipts', 'myReceipts']), refresh()]);
  };

  if (withdrawnAt && !paidBackAt) return <Refund withdrawnAt={withdrawnAt} appears={isGivenUp} />;
  if (!withdrawUntil) return null;
  const approved = longDay(dayOf(Date.parse(decidedAt)));
  return (
    <div className="stack">
      <p>
        Vous pouvez renoncer au contrat validé le {approved}, sans motif, jusqu'au {longDay(withdrawUntil)}. Si ce jour
        est un samedi, un dimanche ou un jour férié en France, le premier jour ouvrable qui suit compte encore.
      </p>
      <div>
        <Button onClick={() => setAsks(true)}>Renoncer au contrat</Button>
      </div>
      <ConfirmDialog
        open={asks}
        title="Renoncer au contrat ?"
        confirm="Confirmer la rétractation"
        onConfirm={withdraw}
        onClose={() => setAsks(false)}
      >
        <p>
          Contrat : abonnement annuel de {moneyText(amount)}, validé le {approved}. Ses 12 mois s'arrêtent tout de suite
          et nous vous remboursons toute la somme sous 14 jours, par le moyen de paiement que vous avez utilisé.
        </p>
        <p>Votre profil et vos annonces restent tels quels. Un email confirme votre démarche.</p>
      </ConfirmDialog>
    </div>
  );
}

/** `appears`: it replaces the pressed button, and takes its focus. */
function Refund({ withdrawnAt, appears }: Required<Pick<Receipt, 'withdrawnAt'>> & { appears: boolean }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  const isNew = useRef(appears);
  useEffect(() => {
    if (isNew.current) sentence.current?.focus();
  }, []);
  return (
    <p ref={sentence} tabIndex={-1}>
      Vous avez renoncé au contrat le {longDay(dayOf(Date.parse(withdrawnAt)))}. Nous vous remboursons toute la somme
      versée, au plus tard le {longDay(payBackUntil(withdrawnAt))}.
    </p>
  );
}

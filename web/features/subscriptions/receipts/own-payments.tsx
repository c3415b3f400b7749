import type { ComponentProps } from 'react';
import type { Receipt } from '#shared/receipts/contract.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { shortDay } from '#shared/values/time.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FileButton } from '#web/ui/files/look-button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { receiptsApi, useReceipts } from './api.ts';
import { ReceiptForm } from './receipt-form.tsx';

const standings: Readonly<Record<Receipt['status'], readonly [tone: BadgeTone, text: string]>> = {
  pending: ['pending', 'En vérification'],
  approved: ['success', 'Validé'],
  rejected: ['error', 'Refusé'],
};

function standingOf({ status, withdrawnAt, paidBackAt }: Receipt): readonly [tone: BadgeTone, text: string] {
  if (paidBackAt) return ['neutral', 'Remboursé'];
  return withdrawnAt ? ['pending', 'Remboursement à venir'] : standings[status];
}

interface ReceiptHistoryProps {
  receipts: readonly Receipt[];
  more: ComponentProps<typeof MoreButton>;
}

/** The member's receipts, newest first, with what became of each. */
function ReceiptHistory({ receipts, more }: ReceiptHistoryProps) {
  if (receipts.length === 0) return <p className="muted">Vous n'avez pas encore envoyé de justificatif.</p>;
  return (
    <>
      <ul className="card-grid">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="card stack">
            <OwnReceipt receipt={receipt} />
          </li>
        ))}
      </ul>
      <MoreButton {...more} />
    </>
  );
}

function OwnReceipt({ receipt }: { receipt: Receipt }) {
  const { id, fileName, amount, sentAt, paidOn, reference, status, decidedAt, reason, withdrawnAt, paidBackAt } =
    receipt;
  const [tone, text] = standingOf(receipt);
  return (
    <>
      <div className="cluster receipt-head">
        <h3>
          <bdi translate="no">{fileName}</bdi>
        </h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <Facts
        facts={{
          Montant: moneyText(amount),
          'Envoyé le': <Moment at={sentAt} />,
          'Payé le': paidOn && shortDay(paidOn),
          Référence: reference && <bdi translate="no">{reference}</bdi>,
          [status === 'approved' ? 'Validé le' : 'Refusé le']: decidedAt && <Moment at={decidedAt} />,
          'Renoncé le': withdrawnAt && <Moment at={withdrawnAt} />,
          'Remboursé le': paidBackAt && <Moment at={paidBackAt} />,
        }}
      />
      {reason && (
        <Callout tone="error" title="Motif du refus">
          <p className="member-text" dir="auto">
            {reason}
          </p>
        </Callout>
      )}
      <div>
        <FileButton
          label="Voir le fichier"
          alt={fileName}
          failed={receiptWords.notDownloaded}
          read={() => receiptsApi.receiptFile({ params: { receiptId: id } })}
        />
      </div>
    </>
  );
}

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

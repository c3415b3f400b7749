import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AdminReceipt } from '#shared/admin/receipts.ts';
import { leavingText, otherDecides, profileStatusLabels, reasonTemplates } from '#shared/admin/words.ts';
import { payBackUntil } from '#shared/receipts/withdrawal.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { dayOf, longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { FileView } from '#web/features/admin/file-view.tsx';
import { type Decision, useDecision } from '#web/features/admin/use-decision.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { Failed } from '#web/forms/confirming/failed.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { useConfirming } from '#web/forms/confirming/use-confirming.ts';
import { reasonDraft } from '#web/forms/use-kept-text.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { momentText } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Facts, type FactsOf } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/admin/admin.css';

const failed = {
  title: receiptWords.notDecided,
  because: { SIGNED_OUT: receiptWords.signedOut, SESSION_REVOKED: receiptWords.signedOut },
} as const;

/** A receipt beside the facts that it is compared with, and the decision about it. */
export function ReceiptDialog({ receipt, onClose }: { receipt: AdminReceipt; onClose: () => void }) {
  const { id, version, status } = receipt;
  const call = { params: { receiptId: id }, version };
  const decision = useDecision<AdminReceipt>('adminReceipts', (item) => item.id);
  const [rejecting, setRejecting] = useState(false);

  const approval: Decision<AdminReceipt> = {
    act: { name: 'approve', id, version },
    send: (options) => adminApi.approveReceipt(call, options),
    done: { title: receiptWords.approved },
    failed,
  };
  const rejection = (reason: string): Decision<AdminReceipt> => ({
    act: { name: 'reject', id, version, reason },
    send: (options) => adminApi.rejectReceipt({ ...call, body: { reason } }, options),
    done: { title: receiptWords.rejected },
    failed,
  });
  const approving = useConfirming(() => decision.decide(approval), onClose);
  const { me } = useSession();
  const isOwn = me !== undefined && me.id === receipt.member?.id;
  const canApprove = receipt.member !== undefined && receipt.member.status !== 'blocked';
  const isOver = approving.failure?.isFinal === true;
  const footer = isOver ? (
    // The pressed button goes with the act.
    <Button ref={(button) => button?.focus()} onClick={approving.close}>
      Fermer
    </Button>
  ) : (
    status === 'pending' &&
    !isOwn && (
      <>
        <Button onClick={() => setRejecting(true)}>Rejeter</Button>
        {canApprove && (
          <SubmitButton type="button" busy={approving.busy} onClick={() => approving.confirm()}>
            Approuver
          </SubmitButton>
        )}
      </>
    )
  );
  const mayRefund = receipt.mayBePaidBack && !isOwn;
  return (
    <Dialog
      open
      title="Reçu de paiement"
      size="large"
      onClose={approving.close}
      failure={approving.failure && <Failed {...approving.failure} />}
      footer={mayRefund ? <Refund receipt={receipt} onDone={onClose} /> : footer}
    >
      <div className="receipt">
        {isOwn ? <p>{otherDecides('paiement')}</p> : <ReceiptFile receipt={receipt} />}
        <div className="stack">
          <Warnings receipt={receipt} />
          <Facts facts={factsOf(receipt)} />
          <Outcome receipt={receipt} />
        </div>
      </div>
      {rejecting && (
        <ReasonDialog
          title="Rejeter ce paiement ?"
          draftName={reasonDraft('reject', id)}
          confirm="Rejeter"
          hint="Le membre lira ce texte."
          templates={reasonTemplates.rejectReceipt}
          onConfirm={(reason) => decision.decide(rejection(reason)).then(onClose)}
          onClose={() => setRejecting(false)}
        />
      )}
    </Dialog>
  );
}

/** Notes that the member has their money back. */
function Refund({ receipt, onDone }: { receipt: AdminReceipt; onDone: () => void }) {
  const { id, version, withdrawnAt } = receipt;
  const [asks, setAsks] = useState(false);
  const { decide } = useDecision<AdminReceipt>('adminReceipts', (item) => item.id);
  const refund: Decision<AdminReceipt> = {
    act: { name: 'payBack', id, version },
    send: (options) => adminApi.payBackReceipt({ params: { receiptId: id }, version }, options),
    done: { title: receiptWords.paidBack },
    failed: { ...failed, title: receiptWords.notPaidBack },
  };
  return (
    <>
      <Button onClick={() => setAsks(true)}>Noter le remboursement</Button>
      <ConfirmDialog
        open={asks}
        title="Noter le remboursement ?"
        confirm="Noter le remboursement"
        onConfirm={() => decide(refund).then(onDone)}
        onClose={() => setAsks(false)}
      >
        <p>Remboursez d'abord toute la somme versée, par le moyen de paiement du membre, qui reçoit un email.</p>
        {!withdrawnAt && (
          <p>
            Ce membre n'a pas renoncé sur le site : remboursez-le seulement s'il nous a écrit dans le délai. Ses 12 mois
            lui sont retirés en même temps.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

const factsOf = ({ member, fileName, amount, sentAt, paidOn, reference, paymentReference }: AdminReceipt): FactsOf => ({
  Utilisateur: (
    <bdi translate="no">
      {member ? `${isolated(member.firstName)} ${isolated(member.lastName)}` : receiptWords.unknownMember}
    </bdi>
  ),
  Profil: member && profileStatusLabels[member.status],
  'Montant attendu': moneyText(amount),
  'Référence attendue': <bdi translate="no">{paymentReference}</bdi>,
  'Payé le': paidOn ? longDay(paidOn) : 'Non indiqué',
  'Référence du virement': reference ? <bdi translate="no">{reference}</bdi> : 'Non indiquée',
  'Envoyé le': <Moment at={sentAt} />,
  Fichier: <bdi translate="no">{fileName}</bdi>,
});

function Warnings({ receipt: { sameFile, member, status } }: { receipt: AdminReceipt }) {
  return (
    <>
      {sameFile && (
        <Callout tone="warning" title="Fichier déjà envoyé">
          <p>
            {sameFile.byOther
              ? `Un autre membre a envoyé exactement ce fichier le ${momentText(sameFile.sentAt)}.`
              : `Ce membre avait déjà envoyé exactement ce fichier le ${momentText(sameFile.sentAt)}.`}
          </p>
        </Callout>
      )}
      {status === 'pending' && member?.verifies && (
        <Callout tone="warning" title="Identité pas encore vérifiée">
          <p>Approuver ce paiement approuve aussi le profil. Vérifiez d'abord ses documents dans l'onglet Profils.</p>
        </Callout>
      )}
      {status === 'pending' && member?.leavesOn && (
        <Callout tone="info">
          <p>{leavingText(member.leavesOn)}</p>
        </Callout>
      )}
      {status === 'pending' && !member && (
        <Callout tone="info">
          <p>{receiptWords.memberGone}</p>
        </Callout>
      )}
      {status === 'pending' && member?.status === 'blocked' && (
        <Callout tone="info">
          <p>{receiptWords.memberBlocked}</p>
        </Callout>
      )}
    </>
  );
}

function Outcome({ receipt }: { receipt: AdminReceipt }) {
  const { status, subscriptionEnd, decidedAt, reason, withdrawnAt, paidBackAt, mayBePaidBack } = receipt;
  const end = subscriptionEnd && longDay(dayOf(Date.parse(subscriptionEnd)));
  if (status === 'pending')
    return end ? (
      <p>
        Après approbation, l'abonnement est actif jusqu'au <strong>{end}</strong>.
      </p>
    ) : null;
  if (withdrawnAt)
    return (
      <p>
        Le membre a renoncé au contrat le {momentText(withdrawnAt)}.{' '}
        {paidBackAt
          ? `Remboursé le ${momentText(paidBackAt)}.`
          : `À rembourser au plus tard le ${longDay(payBackUntil(withdrawnAt))}.`}
      </p>
    );
  return (
    <p>
      {status === 'approved' ? 'Approuvé' : 'Rejeté'}
      {decidedAt && ` le ${momentText(decidedAt)}`}
      {status === 'approved' && end && ` : abonnement actif jusqu'au ${end}`}.
      {reason && (
        <>
          {' '}
          Motif : <span dir="auto">{reason}</span>
        </>
      )}
      {status === 'approved' && !mayBePaidBack && ` ${receiptWords.noRefund}`}
    </p>
  );
}

/** The file itself, read at each opening, because each look is logged. */
function ReceiptFile({ receipt: { id, fileName } }: { receipt: AdminReceipt }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('admin', 'adminReceiptFile', { params: { receiptId: id } }),
    queryFn: ({ signal }) => adminApi.adminReceiptFile({ params: { receiptId: id } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <PanelLoadFailed title={receiptWords.notDownloaded} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <Skeleton height="16rem" />
      </Loading>
    );
  return (
    <FileView file={data} alt={`Reçu de paiement ${isolated(fileName)}`} onRetry={() => void refetch()}>
      {/* Some phones show no PDF inside a page; this button downloads it everywhere. */}
      <Button as="a" size="small" href={data.downloadUrl} download={fileName}>
        <Download size={18} aria-hidden="true" /> Télécharger
      </Button>
    </FileView>
  );
}

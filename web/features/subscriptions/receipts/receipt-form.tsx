import type { Receipt } from '#shared/receipts/contract.ts';
import { useReceiptForm } from '#web/features/subscriptions/receipts/use-receipt-form.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { DateField } from '#web/forms/date/date-field.tsx';
import { asErrors } from '#web/forms/error-summary.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { FormShell } from '#web/forms/form-shell.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Payments older than the service do not exist. */
const firstDay = '2026-01-01';

/** Sends a receipt. Chosen and typed input stays until it is stored. */
export function ReceiptForm({ known, pending }: { known: readonly Receipt[]; pending: number }) {
  const { file, details, errors, summary, sending, asking, choose, change, submit, sendAnyway, stay } = useReceiptForm(
    known,
    pending,
  );
  return (
    <FormShell
      className="card card--roomy form"
      aria-labelledby="send-receipt"
      errors={asErrors(errors)}
      {...summary}
      onSubmit={submit}
      top={
        <>
          <h2 id="send-receipt">Envoyer un justificatif</h2>
          <p>Après votre paiement, envoyez-nous votre reçu. Il est vérifié sous 24 heures ouvrées.</p>
        </>
      }
    >
      <FileField
        label="Justificatif de paiement"
        name="file"
        hint="Photo ou capture de votre reçu (JPG, PNG), ou PDF, 5 Mo au maximum."
        kind="receipt_file"
        value={file}
        onChange={choose}
        onProblem={({ title, sentence }) => toast.error(title, sentence)}
        error={errors.file}
        progress={sending.progress}
      />
      <DateField
        label="Date du paiement"
        name="paidOn"
        optional
        min={firstDay}
        value={details.paidOn}
        onChange={(paidOn) => change({ paidOn })}
        error={errors.paidOn}
      />
      <TextField
        label="Référence du virement"
        name="reference"
        optional
        limit={60}
        autoComplete="off"
        hint="Le numéro que votre banque ou la poste a donné à l'opération."
        value={details.reference}
        onChange={({ target }) => change({ reference: target.value })}
        error={errors.reference}
      />
      <SubmitButton busy={sending.busy} busyText="Envoi du justificatif…">
        {summary.refusal ? "Réessayer l'envoi" : 'Envoyer le justificatif'}
      </SubmitButton>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking?.same ? 'Fichier déjà envoyé' : 'Un justificatif est déjà en vérification'}
        confirm="Envoyer quand même"
        onConfirm={sendAnyway}
        onClose={stay}
      >
        <SentBefore same={asking?.same} pending={pending} />
      </ConfirmDialog>
    </FormShell>
  );
}

const SentBefore = ({ same, pending }: { same: Receipt | undefined; pending: number }) => (
  <>
    {same && (
      <p>
        Vous avez déjà envoyé ce fichier le <Moment at={same.sentAt} />.
      </p>
    )}
    {pending > 0 && (
      <p>
        {pending === 1
          ? 'Un justificatif attend déjà sa vérification.'
          : `${pending} justificatifs attendent déjà leur vérification.`}{' '}
        Envoyez-en un autre seulement pour un autre paiement.
      </p>
    )}
  </>
);

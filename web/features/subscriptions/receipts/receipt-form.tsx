import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Sentence } from '#shared/client-refusals.ts';
import { NewReceipt, type Receipt } from '#shared/receipts/contract.ts';
import { paidOnProblem } from '#shared/receipts/rules.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { useReceiptSending } from '#web/features/subscriptions/receipts/use-receipt-sending.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { asErrors, ErrorSummary } from '#web/forms/error-summary.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { fingerprintOf } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface Details {
  paidOn: string;
  reference: string;
}
type Errors = Partial<Record<'file' | keyof Details, string>>;

const empty: Details = { paidOn: '', reference: '' };
/** Payments older than the service do not exist. */
const firstDay = '2026-01-01';

/** Sends a receipt. Chosen and typed input stays until it is stored. */
export function ReceiptForm({ known, pending }: { known: readonly Receipt[]; pending: number }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [details, setDetails] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<Sentence>();
  const [attempt, setAttempt] = useState(0);
  /** Asks before sending: an earlier receipt with the same file, or one that waits. */
  const [asking, setAsking] = useState<{ same: Receipt | undefined }>();
  const { busy, progress, send } = useReceiptSending();

  const change = (part: Partial<Details>) => {
    setDetails((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };

  const store = async (chosen: File) => {
    setRefusal(undefined);
    toast.retry();
    await send(chosen, details);
    toast.success(receiptWords.sent, receiptWords.sentDetail);
    setFile(undefined);
    setDetails(empty);
    await touch(queries, ['receipts', 'myReceipts']);
  };
  const sentenceOf = (error: unknown): Sentence => {
    const { code, detail } = asProblem(error);
    return { title: receiptWords.notSent, detail: code === 'FAULT' ? receiptWords.notSentDetail : detail };
  };
  const showIn = (error: unknown) => {
    setErrors(asProblem(error).fields);
    setRefusal(sentenceOf(error));
    setAttempt((count) => count + 1);
  };
  /** The member's mistakes are shown in the form, anything else in the question. */
  const sendAnyway = async () => {
    if (!file) return;
    try {
      await store(file);
    } catch (error) {
      if (Object.keys(asProblem(error).fields).length === 0) throw new ActFailed(sentenceOf(error));
      showIn(error);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    toast.settle(receiptWords.sent);
    setRefusal(undefined);
    const found = errorsOf(file, details);
    setErrors(found);
    setAttempt((count) => count + 1);
    if (Object.keys(found).length > 0 || !file) return;
    const fingerprint = await fingerprintOf(file);
    const same = known.find(({ sha256 }) => sha256 === fingerprint);
    if (same || pending > 0) setAsking({ same });
    else await store(file).catch(showIn);
  };

  return (
    <form
      className="card card--roomy form"
      noValidate
      aria-labelledby="send-receipt"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="send-receipt">Envoyer un justificatif</h2>
      <p>Après votre paiement, envoyez-nous votre reçu. Il est vérifié sous 24 heures ouvrées.</p>
      <ErrorSummary errors={asErrors(errors)} attempt={attempt} title={refusal?.title} formError={refusal?.detail} />
      <FileField
        label="Justificatif de paiement"
        name="file"
        hint="Photo ou capture de votre reçu (JPG, PNG), ou PDF, 5 Mo au maximum."
        kind="receipt_file"
        value={file}
        onChange={(chosen) => {
          toast.retry();
          setFile(chosen);
          // The reason may have been the file before this one.
          setRefusal(undefined);
          setErrors((before) => ({ ...before, file: undefined }));
        }}
        onProblem={({ title, sentence }) => toast.error(title, sentence)}
        error={errors.file}
        progress={progress}
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
      <SubmitButton busy={busy} busyText="Envoi du justificatif…">
        {refusal ? "Réessayer l'envoi" : 'Envoyer le justificatif'}
      </SubmitButton>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking?.same ? 'Fichier déjà envoyé' : 'Un justificatif est déjà en vérification'}
        confirm="Envoyer quand même"
        onConfirm={sendAnyway}
        onClose={() => setAsking(undefined)}
      >
        {asking?.same && (
          <p>
            Vous avez déjà envoyé ce fichier le <Moment at={asking.same.sentAt} />.
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
      </ConfirmDialog>
    </form>
  );
}

/** The server's refusals in advance, in its own sentences. */
function errorsOf(file: File | undefined, { paidOn, reference }: Details): Errors {
  const errors: Errors = file ? {} : { file: 'Choisissez votre justificatif' };
  const { error } = NewReceipt.safeParse({
    uploadId: '00000000-0000-4000-8000-000000000000',
    ...(paidOn ? { paidOn } : {}),
    ...(reference.trim() ? { reference } : {}),
  });
  for (const { path, message } of error?.issues ?? []) errors[path[0] as keyof Details] ??= message;
  const problem = paidOn && !errors.paidOn ? paidOnProblem(paidOn, Date.now()) : undefined;
  return problem ? { ...errors, paidOn: problem } : errors;
}

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Sentence } from '#shared/client-refusals.ts';
import { NewReceipt, type Receipt } from '#shared/receipts/contract.ts';
import { paidOnProblem } from '#shared/receipts/rules.ts';
import { receiptWords, subscriptionTerms, withdrawalRight, yearPrice } from '#shared/receipts/words.ts';
import { operator } from '#web/features/site/operator.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { asErrors } from '#web/forms/error-summary.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { FormShell, useFormSummary } from '#web/forms/form-shell.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem, asProblem, failed } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { fingerprintOf, type Sending, sendFile } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { receiptsApi } from './api.ts';

/**
 * Sends the file, then the receipt. A file that has arrived is not sent again by the next try, unless it is refused.
 */
function useReceiptSending() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Sending>();
  const sent = useRef(new WeakMap<File, string>());
  const keyOfTry = useIdempotencyKey();

  async function send(file: File, { paidOn, reference }: { paidOn: string; reference: string }): Promise<void> {
    setBusy(true);
    try {
      const known = sent.current.get(file);
      if (known) setProgress({ share: 1 });
      const request = (about: Parameters<typeof uploadsApi.requestReceiptUpload>[0]['body']) =>
        uploadsApi.requestReceiptUpload({ body: about });
      const uploadId = known ?? (await sendFile(file, request, setProgress));
      sent.current.set(file, uploadId);
      const body = {
        uploadId,
        ...(paidOn ? { paidOn } : {}),
        ...(reference.trim() ? { reference } : {}),
      };
      await untilScanned(() => receiptsApi.sendReceipt({ body }, { idempotencyKey: keyOfTry(body) }));
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'FILE_REFUSED') sent.current.delete(file);
      throw error;
    } finally {
      setBusy(false);
      setProgress(undefined);
    }
  }

  return { busy, progress, send };
}

interface Details {
  paidOn: string;
  reference: string;
}
type Errors = Partial<Record<'file' | keyof Details, string>>;

const empty: Details = { paidOn: '', reference: '' };

/** A receipt from the chosen file to its storage; `asking` while the member decides whether to send another one. */
function useReceiptForm(known: readonly Receipt[], pending: number) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [details, setDetails] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { summary, clear, fail } = useFormSummary();
  const [asking, setAsking] = useState<{ same: Receipt | undefined }>();
  const { send, ...sending } = useReceiptSending();
  const [isReading, setReading] = useState(false);
  const busy = sending.busy || isReading;

  const change = (part: Partial<Details>) => {
    setDetails((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };
  const choose = (chosen: File | undefined) => {
    toast.retry();
    setFile(chosen);
    clear();
    setErrors((before) => ({ ...before, file: undefined }));
  };

  const store = async (chosen: File) => {
    clear();
    toast.retry();
    await send(chosen, details);
    toast.success(receiptWords.sent, receiptWords.sentDetail);
    setFile(undefined);
    setDetails(empty);
    await touch(queries, ['receipts', 'myReceipts']);
  };
  const showIn = (error: unknown) => {
    setErrors(asProblem(error).fields);
    fail({ refusal: sentenceOf(error) });
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

  const submit = async () => {
    if (busy) return;
    toast.settle(receiptWords.sent);
    const problems = errorsOf(file, details);
    setErrors(problems);
    fail({ refusal: undefined });
    if (Object.keys(problems).length > 0 || !file) return;
    // A second press would send the file twice.
    setReading(true);
    const fingerprint = await fingerprintOf(file).catch(() => undefined);
    setReading(false);
    const same = known.find(({ sha256 }) => sha256 === fingerprint);
    if (same || pending > 0) setAsking({ same });
    else await store(file).catch(showIn);
  };

  const stay = () => setAsking(undefined);
  return {
    file,
    details,
    errors,
    summary,
    busy,
    progress: sending.progress,
    asking,
    choose,
    change,
    submit,
    sendAnyway,
    stay,
  };
}

const sentenceOf = (error: unknown): Sentence => {
  const sentence = failed(receiptWords.notSent, error);
  return asProblem(error).code === 'FAULT' ? { ...sentence, detail: receiptWords.notSentDetail } : sentence;
};

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

/** Payments older than the service do not exist. */
const firstDay = '2026-01-01';

/** Sends a receipt. Chosen and typed input stays until it is stored. */
export function ReceiptForm({ known, pending }: { known: readonly Receipt[]; pending: number }) {
  const { file, details, errors, summary, busy, progress, asking, choose, change, submit, sendAnyway, stay } =
    useReceiptForm(known, pending);
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
          <p>
            Votre commande : l'abonnement annuel, {subscriptionTerms(yearPrice(operator.subscriptionEuro))}{' '}
            {withdrawalRight}
          </p>
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

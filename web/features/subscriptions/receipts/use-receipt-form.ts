import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sentence } from '#shared/client-refusals.ts';
import { NewReceipt, type Receipt } from '#shared/receipts/contract.ts';
import { paidOnProblem } from '#shared/receipts/rules.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { useReceiptSending } from '#web/features/subscriptions/receipts/use-receipt-sending.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useFormSummary } from '#web/forms/form-shell.tsx';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { fingerprintOf } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';

interface Details {
  paidOn: string;
  reference: string;
}
type Errors = Partial<Record<'file' | keyof Details, string>>;

const empty: Details = { paidOn: '', reference: '' };

/** A receipt from the chosen file to its storage; `asking` while the member decides whether to send another one. */
export function useReceiptForm(known: readonly Receipt[], pending: number) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [details, setDetails] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { summary, clear, fail } = useFormSummary();
  const [asking, setAsking] = useState<{ same: Receipt | undefined }>();
  const { send, ...sending } = useReceiptSending();

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
    if (sending.busy) return;
    toast.settle(receiptWords.sent);
    const problems = errorsOf(file, details);
    setErrors(problems);
    fail({ refusal: undefined });
    if (Object.keys(problems).length > 0 || !file) return;
    const fingerprint = await fingerprintOf(file);
    const same = known.find(({ sha256 }) => sha256 === fingerprint);
    if (same || pending > 0) setAsking({ same });
    else await store(file).catch(showIn);
  };

  const stay = () => setAsking(undefined);
  return { file, details, errors, summary, sending, asking, choose, change, submit, sendAnyway, stay };
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

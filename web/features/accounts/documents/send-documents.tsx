import { type FormEvent, useState } from 'react';
import type { Sentence } from '#shared/client-refusals.ts';
import { DocumentFields } from '#web/features/accounts/documents/document-fields.tsx';
import {
  type DocumentFiles,
  type DocumentName,
  useDocumentSending,
} from '#web/features/accounts/documents/use-document-sending.ts';
import { missingDocument, sentenceOf } from '#web/features/accounts/words.ts';
import { profilesApi } from '#web/features/profiles/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { asErrors, ErrorSummary } from '#web/forms/error-summary.tsx';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface SendDocumentsProps {
  asked: readonly DocumentName[];
  onComplete: (() => void) | undefined;
}

/** The asked documents as one sending: all of them or none. */
export function SendDocuments({ asked, onComplete }: SendDocumentsProps) {
  const { refresh } = useSession();
  const [files, setFiles] = useState<DocumentFiles>({});
  const [errors, setErrors] = useState<Partial<Record<DocumentName, string>>>({});
  const [refusal, setRefusal] = useState<Sentence>();
  const [busy, setBusy] = useState(false);
  const { progress, send, forget } = useDocumentSending();
  const [attempt, setAttempt] = useState(0);

  const choose = (name: DocumentName, file: File | undefined) => {
    setFiles((before) => ({ ...before, [name]: file }));
    setErrors(({ [name]: _settled, ...others }) => others);
    setRefusal(undefined);
  };

  const sendAll = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const body = await send(files, uploadsApi.requestDocumentUpload);
      const idempotencyKey = crypto.randomUUID();
      await untilScanned(() => profilesApi.attachDocuments({ body }, { idempotencyKey }));
      toast.success('Documents reçus', 'Vérification sous 24 à 48 heures.');
      await refresh();
      onComplete?.();
    } catch (error) {
      forgetRefused(error);
      setRefusal(sentenceOf('documents', error));
      setAttempt((count) => count + 1);
    }
    setBusy(false);
  };

  const forgetRefused = (error: unknown) => {
    if (!(error instanceof ApiProblem)) return;
    if (error.code === 'FILE_REFUSED') forget();
    if (error.code === 'ALREADY_VERIFIED') void refresh();
    setErrors(error.fields);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const absent = asked.filter((name) => !files[name]);
    setErrors(Object.fromEntries(absent.map((name) => [name, missingDocument[name]])));
    if (absent.length === 0) return void sendAll();
    setRefusal({ title: 'Documents manquants', detail: '' });
    setAttempt((count) => count + 1);
  };

  return (
    <form className="form" noValidate onSubmit={submit}>
      <ErrorSummary errors={asErrors(errors)} attempt={attempt} title={refusal?.title} formError={refusal?.detail} />
      <DocumentFields asked={asked} files={files} onChange={choose} errors={errors} progress={progress} />
      <SubmitButton busy={busy} busyText="Envoi des documents…">
        Envoyer mes documents
      </SubmitButton>
    </form>
  );
}

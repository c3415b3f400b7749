import '#web/features/accounts/accounts.css';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Documents, Me } from '#shared/accounts/me.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { paths } from '#shared/site/paths.ts';
import { identityVerified, missingDocument, sentenceOf } from '#web/features/accounts/words.ts';
import { profilesApi } from '#web/features/profiles/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { asErrors, ErrorSummary } from '#web/forms/error-summary.tsx';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { DocumentFields } from './document-fields.tsx';
import { type DocumentFiles, type DocumentName, documentNames, useDocumentSending } from './use-document-sending.ts';

interface SendDocumentsProps {
  asked: readonly DocumentName[];
  onComplete: (() => void) | undefined;
}

function SendDocuments({ asked, onComplete }: SendDocumentsProps) {
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

interface DocumentsCardProps {
  me: Me;
  /** Id of a heading of the page that names this part. */
  titledBy?: string;
  onComplete?: () => void;
}

/** The member's identity documents: received and missing ones, and the reasons of refusals. */
export function DocumentsCard({ me, titledBy, onComplete }: DocumentsCardProps) {
  const asked = documentNames.filter((name) => isWanted(me.documents[name]));
  const refused = me.documentsReason ?? (me.status === 'rejected' ? me.statusReason : undefined);
  return (
    <section className="card card--roomy stack" aria-labelledby={titledBy ?? 'documents-title'}>
      {!titledBy && <h2 id="documents-title">Votre pièce d'identité et votre photo</h2>}
      {me.status === 'approved' ? (
        <>
          <Callout tone="success">
            <p>{identityVerified}</p>
          </Callout>
          <p className="cluster">
            <Button as={Link} variant="primary" to={paths.findParcels}>
              Rechercher des colis
            </Button>
            <Button as={Link} to={paths.sendParcel}>
              Envoyer un colis
            </Button>
          </p>
        </>
      ) : asked.length === 0 ? (
        <AllSent documents={me.documents} />
      ) : (
        <>
          {refused && (
            <Callout tone="error" title="Vos documents n'ont pas été acceptés">
              <p dir="auto">{refused}</p>
            </Callout>
          )}
          <p className="muted">
            Seuls les administrateurs voient vos documents, pour vérifier votre identité sous 24 à 48 heures.
          </p>
          <Received documents={me.documents} />
          <SendDocuments asked={asked} onComplete={onComplete} />
        </>
      )}
    </section>
  );
}

const isWanted = (state: Documents[DocumentName]) => state === 'none' || state === 'refused';

function AllSent({ documents }: { documents: Documents }) {
  return (
    <>
      <Received documents={documents} />
      <Callout tone="success" live>
        <p>Documents reçus, vérification sous 24 à 48 heures.</p>
      </Callout>
      <Button variant="primary" disabled>
        Documents envoyés
      </Button>
    </>
  );
}

function Received({ documents }: { documents: Documents }) {
  const labels: Record<DocumentName, string> = { idDocument: "Pièce d'identité", facePhoto: 'Photo de visage' };
  const received = documentNames.filter((name) => !isWanted(documents[name]));
  if (received.length === 0) return null;
  return (
    <ul className="rows received-documents">
      {received.map((name) => (
        <li key={name}>
          <CircleCheck size={20} aria-hidden="true" />
          {labels[name]} : {documents[name] === 'scanning' ? 'vérification du fichier en cours' : 'reçue'}
        </li>
      ))}
    </ul>
  );
}

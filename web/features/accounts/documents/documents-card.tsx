import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Documents, Me } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { type DocumentName, documentNames } from '#web/features/accounts/documents/use-document-sending.ts';
import { identityVerified } from '#web/features/accounts/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import '#web/features/accounts/accounts.css';
import { SendDocuments } from '#web/features/accounts/documents/send-documents.tsx';

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
      {!titledBy && <h2 id="documents-title">Vos justificatifs</h2>}
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
    <ul className="received-documents">
      {received.map((name) => (
        <li key={name}>
          <CircleCheck size={20} aria-hidden="true" />
          {labels[name]} : {documents[name] === 'scanning' ? 'vérification du fichier en cours' : 'reçue'}
        </li>
      ))}
    </ul>
  );
}

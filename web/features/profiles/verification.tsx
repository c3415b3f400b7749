import type { Documents, Me } from '#shared/accounts/contract.ts';
import { verifiedText } from '#shared/profiles/words.ts';
import { DocumentsCard } from '#web/features/accounts/documents/documents-card.tsx';
import { identityVerified } from '#web/features/accounts/words.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';

type State = readonly [tone: BadgeTone, text: string];

const documentStates: Readonly<Record<Documents['idDocument'], State>> = {
  none: ['pending', 'À envoyer'],
  scanning: ['progress', 'Vérification du fichier'],
  received: ['progress', 'Reçu'],
  refused: ['error', 'Refusé'],
};

/** The four conditions of a verified member, then the documents while one is missing. */
export function Verification({ me }: { me: Me }) {
  const approved = me.status === 'approved';
  const stateOf = (document: Documents['idDocument']): State =>
    approved ? ['success', 'Vérifié'] : documentStates[document];
  const steps: readonly (readonly [string, State])[] = [
    ['Email', ['success', 'Confirmé']],
    ['Téléphone', me.phone ? ['success', 'Renseigné'] : ['pending', 'À renseigner']],
    ["Pièce d'identité", stateOf(me.documents.idDocument)],
    ['Photo de visage', stateOf(me.documents.facePhoto)],
  ];
  return (
    <>
      <section className="card card--roomy stack" aria-labelledby="verification-title">
        <h2 id="verification-title">Vérification</h2>
        {approved && (
          <Notice tone="success">
            <p>{me.verifiedAt ? verifiedText(me.verifiedAt) : identityVerified}</p>
          </Notice>
        )}
        <ul className="verification">
          {steps.map(([name, [tone, text]]) => (
            <li key={name}>
              {name} <Badge tone={tone}>{text}</Badge>
            </li>
          ))}
        </ul>
      </section>
      {!approved && <DocumentsCard me={me} />}
    </>
  );
}

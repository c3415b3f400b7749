import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { Documents, Me } from '#shared/accounts/contract.ts';
import { verifiedText } from '#shared/profiles/words.ts';
import { DocumentsCard } from '#web/features/accounts/documents/documents-card.tsx';
import { identityVerified } from '#web/features/accounts/words.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import '#web/features/profiles/profile.css';

type Tone = 'success' | 'progress' | 'pending' | 'error';
/** `at`: when it was checked, where that is stored. */
type State = readonly [tone: Tone, text: string, at?: string | undefined];

const documentStates: Readonly<Record<Documents['idDocument'], State>> = {
  none: ['pending', 'À envoyer'],
  scanning: ['progress', 'Vérification du fichier'],
  received: ['progress', 'Reçue'],
  refused: ['error', 'Refusée'],
};

const icons: Readonly<Record<Tone, LucideIcon>> = {
  success: CircleCheck,
  progress: Clock,
  pending: CircleDashed,
  error: CircleX,
};

/** The four conditions of a verified member as ticks with their days, and the documents while one is missing. */
export function Verification({ me }: { me: Me }) {
  const approved = me.status === 'approved';
  const stateOf = (document: Documents['idDocument']): State =>
    approved ? ['success', 'Vérifiée', me.verifiedAt] : documentStates[document];
  const checks: readonly (readonly [string, State])[] = [
    ['Email', ['success', 'Confirmé', me.emailConfirmedAt]],
    ['Téléphone', me.phone ? ['success', 'Renseigné'] : ['pending', 'À renseigner']],
    ["Pièce d'identité", stateOf(me.documents.idDocument)],
    ['Photo de visage', stateOf(me.documents.facePhoto)],
  ];
  return (
    <>
      <section className="card card--roomy stack" aria-labelledby="verification-title">
        <div className="cluster">
          <h2 id="verification-title">Vérification</h2>
          {approved && (
            <p className="checks__done">{me.verifiedAt ? verifiedText(shortDayOf(me.verifiedAt)) : identityVerified}</p>
          )}
        </div>
        <ul className="checks">
          {checks.map(([name, [tone, text, at]]) => {
            const Icon = icons[tone];
            return (
              <li key={name} className={`check check--${tone}`}>
                <Icon size={24} aria-hidden="true" />
                <span>
                  {name} <strong>{text}</strong>
                  {at && <span className="small muted"> le {shortDayOf(at)}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      {!approved && <DocumentsCard me={me} />}
    </>
  );
}

import { Eye } from 'lucide-react';
import type { DocumentName } from '#shared/identity-documents/contract.ts';
import type { FileLink } from '#shared/values/files.ts';
import { of } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { identityDocumentsApi } from '#web/features/admin/api.ts';
import { FileView } from '#web/features/admin/file-view.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Facts, type FactsOf } from '#web/ui/facts.tsx';
import { LookButton } from '#web/ui/files/look-button.tsx';

const titles: Readonly<Record<DocumentName, string>> = {
  id_document: "Pièce d'identité",
  face_photo: 'Photo du visage',
  name_document: "Pièce d'identité du nouveau nom",
};

interface DocumentsButtonProps {
  userId: string;
  name: string;
  label: string;
  kinds: readonly DocumentName[];
  facts: FactsOf;
}

interface Seen {
  kind: DocumentName;
  file?: FileLink;
  problem?: string;
}

/** The documents of a profile side by side, with the name that they must show. Each look is logged. */
export function DocumentsButton({ userId, name, label, kinds, facts }: DocumentsButtonProps) {
  const look = async (kind: DocumentName): Promise<Seen> => {
    try {
      return { kind, file: await identityDocumentsApi.profileDocument({ params: { userId, kind } }) };
    } catch (error) {
      return { kind, problem: asProblem(error).detail };
    }
  };
  const failed = "Impossible de charger l'image";
  return (
    <LookButton icon={Eye} label={label} of={name} failed={failed} read={() => Promise.all(kinds.map(look))}>
      {(documents, { again, close }) => (
        <Dialog open title={`Documents ${of(isolated(name))}`} size="large" onClose={close}>
          <div className="stack">
            <Facts facts={facts} />
            <div className="documents">
              {documents.map((document) => (
                <figure key={document.kind} className="stack">
                  <figcaption>{titles[document.kind]}</figcaption>
                  <Shown document={document} name={name} onRetry={again} />
                </figure>
              ))}
            </div>
          </div>
        </Dialog>
      )}
    </LookButton>
  );
}

function Shown({ document, name, onRetry }: { document: Seen; name: string; onRetry: () => void }) {
  const { kind, file, problem = '' } = document;
  if (!file) return <ErrorPanel title="Impossible de charger l'image" message={problem} onRetry={onRetry} />;
  return (
    <FileView file={file} alt={`${titles[kind]}, ${isolated(name)}`} onRetry={onRetry}>
      {file.kind === 'pdf' && (
        <Button as="a" size="small" href={file.url} target="_blank" rel="noreferrer">
          Ouvrir le PDF
        </Button>
      )}
    </FileView>
  );
}

import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { brand } from '#shared/values/brand.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { announce } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/second-factor/second-factor.css';

/** Ten new recovery codes, shown this once: to print, to copy or to save, before `onDone`. */
export function RecoveryCodes(props: { codes: readonly string[]; done: string; onDone: () => void }) {
  const { codes, done, onDone } = props;
  const [isNoted, setNoted] = useState(false);
  const [error, setError] = useState<string>();
  const { me } = useSession();
  const title = `${brand.name} : codes de secours de ${me?.email ?? ''}`;
  const text = `${title}\n\n${codes.join('\n')}\n\nChaque code ne sert qu'une fois.\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        announce('Codes copiés');
        toast.success('Codes copiés');
      },
      () => toast.error('Copie impossible', 'Sélectionnez les codes pour les copier.'),
    );
  const finish = () => (isNoted ? onDone() : setError('Notez vos codes, puis cochez cette case'));
  return (
    <div className="stack recovery-codes">
      <p className="recovery-codes__title">{title}</p>
      <p>
        Si vous perdez votre téléphone, chacun de ces codes vous ouvre le panel une fois. Gardez-les hors de ce
        téléphone : ils ne seront plus affichés.
      </p>
      <ol className="points recovery-codes__list" aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster recovery-codes__acts">
        <Button size="small" onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" /> Imprimer
        </Button>
        <Button size="small" onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" /> Copier
        </Button>
        <Button size="small" onClick={() => save(text)}>
          <Download size={18} aria-hidden="true" /> Enregistrer
        </Button>
      </div>
      <CheckboxField
        label="J'ai noté mes codes"
        name="noted"
        checked={isNoted}
        error={error}
        onChange={({ target }) => {
          setNoted(target.checked);
          setError(undefined);
        }}
      />
      <div className="recovery-codes__acts">
        <Button variant="primary" onClick={finish}>
          {done}
        </Button>
      </div>
    </div>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${brand.name.toLowerCase()}-codes-de-secours.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

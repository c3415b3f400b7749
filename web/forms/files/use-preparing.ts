import { useRef, useState } from 'react';
import type { UploadKind } from '#shared/values/files.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import type { PreparedFile } from '#web/forms/files/prepare-file.ts';

/**
 * Prepares chosen files for one field. The last choice counts: `prepare` resolves to undefined for a file that a later
 * choice or `drop` replaced. A part of the site that does not load is a problem of the file, shown at its field.
 */
export function usePreparing(kind: UploadKind) {
  const latest = useRef(0);
  const [isPreparing, setPreparing] = useState(false);

  const prepare = async (chosen: File): Promise<PreparedFile | undefined> => {
    latest.current += 1;
    const own = latest.current;
    setPreparing(true);
    const prepared = await load()
      .then(({ prepareFile }) => prepareFile(kind, chosen))
      .catch(() => notPrepared(chosen));
    if (own !== latest.current) return undefined;
    setPreparing(false);
    return prepared;
  };
  const drop = () => {
    latest.current += 1;
    setPreparing(false);
  };
  return { isPreparing, prepare, drop };
}

const load = () => import('#web/forms/files/prepare-file.ts');

const notPrepared = ({ name }: File): PreparedFile => ({
  problem: {
    title: 'Fichier non préparé',
    sentence: `« ${isolated(name)} » n'a pas pu être préparé. Vérifiez votre connexion, puis choisissez le fichier à nouveau.`,
  },
});

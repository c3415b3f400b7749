import { useSyncExternalStore } from 'react';
import { lengthOf } from '#shared/values/typed/characters.ts';

/**
 * Says under a field how much room is left in the last tenth of its limit, and beyond it how much is too much. A field
 * keeps all that was pasted: a browser's own `maxLength` would cut it in silence.
 */
export function CharacterCount({ fieldId, limit }: { fieldId: string; limit: number }) {
  const length = useLengthIn(fieldId);
  return <Count length={length} limit={limit} />;
}

/** The same for a text whose length is known. */
export function Count({ length, limit }: { length: number; limit: number }) {
  const over = length - limit;
  return (
    <output className={`small numeric ${over > 0 ? 'field__error' : 'muted'}`}>
      {length > limit * 0.9 && <span>{`${length} sur ${limit} caractères${over > 0 ? `, ${over} de trop` : ''}`}</span>}
    </output>
  );
}

/** Length of what stands in a field, typed, pasted or put there by its form. */
function useLengthIn(fieldId: string): number {
  const find = () => document.getElementById(fieldId) as HTMLInputElement | HTMLTextAreaElement | null;
  return useSyncExternalStore(
    (tell) => {
      const field = find();
      field?.addEventListener('input', tell);
      return () => field?.removeEventListener('input', tell);
    },
    () => lengthOf(find()?.value ?? ''),
    () => 0,
  );
}

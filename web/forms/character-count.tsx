import { useSyncExternalStore } from 'react';
import { lengthOf } from '#shared/values/typed/characters.ts';

/**
 * Shows, in the last tenth of a field's limit, the room left, and beyond the limit the excess. A field keeps all pasted
 * text; the browser's own `maxLength` would cut it silently.
 */
export function CharacterCount({ fieldId, limit }: { fieldId: string; limit: number }) {
  const length = useLengthIn(fieldId);
  return <Count length={length} limit={limit} />;
}

export function Count({ length, limit }: { length: number; limit: number }) {
  const over = length - limit;
  return (
    <output className={`small numeric ${over > 0 ? 'field__error' : 'muted'}`}>
      {length > limit * 0.9 && <span>{`${length} sur ${limit} caractères${over > 0 ? `, ${over} de trop` : ''}`}</span>}
    </output>
  );
}

/** Length of the current text of a field, whether typed, pasted or set by its form. */
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

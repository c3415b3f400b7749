import { tidyLine } from '#shared/values/typed/characters.ts';
import { fieldId } from '#web/forms/field.tsx';
import { TextField } from '#web/forms/text-field.tsx';

const word = 'SUPPRIMER';

export const isConfirmed = (typed: string) => tidyLine(typed).toUpperCase() === word;
export const wordMissing = `Tapez ${word} pour confirmer`;
export const focusWord = () => document.getElementById(fieldId('word'))?.focus();

interface ConfirmingWordProps {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

export const ConfirmingWord = ({ value, error, onChange }: ConfirmingWordProps) => (
  <TextField
    label={`Tapez ${word} pour confirmer`}
    name="word"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
);

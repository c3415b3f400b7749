import type { UseFormRegisterReturn } from 'react-hook-form';
import { readGrams, typedKilos } from '#shared/values/typed/numbers.ts';
import { TextField } from '#web/forms/text-field.tsx';

interface WeightFieldProps {
  weight: UseFormRegisterReturn;
  /** The kilos as the field shows them when it is left. */
  onRead: (kilos: string) => void;
  hint?: string;
  error: string | undefined;
}

/** A typed weight: `<WeightField weight={register('weight')} … />` */
export function WeightField({ weight, onRead, ...field }: WeightFieldProps) {
  const leave: typeof weight.onBlur = (event) => {
    const grams = readGrams(event.target.value);
    if (grams) onRead(typedKilos(grams));
    return weight.onBlur(event);
  };
  return (
    <TextField
      label="Poids (kg)"
      inputMode="decimal"
      autoComplete="off"
      {...field}
      {...weight}
      onBlur={(event) => void leave(event)}
    />
  );
}

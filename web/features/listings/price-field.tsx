import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Money } from '#shared/values/fields.ts';
import { amountText, currencies } from '#shared/values/money.ts';
import { readAmount } from '#shared/values/typed/numbers.ts';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';
import '#web/features/listings/listings.css';

type PriceFieldProps = FieldProps & {
  amount: UseFormRegisterReturn;
  currency: UseFormRegisterReturn;
  /** The amount as the field shows it when it is left, and its currency where the typed text names one. */
  onRead: (amount: string, currency: Money['currency'] | undefined) => void;
};

/** An amount and its currency: `<PriceField amount={register('price')} currency={register('currency')} … />` */
export function PriceField({ amount, currency, onRead, ...field }: PriceFieldProps) {
  const leave: typeof amount.onBlur = (event) => {
    const read = readAmount(event.target.value);
    if (read) onRead(amountText(read.amount), read.currency);
    return amount.onBlur(event);
  };
  return (
    <Field {...field}>
      <div className="price-field">
        <input
          {...amount}
          {...fieldAria(field)}
          onBlur={(event) => void leave(event)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className={`amplify-input${field.error ? ' amplify-input--error' : ''}`}
        />
        <select {...currency} className="amplify-select" aria-label="Devise">
          {currencies.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}

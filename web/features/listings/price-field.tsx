import type { UseFormRegisterReturn } from 'react-hook-form';
import { currencies } from '#shared/values/money.ts';
import { Field, type FieldProps, fieldAria } from '#web/forms/field.tsx';
import '#web/features/listings/listing-form.css';

/** An amount and its currency: `<PriceField amount={register('price')} currency={register('currency')} … />` */
export function PriceField({
  amount,
  currency,
  ...field
}: FieldProps & { amount: UseFormRegisterReturn; currency: UseFormRegisterReturn }) {
  return (
    <Field {...field}>
      <div className="price-field">
        <input
          {...amount}
          {...fieldAria(field)}
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

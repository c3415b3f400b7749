import { CountryField } from '#web/components/country-field.tsx';
import { PlaceField, type PlaceValue } from '#web/components/place-field.tsx';

type PlaceFieldsProps = {
  /** The object in the form: its fields are `pickup.city` and `pickup.countryCode`. */
  name: string;
  labels: { city: string; country: string };
  value: PlaceValue;
  onChange: (value: PlaceValue) => void;
  onBlur?: () => void;
  errors?: { city?: { message?: string }; countryCode?: { message?: string } } | undefined;
};

/** A city and its country; choosing the city fills the country. For react-hook-form's `Controller`. */
export function PlaceFields({ name, labels, value, onChange, onBlur, errors }: PlaceFieldsProps) {
  return (
    <div className="form__row">
      <CountryField
        label={labels.country}
        name={`${name}.countryCode`}
        value={value.countryCode ?? ''}
        onChange={(code) =>
          onChange(code === value.countryCode ? value : { city: value.city, countryCode: code || undefined })
        }
        {...(onBlur && { onBlur })}
        error={errors?.countryCode?.message}
      />
      <PlaceField
        label={labels.city}
        name={`${name}.city`}
        value={value}
        onChange={onChange}
        {...(onBlur && { onBlur })}
        error={errors?.city?.message}
      />
    </div>
  );
}

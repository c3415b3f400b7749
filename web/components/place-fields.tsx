import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { CountryField } from '#web/components/country-field.tsx';
import { PlaceField, type PlaceValue } from '#web/components/place-field.tsx';

type PlaceTyped = PlaceValue & { countryCode: string };

type PlaceFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The object in the form: its fields are `pickup.city` and `pickup.countryCode`. */
  name: FieldPathByValue<Values, PlaceTyped>;
  labels: { city: string; country: string };
  errors: { city?: { message?: string }; countryCode?: { message?: string } } | undefined;
};

/** A city and its country in a form; choosing the city fills the country. */
export function PlaceFields<Values extends FieldValues, Output>(props: PlaceFieldsProps<Values, Output>) {
  const { control, name, labels, errors } = props;
  const { field } = useController({ control, name });
  const { onBlur } = field;
  // Its name says so; TypeScript cannot see that through the generic form.
  const value: PlaceTyped = field.value;
  const change = (place: PlaceValue) => field.onChange({ ...place, countryCode: place.countryCode ?? '' });
  return (
    <div className="form__row">
      <CountryField
        label={labels.country}
        name={`${name}.countryCode`}
        value={value.countryCode}
        onChange={(code) => change(code === value.countryCode ? value : { city: value.city, countryCode: code })}
        onBlur={onBlur}
        error={errors?.countryCode?.message}
      />
      <PlaceField
        label={labels.city}
        name={`${name}.city`}
        value={value}
        onChange={change}
        onBlur={onBlur}
        error={errors?.city?.message}
      />
    </div>
  );
}

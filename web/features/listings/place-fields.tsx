import {
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form';
import { CountryField } from '#web/forms/place/country-field.tsx';
import { PlaceField, type PlaceValue } from '#web/forms/place/place-field.tsx';

type PlaceTyped = PlaceValue & { countryCode: string };

interface PlaceFieldsProps<Values extends FieldValues, Output> {
  form: Pick<UseFormReturn<Values, unknown, Output>, 'control' | 'trigger'>;
  /** The object in the form: its fields are `pickup.city` and `pickup.countryCode`. */
  name: FieldPathByValue<Values, PlaceTyped>;
  labels: { city: string; country: string };
  errors: { city?: { message?: string }; countryCode?: { message?: string } } | undefined;
}

/** A city and its country in a form; choosing the city fills the country. */
export function PlaceFields<Values extends FieldValues, Output>(props: PlaceFieldsProps<Values, Output>) {
  const { form, name, labels, errors } = props;
  const { field } = useController({ control: form.control, name });
  // The name proves it; TypeScript cannot infer it through the generic form.
  const value: PlaceTyped = field.value;
  const change = (place: PlaceValue) => field.onChange({ ...place, countryCode: place.countryCode ?? '' });
  const judge = (part: 'city' | 'countryCode') => void form.trigger(`${name}.${part}` as FieldPath<Values>);
  return (
    <div className="form__row">
      <CountryField
        label={labels.country}
        name={`${name}.countryCode`}
        value={value.countryCode}
        onChange={(code) => change(code === value.countryCode ? value : { city: value.city, countryCode: code })}
        onBlur={() => judge('countryCode')}
        error={errors?.countryCode?.message}
      />
      <PlaceField
        label={labels.city}
        name={`${name}.city`}
        value={value}
        onChange={change}
        onBlur={() => judge('city')}
        error={errors?.city?.message}
      />
    </div>
  );
}

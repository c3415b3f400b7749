import type { Ref } from 'react';
import { containsName, nameKey } from '#shared/values/place-names.ts';
import { type City, placeLabel } from '#shared/values/places.ts';
import type { FieldProps } from '#web/forms/field.tsx';
import { Combobox, resultCount } from '#web/forms/place/combobox.tsx';
import { useCities } from '#web/forms/place/use-cities.ts';

/** `placeId` is set when the city was chosen from the list; free text has none. */
export interface PlaceValue {
  city: string;
  placeId?: string | undefined;
  countryCode?: string | undefined;
}

type PlaceFieldProps = FieldProps & {
  /** `countryCode` filters the suggestions; choosing a city sets it. */
  value: PlaceValue;
  onChange: (value: PlaceValue) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** A city with suggestions from two letters on. For react-hook-form's `Controller`. */
export function PlaceField({ value, onChange, onBlur, ref, ...field }: PlaceFieldProps) {
  const { cities, state } = useCities(value.city, value.countryCode || undefined);
  const isChosen = value.placeId !== undefined;
  const choose = ({ name, placeId, countryCode }: City) => onChange({ city: name, placeId, countryCode });

  /** A postcode, or a name in other letters, means its place. A name that the place contains may also mean others. */
  const leave = () => {
    const [first] = isChosen ? [] : cities;
    if (first?.isMeant && !containsName(first.name, value.city)) choose(first);
    onBlur?.();
  };
  return (
    <Combobox
      {...field}
      text={value.city}
      onText={(city) => onChange({ city, countryCode: value.countryCode })}
      items={isChosen ? [] : cities}
      itemKey={({ placeId }) => placeId}
      itemText={placeLabel}
      onChoose={choose}
      status={isChosen || nameKey(value.city).length < 2 ? '' : sentences[state](cities.length)}
      onBlur={leave}
      ref={ref}
    />
  );
}

const sentences = {
  ready: resultCount,
  loading: () => 'Recherche…',
  failed: () => 'Suggestions indisponibles : saisissez le nom de la ville.',
};

import type { Ref } from 'react';
import { foldPlace, placeLabel } from '#shared/values/places.ts';
import type { FieldProps } from '#web/forms/field.tsx';
import { Combobox, resultCount } from '#web/forms/place/combobox.tsx';
import { useCities } from '#web/forms/place/use-cities.ts';

/** `placeId` is set when the city was chosen from the list; free text has none. */
export type PlaceValue = { city: string; placeId?: string | undefined; countryCode?: string | undefined };

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
  return (
    <Combobox
      {...field}
      text={value.city}
      onText={(city) => onChange({ city, countryCode: value.countryCode })}
      items={isChosen ? [] : cities}
      itemKey={({ placeId }) => placeId}
      itemText={placeLabel}
      onChoose={({ name, placeId, countryCode }) => onChange({ city: name, placeId, countryCode })}
      status={isChosen || foldPlace(value.city).length < 2 ? '' : sentences[state](cities.length)}
      onBlur={onBlur}
      ref={ref}
    />
  );
}

const sentences = {
  ready: resultCount,
  loading: () => 'Recherche…',
  failed: () => 'Suggestions indisponibles : saisissez le nom de la ville.',
};

import { type Ref, useEffect, useState } from 'react';
import { containsName, nameKey } from '#shared/values/place-names.ts';
import { type City, placeLabel } from '#shared/values/places.ts';
import type { FieldProps } from '#web/forms/field.tsx';
import { Combobox, resultCount } from '#web/forms/place/combobox.tsx';
import type * as Places from '#web/lib/places.ts';

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

/** Pause in typing before a request (product 2.9). */
const pauseMs = 300;

/** Loads with the first letter, because most people who see a form type no city. */
let places: typeof Places | undefined;

interface Answer {
  question: string;
  cities?: City[];
}

/**
 * Cities for the typed text, immediately if their shard is loaded. Cities of the country; only if it has none, those of
 * the world. `failed` when the data did not load; free text still works.
 */
function useCities(
  text: string,
  countryCode?: string,
): { cities: readonly City[]; state: 'ready' | 'loading' | 'failed' } {
  const [answer, setAnswer] = useState<Answer>();
  const question = `${countryCode ?? ''}|${text}`;
  const known = knownHere(text, countryCode);
  const isKnown = known !== undefined;

  useEffect(() => {
    if (isKnown) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(text, countryCode, stop.signal).then(
        (cities) => !stop.signal.aborted && setAnswer({ question, cities }),
        () => !stop.signal.aborted && setAnswer({ question }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isKnown, question, text, countryCode]);

  if (known) return { cities: known, state: 'ready' };
  if (answer?.question !== question) return { cities: [], state: 'loading' };
  return answer.cities ? { cities: answer.cities, state: 'ready' } : { cities: [], state: 'failed' };
}

const knownHere = (text: string, countryCode?: string): City[] | undefined =>
  text === '' ? [] : places?.knownCities(text, countryCode);

async function search(text: string, countryCode: string | undefined, signal: AbortSignal): Promise<City[]> {
  places ??= await import('#web/lib/places.ts');
  return places.searchCities(text, countryCode, signal);
}

import { type Ref, useMemo, useState } from 'react';
import { commonCountries, countryCodes, countryName, foldPlace } from '#shared/values/places.ts';
import type { FieldProps } from '#web/forms/field.tsx';
import { Combobox, resultCount } from '#web/forms/place/combobox.tsx';

type CountryFieldProps = FieldProps & {
  /** ISO code, `DZ`, or empty while the text is no country. */
  value: string;
  onChange: (countryCode: string) => void;
  /** The text that is no country yet, for a search that uses it; by default kept inside the field. */
  typed?: string | undefined;
  onType?: (text: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

const maxResults = 10;

/**
 * A country by its French name; ten common ones are offered before anything is typed. For react-hook-form's
 * `Controller`.
 */
export function CountryField(props: CountryFieldProps) {
  const { value, onChange, onBlur, ref, typed: given, onType, ...field } = props;
  const [own, setOwn] = useState('');
  const typed = given ?? own;
  const text = countryName(value) ?? typed;
  const items = useMemo(() => countriesLike(countryName(value) === undefined ? typed : ''), [typed, value]);

  const leave = () => {
    const [named] = items;
    if (typed !== '' && named && foldPlace(nameOf(named)) === foldPlace(typed)) onChange(named);
    onBlur?.();
  };
  return (
    <Combobox
      {...field}
      text={text}
      onText={(next) => {
        setOwn(next);
        if (onType) onType(next);
        else if (value !== '') onChange('');
      }}
      items={items}
      itemKey={(code) => code}
      itemText={nameOf}
      onChoose={(code) => {
        setOwn('');
        onChange(code);
      }}
      status={resultCount(items.length)}
      onBlur={leave}
      ref={ref}
    />
  );
}

const nameOf = (code: string): string => countryName(code) ?? code;

/** Countries whose name contains the text, those that start with it first; at most ten (product 2.9). */
function countriesLike(text: string): readonly string[] {
  const wanted = foldPlace(text);
  if (wanted === '') return commonCountries;
  const position = (code: string) => foldPlace(nameOf(code)).indexOf(wanted);
  return countryCodes
    .filter((code) => position(code) >= 0)
    .toSorted((a, b) => Math.sign(position(a)) - Math.sign(position(b)) || nameOf(a).localeCompare(nameOf(b), 'fr'))
    .slice(0, maxResults);
}

import { type Ref, useMemo, useState } from 'react';
import { countriesLike, countryNamed } from '#shared/values/countries.ts';
import { countryName } from '#shared/values/places.ts';
import type { FieldProps } from '#web/forms/field.tsx';
import { Combobox, resultCount } from '#web/forms/place/combobox.tsx';

type CountryFieldProps = FieldProps & {
  /** ISO code, `DZ`, or empty while the text is no country. */
  value: string;
  onChange: (countryCode: string) => void;
  /** The text that is not yet a country, for a search that uses it; by default the field keeps it. */
  typed?: string | undefined;
  onType?: (text: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

const maxResults = 10;

/**
 * A country by any of its names; ten common ones are offered before anything is typed. For react-hook-form's
 * `Controller`.
 */
export function CountryField(props: CountryFieldProps) {
  const { value, onChange, onBlur, ref, typed: given, onType, ...field } = props;
  const [own, setOwn] = useState('');
  const typed = given ?? own;
  const text = countryName(value) ?? typed;
  const items = useMemo(
    () => countriesLike(countryName(value) === undefined ? typed : '').slice(0, maxResults),
    [typed, value],
  );

  const leave = () => {
    const named = typed === '' ? undefined : countryNamed(typed);
    if (named && items.includes(named)) onChange(named);
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

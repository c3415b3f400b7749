import { Controller, useFormContext } from 'react-hook-form';
import { maxLength } from '#shared/values/fields.ts';
import { PhoneField } from '#web/forms/phone-field.tsx';
import { fieldOf, TextField } from '#web/forms/text-field.tsx';

/** The names and the telephone of a person who signs up, for any form that contains these fields. */
export function PersonFields() {
  const { register, control, formState } = useFormContext<{ lastName: string; firstName: string; phone: string }>();
  const { errors } = formState;
  const field = fieldOf({ register, formState });
  return (
    <>
      <div className="form__row">
        <TextField label="Nom" autoComplete="family-name" limit={maxLength.name} {...field('lastName')} />
        <TextField label="Prénom" autoComplete="given-name" limit={maxLength.name} {...field('firstName')} />
      </div>
      <Controller
        name="phone"
        control={control}
        render={({ field: phone }) => <PhoneField label="Téléphone" error={errors.phone?.message} {...phone} />}
      />
    </>
  );
}

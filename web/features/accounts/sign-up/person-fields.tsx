import type { ComponentProps } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { maxLength } from '#shared/values/fields.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
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

/** The age and the terms are accepted; the privacy notice is only to be read (rule 219). */
export const TermsField = (props: Omit<ComponentProps<typeof CheckboxField>, 'label'>) => (
  <>
    <CheckboxField
      label={
        <>
          J'ai 18 ans ou plus et j'accepte les <Link to={paths.terms}>conditions générales</Link>.
        </>
      }
      {...props}
    />
    <p className="small">
      <Link to={paths.privacy}>Comment nous traitons vos données</Link>
    </p>
  </>
);

import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { passwordStrength } from '#web/features/accounts/password/password-strength.ts';
import type { AccountTyped } from '#web/features/accounts/sign-up/registration.ts';
import { TermsField } from '#web/features/accounts/sign-up/terms-field.tsx';
import { EmailField } from '#web/forms/text-field.tsx';

/** The address, the password twice and the terms; `isTaken`: the address has an account. */
export function AccessFields({ isStrict, isTaken }: { isStrict: boolean; isTaken: boolean }) {
  const { register, control, formState } = useFormContext<AccountTyped>();
  const { errors } = formState;
  const email = useWatch({ control, name: 'email' });
  return (
    <>
      <div className="stack stack--tight">
        <EmailField error={errors.email?.message} {...register('email')} />
        {isTaken && (
          <p className="small">
            <Link to={paths.login} state={{ email }}>
              Se connecter
            </Link>
          </p>
        )}
      </div>
      <NewPasswordFields
        label="Mot de passe"
        shown="le mot de passe"
        hint={isStrict ? undefined : 'Au moins 6 caractères.'}
        rating={isStrict ? undefined : <Strength />}
      />
      <TermsField error={errors.acceptedTerms?.message} {...register('acceptedTerms')} />
    </>
  );
}

function Strength() {
  const { control } = useFormContext<AccountTyped>();
  const [password, firstName, lastName, email] = useWatch({
    control,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
  return <output className="muted small">{passwordStrength(password, { firstName, lastName, email })}</output>;
}

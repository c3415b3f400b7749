import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { PasswordChecklist } from '#web/features/accounts/password/password-checklist.tsx';
import { passwordStrength } from '#web/features/accounts/password/password-strength.ts';
import type { AccountTyped } from '#web/features/accounts/sign-up/registration.ts';
import { TermsField } from '#web/features/accounts/sign-up/terms-field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField } from '#web/forms/text-field.tsx';

/** The address, the password twice and the terms; `isTaken`: the address has an account. */
export function AccessFields({ isStrict, isTaken }: { isStrict: boolean; isTaken: boolean }) {
  const { register, control, trigger, formState } = useFormContext<AccountTyped>();
  const { errors, touchedFields } = formState;
  const [password, firstName, lastName, email] = useWatch({
    control,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
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
      <div className="stack stack--tight">
        <PasswordField
          label="Mot de passe"
          hint={isStrict ? undefined : 'Au moins 6 caractères.'}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', {
            onChange: () => void (touchedFields.confirmPassword && trigger('confirmPassword')),
          })}
        />
        {isStrict ? (
          <PasswordChecklist password={password} />
        ) : (
          <output className="muted small">{passwordStrength(password, { firstName, lastName, email })}</output>
        )}
      </div>
      <PasswordField
        label="Confirmer le mot de passe"
        shown="le mot de passe (confirmation)"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <TermsField error={errors.acceptedTerms?.message} {...register('acceptedTerms')} />
    </>
  );
}

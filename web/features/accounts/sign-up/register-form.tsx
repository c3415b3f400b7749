import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { DocumentFields } from '#web/features/accounts/documents/document-fields.tsx';
import { PasswordChecklist } from '#web/features/accounts/password/password-checklist.tsx';
import { passwordStrength } from '#web/features/accounts/password/password-strength.ts';
import { usePasswordPolicy } from '#web/features/accounts/password/use-password-policy.ts';
import { PersonFields } from '#web/features/accounts/sign-up/person-fields.tsx';
import { keepDraft, Registration, readDraft, StrictRegistration } from '#web/features/accounts/sign-up/registration.ts';
import { TermsField } from '#web/features/accounts/sign-up/terms-field.tsx';
import { registrationSteps, useRegistration } from '#web/features/accounts/sign-up/use-registration.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const formFields = ['lastName', 'firstName', 'email', 'phone', 'password', 'acceptedTerms'] as const;

/**
 * Three groups on one page (product 1.2), `why` before the documents; names, address and phone survive a reload of the
 * tab.
 */
export function RegisterForm({ why }: { why?: ReactNode }) {
  const { step, progress, refusal, register: createAccount } = useRegistration();
  const [draft] = useState(readDraft);
  const isStrict = usePasswordPolicy() === 'strict';
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(isStrict ? StrictRegistration : Registration),
    defaultValues: { ...draft, password: '', confirmPassword: '' },
  });
  const { register, control, handleSubmit, setValue, setError, trigger, subscribe, formState } = form;
  const { errors, touchedFields, submitCount } = formState;
  const [password, firstName, lastName, email, idDocument, facePhoto] = useWatch({
    control,
    name: ['password', 'firstName', 'lastName', 'email', 'idDocument', 'facePhoto'],
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);

  const submit = handleSubmit(async (registration) => {
    const fields = await createAccount(registration);
    for (const name of formFields) if (fields[name]) setError(name, { message: fields[name] });
  });

  return (
    <form className="form register-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        errors={errors}
        attempt={submitCount}
        title={refusal?.sentence.title}
        formError={refusal?.sentence.detail}
      />
      <RequiredLegend />

      <fieldset className="form__group">
        <legend>Votre identité</legend>
        <FormProvider {...form}>
          <PersonFields />
        </FormProvider>
      </fieldset>

      <fieldset className="form__group">
        <legend>Vos accès</legend>
        <div className="stack stack--tight">
          <EmailField error={errors.email?.message} {...register('email')} />
          {refusal?.code === 'EMAIL_TAKEN' && (
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
      </fieldset>

      {why}
      <fieldset className="form__group">
        <legend>Vos justificatifs</legend>
        <p className="muted">Seul l'administrateur les voit, pour vérifier votre identité sous 24 à 48 heures.</p>
        {errors.idDocument && errors.facePhoto && (
          <p className="field__error">Documents manquants (pièce d'identité ou photo de visage)</p>
        )}
        <DocumentFields
          asked={['idDocument', 'facePhoto']}
          files={{ idDocument, facePhoto }}
          // A removed document is what the schema refuses.
          onChange={(name, file) => setValue(name, file as File, { shouldValidate: submitCount > 0 || !!file })}
          errors={{ idDocument: errors.idDocument?.message, facePhoto: errors.facePhoto?.message }}
          progress={progress}
        />
      </fieldset>

      <TermsField error={errors.acceptedTerms?.message} {...register('acceptedTerms')} />
      <div className="register-form__submit">
        <SubmitButton busy={step !== undefined} busyText={step && registrationSteps[step]}>
          S'inscrire
        </SubmitButton>
      </div>
    </form>
  );
}

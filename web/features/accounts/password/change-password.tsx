import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { samePasswords } from '#shared/accounts/password.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { signInAgain } from '#web/lib/session/auth.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/accounts/accounts.css';

const PasswordChange = z
  .object({ ...accountRoutes.changePassword.body.shape, confirmPassword: z.string() })
  .check(samePasswords);

/** A new password, confirmed by the current one. Other devices are signed out; this one stays signed in. */
export function ChangePassword({ email }: { email: string }) {
  const [refusal, setRefusal] = useState<Sentence>();
  const keyOfTry = useIdempotencyKey();
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(PasswordChange),
    defaultValues: { current: '', password: '', confirmPassword: '' },
  });
  const { register, handleSubmit, setError, reset, formState } = form;
  const { errors, submitCount, isSubmitting } = formState;

  const submit = handleSubmit(async ({ current, password }) => {
    setRefusal(undefined);
    const body = { current, password };
    try {
      await accountsApi.changePassword({ body }, { idempotencyKey: keyOfTry(body) });
    } catch (error) {
      const { fields } = asProblem(error);
      const wrong = (['current', 'password'] as const).filter((name) => fields[name]);
      for (const name of wrong) setError(name, { message: fields[name] ?? '' });
      if (wrong.length > 0) return;
      setRefusal(sentenceOf('newPassword', error));
      return;
    }
    const { ok } = await signInAgain(email, password);
    reset();
    toast.success(
      'Mot de passe modifié',
      ok ? 'Vos autres appareils sont déconnectés.' : 'Connectez-vous avec votre nouveau mot de passe.',
    );
  });

  return (
    <section className="card card--roomy stack" aria-labelledby="password-title">
      <h2 id="password-title">Changer de mot de passe</h2>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount} title={refusal?.title} formError={refusal?.detail} />
        <RequiredLegend />
        {/* Password managers save the new password for this address. */}
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Mot de passe actuel"
          shown="le mot de passe actuel"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
        <SubmitButton busy={isSubmitting} busyText="Enregistrement…">
          Changer le mot de passe
        </SubmitButton>
      </form>
    </section>
  );
}

import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ResetPassword, repeatedPassword, samePasswords } from '#shared/accounts/password.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const NewPassword = z.object({ password: ResetPassword, confirmPassword: repeatedPassword }).check(samePasswords);

interface NewPasswordFormProps {
  token: string;
  onDone: () => void;
  onDeadLink: (state: 'invalid' | 'expired') => void;
}

export function NewPasswordForm({ token, onDone, onDeadLink }: NewPasswordFormProps) {
  const [refusal, setRefusal] = useState<Sentence>();
  const keyOfTry = useIdempotencyKey();
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(NewPassword),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, submitCount, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setRefusal(undefined);
    const body = { token, password };
    try {
      await accountsApi.resetPassword({ body }, { idempotencyKey: keyOfTry(body) });
      toast.success('Mot de passe modifié', 'Connectez-vous avec votre nouveau mot de passe.');
      onDone();
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : undefined;
      if (code === 'INVALID_LINK' || code === 'EXPIRED_LINK') {
        return onDeadLink(code === 'EXPIRED_LINK' ? 'expired' : 'invalid');
      }
      const easy = error instanceof ApiProblem ? error.fields['password'] : undefined;
      if (easy) return setError('password', { message: easy });
      setRefusal(sentenceOf('newPassword', error));
    }
  });

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} attempt={submitCount} title={refusal?.title} formError={refusal?.detail} />
      <RequiredLegend />
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
      <SubmitButton busy={isSubmitting} busyText="Enregistrement…">
        Enregistrer le mot de passe
      </SubmitButton>
    </form>
  );
}

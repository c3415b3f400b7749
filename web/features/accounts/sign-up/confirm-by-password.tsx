import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type EmailConfirmation, signUpPassword } from '#shared/accounts/contract.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { deadLinkOf, sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const Password = z.object({ password: signUpPassword });

interface ConfirmByPasswordProps {
  token: string;
  email: string;
  onOutcome: (state: EmailConfirmation['state'] | 'invalid' | 'expired') => void;
  otherwise: ReactNode;
}

/** Asks for the password of the sign-up when the link is opened in another browser. */
export function ConfirmByPassword({ token, email, onOutcome, otherwise }: ConfirmByPasswordProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isUnknown, setUnknown] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Password),
    defaultValues: { password: '' },
  });
  const { errors, submitCount, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setRefusal(undefined);
    try {
      onOutcome((await accountsApi.confirmEmail({ body: { token, password } })).state);
    } catch (error) {
      const dead = deadLinkOf(error);
      if (dead) return onOutcome(dead);
      const wrong = asProblem(error).fields['password'];
      if (wrong) return setError('password', { message: wrong });
      setRefusal(sentenceOf('emailProof', error).detail);
    }
  });

  if (isUnknown) {
    return (
      <>
        {otherwise}
        <Button onClick={() => setUnknown(false)}>Revenir au mot de passe</Button>
      </>
    );
  }
  return (
    <>
      <AppearingHeading>Confirmez votre email</AppearingHeading>
      <p>
        Ce lien est ouvert dans un autre navigateur que celui de l'inscription avec <strong>{email}</strong>. Pour
        montrer qu'elle est bien la vôtre, saisissez le mot de passe que vous y avez choisi.
      </p>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount} formError={refusal} />
        <RequiredLegend />
        {/* Password managers find the password by this address. */}
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Mot de passe choisi à l'inscription"
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={isSubmitting} busyText="Confirmation…">
          Confirmer mon adresse
        </SubmitButton>
      </form>
      <Button onClick={() => setUnknown(true)}>Je ne connais pas ce mot de passe</Button>
    </>
  );
}

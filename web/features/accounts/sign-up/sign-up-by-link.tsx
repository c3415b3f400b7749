import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { repeatedPassword, samePasswords } from '#shared/accounts/password.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { PersonFields, TermsField } from '#web/features/accounts/sign-up/person-fields.tsx';
import { deadLinkOf, sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { fieldOf } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const { lastName, firstName, phone, password, acceptedTerms } = accountRoutes.signUpByLink.body.shape;
const NewMember = z
  .object({ lastName, firstName, phone, password, confirmPassword: repeatedPassword, acceptedTerms })
  .check(samePasswords);
const empty = { lastName: '', firstName: '', phone: '', password: '', confirmPassword: '' };
const formFields = ['lastName', 'firstName', 'phone', 'password', 'acceptedTerms'] as const;

interface SignUpByLinkProps {
  token: string;
  email: string;
  replaced?: boolean;
  onOutcome: (state: 'signedUp' | 'confirmed' | 'invalid' | 'expired') => void;
}

/** The sign-up of the mailbox's owner: it replaces the waiting one and is confirmed by the link. */
export function SignUpByLink({ token, email, replaced = false, onOutcome }: SignUpByLinkProps) {
  const [refusal, setRefusal] = useState<string>();
  const keyOfTry = useIdempotencyKey();
  const form = useForm<z.input<typeof NewMember>, unknown, z.output<typeof NewMember>>({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(NewMember),
    defaultValues: empty,
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, submitCount, isSubmitting } = formState;
  const field = fieldOf(form);

  const submit = handleSubmit(async ({ confirmPassword: _same, ...given }) => {
    setRefusal(undefined);
    const body = { token, ...given };
    try {
      await accountsApi.signUpByLink({ body }, { idempotencyKey: keyOfTry(body) });
      onOutcome('signedUp');
    } catch (error) {
      const dead = deadLinkOf(error);
      if (dead) return onOutcome(dead);
      // The address was confirmed in between: this page shows it too.
      if (error instanceof ApiProblem && error.code === 'EMAIL_TAKEN') return onOutcome('confirmed');
      const fields = error instanceof ApiProblem ? error.fields : {};
      const wrong = formFields.filter((name) => fields[name]);
      for (const name of wrong) setError(name, { message: fields[name] ?? '' });
      if (wrong.length === 0) setRefusal(sentenceOf('signUpByLink', error).detail);
    }
  });

  return (
    <>
      <AppearingHeading>{replaced ? 'Reprenez votre inscription' : 'Faites votre propre inscription'}</AppearingHeading>
      <p>
        {replaced
          ? "L'inscription de ce lien a été remplacée par une plus récente. Si c'est la vôtre, ouvrez le dernier email reçu. Sinon, inscrivez-vous ici."
          : "L'inscription en attente sera effacée avec tout ce qu'elle contient. Inscrivez-vous ici avec vos informations."}{' '}
        L'adresse <strong>{email}</strong> est déjà vérifiée par ce lien.
      </p>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount} formError={refusal} />
        <RequiredLegend />
        <FormProvider {...form}>
          <PersonFields />
          {/* Password managers file the new password under this address. */}
          <input hidden type="email" autoComplete="username" value={email} readOnly />
          <NewPasswordFields />
        </FormProvider>
        <TermsField {...field('acceptedTerms')} />
        <p className="muted small">
          Votre pièce d'identité et une photo vous seront demandées après votre première connexion.
        </p>
        <SubmitButton busy={isSubmitting} busyText="Création du compte…">
          S'inscrire
        </SubmitButton>
      </form>
    </>
  );
}

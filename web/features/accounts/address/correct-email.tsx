import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/accounts/contract.ts';
import type { MailRefusal } from '#shared/accounts/me.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { mailsLostText } from '#shared/profiles/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { fieldOf, TextField } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/accounts/accounts.css';

const { email, password } = accountRoutes.correctEmail.body.shape;
const Correction = z.object({ newEmail: email, ownPassword: password });

/**
 * Another address for a member whose mails no longer arrive: a link goes there, and nothing changes before (decision
 * 036).
 */
export function CorrectEmail({ address, refusal }: { address: string; refusal: MailRefusal }) {
  const [problem, setProblem] = useState<Sentence>();
  const [sentTo, setSentTo] = useState<string>();
  const keyOfTry = useIdempotencyKey();
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Correction),
    defaultValues: { newEmail: '', ownPassword: '' },
  });
  const { errors, submitCount, isSubmitting } = formState;
  const field = fieldOf({ register, formState });

  const submit = handleSubmit(async ({ newEmail, ownPassword }) => {
    const body = { email: newEmail, password: ownPassword };
    setProblem(undefined);
    setSentTo(undefined);
    try {
      await accountsApi.correctEmail({ body }, { idempotencyKey: keyOfTry(body) });
      setSentTo(body.email);
      resetField('ownPassword');
    } catch (error) {
      const { fields } = asProblem(error);
      if (fields['email']) setError('newEmail', { message: fields['email'] });
      if (fields['password']) setError('ownPassword', { message: fields['password'] });
      if (!fields['email'] && !fields['password']) setProblem(sentenceOf('newEmail', error));
    }
  });

  return (
    <section className="card card--roomy stack" aria-labelledby="address-title">
      <h2 id="address-title">Corriger mon adresse email</h2>
      <Callout tone="warning">
        <p>{mailsLostText(refusal, address)}</p>
        <p>
          Nous n'y envoyons plus que les emails de sécurité. Votre adresse est la bonne ? Vérifiez votre messagerie,
          puis <Link to={withQuery(paths.contact, { topic: 'account' })}>écrivez-nous</Link> : nous réessaierons.
        </p>
      </Callout>
      {sentTo && (
        <Callout tone="success" title="Vérifiez votre nouvelle messagerie" live>
          <p>
            Un email est parti à <bdi translate="no">{sentTo}</bdi>. Ouvrez son lien dans les 24 heures : votre adresse
            ne change qu'à ce moment.
          </p>
        </Callout>
      )}
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} attempt={submitCount} title={problem?.title} formError={problem?.detail} />
        <RequiredLegend />
        <TextField
          label="Nouvelle adresse email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          {...field('newEmail')}
        />
        <PasswordField
          label="Votre mot de passe"
          shown="votre mot de passe"
          autoComplete="current-password"
          {...field('ownPassword')}
        />
        <SubmitButton busy={isSubmitting} busyText="Envoi…">
          Envoyer le lien de confirmation
        </SubmitButton>
      </form>
    </section>
  );
}

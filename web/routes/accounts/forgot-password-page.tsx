import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import type { Sentence } from '#shared/client-refusals.ts';
import { paths } from '#shared/site/paths.ts';
import { Email } from '#shared/values/fields.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { ResendButton } from '#web/features/accounts/sign-up/resend-button.tsx';
import { handedEmail } from '#web/features/accounts/use-arrival.ts';
import { maskEmail, sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { EmailField, fieldOf } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/accounts/accounts.css';
import * as z from 'zod/mini';

export function ForgotPasswordPage() {
  return (
    <div className="container container--narrow page">
      <div className="account-card stack">
        <ForgotPassword />
      </div>
    </div>
  );
}

const missing = 'Veuillez fournir une adresse email';
const Address = z.object({ email: z.pipe(z.string().check(z.minLength(1, missing)), Email) });
const request = (email: string) => accountsApi.forgotPassword({ body: { email } });

/** Asks for a reset link. The result is the same with and without an account. */
function ForgotPassword() {
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const [again, setAgain] = useState(false);
  if (sentTo !== undefined) {
    return <RequestReceived email={sentTo} onOtherAddress={() => (setSentTo(undefined), setAgain(true))} />;
  }
  return (
    <>
      {again ? <AppearingHeading>Mot de passe oublié</AppearingHeading> : <h1>Mot de passe oublié</h1>}
      <p>Indiquez l'adresse email de votre compte : nous vous envoyons un lien pour choisir un nouveau mot de passe.</p>
      <RequestForm email={again ? '' : handedEmail(state)} onSent={setSentTo} />
      <p>
        <Link className="lone-link" to={paths.login}>
          Retour à la connexion
        </Link>
      </p>
    </>
  );
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const [refusal, setRefusal] = useState<Sentence>();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Address),
    defaultValues: { email },
  });
  const { errors, submitCount, isSubmitting } = formState;
  const field = fieldOf({ register, formState });
  const submit = handleSubmit(async (wanted) => {
    setRefusal(undefined);
    try {
      await request(wanted.email);
      onSent(wanted.email);
    } catch (error) {
      setRefusal(sentenceOf('passwordRequest', error));
    }
  });
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        errors={errors}
        attempt={submitCount}
        title={refusal?.title ?? (errors.email?.message === missing ? 'Erreur' : undefined)}
        formError={refusal?.detail}
      />
      <RequiredLegend />
      <EmailField {...field('email')} />
      <SubmitButton busy={isSubmitting} busyText="Envoi…">
        Envoyer le lien
      </SubmitButton>
    </form>
  );
}

function RequestReceived({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  return (
    <>
      <AppearingHeading>Vérifiez vos emails</AppearingHeading>
      <p>
        Si un compte existe pour <strong>{maskEmail(email)}</strong>, un lien pour choisir un nouveau mot de passe vient
        d'y être envoyé. Ce lien expire dans 24 heures.
      </p>
      <p>Vérifiez vos courriers indésirables.</p>
      <ResendButton act="passwordRequest" justSent send={() => request(email)}>
        Renvoyer le lien
      </ResendButton>
      <Button onClick={onOtherAddress}>Essayer une autre adresse</Button>
      <p>
        <Link className="lone-link" to={paths.login} state={{ email }}>
          Retour à la connexion
        </Link>
      </p>
    </>
  );
}

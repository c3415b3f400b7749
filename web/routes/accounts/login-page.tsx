import { Link, useLocation } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { handedEmail, handedSignUp, type SignedUp } from '#web/features/accounts/use-arrival.ts';
import { signInReason } from '#web/features/accounts/words.ts';
import { safePath } from '#web/lib/session/redirect.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import '#web/features/accounts/accounts.css';
import { Suspense, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Password } from '#shared/accounts/password.ts';
import { Email } from '#shared/values/fields.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField, fieldOf } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { SignInOutcome } from '#web/lib/session/sign-in-outcome.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** `?redirect=` is the page afterwards, `?error=documents_failed` the reason of an incomplete sign-up (product 1.2). */
export function LoginPage() {
  const [query] = usePageQuery(paths.login);
  const signedUp = handedSignUp(useLocation().state);
  const redirect = query.get('redirect');
  const reason = signInReason(safePath(redirect));
  return (
    <div className="container container--narrow page">
      <div className="account-card stack">
        <h1>Connexion</h1>
        {query.get('error') === 'documents_failed' && (
          <Callout tone="warning" title="Inscription partiellement réussie">
            <p>
              Votre compte est créé, mais vos documents manquent encore. Confirmez votre email, puis connectez-vous pour
              les envoyer.
            </p>
          </Callout>
        )}
        {signedUp && <ToConfirm {...signedUp} />}
        {reason && <p>{reason}</p>}
        <LoginForm />
        <Button
          as={Link}
          className="account-card__register"
          replace
          to={redirect ? withQuery(paths.register, { redirect }) : paths.register}
        >
          Créer un compte gratuit
        </Button>
      </div>
    </div>
  );
}

const ToConfirm = ({ email, mailed }: SignedUp) =>
  mailed ? (
    <Callout tone="info">
      <p>
        Confirmez d'abord votre adresse : ouvrez le lien que nous avons envoyé à <bdi>{email}</bdi>. Il est valable 24
        heures.
      </p>
    </Callout>
  ) : (
    <Callout tone="warning" title="Problème d'envoi d'email">
      <p>
        Votre compte est créé, mais nous n'avons pas pu envoyer l'email de confirmation à <bdi>{email}</bdi>.
        Connectez-vous pour le demander à nouveau.
      </p>
    </Callout>
  );

const Credentials = z.object({ email: Email, password: Password, remember: z.boolean() });
type Refused = Extract<SignInOutcome, { ok: false }> & { email: string };

const ResendConfirmation = lazyPart(() =>
  import('#web/features/accounts/sign-up/resend-confirmation.tsx').then((file) => file.ResendConfirmation),
);

function LoginForm() {
  const { signIn } = useSession();
  const { state } = useLocation();
  const [refused, setRefused] = useState<Refused>();
  const { register, handleSubmit, resetField, getValues, control, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Credentials),
    defaultValues: { email: handedEmail(state), password: '', remember: false },
  });
  const { errors, submitCount, isSubmitting } = formState;
  const field = fieldOf({ register, formState });
  const email = useWatch({ control, name: 'email' });

  const submit = handleSubmit(async (given) => {
    setRefused(undefined);
    const outcome = await signIn(given.email, getValues('password'), given.remember);
    if (outcome.ok) return;
    setRefused({ ...outcome, email: given.email });
    resetField('password');
  });

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        errors={errors}
        attempt={submitCount}
        title={refused && 'Erreur de connexion'}
        formError={refused?.message}
      />
      {refused?.code === 'emailNotConfirmed' && (
        <Suspense fallback={null}>
          <ResendConfirmation key={refused.email} email={refused.email} />
        </Suspense>
      )}
      {refused?.code === 'blocked' && (
        <p>
          <Link to={paths.contact}>Nous contacter</Link>
        </p>
      )}
      <RequiredLegend />
      <EmailField autoComplete="username" {...field('email')} />
      <div className="stack stack--tight">
        <PasswordField label="Mot de passe" autoComplete="current-password" enterKeyHint="go" {...field('password')} />
        <p className="small">
          <Link className="lone-link" to={paths.forgotPassword} state={{ email }}>
            Mot de passe oublié ?
          </Link>
        </p>
      </div>
      <CheckboxField
        label="Se souvenir de moi"
        hint="Sur cet appareil, pendant 30 jours."
        optional
        {...register('remember')}
      />
      <SubmitButton busy={isSubmitting} busyText="Connexion…">
        Se connecter
      </SubmitButton>
    </form>
  );
}

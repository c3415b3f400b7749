import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { type EmailConfirmation, signUpPassword } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { deadLinkOf, sentenceOf } from '#web/features/accounts/words.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RequiredLegend } from '#web/forms/field.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { fieldOf } from '#web/forms/text-field.tsx';
import { zodResolver } from '#web/forms/zod-resolver.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { dropBrowserToken, readBrowserToken } from './browser-token.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';

const Password = z.object({ password: signUpPassword });

interface ConfirmByPasswordProps {
  token: string;
  email: string;
  onOutcome: (state: EmailConfirmation['state'] | 'invalid' | 'expired') => void;
  otherwise: ReactNode;
}

/** Asks for the password of the sign-up when the link is opened in another browser. */
function ConfirmByPassword({ token, email, onOutcome, otherwise }: ConfirmByPasswordProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isUnknown, setUnknown] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(Password),
    defaultValues: { password: '' },
  });
  const { errors, submitCount, isSubmitting } = formState;
  const field = fieldOf({ register, formState });

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
          {...field('password')}
        />
        <SubmitButton busy={isSubmitting} busyText="Confirmation…">
          Confirmer mon adresse
        </SubmitButton>
      </form>
      <Button onClick={() => setUnknown(true)}>Je ne connais pas ce mot de passe</Button>
    </>
  );
}

const SignUpByLink = lazyPart(() =>
  import('#web/features/accounts/sign-up/sign-up-by-link.tsx').then((file) => file.SignUpByLink),
);

type DeadState = 'invalid' | 'expired';
/** State of the link: the server's answer, then the acts of its holder. */
type Outcome = EmailConfirmation['state'] | 'signedUp' | DeadState;

interface ConfirmLinkProps {
  token: string;
  email: string;
  member: ReactNode;
}

/**
 * The link of the mail, from its opening to the confirmed address. The browser that signed up confirms immediately. In
 * another browser the person enters the password of the sign-up, or signs up by the link, because the link confirms the
 * mailbox, not the author of the sign-up.
 */
export function ConfirmLink({ token, email, member }: ConfirmLinkProps) {
  const [done, setDone] = useState<Outcome>();
  const opening = useQuery({
    queryKey: queryKey('accounts', 'confirmEmail', { body: { token } }),
    queryFn: () => open(token, email),
    // The call uses up the link, so it is made once, without the cache's repeats.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (opening.isPending) return <Spinner label="Confirmation de votre adresse email…" />;
  if (opening.isError && !member) {
    const { detail } = asProblem(opening.error);
    return (
      <>
        <h1>Confirmation de votre email</h1>
        <ErrorPanel message={detail} onRetry={() => void opening.refetch()} />
      </>
    );
  }
  const address = opening.data?.email ?? email;
  const state = done ?? opening.data?.state ?? 'invalid';
  const signUp = (replaced: boolean) => (
    <Suspense fallback={<Spinner label="Chargement…" />}>
      <SignUpByLink token={token} email={address} replaced={replaced} onOutcome={setDone} />
    </Suspense>
  );
  switch (state) {
    case 'unproven':
      return <ConfirmByPassword token={token} email={address} onOutcome={setDone} otherwise={signUp(false)} />;
    case 'replaced':
      return signUp(true);
    case 'signedUp':
      return <Confirmed email={address} next="Connectez-vous pour envoyer votre pièce d'identité et votre photo." />;
    case 'confirmed':
      return member ?? <Confirmed email={address} next="Vous pouvez vous connecter." />;
    case 'expired':
    case 'invalid':
      return member ?? <DeadLink expired={state === 'expired'} email={address} />;
  }
}

/** Uses the link with the token that this browser stores. */
async function open(token: string, email: string): Promise<{ email: string; state: Outcome }> {
  const browserToken = readBrowserToken(email);
  try {
    const answer = await accountsApi.confirmEmail({
      body: { token, ...(browserToken ? { proof: browserToken } : {}) },
    });
    if (browserToken && answer.state !== 'replaced') dropBrowserToken();
    return answer;
  } catch (error) {
    const { code } = asProblem(error);
    if (code === 'EXPIRED_LINK') return { email, state: 'expired' };
    if (code === 'INVALID_LINK' || code === 'INVALID') return { email, state: 'invalid' };
    throw error;
  }
}

function Confirmed({ email, next }: { email: string; next: string }) {
  return (
    <>
      <AppearingHeading>Email confirmé !</AppearingHeading>
      <p>Votre adresse email est confirmée. {next}</p>
      <p className="muted">Votre identité est vérifiée sous 24 à 48 heures, une fois vos documents reçus.</p>
      <Button as={Link} variant="primary" to={paths.login} state={{ email }}>
        Se connecter
      </Button>
    </>
  );
}

function DeadLink({ expired, email }: { expired: boolean; email: string }) {
  return (
    <>
      <AppearingHeading>{expired ? 'Lien expiré' : 'Lien invalide'}</AppearingHeading>
      <p>
        {expired
          ? 'Ce lien de confirmation a expiré. Demandez-en un nouveau.'
          : "Ce lien de confirmation n'est pas valable ou a déjà été utilisé. Demandez-en un nouveau, ou connectez-vous si votre adresse est déjà confirmée."}
      </p>
      <ResendConfirmation email={email} />
      <LoginLink email={email} />
    </>
  );
}

export const LoginLink = ({ email }: { email: string }) => (
  <p>
    Adresse déjà confirmée ?{' '}
    <Link to={paths.login} state={{ email }}>
      Se connecter
    </Link>
  </p>
);

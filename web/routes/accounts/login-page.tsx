import { Link, useLocation } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { LoginForm } from '#web/features/accounts/login-form.tsx';
import { handedSignUp, type SignedUp } from '#web/features/accounts/use-arrival.ts';
import { signInReason } from '#web/features/accounts/words.ts';
import { safePath } from '#web/lib/session/redirect.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import '#web/features/accounts/accounts.css';

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

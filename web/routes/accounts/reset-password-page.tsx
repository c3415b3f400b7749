import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { NewPasswordForm } from '#web/features/accounts/password/new-password-form.tsx';
import { useArrival } from '#web/features/accounts/use-arrival.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { useSession } from '#web/lib/session/session.ts';
import { tabStore } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import '#web/features/accounts/accounts.css';

export function ResetPasswordPage() {
  return (
    <div className="container container--narrow page">
      <div className="account-card stack">
        <ResetPassword />
      </div>
    </div>
  );
}

type LinkState = 'invalid' | 'expired';

/** The secret of a link that works is kept for a reload of its tab, until it is used; never in the history. */
const keptUnder = 'envoyage.resetLink';

/** The link of the mail is checked, then used once: loading, invalid, expired, form, success (product 1.2). */
function ResetPassword() {
  const { hash } = useArrival();
  const token = hash.size === 0 ? tabStore.read(keptUnder) : hash.get('type') === 'recovery' ? hash.get('token') : null;
  return token ? <TokenSteps key={token} token={token} /> : <DeadLink state="missing" />;
}

function TokenSteps({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<'done' | LinkState>();
  const end = (how: 'done' | LinkState) => {
    tabStore.drop(keptUnder);
    setOutcome(how);
  };
  const check = useQuery({
    queryKey: queryKey('accounts', 'checkResetToken', { body: { token } }),
    queryFn: () => checkLink(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (outcome === 'done') return <PasswordChanged />;
  if (check.isError) {
    return (
      <>
        <h1>Nouveau mot de passe</h1>
        <ErrorPanel message={asProblem(check.error).detail} onRetry={() => void check.refetch()} />
      </>
    );
  }
  if (!check.data) {
    return (
      <>
        <h1>Nouveau mot de passe</h1>
        <Spinner label="Vérification du lien…" />
      </>
    );
  }
  const state = outcome ?? check.data.state;
  if (state !== 'valid') return <DeadLink state={state} />;
  return (
    <>
      <AppearingHeading>Nouveau mot de passe</AppearingHeading>
      <NewPasswordForm token={token} onDone={() => end('done')} onDeadLink={end} />
    </>
  );
}

/** Product 1.4: a person with a valid link is asked for a new password in a toast, once. */
async function checkLink(token: string) {
  const answer = await accountsApi.checkResetToken({ body: { token } });
  if (answer.state === 'valid') {
    tabStore.keep(keptUnder, token);
    toast.info('Lien vérifié', 'Choisissez un nouveau mot de passe.');
  } else tabStore.drop(keptUnder);
  return answer;
}

const deadLinks = {
  missing: { title: 'Lien invalide', text: 'Session invalide ou expirée. Demandez un nouveau lien.' },
  invalid: { title: 'Lien invalide', text: 'Lien de réinitialisation invalide ou expiré. Demandez un nouveau lien.' },
  expired: { title: 'Lien expiré', text: 'Le lien de réinitialisation a expiré. Demandez un nouveau lien.' },
} as const;

function DeadLink({ state }: { state: keyof typeof deadLinks }) {
  const { title, text } = deadLinks[state];
  return (
    <>
      <AppearingHeading>{title}</AppearingHeading>
      <p>{text}</p>
      <Button as={Link} variant="primary" to={paths.forgotPassword}>
        Recevoir un nouveau lien
      </Button>
      <p>
        <Link className="lone-link" to={paths.login}>
          Retour à la connexion
        </Link>
      </p>
    </>
  );
}

/** Product 1.9: to the sign-in page after 2 seconds; the toast stays 5. */
const leaveAfterMs = 2_000;

function PasswordChanged() {
  const navigate = useNavigate();
  const { status, refresh } = useSession();

  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);

  // The reset has ended every session: a session that is still open here notices it by this call.
  useEffect(() => {
    if (status === 'member') void refresh();
  }, [status, refresh]);

  return (
    <>
      <AppearingHeading>Mot de passe modifié</AppearingHeading>
      <p>Votre nouveau mot de passe est enregistré. Vous allez être dirigé vers la connexion.</p>
      <Button as={Link} variant="primary" to={paths.login} replace>
        Aller à la connexion
      </Button>
    </>
  );
}

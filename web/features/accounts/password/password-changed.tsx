import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';

/** Product 1.9: to the sign-in page after 2 seconds; the toast stays 5. */
const leaveAfterMs = 2_000;

export function PasswordChanged() {
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

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AppearingHeading } from '#web/components/appearing-heading.tsx';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { accountsApi } from '#web/features/accounts/api.ts';
import { ResendConfirmation } from '#web/features/accounts/resend-confirmation.tsx';
import { useArrival } from '#web/features/accounts/use-arrival.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { asProblem } from '#web/lib/problem.ts';
import { takeRedirect } from '#web/lib/redirect.ts';
import { useSession } from '#web/lib/session.ts';

/** For members only: who comes from the mail's link does not download it. */
const DocumentsCard = lazyPart(() =>
  import('#web/features/accounts/documents-card.tsx').then((file) => file.DocumentsCard),
);

/**
 * After sign-up, and where the link of the mail ends (spec 1 §2). « Email confirmé ! » is said only once the server
 * has taken the link's token; members send their missing documents here.
 */
export function ConfirmEmail() {
  const { query, hash } = useArrival();
  const { status } = useSession();
  const email = query.get('email') ?? '';
  const token = hash.get('token');
  const confirmation = useQuery({
    queryKey: ['accounts', 'confirmEmail', token],
    queryFn: () => accountsApi.confirmEmail({ body: { token: token ?? '' } }),
    enabled: token !== null,
    // The link is used by this call, so it is made once, whatever the cache would like.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  if (status === 'loading') return <Spinner label="Chargement de votre session…" />;
  if (token !== null && confirmation.isPending) return <Spinner label="Confirmation de votre adresse email…" />;
  if (status === 'member') return <MemberView />;
  if (confirmation.isError) {
    const { code, detail } = asProblem(confirmation.error);
    const dead = code === 'EXPIRED_LINK' || code === 'INVALID_LINK' || code === 'INVALID';
    return dead ? (
      <DeadLink expired={code === 'EXPIRED_LINK'} email={email} />
    ) : (
      <>
        <h1>Confirmation de votre email</h1>
        <ErrorPanel message={detail} onRetry={() => void confirmation.refetch()} />
      </>
    );
  }
  if (confirmation.data) return <Confirmed email={confirmation.data.email} />;
  if (!email) return <Unknown />;
  return query.get('noEmail') === '1' ? <NotMailed email={email} /> : <Mailed email={email} />;
}

function Confirmed({ email }: { email: string }) {
  return (
    <>
      <AppearingHeading>Email confirmé !</AppearingHeading>
      <p>Votre adresse email est confirmée. Vous pouvez vous connecter.</p>
      <p className="muted">Votre identité est vérifiée sous 24 à 48 heures.</p>
      <Link className="amplify-button amplify-button--primary" to="/login" state={{ email }}>
        Se connecter
      </Link>
    </>
  );
}

function Mailed({ email }: { email: string }) {
  return (
    <>
      <h1>E-mail envoyé à {email}</h1>
      <p>Votre compte est créé. Ouvrez le lien de cet email pour confirmer votre adresse. Il est valable 24 heures.</p>
      <p className="muted">Rien reçu ? Vérifiez vos courriers indésirables.</p>
      <ResendConfirmation email={email} justSent />
      <LoginLink email={email} />
    </>
  );
}

function NotMailed({ email }: { email: string }) {
  return (
    <>
      <h1>Confirmez votre email</h1>
      <Notice tone="warning" title="Problème d'envoi d'email">
        <p>Votre compte est créé, mais nous n'avons pas pu envoyer l'email de confirmation à {email}.</p>
      </Notice>
      <ResendConfirmation email={email} />
      <LoginLink email={email} />
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

/** Nothing is known of who comes here: neither a link nor a sign-up just before. */
function Unknown() {
  return (
    <>
      <h1>Confirmez votre email</h1>
      <p>Ouvrez le lien que vous avez reçu par email, ou demandez-en un nouveau.</p>
      <ResendConfirmation email="" />
      <LoginLink email="" />
    </>
  );
}

function LoginLink({ email }: { email: string }) {
  return (
    <p>
      Adresse déjà confirmée ?{' '}
      <Link to="/login" state={{ email }}>
        Se connecter
      </Link>
    </p>
  );
}

function MemberView() {
  const { me, blocked, meFailed, refresh } = useSession();
  const navigate = useNavigate();
  if (blocked) {
    return (
      <>
        <h1>Compte bloqué</h1>
        <p>Votre compte est bloqué. Contactez-nous pour en savoir plus.</p>
      </>
    );
  }
  if (!me) {
    if (!meFailed) return <Spinner label="Chargement de votre compte…" />;
    return (
      <>
        <h1>Vos justificatifs</h1>
        <ErrorPanel message="Impossible de charger votre compte." onRetry={() => void refresh()} />
      </>
    );
  }
  return (
    <>
      <h1>Compte créé avec succès !</h1>
      <Suspense fallback={<Spinner label="Chargement…" />}>
        <DocumentsCard me={me} onComplete={() => void navigate(takeRedirect() ?? '/', { replace: true })} />
      </Suspense>
    </>
  );
}
